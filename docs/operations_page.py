"""Writes the published schema and the reference page of the operations.

`python docs/operations_page.py [DIRECTORY]` writes both files to `docs/reference` by default.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.cards import ClueCard, ClueGuess
from cluetree.interfaces.rpc.protocol import Code, Failure, Success
from cluetree.interfaces.rpc.session import PARAMS_OF
from cluetree.notebook import Notebook
from cluetree.operations import OPERATIONS, Operation
from cluetree.operations.games import OpenGames
from cluetree.play.outside import messages as bot
from cluetree.text import Words

# The schema

Schema: TypeAlias = dict[str, object]

BOT: Final[Mapping[str, tuple[type[msgspec.Struct], type[msgspec.Struct] | None]]] = {
    "begin": (bot.Begin, bot.Begun),
    "observe": (bot.Observe, None),
    "move": (bot.MoveRequest, bot.Moved),
    "suggest": (bot.SuggestRequest, bot.Named),
    "show": (bot.ShowRequest, bot.ShownCard),
    "accuse": (bot.AccuseRequest, bot.Named),
}
"""The requests to a program that plays a seat, and its answers; `None`: no answer."""


SCHEMAS: Final[Mapping[type, Schema]] = {
    ClueCard: {"type": "string"},
    ClueGuess: {
        "type": "array",
        "items": {"type": "string"},
        "minItems": 3,
        "maxItems": 3,
        "description": "Suspect, weapon, room.",
    },
    Fraction: {"type": "number"},
}


def schema_of(kind: type) -> Schema:
    """Return the JSON Schema of a type of the library, as a hook of msgspec."""
    try:
        return dict(SCHEMAS[kind])
    except KeyError:
        raise NotImplementedError(f"no schema for {kind.__name__}") from None


class OfGame(msgspec.Struct, frozen=True, kw_only=True):
    """The game that an answer is about."""

    game: str


def schema() -> Schema:
    """Return the JSON Schema (2020-12) of a line that a server reads.

    `$defs` has the params and results. `methods` maps each method to its params and result, `bot`
    does the same for programs that play a seat, and `errors` explains the codes.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The line protocol of cluetree, number {bot.PROTOCOL}",
        "anyOf": [ref("Request"), {"type": "array", "minItems": 1, "items": ref("Request")}],
        "methods": {name: schema_of_method(method) for name, method in OPERATIONS.items()},
        "bot": {
            name: {
                "summary": joined(params.__doc__),
                "params": ref(params.__name__),
                "result": None if result is None else ref(result.__name__),
            }
            for name, (params, result) in BOT.items()
        },
        "errors": {str(code.value): code.meaning for code in Code},
        "$defs": {
            "Request": {"anyOf": [schema_of_request(name) for name in OPERATIONS]},
            **definitions(),
            **record_definitions(),
        },
    }


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


def ref(name: str) -> dict[str, str]:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def joined(text: str | None) -> str:
    """Return a text in one line."""
    return " ".join((text or "").split())


def schema_of_method(method: Operation) -> Schema:
    """Return the params and the result of a method."""
    result: Schema = {**ref(method.result.__name__)}
    if method.form:
        form: Schema = {"properties": {"format": {"const": method.form}}}
        result = {"allOf": [result, form]}
    if method.subject is Notebook:
        result = {"allOf": [ref(OfGame.__name__), result]}
    if method.words is not None:
        result = {**result, "properties": {"words": ref(Words.__name__)}}
    return {
        "summary": method.summary,
        "params": ref(PARAMS_OF[method.name].__name__),
        "result": result,
    }


def schema_of_request(name: str) -> Schema:
    """Return the schema of a request."""
    needed = any(field.required for field in msgspec.structs.fields(PARAMS_OF[name]))
    return {
        "type": "object",
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": ["string", "number", "null"]},
            "method": {"const": name},
            "params": ref(PARAMS_OF[name].__name__),
        },
        "required": ["jsonrpc", "method", *(["params"] if needed else [])],
    }


def definitions() -> dict[str, Schema]:
    """Return the definitions of all params and results."""
    results = [method.result for method in OPERATIONS.values()]
    bots = [part for pair in BOT.values() for part in pair if part is not None]
    kinds = dict.fromkeys([*PARAMS_OF.values(), *results, *bots, OfGame, Words, Success, Failure])
    _, schemas = msgspec.json.schema_components(
        kinds, schema_hook=schema_of, ref_template="#/$defs/{name}"
    )
    # Encode and decode, because msgspec returns defaults as tuples.
    return msgspec.json.decode(msgspec.json.encode(schemas), type=dict[str, Schema])


# The page

