"""Lines as people type them at a table: `scar rope hall > mina`.

Only a line that the grammar rejects is written out, and only if it has one meaning. Records are
read without this, so a file means the same to every reader. A line that cannot be read is compared
with lines that can: those with another word, or with a name instead of a misspelt one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product
from typing import Final, TypeAlias

from cluetree.cards import Category, ClueCard
from cluetree.errors import (
    InvalidEventError,
    UnknownCardError,
    UnknownNameError,
    UnknownPlayerError,
    similar,
)
from cluetree.events import Event
from cluetree.record._grammar import KEYWORDS, SET_UP, quoted, spelled, written
from cluetree.table import RESERVED, Table

_PLAIN: Final = re.compile(r"(?:[\w\s,:'\u2019]|(?<=\w)\.(?!\.)|\b-\b|->|→|>)*")
"""A line whose signs all have a meaning; any other sign, such as `?`, could change it."""
_ARROW: Final = re.compile("->|→|>")
_WORD: Final = re.compile(r"[^\s,]+?(?=[\s,]|:?\Z|:\s)|:")
_ANSWERS: Final = ("nobody", "nobody shows", "nobody passes", "somebody shows")
_LATE_PASS: Final = re.compile(r" shows,.* passes")
"""A pass after an unseen show: `bob, eve passes` could mean that both pass."""
_MOST_WORDS: Final = 6
"""The maximum number of words in a name."""
_ME: Final = re.compile(
    r"(?:\A|,|->|→)\s*me\s*(?::|(?:holds|lacks|accuses|passes|shows)\b)", re.IGNORECASE
)
_OTHER_WORDS: Final = {
    "lacks": r"(?:has|had|have|holds) (?:no|not|none of)|(?:has|have|had)n['\u2019]t|"
    r"(?:do(?:es)?|did)(?: not|n['\u2019]t) (?:have|hold)",
    "holds": "has|had|have|owns",
    "somebody shows": "(?:someone|somebody)(?: (?:shows|showed))?",
    "nobody": "(?i:no one|no-one|noone|none)",
    "shows": "show|showed",
    "passes": "pass|passed",
}
"""The words of a line, each with a pattern of words that people use instead."""
_NAME: Final = re.compile(r"(?:(?!->)[^\s,:>→])+")
_SIGN: Final = re.compile("[,:>→]")
_LONGEST: Final = 200
"""The maximum length of a line that is searched for misspelt words."""
_SPANS: Final = ((0, 0), (0, 1), (-1, 0), (0, 2), (-1, 1), (-2, 0))
"""The words around a misspelt one that may belong to its name: the first and the last."""
_Reader: TypeAlias = Callable[[str], tuple[Event, ...]]
"""Returns the events of a line; none if it cannot be read."""
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
        named = _candidates(rest[verb == "lacks" :], table)
        if [*map(len, named)] == [1]:
            yield f"{spelled(name)} {verb} {spelled(named[0][0].name)}"


def _answer(words: Sequence[str], table: Table, guess: Sequence[ClueCard]) -> str | None:
    """Return an answer with its verb; `None` if it has none, or several."""
    if " ".join(words) in _ANSWERS:
        return " ".join(words)
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
        names = {hand.name for hand in meant_by(phrase)}
        if phrase == "me" and table.viewpoint:
            names.add(table.viewpoint)
        is_word = phrase in RESERVED or phrase.endswith(" no")
        if names and is_word and (phrase != "me" or len(names) > 1):
            name = min(names - {table.viewpoint} or names)
            line = f"{quoted(name)} holds {spelled(table.edition.weapons[0])}"
            raise InvalidEventError(
                f"{phrase!r} is a word of a line and a player's name: write a line with commas and "
                f"verbs, and quote the name if you mean the player, as in `{line}`"
            )
        if len(names) == 1:
            yield names.pop(), words[length:]
            return


def verify_me(text: str, table: Table) -> None:
    """Raise an error if a line says "me" where this can be the viewpoint or a player's name."""
    if _ME.search(text):
        [*_players(["me"], table)]


def explained(
    text: str, table: Table, unknown: str, read: _Reader
) -> tuple[int | None, str, UnknownNameError | None] | None:
    """Return where and why a line cannot be read, if one change makes it readable.

    Args:
        text: The line.
        table: The set-up.
        unknown: The name that the grammar does not know, if there is one.
        read: Reads a changed line.
    """
    if len(text) > _LONGEST:
        return None
    line = text
    for word, others in (*_OTHER_WORDS.items(), (spelled(table.viewpoint or "I"), "I")):
        line = re.sub(rf"(?<![\w'])(?:{others})(?![\w'])", word.replace("\\", r"\\"), line)
    if line != text and (events := read(line)):
        return None, f"expected a line such as `{written(events[0])}`, got {text!r}", None
    words = [*_NAME.finditer(text)]
    places = [at for at, word in enumerate(words) if _is_unknown(word[0], table)]
    for at, is_whole, (first, last) in product(places, (False, True), _SPANS):
        if not 0 <= at + first <= at + last < len(words):
            continue
        start, stop = words[at + first].start(), words[at + last].end()
        near = _near(text[start:stop] if is_whole else words[at][0], table)
        fits = tuple(name for name in near if read(f"{text[:start]}{name}{text[stop:]}"))
        if fits and not _SIGN.search(text[start:stop]):
            error = near[fits[0]](words[at][0], fits)
            return words[at].start(), error.message, error
    arrow = _ARROW.search(text)
    if arrow and len(places) == 1 and (found := words[places[0]]).end() <= arrow.start():
        error = UnknownNameError(found[0])
        return None if found[0] == unknown else (found.start(), error.message, error)
    return None


def _near(word: str, table: Table) -> dict[str, type[UnknownNameError]]:
    """Return the names similar to a word, each with the error for such a word."""
    names = dict.fromkeys(table.edition.close_to(word), UnknownCardError)
    players = similar(word.casefold(), {name.casefold(): name for name in table.places[:-1]})
    return {**names, **dict.fromkeys(players, UnknownPlayerError)}


def _is_unknown(word: str, table: Table) -> bool:
    """Return whether a word is no word of a line and in no name."""
    deck = table.edition
    names = (*table.places, *(card.name for card in deck.cards), *chain(*deck.aliases.values()))
    known = KEYWORDS.union(SET_UP, *(name.casefold().split() for name in names))
    return not (word.casefold() in known or deck.meant_by(word) or table.holders_meant_by(word))


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
