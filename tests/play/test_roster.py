"""Agents by name: all can be created, and invalid names are explained."""

import sys
from inspect import signature
from pathlib import Path

import pytest

from cluetree.errors import InvalidAgentError, UnknownNameError
from cluetree.play import BaseAgent
from cluetree.play.agents import Heuristic
from cluetree.play.outside import OutsideAgent
from cluetree.play.roster import ROSTER, agent_named


@pytest.mark.parametrize("name", ROSTER)
def test_every_agent_can_be_made_by_name(name: str) -> None:
    agent = agent_named(name)
    assert type(agent) is ROSTER[name]
    assert repr(agent) == repr(agent_named(f" {name} : "))


OTHER = {
    "show": "uniform",
    "deduction": "exact",
    "tie": "random",
    "aim": "solve",
    "leak": "0.1",
    "accuses": "1",
    "candidates": "9",
    "deals": "9",
    "playouts": "9",
    "accusers": "all",
}
"""For each option a value other than its default."""


@pytest.mark.parametrize("name", ROSTER)
def test_every_option_is_kept_and_described(name: str) -> None:
    for option in signature(ROSTER[name]).parameters:
        other = "propagation" if (name, option) == ("seeker", "deduction") else OTHER[option]
        described = repr(agent_named(f"{name}:{option}={other}"))
        assert f"{option}=" in described
        assert described != repr(agent_named(name))


def test_options_are_read_as_declared() -> None:
    agent = agent_named("heuristic:tie=random, deduction = exact,show=uniform")
    assert isinstance(agent, Heuristic)
    assert (agent.tie, agent.deduction, agent.show_rule) == ("random", "exact", "uniform")
    assert repr(agent) == "Heuristic(tie='random', deduction='exact', show='uniform')"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("holmes", "unknown agent 'holmes': did you mean stateless, random"),
        ("hueristic", "unknown agent 'hueristic': did you mean heuristic"),
        ("heuristic:ties=random", "unknown name 'ties': did you mean tie, deduction or show"),
        ("heuristic:tie=last", "unknown name 'last': did you mean first or random"),
        ("heuristic:show=never", "unknown name 'never': did you mean first or uniform"),
        ("heuristic:tie", "unknown name ''"),
        ("strongest:accusers=nobody", "unknown name 'nobody': did you mean suggester or all"),
    ],
)
def test_invalid_specification_is_explained(text: str, says: str) -> None:
    with pytest.raises(UnknownNameError, match=says):
        agent_named(text)


# Agents of users


class Mine(BaseAgent):
    """An agent that a module has."""

    def __init__(self, depth: int = 2, name: str = "", loud: bool = False, at: tuple[int] = (1,)):
        if depth < 0:
            raise ValueError("depth is 0 or more")
        self.options = depth, name, loud, at


class Half:
    def begin(self, table: object, rng: object) -> None: ...


NO_AGENT = 7


def options(text: str) -> object:
    return vars(agent_named(text))["options"]


def test_class_of_a_module() -> None:
    assert options(f"{__name__}:Mine") == (2, "", False, (1,))
    assert options(f" {__name__}:Mine:depth=3, name=x y,loud=true ") == (3, "x y", True, (1,))


def test_program() -> None:
    agent = agent_named(f"bot:{sys.executable} -m some.bot --speed=9,5")
    assert isinstance(agent, OutsideAgent)
    assert agent.command == (sys.executable, "-m", "some.bot", "--speed=9,5")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no.such.module:Mine", "no.such.module cannot be imported: ModuleNotFoundError"),
        (f"{__name__}:Yours", "has no class 'Yours'; agents there: .*Mine"),
        (f"{__name__}:NO_AGENT", "has no class 'NO_AGENT'"),
        (f"{__name__}:Half", "not an agent: it has no method observe, move, suggest, show, accuse"),
        (f"{__name__}:Mine:depth=-1", "depth is 0 or more"),
        (f"{__name__}:Mine:depth=x", "depth must be a number, got 'x'"),
        (f"{__name__}:Mine:at=7", "at cannot be set by name"),
        ("strongest:playouts=x", "playouts must be a number, got 'x'"),
    ],
)
def test_invalid_class_is_an_error(text: str, says: str) -> None:
    with pytest.raises(InvalidAgentError, match=says):
        agent_named(text)


def test_broken_module_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_agent.py").write_text("class", "utf-8")
    with pytest.raises(InvalidAgentError, match="SyntaxError"):
        agent_named("broken_agent:Mine")
