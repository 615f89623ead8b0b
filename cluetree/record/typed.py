"""Lines as people type them, written out in the `.clue` grammar.

Only a line that the grammar rejects is written out, and only if it has one meaning. Records are
read without this, so a file means the same to every reader.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, pairwise
from typing import Final

from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import UnknownCardError, UnknownPlayerError
from cluetree.record._grammar import spelled
from cluetree.record._line import ENGLISH, Keywords
from cluetree.table import Table

_ARROW: Final = re.compile(r"\s*(?:->|→|>)\s*")
_VERBS: Final = frozenset({"accuses", "holds", "lacks", "shows", "passes", "nobody", "somebody"})
_LONGEST: Final = 12
"""More words are never three cards."""


def written_out(
    text: str,
    table: Table,
    turn: str | None = None,
    *,
    keywords: Keywords = ENGLISH,
    unfinished: bool = False,
) -> str:
    """Return a line with its commas, its arrow and its players; unchanged if it is ambiguous.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}, viewpoint="Ann", hand=CLUE_US.cards[:9])
    >>> written_out("plum rope hall > me", table, turn="Bob")
    'Bob: plum, rope, hall -> Ann shows'

    Args:
        text: The line.
        table: The table with its names and cards.
        turn: The player who suggests if the line names no player.
        keywords: The keywords of another language.
        unfinished: Whether the line ends at the cursor; its last piece then stays as it is.
    """
    if '"' in text:
        return text
    said, *rest = _ARROW.split(text, maxsplit=1)
    by, colon, cards = said.partition(":")
    words = (cards if colon else said).split()
    typed = _Words(table, keywords)
    if not colon and any(map(typed.is_verb, words)):
        return typed.with_names(text)
    who, words = (typed.player(by), words) if colon else typed.asker(words, turn)
    is_open = unfinished and not rest
    pieces = _cards_in(" ".join(words), table, is_open=is_open)
    if who is None or pieces is None:
        return text
    blank = " " if is_open and text[-1:].isspace() and pieces[-1:] != [""] else ""
    line = f"{spelled(who)}: {', '.join(pieces)}{blank}"
    if not rest:
        return line
    answers = rest[0] if unfinished else ", ".join(typed.answers(rest[0]))
    return f"{line} -> {answers}"


class _Words:
    """The names and keywords that can occur in a line."""

    def __init__(self, table: Table, keywords: Keywords):
        self._table = table
        self._keywords = keywords
        self._verbs = _VERBS | keywords.parts(_VERBS)

    def is_verb(self, word: str) -> bool:
        """Return whether a word is a keyword or a part of one."""
        return word.casefold() in self._verbs

    def player(self, name: str) -> str | None:
        """Return the player with a name, a unique prefix, or "me"; `None` if there is none."""
        is_me = self._keywords.english(name).strip().casefold() == "me"
        return known_player(self._table, name) or (self._table.viewpoint if is_me else None)

    def with_names(self, text: str) -> str:
        """Replace "me" at the start of a line."""
        word, _, rest = text.strip().partition(" ")
        is_me = self._keywords.english(word).casefold() == "me"
        name = self.player(word) if is_me else None
        return text if name is None else f"{spelled(name)} {rest}"

    def asker(self, words: Sequence[str], turn: str | None) -> tuple[str | None, Sequence[str]]:
        """Split the words of a line without a colon into the player and the cards."""
        first = self.player(words[0].strip(",")) if words else None
        if first is None:
            return turn, words
        # A word that is also a card may be either.
        is_card = known_cards([words[0].strip(",")], self._table.edition)
        return (None if is_card else first), words[1:]

    def answers(self, text: str) -> Iterator[str]:
        """Yield the answers of a suggestion; a name alone shows, and may be before the card."""
        for answer in text.split(","):
            first, _, rest = answer.strip().partition(" ")
            name = self.player(first)
            if name is None or self.is_verb(first):
                yield answer.strip()
            elif self.is_verb(rest.split(" ", 1)[0]):
                yield f"{spelled(name)} {rest}"
            else:
                yield f"{spelled(name)} shows {rest}".strip()


def known_player(table: Table, name: str | None) -> str | None:
    """Return the player with a name or unique prefix; `None` if there is none."""
    try:
        return table.player(name or "").name
    except UnknownPlayerError:
        return None


def known_cards(words: Iterable[str | None], edition: Edition) -> list[ClueCard]:
    """Return the cards with some names, without the unknown ones."""
    found: list[ClueCard] = []
    for word in words:
        with suppress(UnknownCardError):
            found.append(edition.card(word or ""))
    return found


def _cards_in(text: str, table: Table, *, is_open: bool) -> list[str] | None:
    """Return the cards of a suggestion, one in each piece; `None` if it is ambiguous."""
    if "," in text:
        return [piece.strip() for piece in text.split(",")]
    words = text.split()
    if len(words) > _LONGEST:
        return None
    found = [pieces for pieces in _splits(words) if _fits(pieces, table, is_open=is_open)]
    return found[0] if len(found) == 1 else None


def _splits(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield every way to divide words into at most three pieces."""
    for count in range(min(len(Category), len(words))):
        for cuts in combinations(range(1, len(words)), count):
            ends = (0, *cuts, len(words))
            yield [" ".join(words[a:b]) for a, b in pairwise(ends)]


def _fits(pieces: Sequence[str], table: Table, *, is_open: bool) -> bool:
    """Return whether pieces are cards of different categories; an open last one may be begun."""
    if not is_open and len(pieces) != len(Category):
        return False
    *before, last = pieces
    known = known_cards(pieces, table.edition)
    is_begun = is_open and not known_cards([last], table.edition)
    kinds = {card.category for card in known}
    if not len(kinds) == len(known) == len(before if is_begun else pieces):
        return False
    return not is_begun or any(
        word.startswith(last.casefold())
        for card in table.edition.cards
        if card.category not in kinds
        for word in (card.name.casefold(), *card.name.casefold().split())
    )
