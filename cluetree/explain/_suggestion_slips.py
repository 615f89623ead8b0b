"""How a suggestion goes wrong: who asked, for what, who answered, and with which card."""

from collections.abc import Iterator
from dataclasses import replace

from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Show, Suggestion
from cluetree.explain._slips import Slip, SlipKind, guesses, near_cards, near_seats
from cluetree.table import Answering, Table


def suggestion_slips(table: Table, event: Suggestion) -> Iterator[Slip]:
    """Yield what may have been meant by a suggestion."""
    slips = _Suggestion(table, event)
    yield from slips.answers()
    yield from slips.seats()
    yield from slips.shown()
    yield from slips.somebody()
    yield from slips.asked()
    yield from slips.askers()
    yield from slips.passers()


def double_slips(table: Table, event: Suggestion) -> Iterator[Slip]:
    """Yield what may have been meant where one mistake alone explains nothing."""
    return _Suggestion(table, event).both()


def oddities(table: Table, event: Suggestion) -> int:
    """Count what is not as the game goes: passes against the seats, cards against the sight.

    Such a suggestion may be true (somebody was overlooked, a card was dropped), but rarely is.
    """
    strange = sum(
        (show.card is None)
        is (table.viewpoint is not None and table.viewpoint in {event.by, show.by})
        for show in event.shows
    )
    return strange + (not _goes_by_seats(table, event))


def _goes_by_seats(table: Table, event: Suggestion) -> bool:
    """Say whether those passed whom the seats imply, or the seats imply nothing."""
    return Show(None) in event.shows or event.passes(table) == replace(event, passed=None).passes(
        table
    )


