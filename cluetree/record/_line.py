"""The tokens of a line of text: words, quoted names and signs, each with its column.

Keywords may be typed in another language. Records on disk have the English ones.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from cluetree.errors import Message, RecordError, escaped
from cluetree.record._record import HALF_A_PAIR, Location, has_half_a_pair
from cluetree.table import ENVELOPE, Table

_VERBS: Final = frozenset({"holds", "lacks", "shows", "passes", "accuses"})
"""Keywords that follow a name, so that a name itself is never one."""
_MOST_WORDS: Final = 3
"""The maximum number of words in a keyword."""


@dataclass(frozen=True)
class Keywords:
    """The words of a language that can be typed for the keywords of a line.

    English keywords can always be typed. The first word for a keyword is the one that is written.

    >>> german = Keywords((("zeigt", "shows"), ("hat nicht", "lacks")))
    >>> german.written("shows"), german.written("passes")
    ('zeigt', 'passes')
    """

    pairs: tuple[tuple[str, str], ...] = ()
    """Words with the English keywords that they stand for."""
    phrases: tuple[tuple[str, str], ...] = ()
    """Further words of sentences, with their meaning: `("fragt nach", "asks")`."""

    @cached_property
    def _english(self) -> dict[str, str]:
        return {words_of(word): keyword for word, keyword in self.pairs}

    @cached_property
    def _written(self) -> dict[str, str]:
        return {keyword: word for word, keyword in reversed(self.pairs)}

    def meant(self, phrase: str) -> str | None:
        """Return the English keyword for a phrase; `None` if it is not in the table."""
        return self._english.get(words_of(phrase))

    def english(self, word: str) -> str:
        """Return the English keyword for a word, or the word."""
        return self.meant(word) or word

    def written(self, keyword: str) -> str:
        """Return the word for a keyword."""
        return self._written.get(keyword, keyword)

    def beside(self, names: Collection[str]) -> "Keywords":
        """Return the keywords that are not part of any of these names.

        A verb may be a whole name, because it follows one.
        """
        taken = [f" {words_of(name)} " for name in names]

        def is_free(word: str, keyword: str) -> bool:
            phrase = f" {words_of(word)} "
            return not any(phrase in n and (keyword not in _VERBS or phrase != n) for n in taken)

        return replace(self, pairs=tuple(pair for pair in self.pairs if is_free(*pair)))


def words_of(text: str) -> str:
    """Normalize a phrase for comparison."""
    return " ".join(text.replace("\u2019", "'").casefold().split())


ENGLISH: Final = Keywords()
LONGEST_LINE: Final = 20_000
"""The maximum length of a line in characters: 1,000 cards fit if their names are short."""


def verify_length(text: str, location: Location) -> None:
    """Check that a line is short enough to be read."""
    if len(text) > LONGEST_LINE:
        raise location.error(
            "a line must have at most {most} characters, got {number}",
            most=LONGEST_LINE,
            number=len(text),
        )


# Only errors in short names are located, so that long lines stay cheap.
_LONGEST_NAME: Final = 8
# The tokens of the longest literal, and one more.
_MOST_AHEAD: Final = 4

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


class TokenKind:
    """The kinds of tokens; plain strings, because a line compares them often."""

    WORD: Final = "word"
    QUOTED: Final = "quoted"
    SIGN: Final = "sign"
    END: Final = "end"


class Token(NamedTuple):
    """A token with its meaning and its position in the line."""

    kind: str
    text: str
    key: str
    """The text to compare with keywords and signs; empty for a quoted name and at the end."""
    start: int
    stop: int


class Span(NamedTuple):
    """A part of a line with its role, such as "player", "card" or "keyword"."""

    start: int
    stop: int
    role: str


class Line:
    """A line of a record, read from left to right.

    Attributes:
        columns: The start column of each value, from 0, by its path.
        texts: The names and keywords read so far, by their path.
        pending: The path of the current or last value.

    Raises:
        RecordError: If the line is too long, or a quote is not closed or is not valid JSON.
    """

    def __init__(
        self,
        text: str,
        number: int = 1,
        source: str = "<text>",
        *,
        table: Table | None = None,
        unfinished: bool = False,
        keywords: Keywords = ENGLISH,
    ):
        verify_length(text, Location(source, number))
        self.text = text
        self.columns: dict[str, int] = {}
        self.texts: dict[str, str | None] = {}
        self.pending = ""
        self.table = table
        self._number = number
        self._source = source
        self._next = 0
        self._may_go_on = False
        self._roles: list[tuple[int, str]] = []
        self._tokens = [*self._cut(unfinished)]
        if keywords.pairs:
            self._tokens = [*_in_english(self._tokens, keywords)]
        end = self._tokens[-1].stop if self._tokens else 0
        self._tokens += (Token(TokenKind.END, "", "", end, end),) * _MOST_AHEAD

    def location(self, path: str | None = None) -> Location:
        """Return the location of a value or of the next token."""
        return self._at(self.peek().start if path is None else self.columns[path])

    def _at(self, column: int) -> Location:
        return Location(self._source, self._number, column + 1)

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or a later one, without taking it."""
        return self._tokens[self._next + ahead]

    def take(self, role: str) -> Token:
        """Take the next token, unless it is the end."""
        token = self._tokens[self._next]
        self._may_go_on = False
        if token.kind != TokenKind.END:
            self._roles.append((self._next, role))
            self._next += 1
        return token

    @property
    def spans(self) -> list[Span]:
        """The parts read so far, with their roles; the words of a name are one part."""
        found: list[Span] = []
        for at, role in self._roles:
            token = self._tokens[at]
            same = found and found[-1].role == role != "keyword" and token.kind == TokenKind.WORD
            start = found.pop().start if same else token.start
            found.append(Span(start, token.stop, role))
        return found

    def at_end(self) -> bool:
        """Return whether no token is left."""
        return self._tokens[self._next].kind == TokenKind.END

    def goes_on(self) -> bool:
        """Return whether the next token is a word or a quoted name."""
        return self.peek().kind in {TokenKind.WORD, TokenKind.QUOTED}

    def begin(self, path: str) -> None:
        """Record that a value starts here."""
        self.pending = path
        self.columns[path] = self._tokens[self._next].start

    def end_item(self) -> None:
        """Record that a list may continue here, for errors."""
        self._may_go_on = True

    def unexpected(self, message: Message) -> RecordError:
        """Return the error that another token was expected; `{got}` is the next one."""
        token = self.peek()
        typed = token.text if token.kind != TokenKind.WORD else self.text[token.start : token.stop]
        got = Message("{word!r}", {"word": typed})
        if token.kind == TokenKind.END:
            got = Message("the end of the line")
        return self.location().error(message.template, got=got)

    def expect(self, message: Message, *words: str) -> str:
        """Take the next token, which must be one of some keywords or signs."""
        key = self.peek().key
        if key not in words:
            raise self.unexpected(message)
        self.take("keyword" if key.isalpha() else "sign")
        return key

    def verify_end(self) -> None:
        """Check that the line ends here."""
        if not self.at_end() and self._may_go_on:
            raise self.unexpected(Message("expected ',' or the end of the line, got {got}"))
        if not self.at_end():
            raise self.unexpected(Message("expected the end of the line, got {got}"))

    def back_to_name_end(self, start: int) -> None:
        """Go back to the end of the longest known name in the words since `start`.

        The error for "Bob has Rope" then points at "has".
        """
        if self.table is None:
            return
        first = next(at for at, token in enumerate(self._tokens) if token.start >= start)
        words = [token.text for token in self._tokens[first : self._next]]
        for length in range(min(len(words), _LONGEST_NAME), 0, -1):
            name = " ".join(words[:length])
            if len(self.table.meant_by(name)) == 1 or name.casefold() == ENVELOPE.name:
                self._next = first + length
                return

    def rest(self) -> str:
        """Take the rest of the line as free text; a single quoted text loses its quotes."""
        if self.peek().kind == TokenKind.QUOTED and self.peek(1).kind == TokenKind.END:
            return self.take("text").text
        start = stop = self.peek().start
        while not self.at_end():
            stop = self.take("text").stop
        return " ".join(self.text[start:stop].split())

    def _cut(self, unfinished: bool) -> Iterator[Token]:
        stop, text = 0, self.text.rstrip()
        while stop < len(text):
            found = _TOKEN.match(text, stop)
            if found is None:
                start = stop + len(text[stop:]) - len(text[stop:].lstrip())
                if not unfinished:
                    raise self._at(start).error('a name that starts with " must end with "')
                yield Token(TokenKind.QUOTED, text[start:].strip('"'), "", start, len(text))
                return
            group = found.lastgroup or ""
            word, (start, stop) = found[group], found.span(group)
            match group:
                case "word":
                    yield Token(TokenKind.WORD, word, word.casefold(), start, stop)
                case "sign":
                    sign = "->" if word == "→" else word
                    yield Token(TokenKind.SIGN, sign, sign, start, stop)
                case "quoted":
                    name = self._unquoted(found, unfinished)
                    yield Token(TokenKind.QUOTED, name, "", start, stop)
                case _:
                    pass  # a comment

    def _unquoted(self, found: re.Match[str], unfinished: bool) -> str:
        try:
            text: str = json.loads(found["quoted"], strict=False)
        except json.JSONDecodeError as error:
            if unfinished:
                return found["quoted"].strip('"')
            raise self._at(found.start("quoted") + error.pos).error(
                'a \\ in quotes must start an escape of JSON: \\" \\\\ \\n \\u00e9'
            ) from error
        if has_half_a_pair(text) and not unfinished:
            raise self._at(found.start("quoted")).error(HALF_A_PAIR)
        return text


