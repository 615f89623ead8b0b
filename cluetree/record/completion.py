"""Completion and partial parsing of unfinished lines of the `.clue` grammar.

Candidates depend on the grammar, the seats and the viewpoint's hand, but not on deduction. A line
may differ from all candidates, and a line with an error is completed as far as possible.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, cast

from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import RecordError, UnknownCardError, UnknownPlayerError, either
from cluetree.events import Suggestion
from cluetree.record._clue import known_cards, known_player, loads_clue_event, written_out
from cluetree.record._grammar import VERDICTS, read_cards, read_event, spelled, written
from cluetree.record._line import ENGLISH, Keywords, Line, Span, TokenKind
from cluetree.record._record import Json, event_fields
from cluetree.table import ENVELOPE, Answering, Table, name_key

_VERBS: Final = ("accuses", "holds", "lacks")
_FACTS: Final = ("holds", "lacks")
"""The verbs that can follow the envelope."""
_ENDS: Final[Mapping[str | None, str]] = {"suggestion": " -> ", "accusation": ": "}
"""The signs after a guess."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The possible continuations of a line, and the column where they start."""

    expects: str
    """A description of the expected element; empty if the line may end."""
    start: int
    """The column, from 0, of the unfinished piece that a candidate replaces."""
    candidates: tuple[str, ...] = ()
    """The continuations, likeliest first, each with the signs that must follow it."""

    def take(self, text: str, candidate: str) -> str:
        """Return the line with its unfinished piece replaced by a candidate."""
        before = text[: self.start]
        joint = "" if not before or before[-1].isspace() else " "
        return f"{before}{joint}{candidate}"


@lru_cache(maxsize=64)  # several widgets complete the same line after each key
def complete(
    text: str, table: Table, *, turn: str | None = None, keywords: Keywords = ENGLISH
) -> Completion:
    """Return the possible continuations of an unfinished line.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> complete("b", table).candidates
    ('Bob: ',)
    >>> complete("Bob: plum, rop", table).candidates
    ('Rope, ',)
    >>> complete("Bob: plum, rope, hall -> ", table).candidates
    ('Eve shows', 'Eve passes, ', 'Ann shows', 'nobody', 'somebody shows')

    The current player, `turn`, is offered first at the start of a line. With `keywords` of another
    language, the English ones are offered where they are typed.

    Raises:
        RecordError: If the line is too long.
    """
    found = _Completer(text, table.edition, keywords).event(table, turn)
    if keywords.pairs and found.expects and not found.candidates:
        found = _Completer(text, table.edition).event(table, turn)
    typed = written_out(text, table, turn, keywords=keywords, unfinished=True)
    if found.candidates or typed == text:
        return found
    meant = _Completer(typed, table.edition, keywords).event(table, turn)
    piece = typed[meant.start :]
    return replace(meant, start=len(text) - len(piece)) if text.endswith(piece) else found


def complete_cards(text: str, edition: Edition) -> Completion:
    """Return the possible continuations of a list of cards, such as a hand.

    >>> from cluetree.editions import CLUE_US
    >>> complete_cards("Plum, rop", CLUE_US).candidates
    ('Rope',)
    """
    return _Completer(text, edition, read=lambda line: read_cards(line, "")).one_of("")


def _key(text: str) -> str:
    """Normalize text for comparison by prefix; an opening quote is optional."""
    return name_key(" ".join(text.split())).lstrip('" ')


