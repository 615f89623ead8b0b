"""What may stand next in a line of the `.clue` language, for whatever face a line is typed in.

Only the language, the seats and the viewpoint's own hand are looked at, nothing that would have
to be deduced. What is offered is an offer: a line may say something else and be read all the
same, and a line that cannot be read is completed as far as it makes sense.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import UnknownCardError, UnknownPlayerError
from cluetree.table import ENVELOPE, Answering, Table
from cluetree.text.entries import spellings

# Signs count only outside of quotes; so a quoted piece is passed over, even one still open.
_QUOTED_OR_SIGN: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|(?P<sign>->|→|,|:(?=\s|\Z))')
_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|\S+')
_ONE_OF: Final = "one of "
_VERBS: Final = ("accuses", "holds", "lacks")
_REPLIES: Final = ("shows", "passes")


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand next, and what it would take the place of."""

    expects: str
    """What should come here, in words; empty where the line may end."""
    start: int
    """Where in the line the piece begins that a candidate takes the place of."""
    candidates: tuple[str, ...] = ()
    """Likeliest first, each with the signs that must follow it."""

    def take(self, text: str, candidate: str) -> str:
        """Return the line with a candidate in place of its unfinished piece."""
        before = text[: self.start]
        joint = "" if not before or before[-1].isspace() else " "
        return f"{before}{joint}{candidate}"


def complete(text: str, table: Table, *, turn: str | None = None) -> Completion:
    """Return what may stand at the end of an unfinished line.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
    >>> complete("b", table).candidates
    ('Bob: ',)
    >>> complete("Bob: plum, rop", table).candidates
    ('Rope, ',)
    >>> complete("Bob: plum, rope, hall -> ", table).candidates
    ('Eve shows', 'Eve passes, ', 'Ann shows', 'nobody', 'somebody shows')

    Args:
        text: The line up to the cursor.
        table: Whose names and cards it is about.
        turn: The player who is offered first where a line opens, since it is their turn.
    """
    return _completed(text, table, turn)


@lru_cache(maxsize=64)  # a line is asked about more than once between two keys
def _completed(text: str, table: Table, turn: str | None) -> Completion:
    return _Line(text, table).complete(turn)


