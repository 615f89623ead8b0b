"""The published files: the protocol's JSON Schema, and the reference page of the operations.

`python -m cluetree.interfaces.rpc.published docs/reference` writes both.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Final, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Raw

from cluetree import record as records
from cluetree.interfaces.rpc.protocol import Code, Failure, Success
from cluetree.interfaces.rpc.session import METHODS, PARAMS_OF
from cluetree.line_protocol import PROTOCOL
from cluetree.operations import OPERATIONS, Operation
from cluetree.operations.registry import schema_of
from cluetree.play.outside import messages as bot

Schema: TypeAlias = dict[str, object]

SCHEMA, REFERENCE = "protocol.schema.json", "operations.md"
"""The names of the files."""

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


# The reference page


_HEAD: Final = """\
<!-- Written by python -m cluetree.interfaces.rpc.published docs/reference -->

# Operations

After this page you can call every question and every change of a notebook. Each operation is a
method of the [protocol](protocol.md) and a tool of `cluetree mcp`. The protocol adds the parameters
`game`, `expect_version` and `limit`, and the result fields `game` and `version`.
"""
_ELSEWHERE: Final = {
    "Event": "[event](record.md)",
    "AnyRecord": "[record](record.md)",
    "GameRecord": "[record](record.md)",
}
_SUBJECTS: Final = {
    "games": "The open games",
    "game": "One open game",
    "notebook": "The notebook of a game",
}


_WORDS: Final = {
    "ref": "$ref",
    "any_of": "anyOf",
    "prefix_items": "prefixItems",
    "values": "additionalProperties",
}


class _Node(msgspec.Struct, rename=_WORDS):
    """The keywords of JSON Schema that msgspec writes."""

    type: str | tuple[str, ...] = ""
    description: str = ""
    ref: str = ""
    any_of: tuple["_Node", ...] = ()
    enum: tuple[str | int | bool, ...] = ()
    prefix_items: tuple["_Node", ...] = ()
    items: "_Node | bool" = False
    values: "_Node | bool" = False
    properties: dict[str, "_Node"] = {}
    required: tuple[str, ...] = ()
    default: Raw = Raw()

    @property
    def about(self) -> str:
        """The first paragraph of the description."""
        return _joined(self.description.partition("\n\n")[0])


class _Page:
    """The page under construction."""

    def __init__(self) -> None:
        content = msgspec.json.encode(_definitions())
        self._nodes: Final = msgspec.json.decode(content, type=dict[str, _Node])
        self._used: Final = dict[str, None]()
        self.lines = [_HEAD]

    def write(self) -> None:
        for subject, heading in _SUBJECTS.items():
            self.lines += [f"## {heading}", ""]
            for operation in OPERATIONS.values():
                if operation.subject == subject:
                    self._operation(operation)
        self.lines += ["## Parts of results", ""]
        shown = set[str]()
        while rest := [name for name in self._used if name not in shown]:
            for name in rest:
                shown.add(name)
                node = self._nodes[name]
                one_of = f" One of {', '.join(map(_code, node.enum))}." if node.enum else ""
                self.lines += [f"### {name}", "", f"{node.about}{one_of}", ""]
                self._table("field", node, node.properties)

    def _operation(self, operation: Operation) -> None:
        params = self._nodes[PARAMS_OF[operation.name].__name__]
        own = [each.name for each in operation.parameters]
        self.lines += [f"### {operation.name}", "", _joined(operation.description), ""]
        self._table("parameter", params, own)
        if not own:
            self.lines += ["No parameters.", ""]
        for kind in results_of(operation):
            node = self._nodes[kind.__name__]
            form = f" (`format` is `{operation.form}`)" if operation.form else ""
            self.lines += [f"Result{form}: {node.about}", ""]
            self._table("field", node, node.properties)

    def _table(self, head: str, node: _Node, names: Iterable[str]) -> None:
        rows = [self._row(name, node.properties[name], name in node.required) for name in names]
        if rows:
            self.lines += [f"| {head} | type | |", "|---|---|---|", *rows, ""]

    def _row(self, name: str, node: _Node, required: bool) -> str:
        default = bytes(node.default).decode()
        optional = f"; default `{default}`" if default else "; optional"
        kind = " or ".join(dict.fromkeys(self._kinds(node)))
        about = node.about or next((part.about for part in node.any_of if part.about), "")
        return f"| `{name}` | {kind}{'' if required else optional} | {about} |"

    def _kinds(self, node: _Node) -> Iterator[str]:
        """Yield the types that a schema allows, in words."""
        name = node.ref.rpartition("/")[2]
        if name in _ELSEWHERE:
            yield _ELSEWHERE[name]
        elif name:
            self._used[name] = None
            yield f"[{name}](#{name.lower()})"
        elif node.any_of:
            for part in node.any_of:
                yield from self._kinds(part)
        elif node.enum:
            yield from map(_code, node.enum)
        elif node.prefix_items:
            yield f"array of {', '.join(map(self._kind, node.prefix_items))}"
        elif isinstance(node.items, _Node):
            yield f"array of {self._kind(node.items)}"
        elif isinstance(node.values, _Node):
            yield f"object of {self._kind(node.values)}"
        else:
            yield from [node.type or "any"] if isinstance(node.type, str) else node.type

    def _kind(self, node: _Node) -> str:
        return " or ".join(self._kinds(node))


def _code(value: str | int | bool) -> str:
    return f"`{value}`"


def reference() -> str:
    """Return the reference page: parameters and result of every operation."""
    page = _Page()
    page.write()
    return "\n".join(page.lines)


def write(directory: Path) -> None:
    """Write both files."""
    text = json.dumps(schema(), ensure_ascii=False, indent=1)
    (directory / SCHEMA).write_text(f"{text}\n", encoding="utf-8")
    (directory / REFERENCE).write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