class _Completer:
    """An unfinished line, read as far as the grammar allows.

    The piece is the rest of the line from the start of its last value; `_path` is that value's
    path.
    """

    def __init__(
        self,
        text: str,
        edition: Edition,
        keywords: Keywords = ENGLISH,
        read: Callable[[Line], object] = read_event,
    ):
        self._edition = edition
        self._word_for = keywords.written
        self._line = line = Line(text, unfinished=True, keywords=keywords)
        with suppress(RecordError):
            read(line)
        self._path = line.pending
        start = line.columns[self._path]
        self._start = start if text[start:].strip() else len(text)
        self._piece = text[self._start :]
        self._word = (line.texts.get(self._path) or "") if self._piece else ""
        spans = line.spans
        is_settled = spans and spans[-1].role == "keyword" and spans[-1].start > self._start
        # A keyword at the end may be unfinished.
        is_begun = line.peek(1).kind == TokenKind.END and (
            line.peek().start == start or self._path.endswith("by")
        )
        self._is_over = bool(is_settled) or not (line.at_end() or is_begun)

    def _nothing(self) -> Completion:
        return Completion("", self._start + len(self._piece))

    def _offer(self, expects: str, candidates: Iterable[str]) -> Completion:
        """Offer the candidates that start with the piece."""
        key = _key(self._piece)
        found = tuple(one for one in candidates if _key(one).startswith(key))
        return Completion(expects, self._start, found)

    def _offer_cards(self, expects: str, cards: Sequence[ClueCard], end: str = "") -> Completion:
        found = (f"{spelled(card.name)}{end}" for card in self._fitting(cards))
        return Completion(expects, self._start, tuple(found))

    def _fitting(self, cards: Sequence[ClueCard]) -> Sequence[ClueCard]:
        """Return the cards that match the unfinished word, likeliest first."""
        if not self._word.strip():
            return cards
        try:
            meant = {self._edition.card(self._word).name}
        except UnknownCardError as error:
            meant = set(error.candidates)
        key = self._word.casefold()
        found = [
            card
            for card in cards
            if card.name in meant
            or any(part.startswith(key) for part in card.name.casefold().split())
        ]
        # "Hall" is a complete name, although other names have a word that starts with it.
        exact = [card for card in found if card.name.casefold() == key]
        return exact or sorted(found, key=lambda card: card.name not in meant)

    def _named(self, path: str) -> list[ClueCard]:
        """Return the cards of a list before the piece."""
        texts = self._line.texts.items()
        words = [word for at, word in texts if at.startswith(f"{path}[") and at != self._path]
        return [*dict.fromkeys(known_cards(words, self._edition))]

    def one_of(self, path: str) -> Completion:
        """Complete a list of cards."""
        named = self._named(path)
        return self._offer_cards("a card", [c for c in self._edition.cards if c not in named])

    def event(self, table: Table, turn: str | None) -> Completion:
        """Complete the line of an event."""
        field = self._path.split(".")[-1].split("[")[0]
        if self._is_over:
            return self._nothing()
        if self._path.startswith("answers"):
            asker = known_player(table, self._line.texts["by"])
            complete = self._shown if field == "card" else self._answer
            return self._nothing() if asker is None else complete(table, asker)
        if field == "by":
            return self._opening(table, turn)
        if field == "cards":
            return self._guess() if self._line.texts["kind"] in _ENDS else self.one_of("cards")
        if field == "card":
            return self._fact()
        return self._offer("how it came out", map(self._word_for, VERDICTS))

    def _opening(self, table: Table, turn: str | None) -> Completion:
        word, names = self._word_for, table.names
        seat = names.index(turn) if turn in names else 0
        seated = (*names[seat:], *names[:seat])
        envelope, typed = word(ENVELOPE.name), _key(self._piece)
        asks = [f"{spelled(name)}: " for name in seated]
        if said := [name for name in (*seated, envelope) if typed.startswith(_key(name))]:
            tells = [f"{spelled(name)} {word(verb)} " for name in said for verb in _VERBS]
            return self._offer("':' and three cards, accuses, holds or lacks", asks + tells)
        hidden = [f"{envelope} {word(verb)} " for verb in _FACTS if typed]
        offered = self._offer("a player", asks + hidden)
        # The piece may be an abbreviated name and the start of a verb.
        head, _, begun = self._piece.rpartition(" ")
        who = known_player(table, head.strip().strip('"'))
        fitting = [word(verb) for verb in _VERBS if word(verb).startswith(begun.casefold())]
        if offered.candidates or who is None or not fitting:
            return offered
        tells = [f"{spelled(who)} {verb} " for verb in fitting]
        return Completion("accuses, holds or lacks", self._start, tuple(tells))

    def _guess(self) -> Completion:
        named = self._named("cards")
        missing = [kind for kind in Category if kind not in {card.category for card in named}]
        number = int(self._path.removeprefix("cards[")[:-1])
        if not missing or number >= len(Category):
            return self._nothing()
        wanted = missing if self._piece else missing[:1]
        cards = [card for category in wanted for card in self._edition.of(category)]
        kinds = either([f"a {category}" for category in missing])
        end = _ENDS[self._line.texts["kind"]] if number == len(Category) - 1 else ", "
        return self._offer_cards(kinds, cards, end)

    def _fact(self) -> Completion:
        found = self._offer_cards("a card", self._edition.cards)
        if self._line.texts["kind"] != "holds":
            return found
        several, typed = f"{self._word_for('one of')} ", self._piece.casefold()
        fitting = [several] if typed and several.startswith(typed) else []
        return Completion("a card, or 'one of' several", self._start, (*fitting, *found.candidates))

    def _answer(self, table: Table, asker: str) -> Completion:
        texts, said = self._line.texts, dict[str | None, bool]()
        for path, kind in texts.items():
            item = path.removesuffix(".kind")
            if item not in {path, ""}:
                said[known_player(table, texts[f"{item}.by"])] = kind != "passes"
        has_shown = any(said.values())
        if has_shown and table.answering is Answering.FIRST:
            return self._nothing()
        left = [name for name in table.left_of(asker) if name not in said]
        offers = [*self._answers(table, left, asker)]
        if self._path.startswith("answers[0]"):
            offers.append(self._word_for("nobody"))
        if asker != table.viewpoint and not has_shown:
            offers.append(f"{self._word_for('somebody')} {self._word_for('shows')}")
        return self._offer("who answers", offers)

    def _answers(self, table: Table, left: Sequence[str], asker: str) -> Iterator[str]:
        """Yield the answers of the players in `left`, the next player first."""
        me, shows, passes = table.viewpoint, self._word_for("shows"), self._word_for("passes")
        for turn, name in enumerate(left):
            who = spelled(name)
            mine = self._showable(table, name) if name == me else []
            yield from (f"{who} {shows} {spelled(card.name)}" for card in mine)
            if name != me:
                yield f"{who} {shows} " if asker == me else f"{who} {shows}"
            if turn == 0 and not mine:
                yield f"{who} {passes}" if len(left) == 1 else f"{who} {passes}, "

    def _showable(self, table: Table, name: str) -> list[ClueCard]:
        """Return the cards that a player can show; for the viewpoint only those in the hand."""
        cards = self._named("cards")
        me = table.me
        return cards if me is None or me.name != name else [c for c in cards if c in me.hand]

    def _shown(self, table: Table, asker: str) -> Completion:
        shower = known_player(table, self._line.texts[self._path.replace(".card", ".by")])
        if shower is None or (not self._piece and table.viewpoint not in {shower, asker}):
            return self._nothing()
        return self._offer_cards("the card that was shown", self._showable(table, shower))


