"""Lines as people type them at a table: `scar rope hall > mina`.

Only a line that the grammar rejects is written out, and only if it has one meaning. Records are
read without this, so a file means the same to every reader.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from cluetree.cards import Category, ClueCard
from cluetree.record._grammar import spelled
from cluetree.table import Table

_PLAIN: Final = re.compile(r"(?:[\w\s,:'\u2019]|(?<=\w)\.(?!\.)|\b-\b|->|→|>)*")
"""A line whose signs all have a meaning; any other sign, such as `?`, could change it."""
_ARROW: Final = re.compile("->|→|>")
_WORD: Final = re.compile(r"[^\s,]+?(?=[\s,]|:?\Z|:\s)|:")
_LATE_PASS: Final = re.compile(r" shows,.* passes")
"""A pass after an unseen show: `bob, eve passes` could mean that both pass."""
_MOST_WORDS: Final = 6
"""The maximum number of words in a name."""
_GUESS: Final = len(Category)
_MOST_GUESSES: Final = 1000
"""The maximum number of guesses that ambiguous words can name."""


def written_out(text: str, table: Table, turn: str | None = None) -> str:
    """Return a line with its commas, its arrow and its players; unchanged if it is ambiguous.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}, viewpoint="Ann", hand=CLUE_US.cards[:9])
    >>> written_out("plum rope hall > me", table, turn="Bob")
    'Bob: Professor Plum, Rope, Hall -> Ann shows'
    >>> written_out("bob rope", table), written_out("bob no rope", table)
    ('Bob holds Rope', 'Bob lacks Rope')
    """
    if not _PLAIN.fullmatch(text):
        return text
    match _ARROW.split(text.casefold()):
        case [fact]:
            lines = {*_facts(fact.split(), table)}
        case [guess, answers]:
            lines = {*_suggestions(_WORD.findall(guess), answers, table, turn)}
        case _:
            return text
    return lines.pop() if len(lines) == 1 else text


def _suggestions(
    words: Sequence[str], answers: str, table: Table, turn: str | None
) -> Iterator[str]:
    askers = [(name, rest[rest[:1] == [":"] :]) for name, rest in _players(words, table)]
    for name, rest in [*askers, (turn, words)]:
        cards = _guess(rest, table)
        if not name or not cards or ":" in rest:
            continue
        replies = [_answer(part.split(), table, cards) for part in answers.split(",")]
        if None not in replies and not _LATE_PASS.search(", ".join(map(str, replies))):
            guess = ", ".join(spelled(card.name) for card in cards)
            yield f"{spelled(name)}: {guess} -> {', '.join(map(str, replies))}"


def _guess(words: Sequence[str], table: Table) -> tuple[ClueCard, ...]:
    """Return the guess that all the words name; none if it is ambiguous.

    A word that several cards have can only be one of a category that no other word names.
    """
    guesses = {
        cards
        for cards in islice(product(*_candidates(words, table)), _MOST_GUESSES)
        if len(cards) == _GUESS == len({card.category for card in cards})
    }
    return guesses.pop() if len(guesses) == 1 else ()


def _facts(words: Sequence[str], table: Table) -> Iterator[str]:
    for name, rest in _players(words, table, face_down=True):
        verb = "lacks" if rest[:1] == ["no"] else "holds"
        cards = _cards(rest[verb == "lacks" :], table)
        if len(cards) == 1:
            yield f"{spelled(name)} {verb} {spelled(cards[0].name)}"


def _answer(words: Sequence[str], table: Table, guess: Sequence[ClueCard]) -> str | None:
    """Return an answer with its verb; `None` if it has none, or several."""
    if words == ["nobody"]:
        return "nobody"
    for name, rest in _players(words, table):
        if rest == ["passes"]:
            return f"{spelled(name)} passes"
        words = rest[rest[:1] == ["shows"] :]
        named = _candidates(words, table)
        cards = [card for card in guess if len(named) == 1 and card in named[0]]
        if not words or len(cards) == 1:
            return " ".join((spelled(name), "shows", *(spelled(card.name) for card in cards)))
    return None


def _players(
    words: Sequence[str], table: Table, *, face_down: bool = False
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the player that the words begin with, the longest name first, and the other words."""
    meant_by = table.holders_meant_by if face_down else table.meant_by
    for length in range(min(len(words), _MOST_WORDS), 0, -1):
        phrase = " ".join(words[:length])
        me = table.viewpoint if phrase == "me" else None
        names = {*filter(None, (me,)), *(hand.name for hand in meant_by(phrase))}
        if len(names) == 1:
            yield names.pop(), words[length:]
            return


def _cards(words: Sequence[str], table: Table) -> list[ClueCard]:
    """Return the cards that all the words name; none if one is ambiguous or a word is left."""
    named = _candidates(words, table)
    return [cards[0] for cards in named] if all(len(cards) == 1 for cards in named) else []


def _candidates(words: Sequence[str], table: Table) -> list[tuple[ClueCard, ...]]:
    """Return the cards that each name can mean, the longest names first; none if a word is left."""
    named: list[tuple[ClueCard, ...]] = []
    while words:
        for length in range(min(len(words), _MOST_WORDS), 0, -1):
            cards = table.edition.meant_by(" ".join(words[:length]))
            if cards:
                named, words = [*named, cards], words[length:]
                break
        else:
            return []
    return named
