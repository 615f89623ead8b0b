"""Validation of values by a JSON Schema, for tests."""

from collections.abc import Iterator

from jsonschema import Draft202012Validator

from tests.rpc.client import Answer


class Validator:
    """Validates values against the parts of a schema."""

    def __init__(self, root: Answer):
        self._root = Draft202012Validator(root)

    def troubles(self, value: Answer, schema: Answer) -> Iterator[str]:
        for error in self._root.descend(value, schema):
            yield f"{error.json_path}: {error.message}"
