"""Fixtures of the tests of the counter."""

import pytest

from cluetree.exact import _count


@pytest.fixture
def path() -> None:
    """Count with an empty cache."""
    _count._known.clear()
    _count._chosen.clear()
