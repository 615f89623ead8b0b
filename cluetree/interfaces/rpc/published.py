"""What is published of the operations: the protocol's JSON Schema, and a page of reference.

`python -m cluetree.interfaces.rpc.published docs/reference` writes both.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Final, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from cluetree import record as records
from cluetree.interfaces.rpc.protocol import Code, Failure, Success
from cluetree.interfaces.rpc.session import METHODS, PARAMS_OF
from cluetree.line_protocol import PROTOCOL
from cluetree.operations import OPERATIONS, Operation
from cluetree.operations.registry import schema_of
from cluetree.play.outside import messages as bot

Schema: TypeAlias = dict[str, object]

SCHEMA, REFERENCE = "protocol.schema.json", "operations.md"
"""The files that are written."""

BOT: Final[Mapping[str, tuple[type[msgspec.Struct], type[msgspec.Struct] | None]]] = {
    "begin": (bot.Begin, bot.Begun),
    "observe": (bot.Observe, None),
    "move": (bot.Move, bot.Moved),
    "suggest": (bot.Suggest, bot.Named),
    "show": (bot.ShowCard, bot.ShownCard),
    "accuse": (bot.Accuse, bot.Named),
}
"""The questions to a program that plays a seat, and its answers; `None`: it does not answer."""


class OfGame(msgspec.Struct, frozen=True, kw_only=True):
    """The game that an answer is about, and the state it is true of."""

    game: str
    version: Annotated[int, Meta(description="How many changes the game has seen.")]


def schema() -> Schema:
    """Return the JSON Schema (2020-12) of a line that a server reads.

    `$defs` has the params and the result of every method. Besides, `methods` says which belong
    to which, `bot` the same for programs that play a seat, and `errors` what the codes mean.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The line protocol of cluetree, number {PROTOCOL}",
        "anyOf": [_ref("Request"), {"type": "array", "minItems": 1, "items": _ref("Request")}],
        "methods": {name: _method(method) for name, method in METHODS.items()},
        "bot": {
            name: {
                "summary": _joined(params.__doc__),
                "params": _ref(params.__name__),
                "result": None if result is None else _ref(result.__name__),
            }
            for name, (params, result) in BOT.items()
        },
        "errors": {str(code.value): code.meaning for code in Code},
        "$defs": {
            "Request": {"anyOf": [_request(name) for name in METHODS]},
            **_definitions(),
            **record_definitions(),
        },
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _joined(text: str | None) -> str:
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


def _definitions() -> dict[str, Schema]:
    results = [kind for method in METHODS.values() for kind in results_of(method)]
    bots = [part for pair in BOT.values() for part in pair if part is not None]
    kinds = dict.fromkeys([*PARAMS_OF.values(), *results, *bots, OfGame, Success, Failure])
    _, found = msgspec.json.schema_components(
        kinds, schema_hook=schema_of, ref_template="#/$defs/{name}"
    )
    # There and back: msgspec gives defaults as tuples, which no JSON reader would.
    return msgspec.json.decode(msgspec.json.encode(found), type=dict[str, Schema])


def record_definitions() -> dict[str, Schema]:
    """Return the record's own definitions, its events, and a record without its format."""
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


# The page of reference


_HEAD: Final = """\
<!-- Written by python -m cluetree.interfaces.rpc.published docs/reference -->

# Operations

All questions to a notebook and all changes of it. Each is a method of the [protocol](protocol.md)
and a tool of `cluetree mcp`; every interface takes them from one registry. The protocol adds the
parameters `game`, `expect_version` and `limit`, and the fields `game` and `version` of a result.
"""
_SUBJECTS: Final = {
    "games": "The open games",
    "game": "One open game",
    "notebook": "The notebook of a game",
}


