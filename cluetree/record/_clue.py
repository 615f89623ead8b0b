"""Reads the text form of a record."""

import re
from collections.abc import Iterable
from typing import Final

from cluetree.cards import Edition
from cluetree.editions import get_edition
from cluetree.errors import RecordError
from cluetree.events import Event, Holds, Lacks
from cluetree.record._build import EventReader, Seat, custom_edition, set_up
from cluetree.record._places import Place, Word, WordList, attempt, decoded, whole
from cluetree.record._record import Record
from cluetree.record._words import (
    CUSTOM,
    HEADERS,
    NOBODY,
    ONE_OF,
    REPLIES,
    SOMEBODY,
    VERBS,
    Kind,
    Line,
)
from cluetree.table import Table

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_VERDICTS: Final = {"right": True, "correct": True, "wrong": False, "incorrect": False}
_DECK: Final = ("suspects", "weapons", "rooms")

_AFTER_NAME: Final = "after the name comes ': ', 'accuses', 'holds' or 'lacks'"
_AFTER_CARDS: Final = "after the cards comes who answered, as '-> Eve shows' or '-> nobody'"
_AFTER_REPLY: Final = "after an answer comes a comma or the line's end"
_A_SEAT: Final = "a player is a name and a hand size, or ? where it is not known, as 'Ann 6'"
_AN_ALIAS: Final = "after the card comes ': ' and another name of it, as 'Poison: Arsenic'"
_AFTER_ACCUSED: Final = "after the cards comes how it came out, ': right' or ': wrong'"
_A_REPLY: Final = "after the name comes 'passes' or 'shows'"
_END: Final = "the line should end here"


def loads_clue(text: str | bytes, *, source: str = "<text>") -> Record:
    """Read a record from text.

    Args:
        text: The record, one event a line; bytes are UTF-8, with or without byte order mark.
        source: What errors call the text, such as its file's name.

    Raises:
        RecordError: If the text is no record; it tells line and column.
    """
    headers = _Headers()
    reader: EventReader | None = None
    table = None
    events: list[Event] = []
    lines = _LINE_END.split(decoded(text, source))
    for number, line_text in enumerate(lines, 1):
        line = Line(line_text, number, source)
        if line.at_end():
            continue
        key = headers.key(line)
        if key is not None and reader is None:
            headers.add(key, line)
        elif key is not None:
            raise _late(key, line)
        else:
            if reader is None:
                table = headers.table(line)
                reader = EventReader(table)
            events.append(_event(line, reader))
    if table is None:
        table = headers.table(Line("", len(lines), source))
    return Record(table, tuple(events), headers.title)


def loads_event(text: str, table: Table, *, source: str = "<text>") -> Event:
    """Read one event as a line tells it, at a table that is set up.

    Args:
        text: The line.
        table: Where it happened.
        source: What errors call the line.

    Raises:
        RecordError: If this is no event, or more than one; it tells the column.
    """
    if _LINE_END.search(text):
        raise Place(source, 1, 1).error("one event at a time: this is more than one line")
    line = Line(whole(text, source), 1, source)
    if line.at_end():
        raise line.place().error("nothing is told: an event should stand here")
    key = _header(line, table.names)
    if key is not None:
        raise _late(key, line)
    return _event(line, EventReader(table))


def _header(line: Line, names: Iterable[str]) -> str | None:
    """The header that a line is, if any; `Me: ...` is none where somebody is called so."""
    token = line.peek()
    key = token.text.casefold().replace("-", "_")
    if token.kind is not Kind.WORD or key not in HEADERS:
        return None
    is_player = any(name.casefold().startswith(key) for name in names)
    return None if is_player and line.peek(1).is_sign(":") else key


def _late(key: str, line: Line) -> RecordError:
    return line.place().error(f"{key} belongs to the set-up, which comes before the events")


