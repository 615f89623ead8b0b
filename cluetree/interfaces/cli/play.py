"""`cluetree play` and `cluetree replay`: a game at the terminal, and the analysis of one."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from cluetree import editions as shipped, record as records
from cluetree.board import board_of
from cluetree.interfaces.cli.common import OK, console, interruptible, read
from cluetree.interfaces.cli.human_player import Person
from cluetree.play import NAMES, AccusationRule, Agent, Result, Rules, play_game
from cluetree.play.result_store import ResultStore
from cluetree.play.retelling import retell
from cluetree.play.roster import OUTSIDE, SPELLING, agent_named
from cluetree.play.supervised import Supervised, TimeLimits
from cluetree.table import Answering
from cluetree.text.numbers import many

AgentNames = Annotated[list[str], Parameter(name="AGENT", help=f"{SPELLING}.")]
TimeLimit = Annotated[
    float | None, Parameter(help="Seconds per choice; 5 for a program by default.")
]
TotalTime = Annotated[float | None, Parameter(help="Total seconds of an agent per game.")]
EditionId = Annotated[str, Parameter(help="The deck: see cluetree editions.")]
AnsweringRule = Annotated[
    Literal["first", "all"],
    Parameter(help="Players who show a card: the first, or all who can."),
]
OnBoard = Annotated[bool, Parameter(negative="", help="Play on the board, with dice and pawns.")]
MostTurns = Annotated[int, Parameter(help="Turns after which the game ends without a winner.")]


def rules_of(
    seats: int,
    edition: str,
    answering: str,
    *,
    board: bool,
    most_turns: int,
    claims: str = "suggester",
) -> Rules:
    """Return the rules that the options describe."""
    deck = shipped.get_edition(edition)
    walked = board_of(deck) if board else None
    if board and walked is None:
        raise cyclopts.CycloptsError(msg=f"{deck} has no known board; leave --board out")
    if not 1 < seats <= len(NAMES):
        raise cyclopts.CycloptsError(msg=f"players must be from 2 to {len(NAMES)}, got {seats}")
    if most_turns < 1:
        raise cyclopts.CycloptsError(msg=f"--most-turns must be at least 1, got {most_turns}")
    return Rules(
        deck,
        NAMES[:seats],
        Answering(answering),
        AccusationRule(claims),
        walked,
        most_turns=most_turns,
    )


def seated(text: str) -> Agent:
    """Return the agent with this name; modules may lie in the current directory."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    return agent_named(text)


@interruptible()
def play(
    agents: AgentNames = [],  # noqa: B006 -- cyclopts only reads it
    /,
    *,
    bot: Annotated[
        list[str], Parameter(negative="", help="COMMAND, the same as the agent bot:COMMAND.")
    ] = [],  # noqa: B006 -- as above
    watch: Annotated[bool, Parameter(negative="", help="Let the agents play without you.")] = False,
    edition: EditionId = "clue-us",
    answering: AnsweringRule = "first",
    board: OnBoard = False,
    most_turns: MostTurns = 500,
    seed: Annotated[int | None, Parameter(help="Random seed of the game.")] = None,
    time_limit: TimeLimit = None,
    total_time: TotalTime = None,
    save: Annotated[
        Path | None, Parameter(help="Folder for the records of all seats and of the whole game.")
    ] = None,
) -> int:
    """Play against agents at the terminal, in the first seat, or watch them play."""
    screen = console()
    names = [*agents, *(f"{OUTSIDE}:{command}" for command in bot)]
    limits = TimeLimits(time_limit, total_time)
    others = [Supervised(seated(name), limits) for name in names]
    person: list[Agent] = [] if watch else [Person(screen)]
    seats = len(person) + len(others)
    rules = rules_of(seats, edition, answering, board=board, most_turns=most_turns)
    seed = int.from_bytes(os.urandom(4)) if seed is None else seed
    try:
        result = play_game([*person, *others], rules, seed)
    except KeyboardInterrupt:
        screen.print("\nYou left the game.")
        return OK
    _print_result(screen, result, seed, events=watch)
    for seat, name, agent in zip(result.rules.players[len(person) :], names, others, strict=True):
        for fault in agent.conduct.faults:
            screen.print(Text(f"{seat} ({name}), {fault}", style="yellow"))
    if save is not None:
        _save(result, save)
    return OK


def _print_result(screen: Console, result: Result, seed: int, *, events: bool) -> None:
    if events:
        for number, event in enumerate(result.events, start=1):
            screen.print(Text(f"{number}. {event}"))
    won = "No player wins" if result.winner is None else f"{result.winner} wins"
    screen.print(Text(f"{won} in turn {result.turns}: {result.envelope}.", style="bold"))
    for name, hand in zip(result.rules.players, result.dealt.hands, strict=True):
        screen.print(Text(f"  {name} held {', '.join(card.name for card in hand)}"))
    screen.print(Text(f"Play it again with --seed {seed}."))


def _save(result: Result, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in result.rules.players:
        records.save(result.record(name), folder / f"{name}.clue")
    records.save(result.whole_record, folder / "whole.clue")


def replay(
    record: Annotated[
        str, Parameter(name="RECORD", help="A whole game, or the store of a tournament.")
    ],
    /,
    *,
    game: Annotated[int | None, Parameter(help="Game of a store; without it, list them.")] = None,
) -> int:
    """Replay a whole game with the uncertainty of each player after each event."""
    screen = console()
    if not ResultStore.is_at(record):
        whole = read(record).record
    else:
        with ResultStore(record) as store:
            kept = tuple(store.records())
        if game is None:
            for number, one in enumerate(kept, start=1):
                screen.print(Text(f"{number}. {one.title}"))
            screen.print(f"{many(len(kept), 'game')}; --game N replays one")
            return OK
        if not 1 <= game <= len(kept):
            raise cyclopts.CycloptsError(msg=f"--game must be from 1 to {len(kept)}, got {game}")
        whole = kept[game - 1]
    for moment in retell(whole):
        screen.print(Text(f"{moment.number}. {moment.event}", style="bold"))
        left = zip(whole.table.names, moment.bits, strict=True)
        screen.print(Text(f"   open     {', '.join(f'{n} {bits:.2f} bits' for n, bits in left)}"))
        if moment.knows:
            screen.print(Text(f"   knows    {', '.join(moment.knows)}", style="bold green"))
    return OK
