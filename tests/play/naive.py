"""Unit propagation written down a second time, slowly and with sets, to compare with.

It follows the definitions alone: a statement about one place and one card is a literal,
and every rule bounds the number of true literals. No logic is shared with cluetree.
"""

from collections.abc import Iterable, Iterator

from cluetree import Accusation, Category, ClueCard, Event, Holds, Lacks, Suggestion, Table
from cluetree.events import Correction, HoldsSome, OneHolds, Question, Saw
from tests.brute import HIDDEN

Literal = tuple[str, ClueCard]


class Clash(Exception):  # noqa: N818 -- a finding
    """A rule cannot be met."""


class Rule:
    """Bounds on the number of true literals among some."""

    def __init__(self, literals: Iterable[Literal], least: int, most: int):
        self.literals = frozenset(literals)
        self.least, self.most = least, most

    def units(self, true: set[Literal], false: set[Literal]) -> Iterator[tuple[Literal, bool]]:
        held = self.literals & true
        left = self.literals - true - false
        if len(held) > self.most or len(held) + len(left) < self.least:
            raise Clash
        if len(held) == self.most:
            yield from ((literal, False) for literal in left)
        elif len(held) + len(left) == self.least:
            yield from ((literal, True) for literal in left)


def propagate(table: Table, events: Iterable[Event]) -> tuple[set[Literal], set[Literal]]:
    """Return true and false literals by unit propagation, or raise `Clash`."""
    true: set[Literal] = set()
    false: set[Literal] = set()
    rules = [*_of_the_table(table), *(rule for event in events for rule in _told(table, event))]
    before = -1
    while before != len(true) + len(false):
        before = len(true) + len(false)
        for rule in rules:
            for literal, value in rule.units(true, false):
                (true if value else false).add(literal)
    return true, false


def _of_the_table(table: Table) -> Iterator[Rule]:
    cards = [card for card in table.edition.cards if card not in table.face_up]
    hands = (*table.players, *table.face_down)
    names = [hand.name for hand in hands]
    for card in table.face_up:
        yield Rule(((name, card) for name in (*names, HIDDEN)), 0, 0)
    for card in cards:
        yield Rule(((name, card) for name in (*names, HIDDEN)), 1, 1)
    for player in hands:
        if player.hand_size is not None:
            size = player.hand_size
            yield Rule(((player.name, card) for card in cards), size, size)
        if player.name == table.viewpoint:
            yield from (Rule([(player.name, card)], 1, 1) for card in player.hand)
            yield from (
                Rule([(player.name, card)], 0, 0) for card in cards if card not in player.hand
            )
    for category in Category:
        yield Rule(((HIDDEN, card) for card in cards if card.category is category), 1, 1)


def _told(  # noqa: C901 -- a case for each kind of event
    table: Table, event: Event
) -> Iterator[Rule]:
    match event:
        case Suggestion(guess=guess, shows=shows):
            for name in event.passes(table):
                yield Rule(((name, card) for card in guess), 0, 0)
            for show in shows:
                cards = guess.cards if show.card is None else (show.card,)
                who = event.can_have_shown(table) if show.by is None else (show.by,)
                pairs = [(name, card) for name in who for card in cards]
                yield Rule(pairs, 1, len(pairs))
        case Accusation(guess=guess, correct=correct, right=right):
            literals = [(HIDDEN, card) for card in guess]
            least, most = (0, 2) if right is None else (right, right)
            yield Rule(literals, 3, 3) if correct else Rule(literals, least, most)
        case Holds(player=player, card=card):
            yield Rule([(player, card)], 1, 1)
        case Lacks(player=player, card=card):
            yield Rule([(player, card)], 0, 0)
        case HoldsSome(player=player, cards=cards, least=least, most=most):
            yield Rule(((player, card) for card in cards), least, most)
        case OneHolds(players=players, card=card):
            yield Rule(((player, card) for player in players), 1, 1)
        case Question(to=player, cards=cards, answer=answer, card=card):
            literals = [(player, shown) for shown in (cards if card is None else (card,))]
            if answer is not None:
                yield Rule(literals, 0, 0) if answer == "no" else Rule(literals, 1, len(literals))
        case Saw(player=player, card=card):
            literals = [
                (player, seen) for seen in (table.edition.cards if card is None else [card])
            ]
            yield Rule(literals, 1, len(literals))
        case Correction(by=player, cards=cards):
            yield Rule(((player, card) for card in cards), 1, len(cards))
