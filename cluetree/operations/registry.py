"""The registry of operations: each question and each change is one typed function.

The interfaces derive their commands, methods, tools and schemas from it.
"""

import inspect
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from types import FunctionType
from typing import (
    Annotated,
    Final,
    Never,
    ParamSpec,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, Raw

from cluetree._names import similar
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import ClueError, UnknownNameError, either, one_line
from cluetree.notebook import Notebook
from cluetree.text import Words

_P = ParamSpec("_P")
_R = TypeVar("_R")


def about(text: str) -> Meta:
    """Describe a parameter or a field, for schemas and help."""
    return Meta(description=text)


def name_of(kind: str) -> Meta:
    """Say that a parameter takes names of a kind, `card` or `player`; errors then name it."""
    return Meta(extra={"names": kind})


# Types of parameters.
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Number: TypeAlias = Annotated[int, Meta(ge=1, description="An event's number, from 1.")]
CardName: TypeAlias = Annotated[str, about("A card, by name, alias or prefix."), name_of("card")]
Holder: TypeAlias = Annotated[str, about("A player's name, or envelope."), name_of("player")]
EventText: TypeAlias = Annotated[
    Raw,
    Meta(
        description="An event as in a JSON record, or its line in a .clue file.",
        extra_json_schema={"anyOf": [{"$ref": "#/$defs/Event"}, {"type": "string"}]},
    ),
]
"""An event in JSON."""
RecordText: TypeAlias = Annotated[
    Raw,
    Meta(
        description="A record in JSON (`format` and `events` are optional), or its text.",
        extra_json_schema={"anyOf": [{"$ref": "#/$defs/AnyRecord"}, {"type": "string"}]},
    ),
]
"""A record in JSON."""

# Types in results.
Numbers: TypeAlias = Annotated[tuple[int, ...], about("Numbers of events.")]
EventCount: TypeAlias = Annotated[int, about("The number of events.")]
Chance: TypeAlias = Annotated[float, about("From 0 to 1.")]
Entropy: TypeAlias = Annotated[float, about("The uncertainty about the envelope, in bits.")]
Deals: TypeAlias = Annotated[int, about("Exact; may exceed 2**53.")]
EventJson: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]


@dataclass_transform(frozen_default=True)
class JsonObject(msgspec.Struct, frozen=True):
    """The result of an operation, or a part of it: the fields of its JSON, in order."""


class RequestError(ClueError, ValueError):
    """A request that is invalid or cannot be carried out.

    Attributes:
        kind: The error in one word, such as `invalid_params` or `no_game`.
        word: The unknown name.
        candidates: Possible meanings of the name.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        path: str | None = None,
        *,
        word: str | None = None,
        candidates: Sequence[str] | None = None,
    ):
        super().__init__(one_line(message))
        self.args: tuple[object, ...] = kind, message, path
        self.kind = kind
        self.path = path
        self.word = word
        self.candidates = candidates


@contextmanager
def parameter(path: str) -> Generator[None]:
    """Name a parameter in errors of the library; the path of a part of it follows."""
    try:
        yield
    except ClueError as error:
        error.path = path + (error.path or "").removeprefix("$")
        raise


WordsOf: TypeAlias = Callable[[Notebook, object], Words]
"""Puts the result of an operation on a notebook into words."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A question or a change, with all data that interfaces need."""

    function: FunctionType
    subject: object
    """The type of its subject: a notebook, or all open games."""
    parameters: tuple[inspect.Parameter, ...]
    """Its keyword parameters; their annotations are types."""
    result: type
    """The type of its result."""
    form: str = ""
    """The value of `format` in the JSON of its result; empty without this field."""
    changes: bool = False
    """Whether it changes its subject."""
    words: WordsOf | None = None
    """Puts its result into words for people, on request."""

    @classmethod
    def of(
        cls,
        function: Callable[_P, object],
        form: str = "",
        *,
        changes: bool = False,
        words: WordsOf | None = None,
    ) -> "Operation":
        """Make an operation from a function: see `operation`."""
        hints = get_type_hints(function, include_extras=True)
        subject, *own = inspect.signature(function).parameters.values()
        parameters = tuple(each.replace(annotation=hints[each.name]) for each in own)
        kind, result = hints.get(subject.name), hints["return"]
        return cls(cast("FunctionType", function), kind, parameters, result, form, changes, words)

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @property
    def description(self) -> str:
        """The docstring."""
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.description.partition("\n")[0]

    @property
    def is_question(self) -> bool:
        """Whether it asks about one notebook and changes nothing."""
        return self.subject is Notebook and not self.changes

    def struct(self, base: type[msgspec.Struct] = msgspec.Struct) -> type[msgspec.Struct]:
        """Return a struct of its parameters after those of a base, which rejects all others."""
        return msgspec.defstruct(
            f"{self.name.title().replace('_', '')}Params",
            [
                (each.name, each.annotation)
                if each.default is each.empty
                else (each.name, each.annotation, each.default)
                for each in self.parameters
            ],
            bases=(base,),
            namespace={"__doc__": self.summary},
            frozen=True,
            kw_only=True,
            forbid_unknown_fields=True,
        )

    def document(self, result: object, **head: object) -> Mapping[str, object]:
        """Return the set fields of its result by name, with `head` and the format first."""
        is_struct = isinstance(result, msgspec.Struct)
        names = getattr(result, "__struct_fields__" if is_struct else "__dataclass_fields__")
        fields = {name: getattr(result, name) for name in names}
        form = {"format": self.form} if self.form else {}
        return {**head, **form, **{k: v for k, v in fields.items() if v is not UNSET}}

    def json(self, result: object) -> str:
        """Return its result in JSON, for people and programs alike."""
        return msgspec.json.format(encode(self.document(result)), indent=1).decode()

    def call(self, subject: object, asked: msgspec.Struct) -> object:
        """Run it on the parameters in a struct of the type that `struct` makes."""
        params = {each.name: getattr(asked, each.name) for each in self.parameters}
        try:
            return self.function(subject, **params)
        except UnknownNameError as error:
            takers = (each.name for each in self.parameters if _takes(each.annotation, error.kind))
            error.path = error.path or next(takers, None)
            raise