HEAD: Final = """\
<!-- Written by python docs/operations_page.py -->

# Operations

After this page you can call every question and every change of a notebook. Each operation is a
method of the [protocol](protocol.md). The protocol adds `language` to every operation, `game` to
those on a notebook, and `limit` to those of them that change nothing. The result of an operation on
a notebook begins with `game`.

With `language` (`de`, `en`, `es`, `fr` or `it`) the texts of a result are in this language, and
some results have a further field `words`: see [Words](#words).
"""
ELSEWHERE: Final = {
    "Event": "[event](record.md)",
    "AnyRecord": "[record](record.md)",
    "GameRecord": "[record](record.md)",
}
SUBJECTS: Final = {OpenGames: "The open games", Notebook: "The notebook of a game"}
KEYWORDS: Final = {
    "ref": "$ref",
    "any_of": "anyOf",
    "prefix_items": "prefixItems",
    "values": "additionalProperties",
}


class Node(msgspec.Struct, rename=KEYWORDS):
    """The keywords of JSON Schema that msgspec writes."""

    type: str | tuple[str, ...] = ""
    description: str = ""
    ref: str = ""
    any_of: tuple["Node", ...] = ()
    enum: tuple[str | int | bool, ...] = ()
    prefix_items: tuple["Node", ...] = ()
    items: "Node | bool" = False
    values: "Node | bool" = False
    properties: dict[str, "Node"] = {}
    required: tuple[str, ...] = ()
    default: Raw = Raw()

    @property
    def about(self) -> str:
        """The first paragraph of the description."""
        return joined(self.description.partition("\n\n")[0])


class Page:
    """The page under construction."""

    def __init__(self) -> None:
        content = msgspec.json.encode(definitions())
        self.nodes: Final = msgspec.json.decode(content, type=dict[str, Node])
        self.used: Final = dict[str, None]()
        self.lines = [HEAD]

    def write(self) -> None:
        """Write all operations, and the types that their results use."""
        for subject, heading in SUBJECTS.items():
            self.lines += [f"## {heading}", ""]
            for operation in OPERATIONS.values():
                if operation.subject is subject:
                    self.operation(operation)
        self.lines += ["## Parts of results", ""]
        shown = set[str]()
        while rest := [name for name in self.used if name not in shown]:
            for name in rest:
                shown.add(name)
                node = self.nodes[name]
                one_of = f" One of {', '.join(map(code, node.enum))}." if node.enum else ""
                self.lines += [f"### {name}", "", f"{node.about}{one_of}", ""]
                self.table("field", node, node.properties)

    def operation(self, operation: Operation) -> None:
        """Write the parameters and the result of an operation."""
        params = self.nodes[PARAMS_OF[operation.name].__name__]
        own = [each.name for each in operation.parameters]
        self.lines += [f"### {operation.name}", "", joined(operation.description), ""]
        self.table("parameter", params, own)
        if not own:
            self.lines += ["No parameters.", ""]
        node = self.nodes[operation.result.__name__]
        form = f" (`format` is `{operation.form}`)" if operation.form else ""
        self.lines += [f"Result{form}: {node.about}", ""]
        self.table("field", node, node.properties)
        if operation.words is not None:
            self.used[Words.__name__] = None
            self.lines += ["With `language`: also `words`, of type [Words](#words).", ""]

    def table(self, head: str, node: Node, names: Iterable[str]) -> None:
        """Write a table of some properties."""
        rows = [self.row(name, node.properties[name], name in node.required) for name in names]
        if rows:
            self.lines += [f"| {head} | type | |", "|---|---|---|", *rows, ""]

    def row(self, name: str, node: Node, required: bool) -> str:
        """Return the row of a property."""
        default = bytes(node.default).decode()
        optional = f"; default `{default}`" if default else "; optional"
        about = node.about or next((part.about for part in node.any_of if part.about), "")
        return f"| `{name}` | {self.kind(node)}{'' if required else optional} | {about} |"

    def kind(self, node: Node) -> str:
        """Return the types that a schema allows, in words."""
        return " or ".join(dict.fromkeys(self.kinds(node)))

    def kinds(self, node: Node) -> Iterator[str]:
        """Yield the types that a schema allows."""
        name = node.ref.rpartition("/")[2]
        if name in ELSEWHERE:
            yield ELSEWHERE[name]
        elif name:
            self.used[name] = None
            yield f"[{name}](#{name.lower()})"
        elif node.any_of:
            for part in node.any_of:
                yield from self.kinds(part)
        elif node.enum:
            yield from map(code, node.enum)
        elif node.prefix_items:
            yield f"array of {', '.join(map(self.kind, node.prefix_items))}"
        elif isinstance(node.items, Node):
            yield f"array of {self.kind(node.items)}"
        elif isinstance(node.values, Node):
            yield f"object of {self.kind(node.values)}"
        else:
            yield from [node.type or "any"] if isinstance(node.type, str) else node.type


def code(value: str | int | bool) -> str:
    """Return a value as code in Markdown."""
    return f"`{value}`"


def main(directory: Path) -> None:
    """Write both files."""
    text = json.dumps(schema(), ensure_ascii=False, indent=1)
    (directory / "protocol.schema.json").write_text(f"{text}\n", encoding="utf-8")
    page = Page()
    page.write()
    (directory / "operations.md").write_text("\n".join(page.lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or [str(Path(__file__).parent / "reference")]))
