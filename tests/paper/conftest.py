"""Quick tests play their games in plain Python, as compiling takes ten seconds."""

import pytest


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile games in slow tests only."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
