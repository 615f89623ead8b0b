"""Commands derived from operations.

Each question to a notebook that no other command asks becomes a command: RECORD and the required
parameters by position, the others as options. It prints its result in JSON.
"""

import inspect
from collections.abc import Iterator
from typing import Annotated, Final, Protocol, get_args

import msgspec
from cyclopts import Parameter
from msgspec import Meta

from cluetree.interfaces.cli.common import OK, AsJson, RecordPath, Seconds, read
from cluetree.operations import OPERATIONS, Operation, OperationError
from cluetree.operations.registry import where

ASKED_ELSEWHERE: Final = frozenset(
    {"advise", "beliefs", "card_to_show", "check", "conflicts", "repairs", "review", "rivals"}
    | {"steps", "suspicious", "tree", "why"}
    | {"clash", "complete", "explain", "parse", "spell"}
)
"""The questions that other commands ask, and those for entry forms only."""


class Command(Protocol):
    """A command that cyclopts calls according to its signature."""

    def __call__(self, record: str, /, *values: object, **rest: object) -> int:
        """Run it, and return the exit status."""
        ...


def commands() -> Iterator[tuple[str, Command]]:
    """Yield the derived commands by name."""
    for operation in OPERATIONS.values():
        if operation.is_question and operation.name not in ASKED_ELSEWHERE:
            yield operation.name.replace("_", "-"), command(operation)


def command(operation: Operation) -> Command:
    """Return the command of a question, with the operation's signature and help."""
    option, position = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_ONLY
    own = [
        each.replace(
            kind=position if each.default is each.empty else option,
            annotation=Annotated[each.annotation, Parameter(help=_about(each.annotation))],
        )
        for each in operation.parameters
    ]
    names = [each.name for each in own if each.kind is position]
    decoder = msgspec.json.Decoder(operation.struct(strict=True))

    def run(record: str, /, *values: object, **rest: object) -> int:
        seconds = rest.pop("seconds", None)
        rest.pop("json", None)  # always JSON
        book = read(record, seconds if isinstance(seconds, float) else None)
        given = {**dict(zip(names, values, strict=True)), **rest}
        try:
            asked = decoder.decode(msgspec.json.encode(given))
        except msgspec.ValidationError as error:
            raise OperationError("invalid_params", *where(error)) from None
        print(operation.json(operation.call(book, params=operation.arguments(asked))))
        return OK

    signature = [
        inspect.Parameter("record", position, annotation=RecordPath),
        *sorted(own, key=lambda each: each.kind),
        inspect.Parameter("seconds", option, default=None, annotation=Seconds),
        inspect.Parameter("json", option, default=False, annotation=AsJson),
    ]
    run.__doc__ = operation.description
    run.__annotations__ = {each.name: each.annotation for each in signature}
    setattr(run, "__signature__", inspect.Signature(signature))  # noqa: B010 -- not declared
    return run


def _about(kind: object) -> str:
    """Return the descriptions in a type."""
    own = kind.description if isinstance(kind, Meta) else None
    return " ".join(filter(None, (own, *map(_about, get_args(kind)))))
