"""Agents by name: every one can be made, and what is wrong is named."""

import pytest

from cluetree.advice import Uniform
from cluetree.errors import UnknownNameError
from cluetree.play.agents import Heuristic
from cluetree.play.roster import ROSTER, agent_named


@pytest.mark.parametrize("name", ROSTER)
def test_everybody_can_be_named(name: str) -> None:
    agent = agent_named(name)
    assert type(agent) is ROSTER[name]
    assert repr(agent) == repr(agent_named(f" {name} : "))


def test_options_are_read_as_declared() -> None:
    agent = agent_named("heuristic:tie=random, deduction = exact,show=uniform")
    assert isinstance(agent, Heuristic)
    assert (agent.tie, agent.deduction, agent.show_policy) == ("random", "exact", Uniform())
    assert repr(agent) == "Heuristic(tie='random', deduction='exact', show=Uniform())"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("holmes", "unknown name 'holmes': did you mean stateless, random"),
        ("heuristic:ties=random", "unknown name 'ties': did you mean tie, deduction or show"),
        ("heuristic:tie=last", "unknown name 'last': did you mean first or random"),
        ("heuristic:show=never", "unknown name 'never': did you mean fixed"),
        ("heuristic:tie", "unknown name ''"),
        ("deal-rollout:claims=nobody", "unknown name 'nobody': did you mean suggester or all"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(UnknownNameError, match=says):
        agent_named(text)
