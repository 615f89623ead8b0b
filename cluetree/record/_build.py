"""What both spellings have in common: from names, with their places, to tables and events."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter

from more_itertools import duplicates_everseen, first, map_reduce

from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.errors import InvalidTableError, UnknownPlayerError
from cluetree.events import (
    Accusation,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    entry,
)
from cluetree.record._places import Place, Word, WordList, attempt
from cluetree.record._record import verify_hand_size
from cluetree.table import ENVELOPE, Answering, CluePlayer, Table


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as written: a name and a hand size, `None` where not known."""

    name: Word
    hand_size: int | None
    size_place: Place

    def player(self) -> CluePlayer:
        """Return the player, with nothing known of the hand."""
        verify_hand_size(self.hand_size, self.size_place)
        return attempt(self.name.place, CluePlayer, self.name.text, self.hand_size)


def set_up(
    edition: Edition,
    seats: Sequence[Seat],
    *,
    seats_place: Place,
    viewpoint: Word | None,
    hand: WordList,
    face_up: WordList,
    answering: Word | None,
) -> Table:
    """Return the table that all that a record says before its first event makes.

    Raises:
        RecordError: If it cannot be set up so; at the name that is to blame where one is.
    """
    rule = Answering.FIRST if answering is None else _answering(answering)
    table = _seated(edition, seats, seats_place)
    reader = EventReader(table)
    me = None if viewpoint is None else reader.player(viewpoint)
    held = tuple(reader.card(word) for word in hand.words)
    seen = tuple(reader.card(word) for word in face_up.words)
    if held and me is None:
        raise hand.place.error(
            "an onlooker has no hand: say whose it is (`me` in text, `viewpoint` in JSON)"
        )
    lying = zip((*held, *seen), (*hand.words, *face_up.words), strict=True)
    for card, word in duplicates_everseen(lying, key=lambda lie: lie[0]):
        raise word.place.error(f"{card} lies in two places")
    players = tuple(
        attempt(hand.place, replace, player, hand=held) if player.name == me else player
        for player in table.players
    )
    return attempt(hand.place, Table, edition, players, me, seen, rule)


def _seated(edition: Edition, seats: Sequence[Seat], place: Place) -> Table:
    """The table with its players, before any card is known."""
    players = tuple(seat.player() for seat in seats)
    try:
        return Table(edition, players)
    except InvalidTableError as error:
        names = [(seat.name.text.strip().casefold(), seat.name.place) for seat in seats]
        to_blame = chain(
            duplicates_everseen(names, key=itemgetter(0)),
            (named for named in names if named[0] == ENVELOPE.name),
        )
        blamed = first((blamed for _, blamed in to_blame), place)
        raise blamed.error(str(error)) from error


def custom_edition(
    lists: tuple[WordList, WordList, WordList], title: str, aliases: Sequence[tuple[Word, Word]]
) -> Edition:
    """Make a deck of one's own.

    Args:
        lists: The suspects, the weapons, the rooms.
        title: What the deck is called, empty if nothing.
        aliases: Other names of cards: a card as its list spells it, and what else it is called.

    Raises:
        RecordError: If it cannot be played with, at the list or the name that is to blame.
    """
    for kind, cards in zip(("suspect", "weapon", "room"), lists, strict=True):
        if not cards.words:
            raise cards.place.error(f"an edition needs at least one {kind}")
    words = [word for cards in lists for word in cards.words]
    blank = (word for word in words if not word.text.strip())
    place = first((word.place for word in blank), lists[0].place)
    names = {word.text for word in words}
    for card, _ in aliases:
        if card.text not in names:
            raise card.place.error(f"alias for no card of the deck: {card.text}")
    suspects, weapons, rooms = (tuple(word.text for word in cards.words) for cards in lists)
    return attempt(
        place,
        Edition,
        suspects,
        weapons,
        rooms,
        title=title,
        aliases=map_reduce(aliases, lambda pair: pair[0].text, lambda pair: pair[1].text, tuple),
    )


def _answering(word: Word) -> Answering:
    try:
        return Answering(word.text)
    except ValueError:
        rules = " or ".join(repr(rule.value) for rule in Answering)
        reason = f"unknown answering rule {word.text!r}: say {rules}"
        raise word.place.error(reason) from None


class EventReader:
    """Makes events from names, each name an error at its own place if it is nobody's.

    Player names come out as the table spells them, cards as the edition's own. What breaks the
    rules by itself is an error at the place of the whole event.
    """

    def __init__(self, table: Table):
        self._table = table
        # A log repeats its few cards and names; finding one by a prefix walks the deck.
        self._cards: dict[str, ClueCard] = {}
        self._holders: dict[str, str] = {}

    def knows(self, name: str) -> bool:
        """Whether this is a player's name, or the envelope's."""
        try:
            self._table.holder(name)
        except UnknownPlayerError:
            return False
        return True

    def player(self, word: Word) -> str:
        """Return the name of the player who is meant."""
        return attempt(word.place, self._table.player, word.text).name

    def holder(self, word: Word) -> str:
        """Return the name of the holder who is meant, which may be the envelope's."""
        name = self._holders.get(word.text)
        if name is None:
            name = self._holders[word.text] = attempt(
                word.place, self._table.holder, word.text
            ).name
        return name

    def card(self, word: Word) -> ClueCard:
        """Return the card that is meant."""
        card = self._cards.get(word.text)
        if card is None:
            card = attempt(word.place, self._table.edition.card, word.text)
            self._cards[word.text] = card
        return card

    def guess(self, cards: WordList) -> ClueGuess:
        """Return the guess of three cards, named in any order."""
        found = [self.card(word) for word in cards.words]
        return attempt(cards.place, self._table.edition.guess, *found)

    def suggestion(
        self,
        place: Place,
        by: Word,
        cards: WordList,
        shows: Sequence[tuple[Word | None, Word | None]],
        passed: Sequence[Word] | None,
    ) -> Event:
        """Return a suggestion with its answers."""
        event = Suggestion(
            self.player(by),
            self.guess(cards),
            tuple(
                Show(
                    None if who is None else self.player(who),
                    None if card is None else self.card(card),
                )
                for who, card in shows
            ),
            None if passed is None else tuple(self.player(word) for word in passed),
        )
        return self._verified(place, event)

    def accusation(self, place: Place, by: Word, cards: WordList, *, correct: bool) -> Event:
        """Return an accusation and how it came out."""
        return self._verified(place, Accusation(self.player(by), self.guess(cards), correct))

    def fact(
        self, kind: type[Holds] | type[Lacks], place: Place, player: Word, card: Word
    ) -> Event:
        """Return the fact that a card is, or is not, in a hand or in the envelope."""
        return self._verified(place, kind(self.holder(player), self.card(card)))

    def holds_one_of(self, place: Place, player: Word, cards: WordList) -> Event:
        """Return the fact that at least one of some cards is in a hand or in the envelope."""
        found = tuple(self.card(word) for word in cards.words)
        return self._verified(place, HoldsOneOf(self.holder(player), found))

    def _verified(self, place: Place, event: Event) -> Event:
        return attempt(place, entry, self._table, event)