def complete_cards(text: str, edition: Edition) -> Completion:
    """Return what may stand at the end of a list of cards, such as a hand.

    >>> from cluetree.editions import CLUE_US
    >>> complete_cards("Plum, rop", CLUE_US).candidates
    ('Rope',)
    """
    *before, last = _pieces(text)[0]
    named = {card for piece in before if (card := _named(piece.text, edition))}
    cards = [card for card in edition.cards if card not in named]
    found = _fitting(last.text, cards, edition)
    spelled = spellings(Table.set_up(edition, {"Ann": None, "Bob": None})).cards
    return Completion("a card", last.start, tuple(spelled[card] for card in found))


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands between two signs, blanks at its left end cut off."""

    text: str
    start: int

    def after(self, words: int) -> "_Piece":
        """What is left of it after some words."""
        ends = [found.end() for found in _WORD.finditer(self.text)]
        return _trimmed(self.text, ends[words - 1], self.start)

    @property
    def words(self) -> list[str]:
        """Its words; a name in quotes is one."""
        return _WORD.findall(self.text)

    def verb_at(self, verbs: Iterable[str]) -> int | None:
        """Which of its words, counted from 0, is one of these verbs, if any is."""
        keys = [word.casefold() for word in self.words]
        return next((at for at, key in enumerate(keys) if at and key in verbs), None)

    def name_before(self, verb_at: int) -> str:
        """The name that stands before the verb."""
        return _unquoted(" ".join(self.words[:verb_at]))


def _trimmed(text: str, start: int, offset: int = 0) -> _Piece:
    rest = text[start:].lstrip()
    return _Piece(rest, offset + len(text) - len(rest))


def _pieces(text: str) -> tuple[list[_Piece], list[str]]:
    """Cut a line at its signs: the pieces, and the signs between them."""
    pieces: list[_Piece] = []
    signs: list[str] = []
    start = 0
    for found in _QUOTED_OR_SIGN.finditer(text):
        if found["sign"]:
            pieces.append(_trimmed(text[: found.start()], start))
            signs.append("->" if found["sign"] == "→" else found["sign"])
            start = found.end()
    return [*pieces, _trimmed(text, start)], signs


def _unquoted(name: str) -> str:
    if not name.startswith('"'):
        return name
    try:
        said: str = json.loads(name, strict=False)
    except json.JSONDecodeError:  # still open
        return name.strip('"')
    return said


def _key(text: str) -> str:
    """What the beginning of a line is compared by; a quote need not be typed."""
    return " ".join(text.casefold().split()).lstrip('" ')


def _named(text: str, edition: Edition) -> ClueCard | None:
    try:
        return edition.card(_unquoted(text.strip()))
    except UnknownCardError:
        return None


def _fitting(text: str, cards: Sequence[ClueCard], edition: Edition) -> list[ClueCard]:
    """Find those of some cards that an unfinished word may mean, likeliest first."""
    word = _unquoted(text.strip())
    if not word:
        return list(cards)
    try:
        meant = {edition.card(word).name}
    except UnknownCardError as error:
        meant = set(error.candidates)
    key = word.casefold()
    found = [
        card
        for card in cards
        if card.name in meant or any(part.startswith(key) for part in card.name.casefold().split())
    ]
    # "Hall" is one card, though other names have a word that begins so.
    exact = [card for card in found if card.name.casefold() == key]
    return exact or sorted(found, key=lambda card: card.name not in meant)


class _Line:
    """An unfinished line, taken apart."""

    def __init__(self, text: str, table: Table):
        self._table = table
        self._edition = table.edition
        self._spelled = spellings(table)
        self._pieces, self._signs = _pieces(text)

    def complete(self, turn: str | None) -> Completion:
        first = self._pieces[0]
        verb_at = first.verb_at(_VERBS)
        if self._signs and self._signs[0] == ":" and verb_at is None:
            if "->" in self._signs:
                return self._reply(self._signs.index("->"))
            return self._guess(self._pieces[1:], " -> ")
        if verb_at is None:
            return self._nothing() if self._signs else self._opening(first, turn)
        verb, rest = first.words[verb_at].casefold(), first.after(verb_at + 1)
        cards = [rest, *self._pieces[1:]]
        if verb == "accuses":
            return self._verdict() if ":" in self._signs else self._guess(cards, ": ")
        if verb == "holds" and [word.casefold() for word in rest.words[:2]] == ["one", "of"]:
            return self._one_of([rest.after(2), *cards[1:]])
        return self._nothing() if self._signs else self._fact(rest, verb)

    def _nothing(self) -> Completion:
        last = self._pieces[-1]
        return Completion("", last.start + len(last.text))

    def _player(self, name: str) -> str | None:
        """The player whom a name or its beginning means; `None` if it is nobody's."""
        try:
            return self._table.player(name).name
        except UnknownPlayerError:
            return None

    def _offer(self, expects: str, piece: _Piece, candidates: Iterable[str]) -> Completion:
        """Offer those candidates that the piece is the beginning of."""
        key = _key(piece.text)
        found = tuple(one for one in candidates if _key(one).startswith(key))
        return Completion(expects, piece.start, found)

    def _opening(self, piece: _Piece, turn: str | None) -> Completion:
        names = self._table.names
        seat = names.index(turn) if turn in names else 0
        spelled = self._spelled.holders
        seated = (*names[seat:], *names[:seat])
        asks = [f"{spelled[name]}: " for name in seated]
        typed = _key(piece.text)
        said = [name for name in (*seated, ENVELOPE.name) if typed.startswith(_key(name))]
        if said:
            tells = [f"{spelled[name]} {verb} " for name in said for verb in _VERBS]
            return self._offer("':' and three cards, accuses, holds or lacks", piece, asks + tells)
        hidden = [f"{ENVELOPE.name} {verb} " for verb in ("holds", "lacks") if typed]
        offered = self._offer("a player", piece, asks + hidden)
        return offered if offered.candidates else self._shortened(piece) or offered

    def _shortened(self, piece: _Piece) -> Completion | None:
        """What may follow a name that is not written out, if this begins with one."""
        head, _, begun = piece.text.rpartition(" ")
        who = self._player(_unquoted(head.strip()))
        verbs = [verb for verb in _VERBS if verb.startswith(begun.casefold())]
        if who is None or not verbs:
            return None
        tells = tuple(f"{self._spelled.holders[who]} {verb} " for verb in verbs)
        return Completion("accuses, holds or lacks", piece.start, tells)

    def _guess(self, pieces: Sequence[_Piece], end: str) -> Completion:
        *before, last = pieces
        named = [card for piece in before if (card := _named(piece.text, self._edition))]
        missing = [c for c in Category if c not in {card.category for card in named}]
        if not missing or len(pieces) > len(Category):
            return self._nothing()
        wanted = missing if last.text else missing[:1]
        cards = [card for category in wanted for card in self._edition.of(category)]
        sign = end if len(pieces) == len(Category) else ", "
        found = _fitting(last.text, cards, self._edition)
        *others, kind = [f"a {category}" for category in missing]
        kinds = f"{', '.join(others)} or {kind}" if others else kind
        return Completion(kinds, last.start, tuple(self._spelled.cards[c] + sign for c in found))

    def _fact(self, rest: _Piece, verb: str) -> Completion:
        found = _fitting(rest.text, self._edition.cards, self._edition)
        candidates = [self._spelled.cards[card] for card in found]
        if verb == "lacks":
            return Completion("a card", rest.start, tuple(candidates))
        if rest.text and _ONE_OF.startswith(rest.text.casefold()):
            candidates.insert(0, _ONE_OF)
        return Completion("a card, or 'one of' several", rest.start, tuple(candidates))

    def _one_of(self, pieces: Sequence[_Piece]) -> Completion:
        *before, last = pieces
        named = {_named(piece.text, self._edition) for piece in before}
        cards = [card for card in self._edition.cards if card not in named]
        found = _fitting(last.text, cards, self._edition)
        return Completion("a card", last.start, tuple(self._spelled.cards[card] for card in found))

    def _verdict(self) -> Completion:
        return self._offer("how it came out", self._pieces[-1], ("wrong", "right"))

    def _reply(self, arrow: int) -> Completion:
        *before, last = self._pieces[arrow + 1 :]
        cards = [
            card
            for piece in self._pieces[1 : arrow + 1]
            if (card := _named(piece.text, self._edition))
        ]
        asker = self._player(_unquoted(self._pieces[0].text.strip()))
        if asker is None:
            return self._nothing()
        verb_at = last.verb_at(_REPLIES)
        if verb_at is not None:
            return self._shown(last, verb_at, asker, cards)
        said = {
            self._player(piece.name_before(at)): piece.words[at].casefold()
            for piece in before
            if (at := piece.verb_at(_REPLIES)) is not None
        }
        if "shows" in said.values() and self._table.answering is Answering.FIRST:
            return self._nothing()
        left = [name for name in self._table.left_of(asker) if name not in said]
        answers = [*self._answers(left, asker, cards), *(() if before else ("nobody",))]
        if asker != self._table.viewpoint and "shows" not in said.values():
            answers.append("somebody shows")
        return self._offer("who answers", last, answers)

    def _answers(self, left: Sequence[str], asker: str, cards: Sequence[ClueCard]) -> Iterator[str]:
        """Yield what those who have not answered may say, the next in turn first."""
        me = self._table.viewpoint
        for turn, name in enumerate(left):
            who = self._spelled.holders[name]
            mine = self._mine(name, cards) if name == me else []
            yield from (f"{who} shows {self._spelled.cards[card]}" for card in mine)
            if name != me:
                yield f"{who} shows " if asker == me else f"{who} shows"
            if turn == 0 and not mine:
                yield f"{who} passes" if len(left) == 1 else f"{who} passes, "

    def _sees(self, shower: str, asker: str) -> bool:
        """Whether a card that is shown is one that the viewpoint sees."""
        return self._table.viewpoint is not None and self._table.viewpoint in {shower, asker}

    def _mine(self, name: str, cards: Sequence[ClueCard]) -> list[ClueCard]:
        """The cards that somebody may show; of the viewpoint's hand it is known which."""
        me = self._table.me
        if me is None or me.name != name:
            return list(cards)
        return [card for card in cards if card in me.hand]

    def _shown(
        self, piece: _Piece, verb_at: int, asker: str, cards: Sequence[ClueCard]
    ) -> Completion:
        if piece.words[verb_at].casefold() != "shows":
            return self._nothing()
        rest = piece.after(verb_at + 1)
        shower = self._player(piece.name_before(verb_at))
        if shower is None:
            return self._nothing()
        if not rest.text and not self._sees(shower, asker):
            return self._nothing()
        found = _fitting(rest.text, self._mine(shower, cards), self._edition)
        return Completion(
            "the card that was shown",
            rest.start,
            tuple(self._spelled.cards[card] for card in found),
        )