class _Suggestion:
    """One suggestion as told, which is as the table spells it."""

    def __init__(self, table: Table, event: Suggestion):
        self._table = table
        self._by, self._guess, self._shows = event.by, event.guess, event.shows
        self._named = tuple((show.by, show) for show in self._shows if show.by is not None)
        self._showers = tuple(name for name, _ in self._named)
        self._passes = event.passes(table)
        self._tells_passes = event.passed is not None
        self._goes_by_seats = _goes_by_seats(table, event)
        self._first = table.answering is Answering.FIRST

    # What the record would hold

    def _retold(
        self,
        *,
        by: str | None = None,
        guess: ClueGuess | None = None,
        shows: tuple[Show, ...] | None = None,
        also: tuple[str, ...] = (),
    ) -> Iterator[Suggestion]:
        """Change parts of the event; the passes follow the seats, or stay where they did not.

        `also` are players who pass now; a player who now asks or shows does not pass.
        """
        by = self._by if by is None else by
        shows = self._shows if shows is None else shows
        event = Suggestion(by, self._guess if guess is None else guess, shows)
        if not self._tells_passes:
            yield event
            return
        by_seats = replace(event, passed=event.passes(self._table))
        if self._goes_by_seats:
            yield by_seats
            return
        kept = {*self._passes, *also}.difference({by}, (show.by for show in shows))
        passed = tuple(name for name in self._table.left_of(by) if name in kept)
        yield replace(event, passed=passed)
        yield by_seats

    def _sees(self, by: str, shower: str) -> bool:
        """Whether the viewpoint sees a card that one shows to the other."""
        return self._table.viewpoint in {by, shower}

    def _shows_by(self, name: str, instead_of: Show | None) -> Iterator[Show]:
        """Yield the shows that a record would have if this player had shown."""
        seen = instead_of.card if instead_of else None
        me = self._table.me
        mine = me.hand if me is not None and me.name == name else self._table.edition.cards
        if instead_of and instead_of.by and self._sees(self._by, instead_of.by) is (seen is None):
            yield Show(name, seen)  # this record does not name cards by who saw them
        elif not self._sees(self._by, name):
            yield Show(name)
        elif seen is not None and seen in mine:
            yield Show(name, seen)
        else:
            yield from (Show(name, card) for card in self._guess if card in mine)

    # What may be wrong

    def answers(self) -> Iterator[Slip]:
        for name, show in self._named:
            rest = tuple(other for other in self._shows if other != show)
            for meant in self._retold(shows=rest, also=(name,)):
                yield Slip(SlipKind.ANSWER, meant)
        if Show(None) in self._shows:
            yield Slip(SlipKind.ANSWER, self._as_told(self._guess, ()))
            return  # a player who passed may be the one who showed: then they just did not pass
        if self._first and self._shows:
            return  # then another player showed: a wrong seat
        for name in self._passes:
            for show in self._shows_by(name, None):
                for meant in self._retold(shows=(*self._shows, show)):
                    yield Slip(SlipKind.ANSWER, meant)

    def seats(self) -> Iterator[Slip]:
        asked = self._table.left_of(self._by)
        for shower, old in self._named:
            for name in asked:
                if name in self._showers:
                    continue
                passes = not self._first or asked.index(shower) < asked.index(name)
                odds = near_seats(self._table, shower, name)
                for show in self._shows_by(name, old):
                    shows = tuple(show if other == old else other for other in self._shows)
                    for meant in self._retold(shows=shows, also=(shower,) if passes else ()):
                        yield Slip(SlipKind.SEAT, meant, odds)

    def both(self) -> Iterator[Slip]:
        """Another player showed another card: two errors with one cause."""
        for shower, old in self._named:
            if old.card is None:
                continue
            for name in self._table.left_of(self._by):
                if name in self._showers or not self._sees(self._by, name):
                    continue
                odds = near_seats(self._table, shower, name)
                for card in self._guess:
                    if card != old.card:
                        show = Show(name, card)
                        shows = tuple(show if one == old else one for one in self._shows)
                        for meant in self._retold(shows=shows, also=(shower,)):
                            yield Slip(SlipKind.BOTH, meant, odds)

    def shown(self) -> Iterator[Slip]:
        for show in self._shows:
            if show.card is None:
                continue
            for card in self._guess:
                if card != show.card:
                    yield Slip(SlipKind.SHOWN, self._with_card(show, card))
            yield Slip(SlipKind.BLANK, self._with_card(show, None))

    def _with_card(self, old: Show, card: ClueCard | None) -> Suggestion:
        shows = (Show(show.by, card) if show == old else show for show in self._shows)
        return self._as_told(self._guess, tuple(shows))

    def _as_told(self, guess: ClueGuess, shows: tuple[Show, ...]) -> Suggestion:
        return Suggestion(self._by, guess, shows, self._passes if self._tells_passes else None)

    def somebody(self) -> Iterator[Slip]:
        if self._named:
            yield Slip(SlipKind.SOMEBODY, self._as_told(self._guess, (Show(None),)))

    def asked(self) -> Iterator[Slip]:
        for card, other, guess in guesses(self._table, self._guess):
            shows = tuple(
                Show(show.by, other) if show.card == card else show for show in self._shows
            )
            odds = near_cards(self._table, card, other)
            yield Slip(SlipKind.ASKED, self._as_told(guess, shows), odds, about=card)

    def askers(self) -> Iterator[Slip]:
        for name in self._table.names:
            if name == self._by or name in self._showers:
                continue
            odds = near_seats(self._table, self._by, name)
            for meant in self._retold(by=name):
                yield Slip(SlipKind.ASKER, meant, odds)

    def passers(self) -> Iterator[Slip]:
        for name in self._passes:
            left = tuple(other for other in self._passes if other != name)
            meant = Suggestion(self._by, self._guess, self._shows, left)
            yield Slip(SlipKind.PASSER, meant)
            if not self._tells_passes:
                continue  # the seats say who was asked
            for other in self._table.left_of(self._by):
                if other not in {*self._passes, *self._showers}:
                    passed = tuple(other if kept == name else kept for kept in self._passes)
                    odds = near_seats(self._table, name, other)
                    yield Slip(SlipKind.PASSER, replace(meant, passed=passed), odds)