def is_one_word(text: str) -> bool:
    """Return whether a text is one word without quotes."""
    found = _TOKEN.fullmatch(text)
    is_word = found is not None and found.lastgroup == "word" and found["word"] == text
    return is_word and escaped(text) == text


def _in_english(tokens: Sequence[Token], keywords: Keywords) -> Iterator[Token]:
    """Yield tokens with English keywords, each at the position of its word."""
    at = 0
    while at < len(tokens):
        is_name = at == 0 or tokens[at - 1].kind == TokenKind.SIGN
        for length in range(min(_MOST_WORDS, len(tokens) - at), 0, -1):
            phrase = tokens[at : at + length]
            english = keywords.meant(" ".join(token.text for token in phrase))
            is_word = all(token.kind == TokenKind.WORD for token in phrase)
            if english is not None and is_word and not (is_name and english in _VERBS):
                yield from _replaced(phrase, english.split())
                at += length
                break
        else:
            yield tokens[at]
            at += 1


def _replaced(tokens: Sequence[Token], english: Sequence[str]) -> Iterator[Token]:
    for number, keyword in enumerate(english, start=1):
        own = tokens[min(number, len(tokens)) - 1]
        stop = tokens[-1].stop if number == len(english) else own.stop
        yield own._replace(text=keyword, key=keyword, stop=stop)
