"""Agents by name: all can be created, and invalid names are explained."""

import re
import sys
from inspect import signature
from pathlib import Path

import pytest

from cluetree.errors import InvalidAgentError, UnknownNameError
from cluetree.play import BaseAgent
from cluetree.play.outside import OutsideAgent
from cluetree.play.roster import ROSTER, agent_named

OTHER = {
    "show": "uniform",
    "deduction": "exact",
    "tie": "random",
    "aim": "solve",
    "leak": "0.1",
    "accuses": "0.9",
    "candidates": "9",
    "deals": "9",
    "playouts": "9",
    "accusers": "all",
}
"""For each option a value other than its default."""


@pytest.mark.parametrize("name", ROSTER)
def test_every_agent_is_made_with_its_options(name: str) -> None:
    plain = agent_named(f" {name} : ")
    assert type(plain) is ROSTER[name]
    others = {option: OTHER[option] for option in signature(ROSTER[name]).parameters}
    if name == "seeker":
        others["deduction"] = "propagation"
    other = agent_named(f"{name}:" + ", ".join(f"{key} = {word}" for key, word in others.items()))
    for option, word in others.items():
        described = re.compile(rf"\b{option}='?{word}'?[,)]")
        assert described.search(repr(other))
        assert not described.search(repr(plain))


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
    assert options(f"{__name__}:Mine") == options(f"{__name__}:Mine:loud=false")
    assert options(f"{__name__}:Mine:loud=false") == (2, "", False, (1,))
    assert options(f" {__name__}:Mine:depth=3, name=x y,loud=true ") == (3, "x y", True, (1,))


def test_program() -> None:
    agent = agent_named(f"bot:{sys.executable} -m some.bot --speed=9,5")
    assert isinstance(agent, OutsideAgent)
    assert agent.command == (sys.executable, "-m", "some.bot", "--speed=9,5")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("holmes", "unknown agent 'holmes': did you mean stateless, random"),
        ("hueristic", "unknown agent 'hueristic': did you mean heuristic"),
        ("heuristic:ties=random", "unknown name 'ties': did you mean tie, deduction or show"),
        ("heuristic:tie=last", "unknown name 'last': did you mean first or random"),
        ("heuristic:tie", "unknown name ''"),
        ("strongest:accusers=nobody", "unknown name 'nobody': did you mean suggester or all"),
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
def test_invalid_agent_is_explained(text: str, says: str) -> None:
    with pytest.raises((UnknownNameError, InvalidAgentError), match=says):
        agent_named(text)


def test_broken_module_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_agent.py").write_text("class", "utf-8")
    with pytest.raises(InvalidAgentError, match="SyntaxError"):
        agent_named("broken_agent:Mine")
