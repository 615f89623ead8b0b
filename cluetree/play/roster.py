"""Agents by name with options, as on the command line: `heuristic:tie=random`."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib import import_module
from inspect import signature
from types import MappingProxyType, NoneType
from typing import Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from cluetree._names import similar
from cluetree.errors import InvalidAgentError, UnknownAgentError, UnknownNameError
from cluetree.play import agents
from cluetree.play.agent import Agent, fault_of
from cluetree.play.outside import OutsideAgent

Maker: TypeAlias = Callable[..., Agent]  # type: ignore[explicit-any]  # options differ
"""Makes an agent from its options."""

ROSTER: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "stateless": agents.RandomStateless,
        "random": agents.RandomStateful,
        "heuristic": agents.Heuristic,
        "wensel": agents.Wensel,
        "seeker": agents.Seeker,
        "strongest": agents.Strongest,
    }
)
"""The built-in agents by the names that `agent_named` takes."""

OUTSIDE: Final = "bot"
"""The prefix of a program's command."""
SPELLING: Final = (
    f"{', '.join(ROSTER)}; with options as NAME:OPTION=VALUE,...; {OUTSIDE}:COMMAND, a program; "
    "MODULE:CLASS, a Python class, with options as MODULE:CLASS:OPTION=VALUE"
)
"""How an agent is spelled."""
_CLASS: Final = re.compile(r"(?P<where>[\w.]+):(?P<name>\w+)(:(?P<options>.*))?", re.DOTALL)


def agent_named(text: str) -> Agent:
    """Return the agent with a name and, after a colon, options: `NAME:OPTION=VALUE,...`.

    >>> agent_named("heuristic:tie=random,show=uniform").tie
    'random'

    `bot:COMMAND` is a program that speaks the protocol. `module:Class` is a Python class, with
    options after one more colon.

    Raises:
        UnknownNameError: If an agent, option or value is unknown; it names similar or known ones.
        InvalidAgentError: If a class cannot be imported or is not an agent, or an option is
            invalid.
        ProgramError: If there is no such program.
    """
    name, _, rest = text.strip().partition(":")
    kind: Maker | None = ROSTER.get(name.strip())
    if name == OUTSIDE:
        return OutsideAgent(rest)
    if kind is None:
        found = _CLASS.fullmatch(text.strip())
        if found is None or "=" in found["name"]:
            known = similar(name.strip(), ROSTER) or (*ROSTER, f"{OUTSIDE}:COMMAND", "MODULE:CLASS")
            raise UnknownAgentError(name.strip(), known)
        kind, rest = agent_class(found["where"], found["name"]), found["options"] or ""
    parts = (part.partition("=") for part in rest.split(",") if part.strip())
    words = {option.strip(): value.strip() for option, _, value in parts}
    options = {option: _value(kind, option, word) for option, word in words.items()}
    try:
        return kind(**options)
    except (Exception, SystemExit) as error:  # a user's code may raise anything
        raise InvalidAgentError(f"{text}: {fault_of(error)}") from error


def _value(kind: Maker, option: str, word: str) -> object:
    """Parse an option's value as the agent's constructor declares it."""
    UnknownNameError.verify(option, signature(kind).parameters)
    declared: object = get_type_hints(kind.__init__).get(option, str)
    if NoneType in get_args(declared):
        [declared] = (each for each in get_args(declared) if each is not NoneType)
    choices: Mapping[str, object] = {}
    if declared is bool:
        choices = {"false": False, "true": True}
    elif get_origin(declared) is Literal:
        choices = {name: name for name in get_args(declared)}
    elif isinstance(declared, type) and issubclass(declared, StrEnum):
        choices = {name: name for name in declared}
    if choices:
        UnknownNameError.verify(word, choices)
        return choices[word]
    if not (isinstance(declared, type) and issubclass(declared, int | float | str)):
        raise InvalidAgentError(f"{option} cannot be set by name")
    try:
        return declared(word)
    except ValueError:
        raise InvalidAgentError(f"{option} must be a number, got {word!r}") from None


def agent_class(where: str, name: str) -> type[Agent]:
    """Return a class by the names of its module and itself.

    Raises:
        InvalidAgentError: If it cannot be imported, or is not a class of agents.
    """
    try:
        module = import_module(where)
    except (Exception, SystemExit) as error:  # a user's code may raise anything
        raise InvalidAgentError(f"{where} cannot be imported: {fault_of(error)}") from error
    found: object = getattr(module, name, None)
    if not isinstance(found, type):
        kinds = {word: kind for word, kind in vars(module).items() if isinstance(kind, type)}
        classes = ", ".join(word for word in kinds if not _lacks(kinds[word])) or "none"
        raise InvalidAgentError(f"{where} has no class {name!r}; agents there: {classes}")
    if missing := _lacks(found):
        raise InvalidAgentError(
            f"{where}:{name} is not an agent: it has no method {', '.join(missing)}"
        )
    kind: type[Agent] = found
    return kind


def _lacks(kind: type) -> list[str]:
    """Return the methods of agents that a class does not have."""
    methods = ("begin", "observe", "move", "suggest", "show", "accuse")
    return [method for method in methods if not callable(getattr(kind, method, None))]
