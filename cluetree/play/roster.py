"""Agents by name, as a command or a file of settings gives them: `heuristic:tie=random`."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from inspect import signature
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from cluetree.advice.showing import ROOMS_FIRST, FixedOrder, ShowPolicy, Uniform
from cluetree.errors import UnknownNameError
from cluetree.play.agent import Agent
from cluetree.play.agents import (
    Bluffer,
    DealRollout,
    Decoy,
    Heuristic,
    InformationGreedy,
    Mule,
    Parrot,
    Penitent,
    PolicyRollout,
    RandomStateful,
    RandomStateless,
    ReadingRollout,
    Seesaw,
    Strongest,
    Turncoat,
    Veteran,
    Wensel,
)

Maker: TypeAlias = Callable[..., Agent]  # type: ignore[explicit-any]  # options differ
"""Makes an agent from its options."""

ROSTER: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "stateless": RandomStateless,
        "random": RandomStateful,
        "heuristic": Heuristic,
        "wensel": Wensel,
        "information": InformationGreedy,
        "policy-rollout": PolicyRollout,
        "deal-rollout": DealRollout,
        "reading-rollout": ReadingRollout,
        "strongest": Strongest,
        "bluffer": Bluffer,
        "turncoat": Turncoat,
        "penitent": Penitent,
        "decoy": Decoy,
        "parrot": Parrot,
        "veteran": Veteran,
        "mule": Mule,
        "seesaw": Seesaw,
    }
)
"""The built-in agents by the names that `agent_named` takes."""

SHOWS: Final[Mapping[str, ShowPolicy]] = MappingProxyType(
    {"fixed": FixedOrder(), "rooms-first": ROOMS_FIRST, "uniform": Uniform()}
)
"""The ways to choose a card to show, by the names that an agent's `show` takes."""


def agent_named(text: str) -> Agent:
    """Make an agent of its name and, after a colon, its options: `NAME:OPTION=VALUE,...`.

    >>> agent_named("heuristic:tie=random,show=rooms-first").tie
    'random'

    Raises:
        UnknownNameError: If there is no such agent, option or value; it names what there is.
        ValueError: If a number is out of range.
    """
    name, _, told = text.partition(":")
    kind = ROSTER.get(name.strip())
    if kind is None:
        raise UnknownNameError(name.strip(), tuple(ROSTER))
    options = {}
    for part in filter(str.strip, told.split(",")):
        option, _, value = (word.strip() for word in part.partition("="))
        options[option] = _value(kind, option, value)
    return kind(**options)


def _value(kind: Maker, option: str, word: str) -> object:
    """Read an option's value as the agent's constructor declares it."""
    if option not in signature(kind).parameters:
        raise UnknownNameError(option, tuple(signature(kind).parameters))
    declared = get_type_hints(kind.__init__)[option]
    names = get_args(declared) if get_origin(declared) is Literal else ()
    if isinstance(declared, type) and issubclass(declared, StrEnum):
        names = tuple(declared)
    if names:
        if word not in names:
            raise UnknownNameError(word, names)
        return word
    if declared in {int, float}:
        return declared(word)
    if word not in SHOWS:
        raise UnknownNameError(word, tuple(SHOWS))
    return SHOWS[word]
