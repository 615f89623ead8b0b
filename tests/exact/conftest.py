"""Fixtures of the tests of the counter."""

import pytest

from cluetree.exact import _count


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count with an empty cache."""
    monkeypatch.setattr(_count, "_known", {})
