"""Layouts, policies and games in progress for the tests of simulated games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from cluetree.cards import Edition
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.events import Suggestion
from cluetree.evidence import Bounds, Marks, bits
from cluetree.play import NAMES, AccusationRule, Rules, deal_of, play_game
from cluetree.play.agents import Heuristic
from cluetree.play.engine.arrays import numbers
from cluetree.play.engine.chance import begin_stream
from cluetree.play.engine.compiling import size
from cluetree.play.engine.deals import deal_hands
from cluetree.play.engine.games import (
    CURRENT,
    GUESS,
    PASSED,
    STATE,
    GameRows,
    RuleRows,
    ask,
    next_seat,
    suggested,
)
from cluetree.play.engine.layout import Asked, Layout
from cluetree.play.engine.movement import Rooms
from cluetree.play.engine.policies import (
    Mixture,
    Policy,
    anything,
    fewest_holders,
    first_of_fewest_holders,
    not_located,
    not_own,
    wensel,
)
from cluetree.play.engine.simulation import GameRules, Simulator, blank_views
from cluetree.play.engine.views import CAN, KNOWN, PLAYERS, conclude, hand, view_of
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering, CluePlayer, Table

ANN: Final = NAMES[0]
WIDE: Final = Edition(
    tuple(f"s{i}" for i in range(20)),
    tuple(f"w{i}" for i in range(20)),
    tuple(f"r{i}" for i in range(24)),
)
"""As many cards as a machine word takes."""


def layout_of(
    edition: Edition, sizes: Sequence[int | None], answering: Answering = Answering.FIRST
) -> Layout:
    players = dict(zip(NAMES, sizes, strict=False))
    return Layout.of(Table.set_up(edition, players, answering=answering))


THREE: Final = Layout.even(CLUE_US, 3)
LAYOUTS: Final = {
    "three": THREE,
    "four, all answer": layout_of(CLUE_US, (5, 5, 4, 4), Answering.ALL),
    "ten, rest face-up": layout_of(MASTER_DETECTIVE, (2,) * 10),
    "64 cards": Layout.even(WIDE, 6),
}
each_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)

POLICIES: Final = (
    Policy(anything),
    Policy(not_own),
    Policy(not_located),
    Policy(first_of_fewest_holders),
    Policy(fewest_holders),
    Policy(wensel),
    Policy(fewest_holders, own_cards=0.4),
)
MIXED: Final = Mixture(
    ((0.25, Policy(fewest_holders, own_cards=0.4)), (0.75, Policy(fewest_holders)))
)


def in_lists(rules: RuleRows) -> RuleRows:
    """The same rules with lists in place of arrays, without a board."""
    ways, rates = numbers(rules.ways).tolist(), numbers(rules.rates).tolist()
    return rules._replace(ways=ways, rates=rates, rooms=Rooms([], []))


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


class InPlay:
    """A game in progress in plain Python, turn by turn, without accusations."""

    def __init__(
        self,
        layout: Layout,
        seed: int = 1,
        policy: Policy | Mixture = MIXED,
        rules: GameRules = GameRules("uniform"),  # noqa: B008 -- frozen
    ):
        self.layout = layout
        self.rules = in_lists(Simulator(layout, [policy] * len(layout.players), rules).rules)
        views = blank_views(layout).tolist()
        self.game = GameRows(views, [0] * STATE, [0] * len(layout.players), [])
        begin_stream(self.game.state, [seed, 7], 0)
        deal_hands(self.game.views, self.game.state)
        lying = layout.all_cards & ~sum(self.hands) & ~self.hidden
        self.layout = replace(layout, face_up=layout.cards(lying))

    @property
    def hands(self) -> list[int]:
        return [view[CAN + seat] for seat, view in enumerate(self.game.views)]

    @property
    def hidden(self) -> int:
        """The envelope, if no card lies face-up."""
        seen = 0
        for place in range(self.layout.envelope + 1):
            seen |= self.game.views[0][CAN + place]
        return seen & ~sum(self.hands)

    def turns(self, number: int) -> Iterator[Asked]:
        """Take turns; yield each suggestion with all cards open."""
        state, players = self.game.state, len(self.layout.players)
        for _ in range(number):
            state[GUESS] = suggested(self.rules, self.game)
            ask(self.rules, self.game, players, 0)
            passed = frozenset(seat for seat in range(players) if state[PASSED] >> seat & 1)
            shown = {seat: card for seat, card in enumerate(self.game.shown) if card}
            yield Asked(state[CURRENT], state[GUESS], passed, shown)
            state[CURRENT] = next_seat(self.game)

    def view(self, seat: int) -> list[int]:
        """A seat's knowledge with all conclusions."""
        conclude(self.game.views[seat])
        return [*self.game.views[seat]]

    def knowledge(self, seat: int) -> Knowledge:
        """A seat's knowledge before the first turn."""
        layout, cards = self.layout, self.layout.edition.cards
        hand = tuple(card for at, card in enumerate(cards) if self.hands[seat] >> at & 1)
        players = tuple(
            CluePlayer(NAMES[at], size, hand if at == seat else ())
            for at, size in enumerate(layout.sizes)
        )
        return Knowledge(
            Table(layout.edition, players, NAMES[seat], layout.face_up, layout.answering)
        )


def tell(known: Marks, seat: int, asked: Asked) -> None:
    """Give a seat its view of a suggestion, directly by the rules of the game."""
    for other in asked.passed:
        known.lack(other, asked.guess)
    for other, card in asked.shown.items():
        if other != seat:
            known.meet(Bounds.any_of((other, card if seat == asked.asker else asked.guess)))
    known.settle()


def can(view: list[int]) -> list[int]:
    """For each place the cards that it can have."""
    return view[CAN : CAN + view[PLAYERS] + 1]


def held(view: list[int]) -> list[int]:
    """For each place the cards that it has."""
    return [cards & view[KNOWN] for cards in can(view)]


def known_by(seed: int, turns: int) -> Knowledge:
    """The first seat's knowledge after some turns of a game of three."""
    rules = Rules(accusers=AccusationRule.ALL)
    result = play_game([Heuristic(tie="random") for _ in range(3)], rules, seed)
    known = Knowledge(deal_of(rules, seed).table(ANN))
    events = [event for event in result.seen_by(ANN) if isinstance(event, Suggestion)]
    for event in events[:turns]:
        known.tell(event)
    return known


def chances_of(policy: Policy, known: Knowledge, rooms: int) -> dict[int, float]:
    """Return the suggestions that a policy may make, naming one of some rooms, with chances."""
    found, view = {0: 1.0}, view_of(known)
    for at, cards in enumerate((*known.frame.categories[:-1], rooms)):
        own, among = cards & hand(view), policy.function(view, cards, at)
        rate = policy.own_cards if own else 0.0
        parts = [(own, rate), (among, 1 - rate)]
        found = {
            named | 1 << card: before
            * sum(share / size(part) for part, share in parts if (part >> card) & 1)
            for named, before in found.items()
            for card in bits(among | own if rate else among)
        }
    return found
