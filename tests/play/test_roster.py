"""Agents by name: all can be created, and invalid names are explained."""

import sys
from inspect import signature
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from cluetree.errors import InvalidAgentError, UnknownNameError
from cluetree.play import BaseAgent
from cluetree.play.agents import Heuristic
from cluetree.play.outside import OutsideAgent
from cluetree.play.policies import Uniform
from cluetree.play.roster import ROSTER, agent_named


@pytest.mark.parametrize("name", ROSTER)
def test_every_agent_can_be_made_by_name(name: str) -> None:
    agent = agent_named(name)
    assert type(agent) is ROSTER[name]
    assert repr(agent) == repr(agent_named(f" {name} : "))


def another(name: str, option: str, usual: object) -> object:
    """A value for an option other than its default."""
    match usual:
        case str():
            declared = get_type_hints(ROSTER[name].__init__)[option]
            there = [
                word
                for each in get_args(declared) or tuple(declared)
                for word in get_args(each) or (each,)
                if word is not type(None)
            ]
            return next(word for word in there if word != usual)
        case int():
            return usual + 1
        case float():
            return usual + 0.05
        case _:
            return Uniform()


@pytest.mark.parametrize("name", ROSTER)
def test_every_option_is_kept(name: str) -> None:
    parameters = signature(ROSTER[name]).parameters.values()
    usual = agent_named(name)
    options = {
        each.name: another(name, each.name, getattr(usual, each.name, each.default))
        for each in parameters
    }
    agent = ROSTER[name](**options)
    for option, value in options.items():
        assert getattr(agent, "show_policy" if option == "show" else option) == value


def test_options_are_read_as_declared() -> None:
    agent = agent_named("heuristic:tie=random, deduction = exact,show=uniform")
    assert isinstance(agent, Heuristic)
    assert (agent.tie, agent.deduction, agent.show_policy) == ("random", "exact", Uniform())
    assert repr(agent) == "Heuristic(tie='random', deduction='exact', show=Uniform())"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("holmes", "unknown agent 'holmes': did you mean stateless, random"),
        ("hueristic", "unknown agent 'hueristic': did you mean heuristic"),
        ("heuristic:ties=random", "unknown name 'ties': did you mean tie, deduction or show"),
        ("heuristic:tie=last", "unknown name 'last': did you mean first or random"),
        ("heuristic:show=never", "unknown name 'never': did you mean fixed"),
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
        (f"{__name__}:Mine:depth=-1", "depth is 0 or more"),
        (f"{__name__}:Mine:depth=x", "depth must be a number, got 'x'"),
        (f"{__name__}:Mine:at=7", "at cannot be set by name"),
        ("strongest:playouts=x", "playouts must be a number, got 'x'"),
    ],
)
def test_invalid_class_is_an_error(text: str, says: str) -> None:
    with pytest.raises(InvalidAgentError, match=says):
        agent_named(text)


def test_class_must_be_an_agent() -> None:
    says = "Half is not an agent: it has no method observe, move, suggest, show, accuse"
    with pytest.raises(InvalidAgentError, match=says):
        agent_named(f"{__name__}:Half")


def test_broken_module_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_agent.py").write_text("class", "utf-8")
    with pytest.raises(InvalidAgentError, match="SyntaxError"):
        agent_named("broken_agent:Mine")
