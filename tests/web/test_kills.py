"""A server that is killed loses nothing that it acknowledged; see `tests.bench.kills`."""

import pytest

from tests.bench.kills import kill


@pytest.mark.slow
@pytest.mark.parametrize("save", [False, True], ids=["the sheet's", "the line protocol's"])
def test_nothing_acknowledged_is_lost(save: bool) -> None:
    entered, lost = kill(5, seed=3, save=save)
    assert entered
    assert lost == 0