class _Headers:
    """The set-up's lines, in whatever order they come."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._words: dict[str, Word] = {}
        self._lists: dict[str, WordList] = {}
        self._seats: tuple[Seat, ...] = ()
        self._deck_title = ""
        self._aliases: tuple[tuple[Word, Word], ...] = ()

    @property
    def title(self) -> str:
        """The title, empty if there is none."""
        word = self._words.get("title")
        return word.text if word is not None else ""

    def key(self, line: Line) -> str | None:
        """The header that a line is, if any."""
        return _header(line, (seat.name.text for seat in self._seats))

    def add(self, key: str, line: Line) -> None:
        """Take in one line.

        Raises:
            RecordError: If the same line came before, or does not say what it should.
        """
        place = line.place()
        said = line.take().text
        if line.peek().is_sign(":"):
            raise place.error(
                f'{said} opens a line of the set-up, without colon; a player called so is "{said}"'
            )
        if key in self._places:
            raise place.error(f"{key} is given twice, first in line {self._places[key].line}")
        self._places[key] = line.place()
        match key:
            case "title":
                self._words[key] = line.free_text()
            case "edition":
                is_quoted = line.peek().kind is Kind.QUOTED
                word = self._words[key] = line.free_text()
                self._deck_title = word.text if is_quoted or word.text.casefold() != CUSTOM else ""
            case "aliases":
                self._aliases = line.listed(lambda: _alias(line))
            case "me":
                self._words[key] = line.name("a player's name")
            case "answering":
                word = line.name("first or all")
                self._words[key] = Word(word.text.casefold(), word.place)
            case "players":
                self._seats = line.listed(lambda: _seat(line))
            case _:
                nothing = WordList((), line.place())
                self._lists[key] = nothing if line.at_end() else line.names("a card")
        line.verify_end(_END)

    def table(self, line: Line) -> Table:
        """Return the table described so far.

        Args:
            line: The line that needs it: what is missing is missing here.

        Raises:
            RecordError: If it cannot be set up so.
        """
        if "players" not in self._places:
            raise self._missing("players", line)
        # A hand that is missing is missing for whoever says `me`.
        nothing = WordList((), self._places.get("me", line.place()))
        return set_up(
            self._edition(line),
            self._seats,
            seats_place=self._places["players"],
            viewpoint=self._words.get("me"),
            hand=self._lists.get("hand", nothing),
            face_up=self._lists.get("face_up", nothing),
            answering=self._words.get("answering"),
        )

    def _edition(self, line: Line) -> Edition:
        if self._lists.keys().isdisjoint(_DECK):
            if self._aliases:
                raise self._places["aliases"].error(
                    "aliases are given to the cards of a deck of one's own; "
                    "a shipped edition has its own"
                )
            if "edition" not in self._places:
                raise self._missing("edition", line)
            word = self._words["edition"]
            return attempt(word.place, get_edition, word.text)
        for key in _DECK:
            if key not in self._lists:
                raise self._missing(key, line)
        suspects, weapons, rooms = (self._lists[key] for key in _DECK)
        return custom_edition((suspects, weapons, rooms), self._deck_title, self._aliases)

    def _missing(self, key: str, line: Line) -> RecordError:
        return line.place().error(
            f"the set-up has no line {key!r} yet; its lines are {', '.join(HEADERS)}"
        )


def _alias(line: Line) -> tuple[Word, Word]:
    """Take a card's name and another name that it goes by."""
    card = line.name("a card")
    if not line.take_sign(":"):
        raise line.unexpected(_AN_ALIAS)
    return card, line.name("another name of the card")


def _seat(line: Line) -> Seat:
    """Take a name and a hand size; the last word is the size, whatever the name looks like."""
    place = line.place()
    words: list[str] = []
    if line.peek().kind is Kind.QUOTED:
        words.append(line.take().text)
    else:
        while line.peek().kind is Kind.WORD and line.peek(1).kind is Kind.WORD:
            words.append(line.take().text)
    if not words:
        raise line.unexpected(_A_SEAT)
    size, size_place = line.peek(), line.place()
    digits = size.text.isascii() and size.text.isdigit()
    if size.kind is not Kind.WORD or not (digits or size.text == "?"):
        raise line.unexpected(_A_SEAT)
    line.take()
    # Python refuses to read thousands of digits; what is cut here is too large all the same.
    number = int(size.text[:20]) if digits else None
    return Seat(Word(" ".join(words), place), number, size_place)


