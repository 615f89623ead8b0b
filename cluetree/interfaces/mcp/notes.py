"""The notes of an assistant: the tools for one game, and the file that keeps it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, cast

from more_itertools import longest_common_prefix
from msgspec import Meta, Raw
from msgspec.json import encode

from cluetree import record as records
from cluetree._names import names_in
from cluetree.advice import accuse_now
from cluetree.cards import Category
from cluetree.errors import ClueError, InvalidTableError, LimitReached, RecordError, system_reason
from cluetree.events import Event, Suggestion
from cluetree.interfaces.drawing import advice, reasons, sheet
from cluetree.interfaces.drawing.parts import as_text
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.operations import log
from cluetree.operations.ask import chance
from cluetree.operations.explain import clashes
from cluetree.operations.registry import name_of
from cluetree.record import Record
from cluetree.table import Table
from cluetree.text.advice import to_do
from cluetree.text.changes import contradiction, hint_words, what_changed
from cluetree.text.events import brief, sentence
from cluetree.text.language import enumeration, t
from cluetree.text.printable import printable

_Number = Annotated[int, Meta(ge=1)]
_Player = Annotated[str, name_of("player")]
_Card = Annotated[str, name_of("card")]


class GameFile:
    """A game and its file, which other programs may change; without a path nothing is saved.

    Raises:
        ClueError: From methods, if the file cannot be read, copied or written.
    """

    def __init__(self, path: Path | None):
        self.path: Final = path
        self.book: Notebook | None = None
        """The game, if one is open."""
        self._seen = b""
        """The content when it was last read or written."""
        self._has_comments = False

    def _content(self) -> bytes:
        """Return the content; empty if the file does not exist."""
        try:
            return self.path.read_bytes() if self.path else b""
        except FileNotFoundError:
            return b""
        except OSError as error:
            why = system_reason(error)
            raise RecordError(f"cannot read the file: {why}", str(self.path)) from error

    def read(self) -> bool:
        """Read the game if another program has written it; return whether it has."""
        try:
            content = self._content()
            if not content.strip() or content == self._seen:
                return False
            self.book = Notebook.from_record(records.loads(content, source=str(self.path)))
        except RecordError as error:
            todo = "correct the file, or replace it by `new` with `replace`"
            raise ClueError(f"{error}; {todo}") from error
        self._seen = content
        self._has_comments = b"#" in content and not content.startswith(b"{")
        return True

    def save(self, book: Notebook) -> Path | None:
        """Write a game; return the copy of the old file if that had comments, which are lost."""
        if self.path is None:
            return None
        seen = self._seen
        copy = self.copy_aside() if self._has_comments and self._content() == seen else None
        records.save(book.record, self.path, replaces=seen)
        is_json = self.path.suffix.lower() == ".json"
        written = records.dumps_json if is_json else records.dumps_clue
        self._seen, self._has_comments = written(book.record).encode(), False
        return copy

    def copy_aside(self) -> Path | None:
        """Copy the file to the first free name beside it that ends in .bak, and allow `save`."""
        content = self._content()
        if self.path is None or not content:
            return None
        path = self.path
        names = (path.with_name(f"{path.name}.{number}.bak") for number in count(1))
        copy = next(name for name in names if not name.exists())
        try:
            with copy.open("xb") as file:
                file.write(content)
        except OSError as error:
            raise RecordError(f"cannot copy the file: {system_reason(error)}", str(copy)) from error
        self._seen, self._has_comments = content, False
        return copy


class Notes:
    """The tools; the model reads their docstrings.

    Raises:
        ClueError: From tools, if the library refuses a call or the file cannot be used.
    """

    def __init__(self, path: Path | None):
        self._file: Final = GameFile(path)
        self.lock: Final = Lock()
        """To be held during a call."""

    @property
    def greeting(self) -> str:
        """Say which game is open, or why none is."""
        file = self._file
        try:
            file.read()
        except ClueError as error:
            return f"The file cannot be used: {error}."
        if file.book is None:
            return "No game is open: open one with `new`."
        entries = t("count.entries", count=len(file.book))
        saved = "not saved" if file.path is None else f"saved in {file.path}"
        return f"A game with {entries} is open, {saved}:\n{_set_up(file.book)}"

    @property
    def book(self) -> Notebook:
        """The open game."""
        self._file.read()
        if self._file.book is None:
            raise ClueError("no game is open: open one with `new`")
        self._file.book.limit = PATIENCE
        return self._file.book

    @property
    def possible_book(self) -> Notebook:
        """The open game; raise an error if its log is contradictory."""
        book = self.book
        if contradiction := _contradiction(book):
            raise ClueError(contradiction)
        return book

    def _change(self, change: Callable[[Notebook], object], first: int | None = 0) -> str:
        """Make a change, save it and say what it means; drop it if it cannot be saved.

        At most the `first` entries stay (`None`: all), and a change that returns a text makes none.
        """
        if self._file.read():
            raise ClueError(
                "another program has changed the file; it was read again and nothing was entered: "
                "see `log`, then repeat the change if it is still needed"
            )
        book = self.book
        unchanged = book.copy()
        set_up, before = _set_up(book), None
        with suppress(LimitReached):
            before = book.possible_part().beliefs
        if isinstance(why := change(book), str):
            return why
        try:
            copy = self._file.save(book)
        except ClueError:
            self._file.book = unchanged
            raise
        lines = [] if _set_up(book) == set_up else [f"The set-up is now:\n{_set_up(book)}"]
        names = _new_names(unchanged.table, book.table)
        old = unchanged.record
        if names:
            old = _renamed(old, names)
            count = sum(one != two for one, two in zip(unchanged.events, old.events, strict=True))
            renamed = enumeration(f"{was} is now {name}" for was, name in names.items())
            lines.append(printable(f"{renamed} in {t('count.entries', count=count)}."))
        lines += [*_changed(_entries(old), _entries(book), first), *_copied(copy)]
        try:
            if not book.consistent:
                return "\n".join((*lines, self.check()))
            news = "" if before is None else what_changed(before, book.beliefs)
            hint = hint_words(book).text if len(book) > len(unchanged) else ""
            lines += map(printable, filter(None, (news, to_do(book), hint)))
        except LimitReached as error:
            lines.append(f"The consequences are not known: {error}.")
        return "\n".join(lines)

    # Changes

    def new(self, *, record: str, replace: bool = False) -> str:
        """Open a game from the text of a .clue file, players clockwise, in seat order.

        Ask the player before you replace a game that has entries.
        """
        game = Notebook.from_record(records.loads(record))
        _verify_hands(game.table)
        is_free = False
        with suppress(ClueError):  # of an unreadable file
            self._file.read()
            is_free = not self._file.book  # none, or one without entries
        if not is_free and not replace:
            raise ClueError(
                f"{self.greeting}\nAsk the player before you replace it, then call `new` with "
                f"`replace`{'; its file is copied first' if self._file.path else ''}. For two "
                "games at the same time, start a second server with another file."
            )
        copy = None if is_free else self._file.copy_aside()
        copy = self._file.save(game) or copy
        self._file.book = game
        return "\n".join((self.log(), *_copied(copy)))

    def set_up(self, *, record: str) -> str:
        """Correct players, seats, hand sizes or your hand, and keep the entries.

        Give the whole set-up as for `new`. A changed name at a seat renames the player.
        """
        corrected = records.loads(record)
        _verify_hands(corrected.table)
        if corrected.events:
            raise ClueError("the set-up must have no events: the entries are kept")

        def change(book: Notebook) -> str | None:
            if corrected.table == book.table:
                return "The set-up is the same: nothing was changed."
            old = _renamed(book.record, _new_names(book.table, corrected.table))
            book.replace(Record(corrected.table, tuple(_at(corrected.table, old)), book.title))
            return None

        return self._change(change)

    def read(self, *, lines: str) -> str:
        """Say what pasted lines mean, without adding them; show it before you call `tell`."""
        found = log.read(self.book, lines=lines)
        entries = (printable(f"{each.number}. {each.words}") for each in found.entries)
        return "\n".join((*entries, *found.errors))

    def tell(self, *, line: str, before: Annotated[int, Meta(ge=0)] = 0) -> str:
        """Add an event at the end of the log, or before the entry with a number.

        A text of several lines adds several events, all or none.
        """
        if before:
            return self._change(lambda book: book.insert(before, _event(line, book)), before - 1)
        return self._change(
            lambda book: book.tell(*records.loads_clue_events(line, book.table, after=book.events)),
            None,
        )

    def edit(self, *, number: _Number, line: str) -> str:
        """Replace the entry with this number."""
        return self._change(lambda book: book.edit(number, _event(line, book)), number - 1)

    def delete(self, *, number: _Number) -> str:
        """Delete the entry with this number."""
        return self._change(lambda book: book.delete(number), number - 1)

    def repair(self, *, number: _Number) -> str:
        """Apply the repair with this number in the answer of `check`."""
        return self._change(lambda book: book.repair(number))

    def undo(self) -> str:
        """Undo the last change since the server started."""
        return self._change(lambda book: book.undo() or "There is nothing to undo.")

    # Questions

    def log(self) -> str:
        """List the players and all entries."""
        book = self.book
        doubt = ""
        with suppress(LimitReached):
            doubt = _contradiction(book)
        entries = (f"{number}. {entry}" for number, entry in enumerate(_entries(book), start=1))
        return "\n".join(filter(None, (_set_up(book), *entries, doubt)))

    def sheet(self, *, claims: str = "") -> str:
        """Show every mark and probability, and the odds of the envelope.

        With lines of facts, such as "Bob holds one of plum, rope", return only the exact chance
        that all of them are true.
        """
        if claims:
            answer = chance(self.possible_book, claims=(Raw(encode(claims)),))
            return printable(answer.claim)
        try:
            return as_text(sheet.solution(self.possible_book))
        except LimitReached as error:
            by_rules = sheet.settled(self.book.tree.evidence(), self.book.table)
            return as_text(by_rules, f"The deals were not counted: {error}.")

    def why(self, *, player: _Player, card: _Card) -> str:
        """Prove that a player (or envelope) holds or lacks a card, or show that it is open."""
        book = self.book
        return as_text(reasons.explanation(book, player, card), _contradiction(book))

    def advise(self, *, rooms: _Card = "", top: _Number = advice.FEW) -> str:
        """Rank suggestions by their expected information, in the rooms in reach: "hall, study"."""
        book = self.possible_book
        ranking = book.advise(names_in(rooms) or None)
        return to_do(book) or as_text(advice.ranking(ranking, book, top))

    def card_to_show(self, *, asker: _Player, cards: _Card) -> str:
        """Rank the cards that the player can show to a suggestion: "plum, rope, hall"."""
        book = self.possible_book
        guess = book.table.edition.guess(*names_in(cards))
        return as_text(advice.showing(book.card_to_show(asker, guess)))

    def rivals(self) -> str:
        """Estimate what each opponent knows, and whether to accuse now."""
        book = self.possible_book
        known = book.rivals()
        accusing = accuse_now(book, known=known, limit=book.limit)
        return as_text(advice.opponents(known), advice.accusing(accusing, book))

    def check(self) -> str:
        """List contradictions with numbered repairs, or entries that look wrong."""
        book = self.book
        if book.consistent:
            return as_text(reasons.suspicions(book.suspicious(), book))
        clashing = (reasons.sentences(one.short) for one in clashes(book, book.conflicts()))
        todo = "Ask the player what is right, then call `repair`, `edit` or `set_up`."
        return as_text(*clashing, reasons.repairs(book.repairs(), book, deals=False), todo)

    def review(self) -> str:
        """Review a game: what each entry gave away beyond its own words, and what was missed."""
        book = self.possible_book
        return as_text(reasons.review(book.review(), book))


def _contradiction(book: Notebook) -> str:
    """Say which entries contradict each other and what to do; nothing of a possible log."""
    if book.consistent:
        return ""
    words = contradiction(next(iter(book.conflicts().sets), ()))
    return f"{sentence(words)} Call `check`, then ask the player what is right."


def _event(line: str, book: Notebook) -> Event:
    return records.loads_clue_event(line, book.table)


# Changes in words


def _set_up(book: Notebook) -> str:
    return records.dumps_clue(Record(book.table, (), book.title)).strip()


def _entries(game: Notebook | Record) -> list[str]:
    return [_entry(event, game.table) for event in game.events]


def _entry(event: Event, table: Table) -> str:
    """Tell an entry, with the passes that the seats imply."""
    words = brief(event, table.edition)
    if isinstance(event, Suggestion) and event.passed is None and event.shows:
        passes = " and ".join(event.passes(table))
        words += f" # {passes} passed by seat order" if passes else ""
    return printable(words)


def _changed(before: Sequence[str], after: Sequence[str], first: int | None) -> Iterator[str]:
    """Say which entries of a log are new, and which are gone, after some that are the same.

    Compared from the end, of equal entries the first changes.
    """
    kept = len([*longest_common_prefix([before, after[:first]])])
    old, new = before[kept:][::-1], after[kept:][::-1]
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changes = [block[1:] for block in reversed(blocks) if block[0] != "equal"]
    gone = (at for start, stop, *_ in changes for at in reversed(range(start, stop)))
    entered = (at for *_, start, stop in changes for at in reversed(range(start, stop)))
    yield from (f"Gone: {len(before) - at}. {old[at]}." for at in gone)
    yield from (f"Entered: {len(after) - at}. {new[at]}." for at in entered)


def _copied(copy: Path | None) -> Iterator[str]:
    if copy is not None:
        yield f"The old file was copied to {copy}."


# Corrected set-ups


def _verify_hands(table: Table) -> None:
    sizes = [hand.hand_size for hand in table.hands]
    dealt = len(table.edition.cards) - len(Category) - len(table.face_up)
    total = sum(filter(None, sizes))
    if total > dealt or (None not in sizes and total != dealt):
        raise InvalidTableError(
            f"the hands must add up to the {dealt} dealt cards, got {total}: ask the player for "
            "the hand sizes; `?` is an unknown size, cards that all can see go in `face_up`, and "
            "cards that lie face down in `face_down`"
        )


def _new_names(old: Table, new: Table) -> dict[str, str]:
    """Return the new names of players at their seats; none if the seats are others."""
    names = {was: name for was, name in zip(old.names, new.names, strict=False) if was != name}
    seats_differ = len(old.names) != len(new.names) or {*old.names} & {*names.values()}
    return {} if seats_differ else names


def _renamed(record: Record, names: Mapping[str, str]) -> Record:

    def renamed(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            fields = cast("dict[str, object]", value)
            return {field: renamed(part, field) for field, part in fields.items()}
        if isinstance(value, list):
            return [renamed(part, key) for part in cast("list[object]", value)]
        is_name = key in {"by", "to", "player", "players", "passed", "name", "viewpoint"}
        return names.get(str(value), value) if is_name else value

    return records.loads_json(json.dumps(renamed(json.loads(records.dumps_json(record)))))


def _at(table: Table, record: Record) -> Iterator[Event]:
    """Yield the entries of a game at a corrected table."""
    for number, event in enumerate(record.events, start=1):
        try:
            yield records.loads_json_event(records.dumps_json_event(event, record.table), table)
        except ClueError as error:
            raise ClueError(f"entry {number} does not fit the set-up: {error.message}") from error
