"""The tokens of a line of text: words, quoted names and signs, each with its column."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeVar

from cluetree.errors import ClueError, RecordError, escaped
from cluetree.record._record import Location, verify_unicode

_T = TypeVar("_T")
_Word = TypeVar("_Word", bound=str)

LONGEST_LINE: Final = 20_000
"""The maximum length of a line in characters: 1,000 cards fit if their names are short.

Servers need it: the words of a line of 1 MB take 17 seconds and 300 MB of memory.
"""


def verify_length(text: str, location: Location) -> None:
    """Check that a line is short enough to be read."""
    if len(text) > LONGEST_LINE:
        raise location.error(f"a line must have at most {LONGEST_LINE} characters, got {len(text)}")


# The tokens of the longest literal, and one more.
_MOST_AHEAD: Final = 5

_TOKEN: Final = re.compile(
    r"""
    \s* (?:
      (?P<comment>(?<!\S)\#.*)                      # starts a line or follows a blank
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<sign>-> | → | , | :(?=\s|\Z))             # so that p:Scarlet is one word
    | (?P<word>(?!")(?:(?!->|:(?:\s|\Z))[^\s,→])+) )
    """,
    re.VERBOSE | re.DOTALL,
)


TWO_SEATS: Final = re.compile(r"\S (?:\d+|\?) \S")
"""A hand size inside a name: a comma is missing, unless the name is quoted."""


class Token(NamedTuple):
    """A token with its meaning and its position in the line."""

    kind: Literal["word", "quoted", "sign", "end"]
    text: str
    key: str
    """The text to compare with keywords and signs; empty for a quoted name and at the end."""
    start: int
    stop: int

    def is_word(self, word: str) -> bool:
        """Return whether it is this word, in any case and without quotes."""
        return self.kind == "word" and self.text.casefold() == word


class Line:
    """A line of a record, read from left to right."""

    def __init__(self, text: str, number: int = 1, source: str = "<text>"):
        verify_length(text, Location(source, number))
        self.text = text
        self._number = number
        self._source = source
        self._next = 0
        self._may_go_on = False
        self._tokens = [*self._cut()]
        end = self._tokens[-1].stop if self._tokens else 0
        self._tokens += (Token("end", "", "", end, end),) * _MOST_AHEAD

    def location(self, token: Token | None = None) -> Location:
        """Return the location of a token, by default of the next one."""
        return self._at((token or self.peek()).start)

    def _at(self, column: int) -> Location:
        return Location(self._source, self._number, column + 1)

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or a later one, without taking it."""
        return self._tokens[self._next + ahead]

    def take(self) -> Token:
        """Take the next token, unless it is the end."""
        token = self._tokens[self._next]
        self._may_go_on = False
        if token.kind != "end":
            self._next += 1
        return token

    def at_end(self) -> bool:
        """Return whether no token is left."""
        return self._tokens[self._next].kind == "end"

    def find(self, token: Token, find: Callable[[str], _T], hint: str = "") -> _T:
        """Return what a name means; an error has its location, and a hint."""
        try:
            return find(token.text)
        except ClueError as error:
            raise self.location(token).error(f"{error.message}{hint}") from error

    def name(self, expected: str, *, ends: Collection[str] = (), keep: int = 0) -> Token:
        """Take a name: a quoted one, or words up to a sign, a quote or a word that ends it.

        The last `keep` words belong to the next value.
        """
        first = self.peek()
        if first.kind == "quoted":
            return self.take()
        words: list[str] = []
        while self.peek().kind == self.peek(keep).kind == "word" and self.peek().key not in ends:
            words.append(self.take().text)
        if not words:
            raise self.unexpected(expected)
        name = " ".join(words)
        if keep and TWO_SEATS.search(name):
            raise self.location(first).error(
                f"expected ',' after each hand size, got {name!r}; a name with a number inside "
                f"needs quotes: {quoted(name)}"
            )
        return first._replace(text=name)

    def card(self) -> Token:
        """Take the name of a card."""
        return self.name("a card")

    def several(self, read: "Callable[[Line], _T]", *, least: int = 1, by: str = ",") -> list[_T]:
        """Read values that are separated by commas, or by another word."""
        items: list[_T] = []
        if self.at_end() and not least:
            return items
        while not items or self.peek().key == by:
            if items:
                self.take()
            items.append(read(self))
            self._may_go_on = by == ","
        return items

    def verb(self, name: Token, expected: str, verbs: Iterable[_Word]) -> _Word:
        """Take the verb after a name."""
        if self.at_end():
            got = self.text[name.start : self.peek().start]
            reason = f"expected {expected} after a player's name, got {got!r}"
            raise self.location(name).error(reason)
        return self.expect(expected, *verbs)

    def ending(self, *phrases: str) -> str:
        """Take the phrase with which the line ends; empty if it ends with none of these."""
        left = self._tokens[self._next : -_MOST_AHEAD]
        for phrase in phrases:
            size = len(phrase.split())
            if " ".join(token.key for token in left[-size:]) == phrase:
                del self._tokens[-_MOST_AHEAD - size : -_MOST_AHEAD]
                return phrase
        return ""

    def name_before(self, word: str, expected: str) -> Token:
        """Take a name and the last word of this kind after it."""
        keys = [token.key for token in self._tokens[self._next :]]
        left = max((at for at, key in enumerate(keys) if key == word), default=0)
        if not left:
            raise self.unexpected(expected)
        names = [self.take() for _ in range(left)]
        self.take()
        return names[0]._replace(text=" ".join(name.text for name in names))

    def unexpected(self, expected: str) -> RecordError:
        """Return the error that another token was expected."""
        token = self.peek()
        typed = token.text if token.kind != "word" else self.text[token.start : token.stop]
        got = "the end of the line" if token.kind == "end" else repr(typed)
        return self.location().error(f"expected {expected}, got {got}")

    def expect(self, expected: str, *words: _Word) -> _Word:
        """Take the next token, which must be one of some keywords or signs."""
        key = self.peek().key
        for word in words:
            if word == key:
                self.take()
                return word
        raise self.unexpected(expected)

    def verify_end(self) -> None:
        """Check that the line ends here."""
        if not self.at_end():
            comma = "',' or " if self._may_go_on else ""
            raise self.unexpected(f"{comma}the end of the line")

    def rest(self) -> Token:
        """Take the rest of the line as free text; a single quoted text loses its quotes."""
        first = self.peek()
        if first.kind == "quoted" and self.peek(1).kind == "end":
            return self.take()
        stop = first.start
        while not self.at_end():
            stop = self.take().stop
        return first._replace(text=" ".join(self.text[first.start : stop].split()))

    def _cut(self) -> Iterator[Token]:
        stop, text = 0, self.text.rstrip()
        while stop < len(text):
            token = _TOKEN.match(text, stop)
            if token is None:
                start = stop + len(text[stop:]) - len(text[stop:].lstrip())
                raise self._at(start).error('a name that starts with " must end with "')
            group = token.lastgroup or ""
            word, (start, stop) = token[group], token.span(group)
            match group:
                case "word":
                    yield Token("word", word, word.casefold(), start, stop)
                case "sign":
                    sign = "->" if word == "→" else word
                    yield Token("sign", sign, sign, start, stop)
                case "quoted":
                    name = self._unquoted(token)
                    yield Token("quoted", name, "", start, stop)
                case _:
                    pass  # a comment

    def _unquoted(self, token: re.Match[str]) -> str:
        try:
            text: str = json.loads(token["quoted"], strict=False)
        except json.JSONDecodeError as error:
            raise self._at(token.start("quoted") + error.pos).error(
                'a \\ in quotes must start an escape of JSON: \\" \\\\ \\n \\u00e9'
            ) from error
        verify_unicode(text, self._at(token.start("quoted")))
        return text


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return escaped(json.dumps(text, ensure_ascii=False))


def is_one_word(text: str) -> bool:
    """Return whether a text is one word without quotes."""
    token = _TOKEN.fullmatch(text)
    is_word = token is not None and token.lastgroup == "word" and token["word"] == text
    return is_word and escaped(text) == text
