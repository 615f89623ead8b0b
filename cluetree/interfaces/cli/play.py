"""The commands `play` and `check-bot`: a game, and a check of a program."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.text import Text

from cluetree import editions as shipped, record as records
from cluetree.board import board_of
from cluetree.interfaces.cli import IMPOSSIBLE, OK, UsageError
from cluetree.interfaces.cli.common import console
from cluetree.interfaces.cli.person import Person
from cluetree.play import NAMES, AccusationRule, Agent, Result, Rules, Seat, deal_of, play_dealt
from cluetree.play.agent_check import AgentFault, check_agent, sample
from cluetree.play.outside.agent import TIME_LIMIT, OutsideAgent
from cluetree.play.roster import SPELLING, agent_named
from cluetree.play.supervised import Supervised, TimeLimits
from cluetree.table import Answering
from cluetree.text.events import in_full
from cluetree.text.language import t
from cluetree.text.numbers import many
from cluetree.text.printable import printable

AgentNames = Annotated[list[str], Parameter(name="AGENT", help=f"{SPELLING}.")]
EditionId = Annotated[str, Parameter(help="The deck: see cluetree editions.")]
_LONGEST: Final = 400
"""The length from which on a line of a bot is shortened."""


@Parameter(name="*")
@dataclass(frozen=True)
class RuleOptions:
    """The options for the rules of a game."""

    edition: Annotated[EditionId, Parameter(show_default=lambda _: t("language.deck"))] = ""
    """Empty for the deck of the reader's language."""
    answering: Annotated[
        Literal["first", "all"],
        Parameter(help="Players who show a card: the first, or all who can."),
    ] = "first"
    board: Annotated[bool, Parameter(help="Play on the board, with dice and pawns.")] = False
    most_turns: Annotated[
        int,
        Parameter(
            help="Turns after which the game ends without a winner.", validator=Number(gte=1)
        ),
    ] = 500

    def rules(self, seats: int, accusers: str = "suggester") -> Rules:
        """Return the rules for a number of seats."""
        deck = shipped.get_edition(self.edition or t("language.deck"))
        board = board_of(deck) if self.board else None
        if self.board and board is None:
            raise UsageError(f"{deck} has no known board; leave --board out")
        if not 1 < seats <= len(NAMES):
            raise UsageError(f"players must be from 2 to {len(NAMES)}, got {seats}")
        return Rules(
            deck,
            NAMES[:seats],
            Answering(self.answering),
            AccusationRule(accusers),
            board,
            most_turns=self.most_turns,
        )


@Parameter(name="*")
@dataclass(frozen=True)
class LimitOptions:
    """The options for the time that agents may take."""

    time_limit: Annotated[
        float | None, Parameter(help="Seconds per choice; 5 for a program by default.")
    ] = None
    total_time: Annotated[float | None, Parameter(help="Total seconds of an agent per game.")] = (
        None
    )

    @property
    def limits(self) -> TimeLimits:
        """The limits."""
        return TimeLimits(self.time_limit, self.total_time)


PLAIN_RULES: Final = RuleOptions()
NO_LIMITS: Final = LimitOptions()


def seated(text: str) -> Agent:
    """Return the agent with this name; modules may lie in the current directory."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    return agent_named(text)


def play(
    agents: AgentNames,
    /,
    *,
    watch: Annotated[bool, Parameter(help="Let the agents play without you.")] = False,
    rules: RuleOptions = PLAIN_RULES,
    seed: Annotated[int | None, Parameter(help="Random seed of the game.")] = None,
    limits: LimitOptions = NO_LIMITS,
    save: Annotated[
        Path | None, Parameter(help="Folder for the records of all seats and of the whole game.")
    ] = None,
) -> int:
    """Play against agents at the terminal, in the first seat, or watch them play."""
    screen = console()
    others = [Supervised(seated(name), limits.limits) for name in agents]
    person = [] if watch else [Seat(Person(screen))]
    if person and rules.board:
        raise UsageError("a person cannot play on the board: add --watch, or leave --board out")
    seed = int.from_bytes(os.urandom(4)) if seed is None else seed
    try:
        dealt = deal_of(rules.rules(len(person) + len(others)), seed)
        result = play_dealt([*person, *others], dealt, seed)
    except KeyboardInterrupt:
        screen.print(f"\n{t('play.left')}")
        return OK
    _print_result(screen, result, seed, events=watch)
    for seat, name, other in zip(result.rules.players[len(person) :], agents, others, strict=True):
        for fault in other.conduct.faults:
            screen.print(Text(f"{seat} ({name}), {fault}", style="yellow"))
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
        for name in result.rules.players:
            records.save(result.record(name), save / f"{name}.clue")
        records.save(result.whole_record, save / "whole.clue")
    return OK


def _print_result(screen: Console, result: Result, seed: int, *, events: bool) -> None:
    if events:
        for number, event in enumerate(result.events, start=1):
            screen.print(Text(f"{number}. {in_full(event)}"))
    turn, cards, winner = result.turns, str(result.envelope), result.winner
    if winner is None:
        outcome = t("play.nobody_wins", turn=turn, cards=cards)
    else:
        outcome = t("play.wins", name=winner, turn=turn, cards=cards)
    screen.print(Text(outcome, style="bold"))
    for name, hand in zip(result.rules.players, result.dealt.hands, strict=True):
        cards = ", ".join(card.name for card in hand)
        screen.print(Text(f"  {t('play.held', name=name, cards=cards)}"))
    screen.print(Text(t("play.again", option=f"--seed {seed}")))


def check_bot(
    command: Annotated[
        str, Parameter(name="COMMAND", help="The program with its arguments, as one word.")
    ],
    /,
    *,
    time_limit: Annotated[float, Parameter(help="Seconds per answer.")] = TIME_LIMIT,
) -> int:
    """Check whether a program that plays a seat follows the protocol."""
    found: dict[str, AgentFault] = {}
    games = 0
    for games, rules in enumerate(sample(), start=1):
        made: list[OutsideAgent] = []

        def make(made: list[OutsideAgent] = made) -> OutsideAgent:
            made.append(OutsideAgent(command, time_limit=time_limit))
            return made[-1]

        faults = check_agent(make, rules=[rules], seeds=[games - 1]).faults
        asked = [agent for agent in made if any(agent.last_lines)]
        for fault in faults:
            if fault.text not in found:
                print(f"{'' if fault.is_note else 'WRONG  '}{printable(str(fault))}")
                _print_lines(*(asked or made)[-1].last_lines)
            found[fault.text] = fault
        if not all(agent.is_playing for agent in asked):
            break  # each further game would wait for it again
        for agent in asked:
            agent.close()
    wrong = sum(not fault.is_note for fault in found.values())
    print(f"{many(games, 'game')}, {many(wrong, 'fault')}")
    return IMPOSSIBLE if wrong else OK


def _print_lines(sent: bytes, received: bytes) -> None:
    for way, line in (("sent:    ", sent), ("received:", received)):
        text = printable(line.decode(errors="replace"))
        print(f"       {way} {text if len(text) <= _LONGEST else f'{text[:_LONGEST]}...'}")
