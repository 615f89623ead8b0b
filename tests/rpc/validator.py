"""As much of JSON Schema as the protocol's has, for tests: what is wrong with a value."""

from collections.abc import Iterator
from typing import Final

from tests.rpc.client import Answer

KNOWN: Final = frozenset(
    {"$ref", "allOf", "anyOf", "type", "enum", "const"}
    | {"required", "properties", "additionalProperties"}
    | {"items", "prefixItems", "minItems", "maxItems", "minimum", "maximum"}
    | {"minLength", "maxLength"}
    | {"title", "description", "default", "discriminator"}  # these say nothing of a value
)
"""A schema with other words would not be checked by them."""

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class Validator:
    """Finds what a value does not have of what a schema wants."""

    def __init__(self, root: Answer):
        self._root = root

    def troubles(self, value: Answer, schema: Answer, path: str = "$") -> Iterator[str]:
        assert set(schema) <= KNOWN, set(schema) - KNOWN
        if "$ref" in schema:
            yield from self.troubles(value, self._find(schema["$ref"]), path)
        for part in schema.get("allOf", ()):
            yield from self.troubles(value, part, path)
        if "anyOf" in schema and all(list(self.troubles(value, s)) for s in schema["anyOf"]):
            yield f"{path}: {value!r} is none of {schema['anyOf']}"
        if "type" in schema and not self._has_type(value, schema["type"]):
            yield f"{path}: {value!r} is no {schema['type']}"
            return
        if value not in schema.get("enum", [value]) or value != schema.get("const", value):
            yield f"{path}: {value!r} is another value"
        if isinstance(value, dict):
            yield from self._object(value, schema, path)
        elif isinstance(value, list):
            yield from self._array(value, schema, path)
        elif not self._has_size(value, schema):
            yield f"{path}: {value!r} is too much or too little"

    @staticmethod
    def _has_size(value: Answer, schema: Answer) -> bool:
        if isinstance(value, str):
            least, most = schema.get("minLength", 0), schema.get("maxLength", len(value))
            return bool(least <= len(value) <= most)
        if isinstance(value, int | float):
            return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
        return True

    def _find(self, ref: str) -> Answer:
        found = self._root
        for part in ref.removeprefix("#/").split("/"):
            found = found[part]
        return found

    @staticmethod
    def _has_type(value: object, types: str | list[str]) -> bool:
        names = [types] if isinstance(types, str) else types
        wanted = tuple(kind for name in names for kind in _TYPES[name])
        return isinstance(value, wanted) and (bool in wanted or not isinstance(value, bool))

    def _object(self, value: Answer, schema: Answer, path: str) -> Iterator[str]:
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{path}: {name} is missing"
        for name, part in value.items():
            inside = known.get(name, {} if more is True else more)
            if inside is False:
                yield f"{path}: {name} is not known"
            else:
                yield from self.troubles(part, inside, f"{path}.{name}")

    def _array(self, value: Answer, schema: Answer, path: str) -> Iterator[str]:
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9):
            yield f"{path}: {len(value)} items"
        first = schema.get("prefixItems", [])
        rest = schema.get("items", {})
        for at, part in enumerate(value):
            inside = first[at] if at < len(first) else rest
            if inside is False:
                yield f"{path}: more items than {len(first)}"
            else:
                yield from self.troubles(part, inside, f"{path}[{at}]")
