"""Commands derived from operations.

Each question to a notebook that no other command asks becomes a command: RECORD and the required
parameters by position, the others as options. It prints its result in JSON.
"""

import inspect
from collections.abc import Iterator, Mapping
from functools import reduce
from types import GenericAlias, UnionType
from typing import Annotated, Final, Protocol, Union, cast, get_args, get_origin

import msgspec
from cyclopts import Parameter
from msgspec import Meta, Raw

from cluetree.interfaces.cli.common import OK, RecordPath, Seconds, read
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
        is_question = operation.subject == "notebook" and not operation.changes
        if is_question and operation.name not in ASKED_ELSEWHERE:
            yield operation.name.replace("_", "-"), command(operation)


def command(operation: Operation) -> Command:
    """Return the command of a question, with the operation's signature and help."""
    parameters = [_parameter(each) for each in operation.parameters]
    by_position = [each for each in parameters if each.kind is each.POSITIONAL_ONLY]
    names = [each.name for each in by_position]
    params = operation.struct(strict=True)
    decoder = msgspec.json.Decoder(params)

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

    option, position = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_ONLY
    signature = [
        inspect.Parameter("record", position, annotation=RecordPath),
        *by_position,
        *(each for each in parameters if each.kind is option),
        inspect.Parameter("seconds", option, default=None, annotation=Seconds),
        inspect.Parameter("json", option, default=False, annotation=_JSON),
    ]
    run.__doc__ = operation.description
    run.__annotations__ = {each.name: each.annotation for each in signature}
    setattr(run, "__signature__", inspect.Signature(signature))  # noqa: B010 -- not declared
    return run


_JSON: Final = Annotated[bool, Parameter(negative="", help="Print the result in JSON.")]


def _parameter(own: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter for the command line, without schema annotations."""
    required = own.default is own.empty
    about = [part.description for part in _metas(own.annotation) if part.description]
    return own.replace(
        kind=own.POSITIONAL_ONLY if required else own.KEYWORD_ONLY,
        annotation=Annotated[_plain(own.annotation), Parameter(help=" ".join(about))],
    )


def _metas(kind: object) -> Iterator[Meta]:
    if get_origin(kind) is Annotated:
        first, *rest = get_args(kind)
        yield from (part for part in rest if isinstance(part, Meta))
        yield from _metas(first)
    elif get_origin(kind) in {Union, UnionType}:
        for part in get_args(kind):
            yield from _metas(part)


def _plain(kind: object) -> object:
    if kind is Raw:
        return str
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _plain(parts[0])
    if origin in {Union, UnionType}:
        return reduce(_either, map(_plain, parts))
    if origin is tuple:
        return GenericAlias(tuple, tuple(map(_plain, parts)))
    return dict[str, str] if origin is Mapping else kind


def _either(one: object, other: object) -> object:
    return cast("type", one) | cast("type", other)
