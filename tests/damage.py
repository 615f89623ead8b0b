"""Damaged JSON values, for tests of external input."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from hypothesis import strategies as st

Path: TypeAlias = tuple[str | int, ...]


def json_values(words: Sequence[str]) -> st.SearchStrategy[object]:
    """Any small JSON value, these words likelier than other text."""
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.sampled_from(words)
        | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
        ),
        max_leaves=5,
    )


def json_paths(value: object, path: Path = ()) -> Iterator[Path]:
    """The keys and indices that lead to each part of a JSON value."""
    parts: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    for key, part in parts:
        yield (*path, key)
        yield from json_paths(part, (*path, key))
