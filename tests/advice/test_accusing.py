from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from cluetree import (
    Accusation,
    Answering,
    ClueGuess,
    ContradictionError,
    Edition,
    Event,
    Holds,
    InvalidEventError,
    InvalidTableError,
    Notebook,
    Show,
    Suggestion,
    Table,
)
from cluetree.advice import Estimate
from cluetree.advice.accusing import accuse_now
from cluetree.editions import CLUE_US
from tests import brute
from tests.advice import heads
from tests.exact.games import play, seeded
from tests.record.samples import log_of

DECK = Edition(("Plum", "Green", "White"), ("Rope", "Knife"), ("Hall", "Study"))


class Round:
    """Enumerates all continuations until the viewpoint's next turn."""

    def __init__(self, table: Table, events: Sequence[Event], overlooked: float):
        assert table.me is not None
        self.table = table
        self.order = table.left_of(table.me.name)
        self.chances: defaultdict[str | None, float] = defaultdict(float)
        """The probability that each rival wins first; under `None`, that no rival wins."""
        self.overlooked = overlooked
        for together, weight in heads.together(
            table, events, self.order, overlooked=overlooked, over=True
        ):
            self.go_on(together, 0, weight)

    def go_on(self, known: Mapping[str, heads.Head], turn: int, chance: float) -> None:
        if turn == len(self.order):
            self.chances[None] += chance
            return
        name = self.order[turn]
        head = known[name]
        if head.knows:
            self.end_turn(known, turn, chance)
            return
        total = sum(head.triples.values())
        for guess, number in head.triples.items():
            for shows, share in self.replies(name, guess, head.deal):
                told = {
                    other: own.told(
                        Suggestion(name, guess, shows if other == name else unseen(shows))
                    )
                    for other, own in known.items()
                }
                self.end_turn(told, turn, chance * share * number / total)

    def end_turn(self, known: Mapping[str, heads.Head], turn: int, chance: float) -> None:
        name = self.order[turn]
        overlooked = self.overlooked if known[name].knows else 1
        self.chances[name] += chance * (1 - overlooked)
        if overlooked:
            self.go_on(known, turn + 1, chance * overlooked)

    def replies(
        self, asker: str, guess: ClueGuess, deal: brute.Deal
    ) -> Iterator[tuple[tuple[Show, ...], float]]:
        able = [
            [Show(name, card) for card in guess if deal.get(card) == name]
            for name in self.table.left_of(asker)
        ]
        able = [shows for shows in able if shows]
        if self.table.answering is Answering.FIRST:
            able = able[:1]
        for shows in product(*able):
            yield shows, 1 / prod(map(len, able))


def unseen(shows: tuple[Show, ...]) -> tuple[Show, ...]:
    return tuple(Show(show.by) for show in shows)


def small(players: int, answering: Answering, seed: int) -> tuple[Table, tuple[Event, ...]]:
    game = play(seeded(seed), DECK, players, 1, answering=answering)
    return game.table, tuple(e for e in game.events if isinstance(e, Suggestion))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("answering", Answering)
@pytest.mark.parametrize("overlooked", [0.1, pytest.param(0.5, marks=pytest.mark.slow)])
def test_estimates_are_close_to_full_enumeration(
    players: int, answering: Answering, seed: int, overlooked: float
) -> None:
    table, events = small(players, answering, seed)
    found = accuse_now(table, events, rng=Random(0), samples=400, overlooked=overlooked)
    right = Round(table, events, overlooked).chances
    assert sum(right.values()) == pytest.approx(1)
    pairs = [(found.again, right[None]), *((e, right[name]) for name, e in found.wins.items())]
    for estimate, chance in pairs:
        assert abs(estimate.value - chance) < 4.5 * estimate.error


def test_likeliest_envelope_is_named_with_its_exact_chance() -> None:
    game = play(seeded(3), CLUE_US, 3, 2)
    found = accuse_now(game.table, game.after(1), rng=Random(0), samples=2)
    beliefs = Notebook(game.table, game.after(1)).beliefs
    assert found.guess == beliefs.triples[0].guess
    assert found.right == Fraction(beliefs.triples[0].deals, beliefs.deals)


def holding() -> Table:
    return Table.set_up(
        DECK, {"Ann": 2, "Bob": 1, "Cid": 1}, viewpoint="Ann", hand=("Plum", "Rope")
    )


WRONG = DECK.guess("White", "Knife", "Study")


def test_knowing_player_wins_on_their_turn() -> None:
    """Only Cid's card is unknown to Bob, and it was just named in public."""
    events = log_of(holding(), "Ann holds Plum; Ann holds Rope; Cid holds Hall")
    found = accuse_now(holding(), events, rng=Random(0), samples=50, overlooked=0)
    assert found.wins["Bob"].value == 1
    assert found.again.value == 0
    assert found.accuse


def test_no_opponent_wins_once_all_are_out() -> None:
    events = (Accusation("Bob", WRONG), Accusation("Cid", DECK.guess("Green", "Knife", "Study")))
    found = accuse_now(holding(), events, rng=Random(0))
    assert found.again == Estimate(1.0)
    assert found.wins == {}
    assert not found.accuse


@pytest.mark.parametrize(
    ("table", "event", "error", "message"),
    [
        (
            *(Table.set_up(DECK, {"Ann": 2, "Bob": 2}), Holds("Bob", DECK.card("Plum"))),
            *(InvalidTableError, "needs a viewpoint"),
        ),
        (holding(), Accusation("Ann", WRONG), InvalidEventError, "Ann made a failed accusation"),
        (
            *(holding(), Accusation("Bob", WRONG, correct=True), InvalidEventError),
            "the game is over: Bob made a correct accusation",
        ),
        (holding(), Holds("Bob", DECK.card("Plum")), ContradictionError, "no deal fits"),
    ],
)
def test_advice_needs_a_player_in_the_game(
    table: Table, event: Event, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        accuse_now(table, (event,), rng=Random(0))


def test_contradiction_with_overlooked_zero_is_an_error() -> None:
    """Bob's unanswered suggestion revealed the envelope to him, but he did not accuse."""
    asked = "Bob: White, Knife, Study -> nobody"
    events = log_of(holding(), f"{asked}; Bob lacks White; Bob lacks Knife; Bob lacks Study")
    with pytest.raises(ContradictionError, match="a player must have known the answer"):
        accuse_now(holding(), events, rng=Random(0), samples=10, overlooked=0)
    assert accuse_now(holding(), events, rng=Random(0), samples=10).right == 1
