"""A server that is killed loses nothing that it acknowledged; see `tests.bench.kills`."""

import pytest

from tests.bench.kills import kill


@pytest.mark.slow
@pytest.mark.parametrize("save", [False, True], ids=["the sheet's", "the line protocol's"])
def test_nothing_acknowledged_is_lost(save: bool) -> None:
    for seed in range(3, 30):  # on a slow machine the first ones may come before any entry
        entered, lost = kill(5, seed, save=save)
        assert lost == 0
        if entered:
            break
    else:
        pytest.fail("nothing was entered")
