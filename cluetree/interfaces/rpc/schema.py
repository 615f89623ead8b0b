"""The protocol's JSON Schema, written from the structs that read and write its messages.

`python -m cluetree.interfaces.rpc.schema` prints it.
"""

import json
from collections.abc import Mapping
from typing import Final

import msgspec

from cluetree import record as records
from cluetree.interfaces.rpc.method import Method
from cluetree.interfaces.rpc.protocol import Code, Failure, Success
from cluetree.interfaces.rpc.results import OfGame
from cluetree.interfaces.rpc.session import METHODS
from cluetree.line_protocol import PROTOCOL
from cluetree.play.outside import messages as bot

BOT: Final[Mapping[str, tuple[type[msgspec.Struct], type[msgspec.Struct] | None]]] = {
    "begin": (bot.Begin, bot.Begun),
    "observe": (bot.Observe, None),
    "move": (bot.Move, bot.Moved),
    "suggest": (bot.Suggest, bot.Named),
    "show": (bot.ShowCard, bot.ShownCard),
    "accuse": (bot.Accuse, bot.Named),
}
"""What a program that plays a seat is asked, and how it answers; `None`: not at all."""

_ANY_ID: Final = {"type": ["string", "number", "null"]}


def schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a line that a server reads.

    `$defs` has the params and the result of every method. Besides, `methods` says which are
    whose, `bot` the same for programs that play a seat, and `errors` what the codes mean.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The line protocol of cluetree, number {PROTOCOL}",
        "anyOf": [_ref("Request"), {"type": "array", "minItems": 1, "items": _ref("Request")}],
        "methods": {name: _method(method) for name, method in METHODS.items()},
        "bot": {
            name: {
                "summary": _summary(params),
                "params": _ref(params.__name__),
                "result": None if result is None else _ref(result.__name__),
            }
            for name, (params, result) in BOT.items()
        },
        "errors": {str(code.value): code.meaning for code in Code},
        "$defs": {
            "Request": {"anyOf": [_request(method) for method in METHODS.values()]},
            **_structs(),
            **_records(),
        },
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _summary(struct: type[msgspec.Struct]) -> str:
    return " ".join((struct.__doc__ or "").split())


def _method(method: Method) -> dict[str, object]:
    result: dict[str, object] = {**_ref(method.result.__name__)}
    if method.on_game:
        result = {"allOf": [_ref(OfGame.__name__), result]}
    return {"summary": method.summary, "params": _ref(method.params.__name__), "result": result}


def _request(method: Method) -> dict[str, object]:
    needed = any(field.required for field in msgspec.structs.fields(method.params))
    return {
        "type": "object",
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": _ANY_ID,
            "method": {"const": method.name},
            "params": _ref(method.params.__name__),
        },
        "required": ["jsonrpc", "method", *(["params"] if needed else [])],
    }


def _structs() -> dict[str, object]:
    structs = dict.fromkeys(
        [
            *(part for method in METHODS.values() for part in (method.params, method.result)),
            *(part for pair in BOT.values() for part in pair if part is not None),
            OfGame,
            Success,
            Failure,
        ]
    )
    _, components = msgspec.json.schema_components(structs, ref_template="#/$defs/{name}")
    # There and back: msgspec gives defaults as tuples, which no JSON reader would.
    return msgspec.json.decode(msgspec.json.encode(components), type=dict[str, object])


def _records() -> dict[str, object]:
    """The record's own definitions, with its events, and a record without its format, by name."""
    defs = msgspec.convert(records.json_schema()["$defs"], dict[str, dict[str, object]])
    record = defs["GameRecord"]
    properties = msgspec.convert(record["properties"], dict[str, dict[str, object]])
    needed = msgspec.convert(record["required"], list[str])
    return {
        **defs,
        "Event": properties["events"]["items"],
        "AnyRecord": {
            **record,
            "title": "AnyRecord",
            "required": [name for name in needed if name != "format"],
        },
    }


def dumps() -> str:
    """Write the schema as it is published."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    print(dumps(), end="")
