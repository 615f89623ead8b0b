"""The protocol's JSON Schema; `docs/operations_page.py` publishes it."""

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Final, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from cluetree import record as records
from cluetree.interfaces.rpc.protocol import Code, Failure, Success
from cluetree.interfaces.rpc.session import METHODS, PARAMS_OF
from cluetree.line_protocol import PROTOCOL
from cluetree.operations import Operation
from cluetree.operations.registry import schema_of
from cluetree.play.outside import messages as bot

Schema: TypeAlias = dict[str, object]

BOT: Final[Mapping[str, tuple[type[msgspec.Struct], type[msgspec.Struct] | None]]] = {
    "begin": (bot.Begin, bot.Begun),
    "observe": (bot.Observe, None),
    "move": (bot.Move, bot.Moved),
    "suggest": (bot.Suggest, bot.Named),
    "show": (bot.ShowCard, bot.ShownCard),
    "accuse": (bot.Accuse, bot.Named),
}
"""The requests to a program that plays a seat, and its answers; `None`: no answer."""


class OfGame(msgspec.Struct, frozen=True, kw_only=True):
    """The game and the version that an answer is about."""

    game: str
    version: Annotated[int, Meta(description="The number of changes so far.")]


def schema() -> Schema:
    """Return the JSON Schema (2020-12) of a line that a server reads.

    `$defs` has the params and results. `methods` maps each method to its params and result, `bot`
    does the same for programs that play a seat, and `errors` explains the codes.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The line protocol of cluetree, number {PROTOCOL}",
        "anyOf": [_ref("Request"), {"type": "array", "minItems": 1, "items": _ref("Request")}],
        "methods": {name: _method(method) for name, method in METHODS.items()},
        "bot": {
            name: {
                "summary": joined(params.__doc__),
                "params": _ref(params.__name__),
                "result": None if result is None else _ref(result.__name__),
            }
            for name, (params, result) in BOT.items()
        },
        "errors": {str(code.value): code.meaning for code in Code},
        "$defs": {
            "Request": {"anyOf": [_request(name) for name in METHODS]},
            **definitions(),
            **record_definitions(),
        },
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def joined(text: str | None) -> str:
    """Return a text in one line."""
    return " ".join((text or "").split())


def results_of(method: Operation) -> Sequence[type]:
    """Return the type of a result, or all of them if it is a union."""
    is_union = get_origin(method.result) in {Union, UnionType}
    found = get_args(method.result) if is_union else (method.result,)
    return [each for each in found if isinstance(each, type)]


def _method(method: Operation) -> Schema:
    refs = [_ref(kind.__name__) for kind in results_of(method)]
    result: Schema = {**refs[0]} if len(refs) == 1 else {"anyOf": refs}
    if method.form:
        form: Schema = {"properties": {"format": {"const": method.form}}}
        result = {"allOf": [result, form]}
    if method.subject == "notebook":
        result = {"allOf": [_ref(OfGame.__name__), result]}
    return {
        "summary": method.summary,
        "params": _ref(PARAMS_OF[method.name].__name__),
        "result": result,
    }


def _request(name: str) -> Schema:
    needed = any(field.required for field in msgspec.structs.fields(PARAMS_OF[name]))
    return {
        "type": "object",
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": ["string", "number", "null"]},
            "method": {"const": name},
            "params": _ref(PARAMS_OF[name].__name__),
        },
        "required": ["jsonrpc", "method", *(["params"] if needed else [])],
    }


def definitions() -> dict[str, Schema]:
    """Return the definitions of all params and results."""
    results = [kind for method in METHODS.values() for kind in results_of(method)]
    bots = [part for pair in BOT.values() for part in pair if part is not None]
    kinds = dict.fromkeys([*PARAMS_OF.values(), *results, *bots, OfGame, Success, Failure])
    _, found = msgspec.json.schema_components(
        kinds, schema_hook=schema_of, ref_template="#/$defs/{name}"
    )
    # Encode and decode, because msgspec returns defaults as tuples.
    return msgspec.json.decode(msgspec.json.encode(found), type=dict[str, Schema])


def record_definitions() -> dict[str, Schema]:
    """Return the definitions of a record, an event, and a record without a format."""
    defs = msgspec.convert(records.json_schema()["$defs"], dict[str, Schema])
    record = defs["GameRecord"]
    properties = msgspec.convert(record["properties"], dict[str, Schema])
    needed = msgspec.convert(record["required"], list[str])
    return {
        **defs,
        "Event": msgspec.convert(properties["events"]["items"], Schema),
        "AnyRecord": {
            **record,
            "title": "AnyRecord",
            "required": [name for name in needed if name != "format"],
        },
    }
