"""Layouts, policies and games in progress for the tests of many games at once."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import pytest

from cluetree.cards import Edition
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.play import NAMES, policies as plain
from cluetree.play.batch import (
    Answers,
    AnyPolicy,
    Asked,
    BatchLayout,
    BluffPolicy,
    Games,
    HeuristicPolicy,
    LikeliestPolicy,
    Masks,
    MixedPolicy,
    Policy,
    RandomStatefulPolicy,
    RandomStatelessPolicy,
    View,
    Views,
    WenselPolicy,
    deal,
    settled,
)
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering, CluePlayer, Table

WIDE: Final = Edition(
    tuple(f"s{i}" for i in range(20)),
    tuple(f"w{i}" for i in range(20)),
    tuple(f"r{i}" for i in range(24)),
)
"""As many cards as a machine word takes, in categories too wide for a lookup."""

THREE: Final = BatchLayout.even(CLUE_US, 3)
LAYOUTS: Final = {
    "three": THREE,
    "four, all answer": BatchLayout(CLUE_US, (5, 5, 4, 4), Answering.ALL),
    "ten, rest face-up": BatchLayout.even(MASTER_DETECTIVE, 10, leftover_face_up=True),
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)

_BLUFF: Final = (0.4, 0.1, 0.8)
PAIRS: Final[tuple[tuple[plain.Policy, Policy], ...]] = (
    (plain.Anything(), AnyPolicy()),
    (plain.Stateless(), RandomStatelessPolicy(remembers=True)),
    (plain.Stateful(), RandomStatefulPolicy()),
    (plain.FewestHolders("first"), HeuristicPolicy("first")),
    (plain.FewestHolders("random"), HeuristicPolicy("random")),
    (plain.Bluff(_BLUFF), BluffPolicy(_BLUFF)),
    (plain.Likeliest(3.0), LikeliestPolicy(3.0)),
    (plain.WenselScores(), WenselPolicy()),
)
"""The plain definition and the numpy version of each policy."""
POLICIES: Final = tuple(policy for _, policy in PAIRS)
MIXED: Final = MixedPolicy(((0.25, BluffPolicy()), (0.75, HeuristicPolicy("random"))))


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def begun(
    layout: BatchLayout, games: int = 1, turns: int = 0, policy: Policy = MIXED
) -> tuple[Games, Masks, list[Asked]]:
    """Games after some turns; the cards dealt, and what was asked in the first, all shows seen."""
    hands, dealt = deal(layout, games, generator())
    started = Games(layout, hands, Views.at_start(layout, hands, dealt))
    return started, dealt, [asked_in(answers) for answers in take_turns(started, policy, turns)]


def take_turns(games: Games, policy: Policy, number: int) -> Iterator[Answers]:
    """Play some turns, whatever any player knows by then."""
    rng = generator(3)
    for _ in range(number):
        guesses = policy.choose(games.views.of(games.seat), rng)
        answers = games.answer(guesses, "uniform", rng)
        games.views.learn(answers)
        games.seat = games.next_seat()
        yield answers


def asked_in(answers: Answers, game: int = 0) -> Asked:
    passed = frozenset(answers.passed[:, game].nonzero()[0].tolist())
    shown = {seat: int(card) for seat, card in enumerate(answers.shown[:, game]) if card}
    return Asked(answers.asker, int(answers.guesses[game]), passed, shown)


def knowledge_of(view: View, dealt: Masks, game: int = 0) -> Knowledge:
    """What the seat of a view knows in one game, in plain form."""
    layout, cards = view.layout, view.layout.edition.cards
    hand = tuple(card for at, card in enumerate(cards) if int(view.hand[game]) >> at & 1)
    face_up = tuple(card for at, card in enumerate(cards) if not int(dealt[game]) >> at & 1)
    players = tuple(
        CluePlayer(NAMES[seat], size, hand if seat == view.seat else ())
        for seat, size in enumerate(layout.hand_sizes)
    )
    known = Knowledge(Table(layout.edition, players, NAMES[view.seat], face_up, layout.answering))
    single = int(settled(view.can)[game])
    known.may = [int(may) for may in view.can[:, game]]
    known.held = [may & single for may in known.may]
    shows = view.shows.unmet(view.can)
    known.branches = [
        ((int(place), int(cards)),)
        for row, place, cards in zip(shows.rows, shows.places, shows.cards, strict=True)
        if row == game
    ]
    return known
