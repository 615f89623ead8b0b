"""Calibration of advice about the other players, in simulated games.

    python -m tests.bench.calibration --games 30 --seed 1000

plays 30 games each of 3, 4 and 6 players in every setting, which takes about an hour on one
core; `--setting 2` plays one setting alone.

All players draw every conclusion, ask mostly for cards that can be in the envelope, and show a
random card, unless the setting differs. Intervals are 95 % intervals by resampling whole games,
because the positions of one game are correlated.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Final, Protocol, TypeAlias

from cyclopts import run

from cluetree import Category, ClueCard, ClueGuess, Event, Show, Suggestion, Table
from cluetree.advice import accuse_now, card_to_show, rivals
from cluetree.advice.showing import shown_before
from cluetree.beliefs import Beliefs
from cluetree.editions import CLUE_US
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.play import Rules, shuffle
from tests.bench.timing import say
from tests.exact.games import NAMES


class ShowPolicy(Protocol):
    """Chooses which of the asked cards to show."""

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard: ...


@dataclass(frozen=True)
class Order:
    """Show the first card in an order of the three; any, without an order."""

    order: tuple[int, ...] = ()

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard:
        del asker
        ordered = [guess.cards[at] for at in self.order if guess.cards[at] in cards]
        return ordered[0] if ordered else rng.choice(cards)


SUSPECT_FIRST: Final = Order((0, 1, 2))
ROOM_FIRST: Final = Order((2, 1, 0))
Habit: TypeAlias = Callable[[Table, Sequence[Event]], ShowPolicy]
"""A way to show, given a table and a log."""
Scored: TypeAlias = tuple[int, float, float]
"""The game's number, the claimed value and the true value."""


@dataclass(frozen=True)
class SeenBefore:
    """Show a card that the viewpoint has shown to the asker before; else use another policy."""

    table: Table
    events: Sequence[Event]
    otherwise: ShowPolicy

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard:
        shown = shown_before(self.table, self.events, asker)
        again = [card for card in cards if card in shown]
        return self.otherwise.choose(asker, guess, again or cards, rng)


@dataclass(frozen=True)
class LeastGiven:
    """Show a card shown before, or the least revealing card by `card_to_show`."""

    table: Table
    events: Sequence[Event]

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard:
        shown = shown_before(self.table, self.events, asker)
        if len(cards) == 1 or shown.intersection(cards):
            return next((card for card in cards if card in shown), cards[0])
        return card_to_show(
            self.table, self.events, asker=asker, guess=guess, rng=rng, samples=50
        ).best


PLAYERS: Final = (3, 4, 6)
ROUNDS: Final = 15
_RESAMPLED: Final = 1000

HABITS: Final[Mapping[str, Habit]] = {
    "any card": lambda _table, _log: Order(),
    "suspect, weapon, room": lambda _table, _log: SUSPECT_FIRST,
    "room, weapon, suspect": lambda _table, _log: ROOM_FIRST,
    "seen before, else any card": lambda table, log: SeenBefore(table, log, Order()),
    "seen before, else suspect, weapon, room": lambda table, log: SeenBefore(
        table, log, SUSPECT_FIRST
    ),
    "seen before, else room, weapon, suspect": lambda table, log: SeenBefore(
        table, log, ROOM_FIRST
    ),
    "card_to_show, 50 deals": LeastGiven,
}


@dataclass(frozen=True)
class Setting:
    """The habits of all players."""

    shows: str
    bluff: float
    """How often any card of a category is named, instead of one that can be in the envelope."""
    ends: bool = True
    """Whether a player accuses as soon as they know the answer; else all play on."""

    def __str__(self) -> str:
        asks = "cards that can be in the envelope" if self.bluff < 1 else "any cards"
        end = "a player who knows accuses" if self.ends else "nobody accuses"
        return f"Asked for {asks}, shown {self.shows}, {end}"


SETTINGS: Final = (
    Setting("any card", 1.0, ends=False),
    Setting("any card", 1.0),
    Setting("any card", 0.2),
    Setting("seen before, else any card", 0.2),
    Setting("suspect, weapon, room", 0.2),
)


class Game:
    """One game, with every player's own table and log."""

    def __init__(self, players: int, seed: int, setting: Setting):
        self.rng = Random(seed)
        self.setting = setting
        self.names = NAMES[:players]
        dealt = shuffle(Rules(players=self.names), self.rng)
        self.hands = dict(zip(self.names, dealt.hands, strict=True))
        self.tables = {name: dealt.table(name) for name in self.names}
        self.logs: dict[str, list[Event]] = {name: [] for name in self.names}

    def beliefs(self, name: str, *more: Event) -> Beliefs:
        return count(Evidence.gather(self.tables[name], (*self.logs[name], *more)))

    def knows(self, name: str) -> bool:
        return self.beliefs(name).answer is not None

    def guess(self, asker: str) -> ClueGuess:
        envelope = self.beliefs(asker).envelope
        return ClueGuess(
            *(
                self.rng.choice(
                    CLUE_US.of(category)
                    if self.rng.random() < self.setting.bluff
                    else [*envelope[category]]
                )
                for category in Category
            )
        )

    def options(self, asker: str, guess: ClueGuess) -> tuple[str, list[ClueCard]] | None:
        """Return the player who has to show, with the possible cards."""
        for name in self.tables[asker].left_of(asker):
            cards = [card for card in guess if card in self.hands[name]]
            if cards:
                return name, cards
        return None

    def turn(self, asker: str, guess: ClueGuess) -> None:
        options = self.options(asker, guess)
        if options is None:
            self.tell(Suggestion(asker, guess, "nobody"))
            return
        shower, cards = options
        policy = HABITS[self.setting.shows](self.tables[shower], self.logs[shower])
        card = policy.choose(asker, guess, cards, self.rng)
        self.tell(Suggestion(asker, guess, (Show(shower, card),)))

    def tell(self, event: Suggestion) -> None:
        for name, log in self.logs.items():
            log.append(event.seen_by(name))


