"""Writes the published schema and the reference page of the operations.

`python docs/operations_page.py [DIRECTORY]` writes both files to `docs/reference` by default.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw

from cluetree.interfaces.rpc.published import definitions, joined, results_of, schema
from cluetree.interfaces.rpc.session import PARAMS_OF
from cluetree.operations import OPERATIONS, Operation

HEAD: Final = """\
<!-- Written by python docs/operations_page.py -->

# Operations

After this page you can call every question and every change of a notebook. Each operation is a
method of the [protocol](protocol.md) and a tool of `cluetree mcp`. The protocol adds the parameters
`game`, `expect_version` and `limit`, and the result fields `game` and `version`.
"""
ELSEWHERE: Final = {
    "Event": "[event](record.md)",
    "AnyRecord": "[record](record.md)",
    "GameRecord": "[record](record.md)",
}
SUBJECTS: Final = {
    "games": "The open games",
    "game": "One open game",
    "notebook": "The notebook of a game",
}
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
                if operation.subject == subject:
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
        for kind in results_of(operation):
            node = self.nodes[kind.__name__]
            form = f" (`format` is `{operation.form}`)" if operation.form else ""
            self.lines += [f"Result{form}: {node.about}", ""]
            self.table("field", node, node.properties)

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
    main(Path(*sys.argv[1:] or [Path(__file__).parent / "reference"]))
