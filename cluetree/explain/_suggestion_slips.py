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

    # What would stand in the record

    def _retold(
        self,
        *,
        by: str | None = None,
        guess: ClueGuess | None = None,
        shows: tuple[Show, ...] | None = None,
        also: tuple[str, ...] = (),
    ) -> Iterator[tuple[Suggestion, str]]:
        """Tell it otherwise: passes as the seats imply, or, if told against them, also as told.

        `also` pass who did not before; nobody does who now asks or shows. The second part says
        what else changes.
        """
        by = self._by if by is None else by
        shows = self._shows if shows is None else shows
        event = Suggestion(by, self._guess if guess is None else guess, shows)
        if not self._tells_passes:
            yield event, ""
            return
        by_seats = replace(event, passed=event.passes(self._table))
        if self._goes_by_seats:
            yield by_seats, ""
            return
        told = {*self._passes, *also}.difference({by}, (show.by for show in shows))
        passed = tuple(name for name in self._table.left_of(by) if name in told)
        yield replace(event, passed=passed), ""
        if passed != by_seats.passed:
            yield by_seats, f"; {_listed(by_seats.passed)} passed"

    def _sees(self, by: str, shower: str) -> bool:
        """Whether the viewpoint sees a card that one shows to the other."""
        return self._table.viewpoint in {by, shower}

    def _shows_by(self, name: str, instead_of: Show | None) -> Iterator[Show]:
        """Yield the shows that a record would have if this player had shown."""
        seen = instead_of.card if instead_of else None
        me = self._table.me
        mine = me.hand if me is not None and me.name == name else self._table.edition.cards
        if instead_of and instead_of.by and self._sees(self._by, instead_of.by) is (seen is None):
            yield Show(name, seen)  # this record has its own way with cards
        elif not self._sees(self._by, name):
            yield Show(name)
        elif seen is not None and seen in mine:
            yield Show(name, seen)
        else:
            yield from (Show(name, card) for card in self._guess if card in mine)

    # What may have been mistaken

    def answers(self) -> Iterator[Slip]:
        for name, show in self._named:
            rest = tuple(other for other in self._shows if other != show)
            for meant, more in self._retold(shows=rest, also=(name,)):
                yield Slip(SlipKind.ANSWER, f"{name} passed, not showed{more}", meant)
        if Show(None) in self._shows:
            yield Slip(SlipKind.ANSWER, "nobody showed", self._as_told(self._guess, ()))
            return  # who passed may be that somebody: then they just did not pass
        if self._first and self._shows:
            return  # then another one showed: a mistaken seat
        for name in self._passes:
            for show in self._shows_by(name, None):
                for meant, more in self._retold(shows=(*self._shows, show)):
                    yield Slip(SlipKind.ANSWER, f"{_showed(show)}, not passed{more}", meant)

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
                    change = f"{_showed(show, old.card)}, not {shower}"
                    also = (shower,) if passes else ()
                    for meant, more in self._retold(shows=shows, also=also):
                        yield Slip(SlipKind.SEAT, change + more, meant, odds)

    def both(self) -> Iterator[Slip]:
        """Another one showed, and another card: two mistakes that come of one."""
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
                        change = f"{name} showed {card}, not {shower} {old.card}"
                        for meant, more in self._retold(shows=shows, also=(shower,)):
                            yield Slip(SlipKind.BOTH, change + more, meant, odds)

    def shown(self) -> Iterator[Slip]:
        for show in self._shows:
            if show.card is None:
                continue
            for card in self._guess:
                if card != show.card:
                    change = f"the card shown was {card}, not {show.card}"
                    yield Slip(SlipKind.SHOWN, change, self._with_card(show, card))
            change = f"the card that {show.by} showed is not known"
            yield Slip(SlipKind.BLANK, change, self._with_card(show, None))

    def _with_card(self, old: Show, card: ClueCard | None) -> Suggestion:
        shows = (Show(show.by, card) if show == old else show for show in self._shows)
        return self._as_told(self._guess, tuple(shows))

    def _as_told(self, guess: ClueGuess, shows: tuple[Show, ...]) -> Suggestion:
        return Suggestion(self._by, guess, shows, self._passes if self._tells_passes else None)

    def somebody(self) -> Iterator[Slip]:
        if self._named:
            change = "who showed is not known"
            meant = self._as_told(self._guess, (Show(None),))
            yield Slip(SlipKind.SOMEBODY, change, meant)

    def asked(self) -> Iterator[Slip]:
        for card, other, guess in guesses(self._table, self._guess):
            shown = any(show.card == card for show in self._shows)
            shows = tuple(
                Show(show.by, other) if show.card == card else show for show in self._shows
            )
            change = f"{other} was asked for{' and shown' if shown else ''}, not {card}"
            odds = near_cards(self._table, card, other)
            group = f"another {card.category} was asked for, not {card}"
            yield Slip(SlipKind.ASKED, change, self._as_told(guess, shows), odds, group)

    def askers(self) -> Iterator[Slip]:
        for name in self._table.names:
            if name == self._by or name in self._showers:
                continue
            odds = near_seats(self._table, self._by, name)
            change = f"{name} suggests instead of {self._by}"
            for meant, more in self._retold(by=name):
                yield Slip(SlipKind.ASKER, change + more, meant, odds)

    def passers(self) -> Iterator[Slip]:
        for name in self._passes:
            left = tuple(other for other in self._passes if other != name)
            meant = Suggestion(self._by, self._guess, self._shows, left)
            yield Slip(SlipKind.PASSER, f"{name} did not pass", meant)
            if not self._tells_passes:
                continue  # the seats say who was asked
            for other in self._table.left_of(self._by):
                if other not in {*self._passes, *self._showers}:
                    passed = tuple(other if kept == name else kept for kept in self._passes)
                    odds = near_seats(self._table, name, other)
                    change = f"{other} passed, not {name}"
                    yield Slip(SlipKind.PASSER, change, replace(meant, passed=passed), odds)


def _showed(show: Show, before: ClueCard | None = None) -> str:
    card = f" {show.card}" if show.card not in {None, before} else ""
    return f"{show.by} showed{card}"


def _listed(names: tuple[str, ...] | None) -> str:
    return " and ".join(names or ("nobody",))
