"""The tools of the Model Context Protocol, made from the operations, and results of bounded size.

A model reads every schema and every result, so both are short: a schema has no titles and no
definitions, a result has the likeliest of many parts, and what is too long is cut.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Annotated, Final, TypeAlias, cast

import msgspec
from mcp import types
from msgspec import Meta

from cluetree.operations import OPERATIONS, Operation
from cluetree.operations.games import GameId, GameParams, params_of
from cluetree.operations.registry import encode, schema_of

Json: TypeAlias = dict[str, object]

KEPT: Final = "1"
"""The id of the game that is used by default, and that the file keeps."""
MOST_CHARACTERS: Final = 4000
"""The maximum length of a result in JSON, which is sent as text and as data."""
_BRIEF: Final[Mapping[str, Mapping[str, object]]] = {
    "advise": {"top": 5},
    "beliefs": {"triples": 5, "chances": False},
}
"""Other defaults than those of the operations."""
_SILENT: Final = frozenset({"expect_version", "language", "version"})
"""Parameters that are accepted, but not listed."""
_SHARED: Final[Mapping[str, Json]] = {
    "game": {"type": "string"},
    "limit": {"type": "object"},
    "full": {"type": "boolean"},
}
"""Parameters of many tools, which the instructions describe."""

_Replace: TypeAlias = Annotated[bool, Meta(description="Replace an open game; copy its file.")]


def params(operation: Operation) -> type[msgspec.Struct]:
    """Return the type of a tool's arguments: those of the operation, with other defaults."""
    kind = params_of(operation, strict=True)
    brief = _BRIEF.get(operation.name, {})
    own = [each for each in operation.parameters if each.name in brief]
    fields: list[tuple[str, object, object]] = [(p.name, p.annotation, brief[p.name]) for p in own]
    fields += [("full", bool, False), ("language", str | None, "en")]
    if issubclass(kind, GameParams) or operation.name == "new":
        fields.append(("game", GameId, KEPT))
    if operation.name == "new":
        fields.append(("replace", _Replace, False))
    return msgspec.defstruct(kind.__name__, fields, bases=(kind,), frozen=True, kw_only=True)


PARAMS: Final = {name: params(operation) for name, operation in OPERATIONS.items()}


def tools(*, files: bool) -> list[types.Tool]:
    """Return every operation as a tool; `load` only if there are files that it could read."""
    return [
        types.Tool(
            name=name,
            description=operation.description,
            input_schema=_input(PARAMS[name]),
            output_schema=_output(operation),
            annotations=types.ToolAnnotations(
                read_only_hint=not (operation.changes or operation.writes),
                destructive_hint=operation.changes and operation.subject != "notebook",
            ),
        )
        for name, operation in OPERATIONS.items()
        if files or name != "load"
    ]


def _input(kind: type[msgspec.Struct]) -> Json:
    schema, defs = _schema(kind)
    properties = cast("Mapping[str, Json]", schema["properties"])
    return {
        "type": "object",
        "properties": {
            name: _SHARED.get(name) or _short(each, defs)
            for name, each in properties.items()
            if name not in _SILENT
        },
        "required": schema["required"],
        "additionalProperties": False,
    }


def _output(operation: Operation) -> Json:
    """Return the fields of a result with their types, without the types of their parts."""
    names = dict[str, Json]()
    for kind in operation.results:
        schema, defs = _schema(kind)
        for name, each in cast("Mapping[str, Json]", schema["properties"]).items():
            of = [*_types(each, defs)]
            names[name] = {"type": of if len(of) > 1 else of[0]}
    return {"type": "object", "properties": names}


def _types(schema: Json, defs: Mapping[str, Json]) -> Iterator[str]:
    """Yield the types that a value may have."""
    if "$ref" in schema:
        yield from _types(defs.get(str(schema["$ref"]), {"type": "object"}), defs)
    elif "anyOf" in schema:
        for branch in cast("list[Json]", schema["anyOf"]):
            yield from _types(branch, defs)
    else:
        yield str(schema.get("type", "string" if "enum" in schema else "object"))


def _schema(kind: type) -> tuple[Json, Mapping[str, Json]]:
    (reference,), found = msgspec.json.schema_components(
        [kind], schema_hook=schema_of, ref_template="{name}"
    )
    defs = msgspec.convert(msgspec.to_builtins(found), dict[str, Json])
    return defs[str(reference["$ref"])], defs


def _short(schema: Mapping[str, object], defs: Mapping[str, Json]) -> Json:
    """Return a schema without titles, references and the alternative null of a default."""
    if "$ref" in schema:
        named = _short(defs.get(str(schema["$ref"]).rpartition("/")[2], {"type": "object"}), defs)
        return {**named, **_described(schema)}
    if "anyOf" in schema:
        branches = cast("list[Json]", schema["anyOf"])
        each = [_short(branch, defs) for branch in branches if branch != {"type": "null"}]
        described = _described(schema)
        if len(each) == 1:
            return {**each[0], **described}
        return {"type": [one.get("type", "object") for one in each], **described}
    short: Json = {k: v for k, v in schema.items() if k not in {"title", "default"}}
    if "properties" in short:
        properties = cast("Mapping[str, Json]", short["properties"])
        short["properties"] = {name: _short(each, defs) for name, each in properties.items()}
        short.pop("description", None)
        short.pop("required", None)
    if isinstance(short.get("items"), Mapping):
        short["items"] = _short(cast("Json", short["items"]), defs)
    return short


def _described(schema: Mapping[str, object]) -> Json:
    return {"description": schema["description"]} if "description" in schema else {}


def result(document: Mapping[str, object], *, full: bool) -> types.CallToolResult:
    """Return a result as text and as data, cut to `MOST_CHARACTERS` unless it must be full."""
    found: Json = msgspec.json.decode(encode(document))
    if not full:
        shorten(found)
    text = types.TextContent(type="text", text=encode(found).decode())
    return types.CallToolResult(content=[text], structured_content=found)


def shorten(document: Json, most: int = MOST_CHARACTERS) -> None:
    """Cut the longest lists, texts and maps of a document, and count in `omitted` what is missing.

    Lists and texts keep their beginning; a map that is too long is emptied.
    """
    omitted = dict[str, int]()
    while (excess := len(encode(document)) - most) > 0:
        parts = [part for part in _parts(document) if part[0] not in omitted]
        if not parts:
            return
        name, owner, key = max(parts, key=lambda part: len(encode(part[1][part[2]])))
        value = owner[key]
        document["omitted"] = omitted
        omitted[name] = _cut(owner, key, value, excess + len(name) + 20)


def _parts(document: Json) -> Iterator[tuple[str, MutableMapping[str, object], str]]:
    """Yield the lists, texts and maps of a document and of its parts, with their paths."""
    for name, value in document.items():
        if name != "omitted" and isinstance(value, list | dict | str):
            yield name, document, name
            if isinstance(value, dict):
                inner = cast("Json", value)
                yield from ((f"{name}.{path}", owner, key) for path, owner, key in _parts(inner))


def _cut(owner: MutableMapping[str, object], key: str, value: object, excess: int) -> int:
    """Shorten a value by at least so many characters, if it is so long; count what was cut."""
    if isinstance(value, str):
        owner[key] = value[: max(0, len(value) - excess)]
        return len(value) - len(str(owner[key]))
    if isinstance(value, list):
        items = cast("list[object]", value)
        left, size = len(items), 0
        while left and size < excess:
            left -= 1
            size += len(encode(items[left])) + 1
        owner[key] = items[:left]
        return len(items) - left
    count = len(cast("Json", value))
    owner[key] = {}
    return count
