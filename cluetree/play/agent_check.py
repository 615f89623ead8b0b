"""A check for authors of agents: does it follow the protocol in every game?"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from random import Random
from typing import Final

from more_itertools import map_reduce

from cluetree.board import board_of
from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.editions import CLUE_US, DISCOVER_THE_SECRETS, MASTER_DETECTIVE
from cluetree.errors import AgentError
from cluetree.events import Event, Suggestion
from cluetree.play.agent import Agent, BaseAgent
from cluetree.play.game import Seat, deal_of, play_dealt
from cluetree.play.rules import NAMES, AccusationRule, Rules
from cluetree.play.state import Act, Phase
from cluetree.table import Answering, Table


class ErraticAgent(BaseAgent):
    """Plays quickly, and sometimes does what agents rarely do; no yardstick of strength.

    Mostly it asks for cards that it has not seen, and accuses once no player could answer its
    suggestion of three such cards. It also declines, asks for cards that it has seen, and
    accuses at random.
    """

    def __init__(self, *, decline: float = 0.05, bluff: float = 0.1, rash: float = 0.01) -> None:
        """Set the chance, from 0 to 1, of each oddity."""
        self.decline = decline
        self.bluff = bluff
        self.rash = rash

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._seen: set[ClueCard] = {*self.me.hand, *table.face_up}
        self._found: ClueGuess | None = None

    def observe(self, event: Event) -> None:
        """Remember the cards seen, and a suggestion that no player could answer."""
        if isinstance(event, Suggestion):
            self._seen.update(show.card for show in event.shows if show.card is not None)
            unanswered = event.by == self.me.name and not event.shows
            if unanswered and self._seen.isdisjoint(event.guess):
                self._found = event.guess

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask mostly for cards not seen."""
        if self.rng.random() < self.decline:
            return None
        *others, _ = map(self.table.edition.of, Category)
        return ClueGuess(*map(self._pick, (*others, rooms)))

    def _pick(self, cards: Sequence[ClueCard]) -> ClueCard:
        unseen = [card for card in cards if card not in self._seen]
        return self.rng.choice(unseen if unseen and self.rng.random() >= self.bluff else cards)

    def accuse(self) -> ClueGuess | None:
        """Accuse when sure, and sometimes at random."""
        if self.rng.random() < self.rash:
            return ClueGuess(*map(self.rng.choice, map(self.table.edition.of, Category)))
        return self._found


_TINY: Final = Edition(("Plum", "Green"), ("Rope",), ("Hall", "Study"), title="a tiny deck")


@cache
def sample() -> tuple[Rules, ...]:
    """Return different games: 2 to 10 players, four decks, every rule, two on a board."""
    board = board_of(CLUE_US)
    kinds = (
        Rules(),
        Rules(players=NAMES[:2]),
        Rules(players=NAMES[:4], leftover_face_up=True, starts="Cid"),
        Rules(players=NAMES[:6], accusers=AccusationRule.ALL),
        Rules(players=NAMES[:5], answering=Answering.ALL),
        Rules(MASTER_DETECTIVE, NAMES, leftover_face_up=True),
        Rules(DISCOVER_THE_SECRETS, NAMES[:4], Answering.ALL, AccusationRule.ALL),
        Rules(_TINY, NAMES[:2]),
        Rules(board=board),
        Rules(players=NAMES[:6], board=board),
    )
    return tuple(replace(kind, most_turns=60) for kind in kinds)


_BY_CHANCE: Final = "note: chooses by the time that is left, or by chance: games cannot be repeated"


@dataclass(frozen=True, slots=True)
class AgentFault:
    """A fault of an agent, and the game where it happened."""

    rules: Rules
    seed: int
    text: str

    @property
    def is_note(self) -> bool:
        """Whether it is only a note: the agent chooses by time or by chance."""
        return self.text == _BY_CHANCE

    def __str__(self) -> str:
        where = "on the board" if self.rules.board else "without a board"
        players = len(self.rules.players)
        return f"{self.text} [{self.rules.edition}, {players} players {where}, seed {self.seed}]"


@dataclass(frozen=True, slots=True)
class AgentReport:
    """The findings of `check_agent`; its `str` names each fault once, with its first game."""

    agent: str
    games: int
    """The number of different games; each was played more than once."""
    choices: int
    """The number of choices of the agent in those."""
    faults: tuple[AgentFault, ...]

    @property
    def ok(self) -> bool:
        """Whether no fault was found, except notes."""
        return all(fault.is_note for fault in self.faults)

    def __str__(self) -> str:
        alike = map_reduce(self.faults, attrgetter("text"))
        wrong = alike.keys() - {_BY_CHANCE}
        counts = {"game": self.games, "choice": self.choices, "fault": len(wrong)}
        counted = (f"{n or 'no'} {thing}{'' if n == 1 else 's'}" for thing, n in counts.items())
        lines = [f"{self.agent}: {', '.join(counted)}"]
        for first, *others in alike.values():
            lines.append(f"  {first}" + (f" and {len(others)} more" if others else ""))
        return "\n".join(lines)


def check_agent(
    make: Callable[[], Agent],
    *,
    rules: Iterable[Rules] | None = None,
    seeds: Sequence[int] = range(2),
) -> AgentReport:
    """Let an agent play many kinds of game and report its faults.

    It plays one seat against opponents that do odd things, and is at fault if it

    - raises, or acts illegally;
    - uses the `random` module itself;
    - remembers something of the last game in the next.

    A note says that it chooses by the time that is left, or by a chance that does not follow from
    its `rng`. The check does not measure strength. The seeds make it repeatable.

    Args:
        make: Makes a new agent, such as its class.
        rules: The kinds of game to play; those of `sample` if left out.
        seeds: One game of each kind for each seed, in seat `seed % players`.
    """
    kinds = sample() if rules is None else rules
    games = [(kind, seed) for kind in kinds for seed in seeds]
    before = random.getstate()
    choices, faults = 0, list[AgentFault]()
    try:
        for kind, seed in games:
            number, text = _play(make, kind, seed)
            choices += number
            if text is not None:
                faults.append(AgentFault(kind, seed, text))
    finally:
        random.setstate(before)
    return AgentReport(type(make()).__name__, len(games), choices, tuple(faults))


def _play(make: Callable[[], Agent], rules: Rules, seed: int) -> tuple[int, str | None]:
    """Play a game of the check; return the number of choices, and what is wrong."""
    me = rules.players[seed % len(rules.players)]
    games: list[list[Act]] = []

    def play(agent: Agent, seed_of_game: int) -> list[Act]:
        games.append([])
        seats = [Seat(agent if name == me else ErraticAgent()) for name in rules.players]
        play_dealt(seats, deal_of(rules, seed_of_game), seed_of_game, acted=games[-1].append)
        return games[-1]

    def fault() -> str | None:
        before, agent = random.getstate(), make()
        acts = play(agent, seed)
        if random.getstate() != before:
            return "uses the random module: use the rng that begin gives"
        if play(make(), seed) == acts:
            play(agent, seed + 1)
            if play(agent, seed) == acts:
                return None
        # A new agent that receives the same again differs only by time or chance.
        (first, *others), again = three_games(make()), three_games(make())
        if [first, *others] == again and first != others[-1]:
            return "remembers the last game: begin must forget it"
        return _BY_CHANCE

    def three_games(agent: Agent) -> list[list[Act]]:
        return [play(agent, each) for each in (seed, seed + 1, seed)]

    try:
        found = fault()
    except AgentError as error:
        found = f"turn {error.turn}: {error.reason}"
    return sum(act.by == me and act.phase is not Phase.ROLL for act in games[0]), found
