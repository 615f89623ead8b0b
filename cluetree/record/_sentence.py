"""Sentences as people say them, read as lines of a record.

Each word of a sentence must be a name or a word of the language. Each has a role, a letter, and the
order of the roles must have one meaning: "Mina has the Rope" is a player, "holds" and a card.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product, takewhile
from typing import Final, TypeAlias

from cluetree.cards import Category
from cluetree.record._grammar import spelled
from cluetree.record._line import Keywords, words_of
from cluetree.table import ENVELOPE, Table

_ARROWS: Final = ("->", "→", ">")
_Said: TypeAlias = tuple[str, str]
"""A role, and the name of a player or a card."""
_ROLES: Final = {
    "shows": "s",
    "passes": "x",
    "accuses": "a",
    "holds": "h",
    "lacks": "l",
    "one of": "o",
    "nobody": "z",
    "somebody": "y",
    "right": "v",
    "wrong": "w",
    "envelope": "e",
    "me": "m",
    "asks": "q",
    "or": "r",
    "not": "n",
    "is": "i",
    "is not": "in",
    "me holds": "mh",
    "me lacks": "ml",
    "the": "",
    **dict.fromkeys(_ARROWS, ">"),
}
"""The roles of keywords; a player is `p`, a card `c`, and words like "the" have none."""
_FACT: Final = re.compile("[pe](?:lc|hcn?)|cin?e|ein?c")
_ONE_OF: Final = re.compile("[pe]h(?:oc(?:r?c)*|r?c(?:r?c)*rc)")
_ACCUSATION: Final = re.compile("paccc[vw]")
_SUGGESTION: Final = re.compile(
    "p?q?ccc(?:(?:z[sx]?|[py](?:sc?|x))+|>(?:z[sx]?|[py](?:sc?|x|c)?)+)"
)
_BEGUN: Final = re.compile("p?q?c{0,3}")
_ANSWER: Final = re.compile("z[sx]?|[py](?:sc?|x|c)?")
_ARROW: Final = re.compile("->|→|>")
_WORD: Final = re.compile(r"->|[→>]|(?:(?!->)[^\s,;()→>:]|:(?=\S))+")
_BULLET: Final = re.compile(r"\s*(?:[-*•]|\d+[.):]?)\s+")
"""The start of a line that was copied from a list."""
_REFERENCE: Final = re.compile(r"\s*\([^()]*\d\.?\)\s*$")
"""The reason after a printed fact: (shown: entry 3)."""
_MOST_WORDS: Final = 5
"""The maximum number of words in a name or a phrase."""
_MOST_AMBIGUOUS: Final = 6
"""The maximum number of names that can be a player or a card."""


def bare(text: str) -> str:
    """Return a line without its number in a list and the reason that follows it."""
    text = text[found.end() :] if (found := _BULLET.match(text)) else text
    return _REFERENCE.sub("", text)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("\u2019", "'"))


def line_of(text: str, table: Table, turn: str | None, keywords: Keywords) -> str | None:
    """Return the line that a sentence stands for; `None` if it has none, or several meanings."""
    meanings = _Reader(table, keywords).meanings(_words(text))
    found = {_line(said, turn) for said in meanings} - {None}
    return found.pop() if len(found) == 1 else None


def begun_line(text: str, table: Table, turn: str | None, keywords: Keywords) -> str | None:
    """Return a line up to the cursor with its player and its cards; the last piece stays."""
    said, *rest = _ARROW.split(text, maxsplit=1)
    words, reader = _words(said), _Reader(table, keywords)
    least = 0 if said.rstrip().endswith((",", ":")) or rest else 1
    found: set[str] = set()
    for length in range(least, 1 if rest or not least else min(_MOST_WORDS, len(words)) + 1):
        piece = " ".join(words[len(words) - length :])
        for names in reader.meanings(words[: len(words) - length]):
            roles = "".join(role for role, _ in names)
            by = names[0][1] if roles.startswith("p") else turn
            cards = [name for role, name in names if role == "c"]
            if by is None or not _BEGUN.fullmatch(roles) or (not names and reader.seat(piece)):
                continue
            if _goes_on(cards, piece, table) if not rest else len(cards) == len(Category):
                found.add(f"{spelled(by)}: {', '.join((*map(spelled, cards), piece))}")
    if len(found) != 1:
        first, _, after = text.strip().partition(" ")
        name = table.viewpoint if keywords.english(first).casefold() == "me" else None
        return name and f"{spelled(name)} {after}"
    line = found.pop()
    if rest:
        return f"{line.removesuffix(', ')} -> {rest[0].lstrip()}"
    return f"{line} " if least and text[-1:].isspace() else line


def _goes_on(cards: Sequence[str], piece: str, table: Table) -> bool:
    """Return whether cards are of different categories, and a piece is or begins another one."""
    known = [table.edition.card(name).category for name in cards]
    if len({*known}) < len(known) or len(known) == len(Category):
        return False
    meant = table.edition.meant_by(piece)
    left = [card for card in table.edition.cards if card.category not in known]
    if len(meant) == 1:
        return meant[0] in left
    key = piece.casefold()
    names = (card.name.casefold() for card in left)
    return any(word.startswith(key) for name in names for word in (name, *name.split()))


def _line(said: Sequence[_Said], turn: str | None) -> str | None:
    roles = "".join(role for role, _ in said)
    cards = ", ".join(spelled(name) for role, name in said if role == "c")
    who = next((name for role, name in said if role in "pe"), "")
    if _FACT.fullmatch(roles):
        verb = "lacks" if {"l", "n"} & {*roles} else "holds"
        return f"{spelled(who)} {verb} {cards}"
    if _ONE_OF.fullmatch(roles):
        return f"{spelled(who)} holds one of {cards}"
    if _ACCUSATION.fullmatch(roles):
        return f"{spelled(who)} accuses {cards}: {'right' if roles[-1] == 'v' else 'wrong'}"
    by = who if roles.startswith("p") else turn
    if by is None or not _SUGGESTION.fullmatch(roles):
        return None
    end = roles.index("ccc") + 3
    guess = ", ".join(spelled(name) for _, name in said[end - 3 : end])
    answers = (said[found.start() : found.end()] for found in _ANSWER.finditer(roles, end))
    return f"{spelled(by)}: {guess} -> {', '.join(map(_answer, answers))}"


def _answer(said: Sequence[_Said]) -> str:
    (role, name), *rest = said
    who = {"z": "nobody", "y": "somebody"}.get(role) or spelled(name)
    if ("x", "") in rest:
        return f"{who} passes"
    shown = next((f" {spelled(card)}" for kind, card in rest if kind == "c"), "")
    return who if role == "z" else f"{who} shows{shown}"


class _Reader:
    """The names at a table and the words of a language."""

    def __init__(self, table: Table, keywords: Keywords):
        self._table = table
        deck = table.edition
        names = (*table.names, *map(str, deck.cards), *chain(*deck.aliases.values()))
        self._exact = {*map(words_of, names)}
        self._phrases = {key: key for key in _ROLES}
        for phrase, key in (*keywords.pairs, *keywords.phrases):
            self._phrases.setdefault(words_of(phrase), key)

    def meanings(self, words: Sequence[str]) -> list[list[_Said]]:
        """Return the ways to read words; none if too many are ambiguous."""
        phrases = [*self._read(words)]
        if sum(len(each) > 1 for each in phrases) > _MOST_AMBIGUOUS:
            return []
        return [[*chain(*said)] for said in product(*phrases)]

    def _read(self, words: Sequence[str]) -> Iterator[list[list[_Said]]]:
        """Yield the meanings of each phrase, the longest first; none ends what is unknown."""
        rest = [*words]
        while rest:
            ahead = [*takewhile(lambda word: word not in _ARROWS, rest[:_MOST_WORDS])]
            for length in range(len(ahead) or 1, 0, -1):
                found = self._meanings(" ".join(rest[:length]))
                if found:
                    yield found
                    del rest[:length]
                    break
            else:
                article, apostrophe, rest[0] = rest[0].partition("'")
                if not rest[0] or self._phrases.get(words_of(article + apostrophe)) != "the":
                    yield []
                    return

    def _meanings(self, phrase: str) -> list[list[_Said]]:
        table = self._table
        for said in dict.fromkeys((phrase, phrase.rstrip(".!"))):
            key = words_of(said)
            if key in self._phrases and key not in self._exact:
                return [[*map(self._role, _ROLES.get(self._phrases[key], "?"))]]
            if self._phrases.get(key.split(" ", 1)[0]) == "the" and key not in self._exact:
                continue  # not an abbreviation of a name
            players, cards = table.meant_by(said), table.edition.meant_by(said)
            names = [("p", player.name) for player in players if len(players) == 1]
            names += [("c", card.name) for card in cards if len(cards) == 1]
            if names:
                return [[name] for name in names]
        return []

    def seat(self, phrase: str) -> bool:
        """Return whether a phrase can be a player."""
        return any(role == "p" for said in self._meanings(phrase) for role, _ in said)

    def _role(self, role: str) -> _Said:
        if role == "m":
            return ("p", self._table.viewpoint) if self._table.viewpoint else ("?", "")
        return role, ENVELOPE.name if role == "e" else ""
