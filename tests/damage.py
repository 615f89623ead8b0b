"""Damaged texts and JSON values, for tests of external input."""

import json
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import Any, TypeAlias

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


@st.composite
def damaged(draw: st.DrawFn, text: str, pieces: st.SearchStrategy[str]) -> str:
    """A text that is cut and patched in a few places."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + draw(pieces) + text[stop:]
    return text


@st.composite
def with_another_value(draw: st.DrawFn, value: object, values: st.SearchStrategy[object]) -> str:
    """JSON in which one part is replaced, perhaps by another part."""
    raw: Any = deepcopy(value)
    parts = st.sampled_from([*json_paths(raw)])
    moved = deepcopy(reduce(getitem, draw(parts), raw))
    *path, key = draw(parts)
    reduce(getitem, path, raw)[key] = draw(values | st.just(moved))
    return json.dumps(raw)