@dataclass(frozen=True, slots=True)
class Begun:
    """The parsed part of an unfinished line."""

    fields: Mapping[str, Json]
    """The fields of the event read so far, as in JSON. A guess has its cards by category, null
    where missing. Passes that the seats imply are left out."""
    error: RecordError | None
    """The reason why the line is not an event; `None` if it is one."""
    spans: Sequence[Span]
    """The parts of the line with their roles."""


def begun(
    text: str, table: Table, turn: str | None = None, *, keywords: Keywords = ENGLISH
) -> Begun:
    """Parse an unfinished line, ignoring errors; parameters as for `loads_clue_event`."""
    try:
        found = _begun(text, table, keywords)
    except RecordError as error:  # the line is too long
        return Begun({}, error, ())
    is_open = found.error is not None
    typed = written_out(text, table, turn, keywords=keywords, unfinished=is_open)
    if found.error is None or typed == text:
        return found
    whole = _begun(written_out(text, table, turn, keywords=keywords), table, keywords)
    meant = whole if whole.error is None else _begun(typed, table, keywords)
    return replace(meant, error=meant.error and found.error, spans=found.spans)


def _begun(text: str, table: Table, keywords: Keywords) -> Begun:
    line = Line(text, unfinished=True, keywords=keywords)
    with suppress(RecordError):
        read_event(line)
    try:
        event = loads_clue_event(text, table, keywords=keywords)
    except RecordError as error:
        return Begun(_understood(line, table), error, line.spans)
    fields = event_fields(event)
    if isinstance(event, Suggestion) and fields.get("passed") is not None:
        implied = replace(event, passed=None).passes(table)
        if implied == event.passed:
            del fields["passed"]
    return Begun(fields, None, line.spans)


def _understood(line: Line, table: Table) -> dict[str, Json]:
    """Return the fields of a line with the kind, the player and the cards."""
    kind = line.texts.get("kind") or "suggestion"
    find = table.player if kind in {"suggestion", "accusation"} else table.holder
    try:
        by = find(line.texts.get("by") or "").name
    except UnknownPlayerError:
        return {}
    words = [word for path, word in line.texts.items() if path.startswith("card")]
    cards = known_cards(words, table.edition)
    if kind in {"holds", "lacks"}:
        return {"kind": kind, "player": by, **({"card": cards[0].name} if cards else {})}
    if kind == "holds_one_of":
        return {"kind": kind, "player": by, "cards": [card.name for card in cards]}
    named = {card.category: card.name for card in reversed(cards)}
    guess: list[Json] = [named.get(category) for category in Category]
    return {"kind": kind, "by": by, "cards": guess}


def dumps_begun(fields: Mapping[str, Json]) -> str:
    """Write the line of an event, from fields as `begun` returns them, up to the first missing."""
    found = dict(fields)
    found["cards"] = [card for card in cast("list[str | None]", fields.get("cards", [])) if card]
    return written(found)


def in_language(line: str, keywords: Keywords) -> str:
    """Return a line of an event, complete or begun, with the keywords of another language."""
    if not keywords.pairs:
        return line
    read = Line(line, unfinished=True)
    with suppress(RecordError):
        read_event(read)
    end: int | None = None
    for span in reversed(read.spans):
        end = end or span.stop
        phrase = line[span.start : end]
        if phrase == "of" and span.role == "keyword":
            continue  # together with the word before it
        if span.role == "keyword" or phrase == ENVELOPE.name:
            line = f"{line[: span.start]}{keywords.written(phrase)}{line[end:]}"
        end = None
    return line
