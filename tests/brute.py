"""The oracle: every deal of a tiny table that fits a log, found by trying them all.

It follows the meaning of the game record word for word and shares no logic with cluetree: it
reads the fields of tables and events, never their methods. A deal says of each card that is not
face-up which player holds it, or `"envelope"`.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    CluePlayer,
    Edition,
    Event,
    Holds,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from cluetree.claims import Fact
from cluetree.events import Correction, HoldsSome, OneHolds, Question, Saw
from cluetree.evidence import Evidence

Deal: TypeAlias = dict[ClueCard, str]
HIDDEN = "envelope"


class Claims:
    """Constraints on a deal: pairs, sets of which one must hold, triples."""

    def __init__(self) -> None:
        self.lacks: set[tuple[str, ClueCard]] = set()
        self.one_of: set[frozenset[tuple[str, ClueCard]]] = set()
        self.failed: set[frozenset[ClueCard]] = set()
        self.some: list[tuple[frozenset[tuple[str, ClueCard]], int, int]] = []

    def hold(self, player: str, *cards: ClueCard) -> None:
        self.hold_among((player,), *cards)

    def hold_among(self, players: Iterable[str], *cards: ClueCard) -> None:
        self.one_of.add(frozenset((player, card) for player in players for card in cards))

    def number(
        self, players: Iterable[str], cards: Iterable[ClueCard], least: int, most: int
    ) -> None:
        cards = [*cards]
        pairs = frozenset((player, card) for player in players for card in cards)
        self.some.append((pairs, least, most))

    def lack(self, player: str, *cards: ClueCard) -> None:
        self.lacks.update((player, card) for card in cards)


def deals(table: Table, events: Iterable[Event] = ()) -> Iterator[Deal]:
    """Yield every deal that fits the set-up and all the events."""
    claims = Claims()
    for player in table.players:
        if player.name == table.viewpoint:
            for card in table.edition.cards:
                if card in player.hand:
                    claims.hold(player.name, card)
                else:
                    claims.lack(player.name, card)
    log = [*events]
    late = [event for event in log if isinstance(event, Correction)]
    for number, event in enumerate(log, start=1):
        sorry = {one.by for one in late if one.entry == number and not one.cards}
        _claim(claims, table, event, sorry)
        if isinstance(event, Correction):
            old = None if event.cards else log[event.entry - 1]
            guess = old.guess.cards if isinstance(old, Suggestion) else ()
            claims.hold(event.by, *(event.cards or guess))
    sizes = {hand.name: hand.hand_size for hand in (*table.players, *table.face_down)}
    return _place(table.edition, sizes, frozenset(table.face_up), claims)


def deals_of_evidence(evidence: Evidence) -> Iterator[Deal]:
    """Yield every deal that fits some evidence."""
    claims = Claims()
    for fact in evidence.facts:
        if fact.holds:
            claims.hold(fact.player, fact.card)
        else:
            claims.lack(fact.player, fact.card)
    for quota in map(evidence.frame.quota, evidence.quotas):
        pairs = frozenset((fact.player, fact.card) for fact in quota.facts)
        claims.some.append((pairs, quota.least, quota.most))
    sizes = {hand.name: hand.hand_size for hand in evidence.frame.hands}
    return _place(evidence.frame.edition, sizes, frozenset(evidence.frame.face_up), claims)


def _claim(  # noqa: C901, PLR0912 -- a case for each kind of event
    claims: Claims, table: Table, event: Event, sorry: Collection[str]
) -> None:
    match event:
        case Suggestion(shows=shows, guess=guess):
            for name in _who_passed(table, event):
                claims.lack(name, *(() if name in sorry else guess))
            for show in shows:
                cards = guess.cards if show.card is None else (show.card,)
                who = who_may_have_shown(table, event) if show.by is None else [show.by]
                claims.hold_among(who, *cards)
        case Accusation(guess=guess, correct=True):
            for card in guess:
                claims.hold(HIDDEN, card)
        case Accusation(guess=guess, right=int(right)):
            claims.number([HIDDEN], guess, right, right)
        case Accusation(guess=guess):
            claims.failed.add(frozenset(guess))
        case Holds(player=player, card=card):
            claims.hold(player, card)
        case Lacks(player=player, card=card):
            claims.lack(player, card)
        case HoldsSome(player=player, cards=cards, least=least, most=most):
            claims.number([player], cards, least, most)
        case OneHolds(players=players, card=card):
            claims.number(players, [card], 1, 1)
        case Saw(player=player, card=None):
            claims.hold(player, *table.edition.cards)
        case Question(to=player, card=ClueCard() as card) | Saw(player=player, card=card):
            claims.hold(player, card)
        case Question(to=player, cards=cards, answer=answer):
            if answer is not None:
                yes = answer != "no"
                claims.number([player], cards, int(yes), len(cards) if yes else 0)
        case Correction():
            pass  # of the whole log


def asked(table: Table, by: str) -> list[CluePlayer]:
    """Return the other players, the left neighbour first, or the right one if answers go so."""
    step = -1 if table.answers == "anticlockwise" else 1
    seat = [player.name for player in table.players].index(by)
    return [
        table.players[(seat + step * n) % len(table.players)] for n in range(1, len(table.players))
    ]


def _who_passed(table: Table, event: Suggestion) -> list[str]:
    """Return the recorded passes, or those implied by the seats."""
    if event.passed is not None:
        return list(event.passed)
    if Show(None) in event.shows:
        return []
    showers = [show.by for show in event.shows]
    passed = []
    for player in asked(table, event.by):
        name = player.name
        # By the rule "all" the viewpoint's answer follows from the hand, noted or not.
        mine = table.answering == "all" and {*player.hand} & {*event.guess.cards}
        if name not in showers and not mine:
            passed.append(name)
        elif table.answering == "first":
            break
    return passed


def who_may_have_shown(table: Table, event: Suggestion) -> list[str]:
    """Yield the players who can have shown: not the asker, not known to pass, not the viewpoint.

    If the viewpoint was asked, has one of the cards, and the first who can show does, then who
    showed sits before the viewpoint.
    """
    found = []
    for player in asked(table, event.by):
        if player.name == table.viewpoint:
            if table.answering == "first" and {*player.hand} & {*event.guess.cards}:
                break
        elif player.name not in (event.passed or ()):
            found.append(player.name)
    return found


def _place(
    edition: Edition, sizes: dict[str, int | None], face_up: frozenset[ClueCard], claims: Claims
) -> Iterator[Deal]:
    claims.one_of = {
        frozenset(pair for pair in pairs if pair[1] not in face_up) for pairs in claims.one_of
    }
    if frozenset() in claims.one_of:
        return iter(())
    return _Placing(edition, sizes, face_up, claims).place(0)


class _Placing:
    """Gives every card a place in turn, and takes it back."""

    def __init__(
        self,
        edition: Edition,
        sizes: dict[str, int | None],
        face_up: frozenset[ClueCard],
        claims: Claims,
    ):
        self.claims = claims
        self.cards = [card for card in edition.cards if card not in face_up]
        self.room = {n: len(self.cards) if size is None else size for n, size in sizes.items()}
        self.exact = [name for name, size in sizes.items() if size is not None]
        self.hidden: dict[Category, ClueCard] = {}
        self.deal: Deal = {}
        # Each "one of" is looked at as soon as its last card has its place.
        self.closing: dict[ClueCard, list[frozenset[tuple[str, ClueCard]]]]
        self.closing = {card: [] for card in self.cards}
        for pairs in claims.one_of:
            self.closing[max((card for _, card in pairs), key=self.cards.index)].append(pairs)

    def place(self, index: int) -> Iterator[Deal]:
        """Yield the ways to place the cards from this one on."""
        if index == len(self.cards):
            if self.is_whole():
                yield dict(self.deal)
            return
        needed = sum(self.room[name] for name in self.exact) + 3 - len(self.hidden)
        if needed > len(self.cards) - index:
            return
        card = self.cards[index]
        for name in (*self.room, HIDDEN):
            if not self.may_hold(name, card):
                continue
            self.put(name, card)
            if all(self.has_one(pairs) for pairs in self.closing[card]):
                yield from self.place(index + 1)
            self.take(name, card)

    def is_whole(self) -> bool:
        is_full = all(self.room[name] == 0 for name in self.exact)
        is_failed = frozenset(self.hidden.values()) in self.claims.failed
        if not is_full or len(self.hidden) != len(Category) or is_failed:
            return False
        return all(
            least <= sum(self.deal.get(card) == name for name, card in pairs) <= most
            for pairs, least, most in self.claims.some
        )

    def may_hold(self, name: str, card: ClueCard) -> bool:
        if (name, card) in self.claims.lacks:
            return False
        return card.category not in self.hidden if name == HIDDEN else self.room[name] > 0

    def has_one(self, pairs: frozenset[tuple[str, ClueCard]]) -> bool:
        return any(self.deal.get(card) == name for name, card in pairs)

    def put(self, name: str, card: ClueCard) -> None:
        self.deal[card] = name
        if name == HIDDEN:
            self.hidden[card.category] = card
        else:
            self.room[name] -= 1

    def take(self, name: str, card: ClueCard) -> None:
        del self.deal[card]
        if name == HIDDEN:
            del self.hidden[card.category]
        else:
            self.room[name] += 1


def envelope(deal: Deal) -> ClueGuess:
    """Return the three hidden cards of a deal."""
    by_category = {card.category: card for card, holder in deal.items() if holder == HIDDEN}
    return ClueGuess(*(by_category[category] for category in Category))


def certain(found: Iterable[Deal], table: Table) -> frozenset[Fact]:
    """Return every fact about a holder and a card that is the same in all these deals.

    There must be at least one deal; face-up cards are lacked by everybody.
    """
    holders: dict[ClueCard, set[str | None]] = {card: set() for card in table.edition.cards}
    for deal in found:
        for card, seen in holders.items():
            seen.add(deal.get(card))
    return frozenset(
        Fact(name, card, holds=name in seen)
        for name in (*(hand.name for hand in (*table.players, *table.face_down)), HIDDEN)
        for card, seen in holders.items()
        if name not in seen or len(seen) == 1
    )
