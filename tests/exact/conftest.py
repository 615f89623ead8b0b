"""Fixtures of the tests of the counter."""

import pytest

from cluetree.exact import _count
from tests.exact import needs_core


@pytest.fixture(params=["plain", pytest.param("core", marks=needs_core)])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Count on one path, in plain Python or by the compiled core, with an empty cache."""
    if request.param == "plain":
        monkeypatch.setattr(_count, "_core", None)
    monkeypatch.setattr(_count, "MEMORY", _count.Memory())
    return str(request.param)
