"""The text form's smallest parts: words, quotes, signs, each with its column."""

import json
import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from cluetree.errors import RecordError
from cluetree.record._places import HALF_A_PAIR, Place, Word, WordList, escaped, has_half_a_pair

_T = TypeVar("_T")

HEADERS: Final = (
    "title",
    "edition",
    "suspects",
    "weapons",
    "rooms",
    "aliases",
    "players",
    "me",
    "hand",
    "face_up",
    "answering",
)
VERBS: Final = frozenset({"accuses", "holds", "lacks"})
REPLIES: Final = frozenset({"passes", "shows"})
NOBODY: Final = "nobody"
SOMEBODY: Final = "somebody"
CUSTOM: Final = "custom"
"""What the line `edition` says of a deck of one's own that has no title."""
ONE_OF: Final = ("one", "of")

# In words. Looking for the end of a name is for people's slips, not for endless lines.
_LONGEST_NAME: Final = 8

_SAME: Final = {"→": "->"}
"""Signs that stand for others: what people are shown may be typed."""

_TOKEN: Final = re.compile(
    r"""
      (?P<blank>\s+ | (?<!\S)\#.*)                  # a comment starts a line or follows a blank
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<sign>-> | → | , | :(?=\s|\Z))             # so that p:Scarlet is one word
    | (?P<word>(?!")(?:(?!->|:(?:\s|\Z))[^\s,→])+)
    """,
    re.VERBOSE | re.DOTALL,
)


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    QUOTED = "quoted"
    SIGN = "sign"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `text` is what it stands for, `start` and `stop` where it was cut out."""

    kind: Kind
    text: str
    start: int
    stop: int

    def means(self, words: Container[str]) -> bool:
        """Whether this is one of these keywords, in any case; a quoted word never is."""
        return self.kind is Kind.WORD and self.text.casefold() in words

    def is_sign(self, sign: str) -> bool:
        """Whether this is that sign."""
        return self.kind is Kind.SIGN and self.text == sign


class Line:
    """A line of a record, read from left to right.

    Raises:
        RecordError: If a quote is not closed or holds what JSON does not allow.
    """

    def __init__(self, text: str, number: int = 1, source: str = "<text>"):
        self.text = text
        self._number = number
        self._source = source
        self._tokens = self._cut(text)
        self._next = 0

    def place(self, column: int | None = None) -> Place:
        """Return the place of the next token, or that of a column counted from 0."""
        where = self.peek().start if column is None else column
        return Place(self._source, self._number, where + 1)

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or one further on, and stay."""
        if not ahead:
            return self._tokens[self._next]
        return self._tokens[min(self._next + ahead, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Return the next token and go past it; there is no way past the end."""
        token = self._tokens[self._next]
        if token.kind is not Kind.END:
            self._next += 1
        return token

    def take_sign(self, sign: str) -> bool:
        """Go past this sign; return whether it was there."""
        if self.peek().is_sign(sign):
            self._next += 1
            return True
        return False

    def at_end(self) -> bool:
        """Whether nothing is left but a comment."""
        return self.peek().kind is Kind.END

    def unexpected(self, right: str) -> RecordError:
        """Make the error that something else should stand next."""
        token = self.peek()
        found = "the line ends" if token.kind is Kind.END else f"found {token.text!r}"
        return self.place().error(f"{found}: {right}")

    def verify_end(self, right: str) -> None:
        """Check that nothing follows."""
        if not self.at_end():
            raise self.unexpected(right)

    def name(self, what: str, stop: Container[str] = ()) -> Word:
        """Take a name: one in quotes, or words up to a sign, a quote or a stop word.

        Blanks between the words count as one.
        """
        place = self.place()
        if self.peek().kind is Kind.QUOTED:
            return Word(self.take().text, place)
        words: list[str] = []
        while self.peek().kind is Kind.WORD and not self.peek().means(stop):
            words.append(self.take().text)
        if not words:
            raise self.unexpected(f"{what} should stand here")
        return Word(" ".join(words), place)

    def mark(self) -> int:
        """Return where reading is, for `back_to_name_end`."""
        return self._next

    def back_to_name_end(self, mark: int, knows: Callable[[str], bool]) -> None:
        """After words that cannot all be a name, go back to the end of the name they start with.

        So the error points at "has" in "Bob has Rope". Nothing happens if they start with none.
        """
        words = [token.text for token in self._tokens[mark : self._next]]
        for length in range(min(len(words), _LONGEST_NAME), 0, -1):
            if knows(" ".join(words[:length])):
                self._next = mark + length
                return

    def names(self, what: str) -> WordList:
        """Take one or more names with commas between them."""
        place = self.place()
        return WordList(self.listed(lambda: self.name(what)), place)

    def listed(self, take: Callable[[], _T]) -> tuple[_T, ...]:
        """Take one or more things with commas between them."""
        taken = [take()]
        while self.take_sign(","):
            taken.append(take())
        return tuple(taken)

    def free_text(self) -> Word:
        """Take all that is left as it stands, or what stands in quotes."""
        place = self.place()
        if self.at_end():
            return Word("", place)
        if self.peek().kind is Kind.QUOTED and self.peek(1).kind is Kind.END:
            return Word(self.take().text, place)
        text = self.text[self.peek().start : self._tokens[-2].stop]
        self._next = len(self._tokens) - 1
        return Word(" ".join(text.split()), place)

    def _cut(self, text: str) -> list[Token]:
        tokens: list[Token] = []
        start = 0
        while start < len(text):
            found = _TOKEN.match(text, start)
            if found is None:
                raise self.place(start).error('a name that opens with " must close with "')
            if found.lastgroup != "blank":
                kind = Kind(found.lastgroup)
                bare = _SAME.get(found[0], found[0])
                said = self._unquoted(found) if kind is Kind.QUOTED else bare
                tokens.append(Token(kind, said, start, found.end()))
            start = found.end()
        end = tokens[-1].stop if tokens else 0
        return [*tokens, Token(Kind.END, "", end, end)]

    def _unquoted(self, found: re.Match[str]) -> str:
        try:
            text: str = json.loads(found[0], strict=False)
        except json.JSONDecodeError as error:
            place = self.place(found.start() + error.pos)
            raise place.error(
                'in quotes, \\ is written as in JSON: \\" \\\\ \\n \\u00e9'
            ) from error
        if has_half_a_pair(text):
            raise self.place(found.start()).error(HALF_A_PAIR)
        return text


_KEYWORDS: Final = VERBS | REPLIES | {NOBODY, SOMEBODY}


def spelled(name: str) -> str:
    """Return a name as text must spell it: bare where that reads back the same, else quoted.

    >>> print(spelled("Eve"), spelled("p:Scarlet"), spelled("Eve, the second"))
    Eve p:Scarlet "Eve, the second"
    """
    words = name.split(" ")
    keys = [word.casefold() for word in words]
    if (
        _KEYWORDS.isdisjoint(keys)
        and keys[0].replace("-", "_") not in HEADERS
        and tuple(keys[:2]) != ONE_OF
        and all(_is_one_word(word) for word in words)
    ):
        return name
    return quoted(name)


def spelled_text(text: str) -> str:
    """Return free text as it must be spelled: bare where that reads back the same."""
    try:
        bare = Line(f"title {text}")
    except RecordError:
        return quoted(text)
    bare.take()
    if bare.peek().is_sign(":"):  # the reader takes it for a slip
        return quoted(text)
    return text if bare.free_text().text == text and escaped(text) == text else quoted(text)


def _is_one_word(text: str) -> bool:
    found = _TOKEN.fullmatch(text)
    return found is not None and found.lastgroup == "word" and escaped(text) == text


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return escaped(json.dumps(text, ensure_ascii=False))
