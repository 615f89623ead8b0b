"""The words that the tree and the counter share: facts, and the evidence for them.

Cards and places are bit sets inside, so that handing over costs nothing: bit `i` of a set of
cards is `edition.cards[i]`; the places are the players in seat order, then the envelope.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.events import ClueInfo, Event, InfoKind
from cluetree.table import ENVELOPE, CluePlayer, Table


@dataclass(frozen=True, slots=True)
class Fact:
    """That a player (or the envelope) holds a card, or does not."""

    player: str
    card: ClueCard
    holds: bool

    @property
    def opposite(self) -> "Fact":
        """The same place and card the other way round."""
        return Fact(self.player, self.card, not self.holds)

    def __str__(self) -> str:
        return f"{self.player} {'holds' if self.holds else 'lacks'} {self.card}"


def stated(info: ClueInfo) -> frozenset[Fact]:
    """Return the facts that an info states outright, about one holder and some cards."""
    if info.kind not in _STATEMENTS or info.revealing_player is None:
        return frozenset()
    return frozenset(Fact(info.revealing_player.name, card, info.has_card) for card in info.cards)


_STATEMENTS = {InfoKind.SHOWN_TO_ME, InfoKind.PASSED, InfoKind.HOLDS, InfoKind.LACKS}


@dataclass(frozen=True, slots=True)
class OneOf:
    """That a player (or the envelope) holds at least one of some cards."""

    player: str
    cards: frozenset[ClueCard]


def bits(cards: int) -> Iterator[int]:
    """Yield the places of the ones in a bit set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


@dataclass(frozen=True)
class Evidence:
    """What is certain and what is open: all that is needed to count the deals that fit.

    Nothing is lost on the way here: the deals that fit the evidence are those that fit what
    was told.
    """

    edition: Edition
    players: tuple[CluePlayer, ...]
    """The players in seat order, with their hand sizes where known."""
    out: int
    """The cards that lie face-up, held by nobody."""
    held: tuple[int, ...]
    """For each place, the cards known to be there."""
    lacked: tuple[int, ...]
    """For each place, the cards known not to be there (not all that would follow)."""
    branches: tuple[tuple[int, int], ...]
    """Places with cards of which at least one is there."""
    vain: frozenset[int]
    """The triples that were accused in vain, each a set of three cards."""

    @classmethod
    def gather(cls, table: Table, events: Iterable[Event] = ()) -> "Evidence":
        """Collect what a table's set-up and events say, just as told.

        The tree hands over evidence for the same deals with much less left open, and says why;
        this is the short way for programs that want numbers only.

        Raises:
            ClueError: If an event breaks the rules by itself.
        """
        gathered = _Gathering(table)
        for event in events:
            for info in event.infos(table):
                gathered.take(info)
        return gathered.evidence()

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The index of each place: the players by seat, then "envelope"."""
        return {player.name: i for i, player in enumerate((*self.players, ENVELOPE))}

    @cached_property
    def face_up(self) -> frozenset[ClueCard]:
        """The cards that lie open for all."""
        return self._cards(self.out)

    @cached_property
    def facts(self) -> frozenset[Fact]:
        """Every certain fact about a player (or the envelope) and a card."""
        return frozenset(
            Fact(name, card, holds)
            for name, place in self.places.items()
            for cards, holds in ((self.held[place], True), (self.lacked[place], False))
            for card in self._cards(cards)
        )

    @cached_property
    def one_of(self) -> tuple[OneOf, ...]:
        """The open branches: of each, the alternatives that still stand."""
        names = tuple(self.places)
        return tuple(OneOf(names[place], self._cards(cards)) for place, cards in self.branches)

    @cached_property
    def failed(self) -> frozenset[ClueGuess]:
        """The triples that were accused in vain."""
        return frozenset(self.edition.guess(*self._cards(cards)) for cards in self.vain)

    def _cards(self, cards: int) -> frozenset[ClueCard]:
        return frozenset(self.edition.cards[place] for place in bits(cards))

    def knows(self, player: str, card: ClueCard) -> bool | None:
        """Return whether this player (or "envelope") holds the card; `None` if it is open."""
        place, bit = self.places[player], 1 << self.edition.position[card]
        if self.held[place] & bit:
            return True
        return False if self.lacked[place] & bit else None

    def assuming(self, fact: Fact) -> "Evidence":
        """Return the evidence with one more fact."""
        place, bit = self.places[fact.player], 1 << self.edition.position[fact.card]
        sets = list(self.held if fact.holds else self.lacked)
        sets[place] |= bit
        known = tuple(sets)
        return replace(self, held=known) if fact.holds else replace(self, lacked=known)


class _Gathering:
    """Evidence in the making."""

    def __init__(self, table: Table):
        self._table = table
        self._bit = {card: 1 << place for card, place in table.edition.position.items()}
        self._place = {p.name: i for i, p in enumerate((*table.players, ENVELOPE))}
        self._out = self._set(table.face_up)
        self._held = [0] * len(self._place)
        self._lacked = [self._out] * len(self._place)
        self._branches: dict[tuple[int, int], None] = {}
        self._vain: set[int] = set()
        if table.me is not None:
            mine, everything = self._set(table.me.hand), self._set(table.edition.cards)
            self._held[self._place[table.me.name]] = mine
            self._lacked[self._place[table.me.name]] = everything & ~mine

    def _set(self, cards: Iterable[ClueCard]) -> int:
        return sum(self._bit[card] for card in cards)

    def take(self, info: ClueInfo) -> None:
        cards = self._set(info.cards)
        if info.revealing_player is None:
            if info.kind is InfoKind.FAILED_GUESS:
                self._vain.add(cards)
            else:
                self._out |= cards
            return
        place = self._place[info.revealing_player.name]
        if info.kind in {InfoKind.SHOWN_TO_OTHER, InfoKind.HOLDS_ONE_OF}:
            self._branches[place, cards] = None
        elif info.has_card:
            self._held[place] |= cards
        else:
            self._lacked[place] |= cards

    def evidence(self) -> Evidence:
        return Evidence(
            self._table.edition,
            self._table.players,
            self._out,
            tuple(self._held),
            tuple(self._lacked),
            tuple(self._branches),
            frozenset(self._vain),
        )