def reference() -> str:
    """Return the page of reference: parameters and result of every operation."""
    defs = _definitions()
    lines, used = [_HEAD], dict[str, None]()
    for subject, heading in _SUBJECTS.items():
        lines += [f"## {heading}", ""]
        for method in OPERATIONS.values():
            if method.subject == subject:
                lines += _operation(method, defs, used)
    lines += ["## Parts of results", ""]
    shown = set[str]()
    while rest := [name for name in used if name not in shown]:
        for name in rest:
            shown.add(name)
            lines += [f"### {name}", "", _joined(_text(defs[name])), ""]
            lines += _table("field", _fields(defs[name]), used)
    return "\n".join(lines)


def _operation(method: Operation, defs: Mapping[str, Schema], used: dict[str, None]) -> list[str]:
    own = {each.name for each in method.parameters}
    parameters = _fields(defs[PARAMS_OF[method.name].__name__])
    lines = [f"### {method.name}", "", _joined(method.description), ""]
    given = [each for each in parameters if each[0] in own]
    lines += _table("parameter", given, used) if given else ["No parameters.", ""]
    for kind in results_of(method):
        form = f" (`format` is `{method.form}`)" if method.form else ""
        lines += [f"Result{form}: {_joined(_text(defs[kind.__name__]))}", ""]
        lines += _table("field", _fields(defs[kind.__name__]), used)
    return lines


def _text(part: Schema) -> str:
    return str(part.get("description", ""))


def _fields(struct: Schema) -> list[tuple[str, Schema, bool]]:
    """Return the fields of an object: the name, its schema and whether it is required."""
    properties = msgspec.convert(struct.get("properties", {}), dict[str, Schema])
    required = msgspec.convert(struct.get("required", []), list[str])
    return [(name, part, name in required) for name, part in properties.items()]


def _table(
    head: str, fields: Sequence[tuple[str, Schema, bool]], used: dict[str, None]
) -> list[str]:
    def row(name: str, part: Schema, *, required: bool) -> str:
        default = json.dumps(part.get("default"), ensure_ascii=False)
        kind = " or ".join(dict.fromkeys(_kinds(part, used)))
        about = _text(part) or next(filter(None, map(_text, _choices(part))), "")
        needed = "" if required else f"; default `{default}`" if "default" in part else "; optional"
        return f"| `{name}` | {kind}{needed} | {_joined(about)} |"

    rows = [row(name, part, required=required) for name, part, required in fields]
    return [f"| {head} | type | |", "|---|---|---|", *rows, ""] if rows else []


def _choices(part: Schema) -> list[Schema]:
    return msgspec.convert(part.get("anyOf", []), list[Schema])


def _kinds(part: Schema, used: dict[str, None]) -> Iterator[str]:
    """Say in words what values a schema allows; `used` collects the objects it refers to."""
    match part:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            if name in {"Event", "AnyRecord", "GameRecord"}:
                yield "[event](record.md)" if name == "Event" else "[record](record.md)"
            else:
                used[name] = None
                yield f"[{name}](#{name.lower()})"
        case {"anyOf": _}:
            for choice in _choices(part):
                yield from _kinds(choice, used)
        case {"enum": list(values)}:
            yield from (f"`{value}`" for value in values)
        case {"const": value}:
            yield f"`{json.dumps(value)}`"
        case {"type": "array", "prefixItems": list(items)}:
            inside = (" or ".join(_kinds(item, used)) for item in items)
            yield f"array of {', '.join(inside)}"
        case {"type": "array", "items": dict(items)}:
            yield f"array of {' or '.join(_kinds(items, used))}"
        case {"type": "object", "additionalProperties": dict(items)}:
            yield f"object of {' or '.join(_kinds(items, used))}"
        case _:
            yield str(part.get("type", "any"))


def write(directory: Path) -> None:
    """Write both files."""
    text = json.dumps(schema(), ensure_ascii=False, indent=1)
    (directory / SCHEMA).write_text(f"{text}\n", encoding="utf-8")
    (directory / REFERENCE).write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