def _takes(hint: object, kind: str) -> bool:
    """Whether a parameter of this type takes names of a kind."""
    return hint == name_of(kind) or any(_takes(part, kind) for part in get_args(hint))


_OPERATIONS: Final[dict[str, Operation]] = {}
OPERATIONS: Final[Mapping[str, Operation]] = _OPERATIONS
"""All operations by name."""


def operation(
    form: str = "",
    *,
    changes: bool = False,
    words: Callable[[Notebook, Never], Words] | None = None,
) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Register a function under its own name.

    The first parameter is the subject. The keyword-only parameters are those of the operation;
    `Annotated[..., about("...")]` describes one. The docstring is the help, and `encode` writes
    the returned result as JSON. The other arguments are fields of `Operation`.
    """

    def register(function: Callable[_P, _R]) -> Callable[_P, _R]:
        in_words = cast("WordsOf | None", words)  # the type of its result is that of the function
        made = Operation.of(function, form, changes=changes, words=in_words)
        _OPERATIONS[made.name] = made
        return function

    return register


# Invalid parameters

_AT: Final = re.compile(r"(?P<reason>.*) - at `\$\.?(?P<path>.*)`", re.DOTALL)
_VALUE: Final = re.compile(r"invalid enum value '(?P<word>.*)'", re.DOTALL)
_UNKNOWN: Final = re.compile(r"object contains unknown field `(?P<name>.*)`", re.DOTALL)


def invalid_params(error: msgspec.ValidationError, kind: type[msgspec.Struct]) -> RequestError:
    """Return the error about parameters that do not fit a struct, with the valid names."""
    match = _AT.fullmatch(str(error))
    reason, path = (match["reason"], match["path"]) if match else (str(error), "")
    reason = reason[:1].lower() + reason[1:]
    if value := _VALUE.fullmatch(reason):
        within, _, name = path.rpartition(".")
        choices: tuple[str, ...] = get_args(get_type_hints(_struct_at(within, kind))[name])
        reason, word = f"must be {either(choices)}, got {value['word']!r}", value["word"]
        return RequestError("invalid_params", reason, path, word=word, candidates=choices)
    unknown = _UNKNOWN.fullmatch(reason)
    if unknown is None:
        return RequestError("invalid_params", reason, path)
    name, names = unknown["name"], _struct_at(path, kind).__struct_fields__
    meant = similar(name, names, most=1)
    hint = f": did you mean `{meant[0]}`?" if meant else ";"
    reason = f"unknown parameter `{name}`{hint} valid: {', '.join(names) or 'none'}"
    at = f"{path}.{name}" if path else name
    return RequestError("invalid_params", reason, at, word=name, candidates=meant)


def _struct_at(path: str, kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    for name in filter(None, path.split(".")):
        hint = get_type_hints(kind)[name]
        kinds = (each for each in (hint, *get_args(hint)) if isinstance(each, type))
        kind = next(each for each in kinds if issubclass(each, msgspec.Struct))
    return kind


# JSON


def _plain(value: object) -> object:
    # A result has hundreds of values; `isinstance` and loops over cards would take twice as long.
    if type(value) is ClueGuess:
        return value.suspect.name, value.weapon.name, value.room.name
    if type(value) is ClueCard:
        return value.name
    if type(value) is Fraction:
        return value.numerator / value.denominator
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


encode: Final = msgspec.json.Encoder(enc_hook=_plain).encode
"""Encode a result as JSON: cards as names, fractions as numbers, infinity as null."""
