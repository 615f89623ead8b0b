"""Games between agents: the rules of play, a referee, and a loop.

`play_game` lets agents play; an `Agent` plays one seat. Your own loop uses `start`, `legal`,
`verify` and `apply`.
"""

from cluetree.play.agent import Agent, BaseAgent, Gamble, Watcher
from cluetree.play.agent_check import AgentReport, ErraticAgent, check_agent
from cluetree.play.game import Result, Seat, deal_of, play_dealt, play_game, stream
from cluetree.play.pawns import Pawns
from cluetree.play.referee import apply, legal, start, verify
from cluetree.play.rules import NAMES, AccusationRule, Rules
from cluetree.play.state import (
    Accuse,
    Act,
    Dealt,
    GameState,
    Message,
    Move,
    Phase,
    Roll,
    ShowCard,
    Suggest,
    shuffle,
)

__all__ = (
    "NAMES",
    "AccusationRule",
    "Accuse",
    "Act",
    "Agent",
    "AgentReport",
    "BaseAgent",
    "Dealt",
    "ErraticAgent",
    "Gamble",
    "GameState",
    "Message",
    "Move",
    "Pawns",
    "Phase",
    "Result",
    "Roll",
    "Rules",
    "Seat",
    "ShowCard",
    "Suggest",
    "Watcher",
    "apply",
    "check_agent",
    "deal_of",
    "legal",
    "play_dealt",
    "play_game",
    "shuffle",
    "start",
    "stream",
    "verify",
)