def _event(line: Line, reader: EventReader) -> Event:
    place, start = line.place(), line.mark()
    who = line.name("a player's name", VERBS)
    if line.take_sign(":"):
        return _suggestion(line, reader, place, who)
    if not line.peek().means(VERBS):
        line.back_to_name_end(start, reader.knows)
        raise line.unexpected(_AFTER_NAME)
    verb = line.take().text.casefold()
    event: Event
    if verb == "accuses":
        cards = line.names("a card")
        event = reader.accusation(place, who, cards, correct=_verdict(line))
    elif verb == "holds" and all(line.peek(n).means({word}) for n, word in enumerate(ONE_OF)):
        for _ in ONE_OF:
            line.take()
        event = reader.holds_one_of(place, who, line.names("a card"))
    else:
        kind = Holds if verb == "holds" else Lacks
        event = reader.fact(kind, place, who, line.name("a card"))
    line.verify_end(_END)
    return event


def _verdict(line: Line) -> bool:
    if not line.take_sign(":") or not line.peek().means(_VERDICTS):
        raise line.unexpected(_AFTER_ACCUSED)
    return _VERDICTS[line.take().text.casefold()]


def _suggestion(line: Line, reader: EventReader, place: Place, by: Word) -> Event:
    cards = line.names("a card")
    if not line.take_sign("->"):
        raise line.unexpected(_AFTER_CARDS)
    answers = _Answers()
    line.listed(lambda: answers.take(line, reader))
    line.verify_end(_AFTER_REPLY)
    return reader.suggestion(place, by, cards, answers.shows, answers.passed)


class _Answers:
    """Who passed and who showed, as one line tells it.

    `nobody` alone says that nobody showed and leaves the passes to the seats; `nobody passes`
    says that nobody is known to have passed, which is less. `somebody shows` says that a card was
    shown, and not by whom; a player of that name stands in quotes.
    """

    def __init__(self) -> None:
        self.shows: list[tuple[Word | None, Word | None]] = []
        self.passed: list[Word] | None = None
        self._closed: set[str] = set()

    def take(self, line: Line, reader: EventReader) -> None:
        """Take one answer.

        Raises:
            RecordError: If it is none, or an earlier answer denies it.
        """
        place, start = line.place(), line.mark()
        nobody = line.peek().means({NOBODY}) and (
            line.peek(1).kind is not Kind.WORD or line.peek(1).means(REPLIES)
        )
        somebody = line.peek().means({SOMEBODY}) and line.peek(1).means(REPLIES)
        who = line.name("an answer", REPLIES)
        if nobody and not line.peek().means(REPLIES):
            verb = "shows"
        elif line.peek().means(REPLIES):
            verb = line.take().text.casefold()
        else:
            line.back_to_name_end(start, reader.knows)
            raise line.unexpected(_A_REPLY)
        if somebody and verb == "passes":
            raise place.error("that somebody passes says nothing: leave it out, or say who")
        told = self.passed if verb == "passes" else self.shows
        if verb in self._closed or (nobody and told):
            clash = "is said twice" if nobody and not told else "does not go with another answer"
            raise place.error(f"'nobody {verb}' {clash}: leave one out")
        if nobody:
            self._closed.add(verb)
        if verb == "passes":
            self.passed = [] if self.passed is None else self.passed
            if not nobody:
                self.passed.append(who)
        elif not nobody:
            unseen = line.at_end() or line.peek().kind is Kind.SIGN
            card = None if unseen else line.name("a card")
            self.shows.append((None if somebody else who, card))