@dataclass
class Results:
    """Claimed and true values over many games."""

    knows: list[Scored] = field(default_factory=list)
    bits: list[Scored] = field(default_factory=list)
    again: list[Scored] = field(default_factory=list)
    given: dict[str, list[Scored]] = field(default_factory=dict)
    """For each way to show, the bits that the asker learned."""

    def watch(self, game: Game, number: int, samples: int) -> None:
        """Play a game and ask for advice as the first player."""
        ann, *others = game.names
        table, log = game.tables[ann], game.logs[ann]
        setting = game.setting
        for _ in range(ROUNDS):
            for rival in rivals(table, log, rng=game.rng, samples=samples):
                truth = game.beliefs(rival.name)
                self.knows.append((number, rival.knows.value, truth.answer is not None))
                self.bits.append((number, rival.bits.value, truth.entropy))
            game.turn(ann, game.guess(ann))
            if setting.ends and game.knows(ann):
                return
            again: float | None = None
            if setting.ends:
                again = accuse_now(table, log, rng=game.rng, samples=samples).again
            over = False
            for name in others:
                guess = game.guess(name)
                self.show(game, number, name, guess)
                game.turn(name, guess)
                over = setting.ends and game.knows(name)
                if over:
                    break
            if again is not None:
                self.again.append((number, again, not over))
            if over:
                return

    def show(self, game: Game, number: int, asker: str, guess: ClueGuess) -> None:
        """If the first player has a choice of cards, try every way to choose."""
        me = game.names[0]
        shower, cards = game.options(asker, guess) or ("", [])
        if shower != me or len(cards) < 2:
            return
        others = game.tables[me].left_of(asker)
        passed = others[: others.index(me)]
        before = game.beliefs(asker, Suggestion(asker, guess, (), passed)).entropy
        given = {
            card: before - game.beliefs(asker, Suggestion(asker, guess, (Show(me, card),))).entropy
            for card in cards
        }
        for name, habit in HABITS.items():
            policy = habit(game.tables[me], game.logs[me])
            card = policy.choose(asker, guess, cards, Random(number))
            self.given.setdefault(name, []).append((number, 0.0, given[card]))


def interval(scored: Sequence[Scored], of: Callable[[Sequence[Scored]], float]) -> str:
    """A figure with its interval, resampling games."""
    games: dict[int, list[Scored]] = {}
    for one in scored:
        games.setdefault(one[0], []).append(one)
    rng, whole = Random(0), list(games.values())
    drawn = sorted(
        of([one for game in rng.choices(whole, k=len(whole)) for one in game])
        for _ in range(_RESAMPLED)
    )
    low, high = drawn[_RESAMPLED // 40], drawn[-_RESAMPLED // 40 - 1]
    return f"{of(scored):.3f} ({low:.3f} to {high:.3f})"


def claimed(scored: Sequence[Scored]) -> float:
    return mean(one[1] for one in scored)


def true(scored: Sequence[Scored]) -> float:
    return mean(one[2] for one in scored)


def excess(scored: Sequence[Scored]) -> float:
    return claimed(scored) - true(scored)


def brier(scored: Sequence[Scored]) -> float:
    return mean((one[1] - one[2]) ** 2 for one in scored)


def constant(scored: Sequence[Scored]) -> float:
    """The Brier score of always claiming the share that was true."""
    return true(scored) * (1 - true(scored))


_BINS: Final = (0.0, 0.005, 0.1, 0.3, 0.5, 0.7, 0.9, 0.995, 1.01)


def calibration(title: str, scored: Sequence[Scored]) -> None:
    say(f"\n{title}: {len(scored)} times in {len({one[0] for one in scored})} games\n")
    say("| claimed | times | mean claimed | true, with interval |\n|---|---|---|---|")
    for low, high in pairwise(_BINS):
        some = [one for one in scored if low <= one[1] < high]
        if some:
            span = f"{low:.1%} to {min(high, 1):.1%}"
            say(f"| {span} | {len(some)} | {claimed(some):.3f} | {interval(some, true)} |")
    say(f"\nBrier score {interval(scored, brier)}; always claiming the mean {constant(scored):.3f}")
    say(f"Claimed more than true by {interval(scored, excess)}")


def shown(given: Mapping[str, list[Scored]]) -> None:
    least = given["card_to_show, 50 deals"]
    say(f"\n{len(least)} shows with a choice\n")
    say("| way to show | bits given away per show | more than `card_to_show` |\n|---|---|---|")
    for name, scored in given.items():
        more = [(one[0], 0.0, one[2] - two[2]) for one, two in zip(scored, least, strict=True)]
        say(f"| {name} | {interval(scored, true)} | {interval(more, true)} |")


def main(
    *, games: int = 30, seed: int = 1000, samples: int = 60, setting: int | None = None
) -> None:
    """Play all settings or one; `samples` deals are drawn for each answer."""
    for played in SETTINGS if setting is None else [SETTINGS[setting]]:
        results = Results()
        for players in PLAYERS:
            for number in range(games):
                game = Game(players, seed + number, played)
                results.watch(game, players * games + number, samples)
        say(f"\n## {played}")
        calibration("Knows the answer", results.knows)
        say(f"\nOpen bits: claimed more than true by {interval(results.bits, excess)}")
        if played.ends:
            calibration("Another turn", results.again)
        shown(results.given)


if __name__ == "__main__":
    run(main)
