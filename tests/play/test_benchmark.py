"""The benchmark table: fixed games between different agents."""

from cluetree.play.agents import Heuristic, RandomStateful, Wensel
from cluetree.play.tournament import Entrant, cells

RANDOM, WENSEL = Entrant("random", RandomStateful()), Entrant("wensel", Wensel())
MINE = Entrant("mine", Heuristic(tie="random"))


def test_each_agent_meets_two_of_each_other() -> None:
    table = cells(iter((RANDOM, WENSEL, MINE)), iter((RANDOM, WENSEL)))
    names = {pair: [one.name for one in table[pair].entrants] for pair in table}
    assert names == {
        ("random", "wensel"): ["random", "wensel", "wensel"],
        ("wensel", "random"): ["wensel", "random", "random"],
        ("mine", "random"): ["mine", "random", "random"],
        ("mine", "wensel"): ["mine", "wensel", "wensel"],
    }


def test_more_agents_change_no_other_cell() -> None:
    small, large = (cells((WENSEL, *more), (RANDOM,)) for more in ((), (MINE, RANDOM)))
    [alone] = small.values()
    assert alone.fingerprint == large["wensel", "random"].fingerprint
    one, other = (
        table["wensel", "random"].play((3, ("wensel", "random", "random")))
        for table in (small, large)
    )
    assert one == other
