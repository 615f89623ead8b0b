"""The errors of cluetree.

`ClueError` is the base class. Each error also derives from a builtin error. Data such as
candidates, positions and causes are attributes.
"""

import unicodedata
from collections.abc import Collection, Sequence
from reprlib import repr as brief
from typing import Final


def either(choices: Sequence[str]) -> str:
    """Join choices for a message.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


# The maximum length of a message about a file, which may quote the whole file.
_LONGEST: Final = 500
_SHORT_ESCAPES: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def one_line(text: str) -> str:
    """Return a text as one line of at most 500 characters."""
    line = escaped(text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def escaped(text: str) -> str:
    r"""Replace line breaks and invisible characters by JSON's escapes.

    >>> escaped("one\ntwo")
    'one\\ntwo'
    """
    return text if text.isprintable() else "".join(map(_escape, text))


def _escape(char: str) -> str:
    # Keep joiners and direction marks (Cf), because some scripts need them.
    if char == " " or not (char.isspace() or unicodedata.category(char) in {"Cc", "Cs"}):
        return char
    # Four digits are enough: these characters are all below U+10000.
    return _SHORT_ESCAPES.get(char) or f"\\u{ord(char):04x}"


def system_reason(error: Exception) -> str:
    """Return the reason of an error of the operating system, such as "permission denied"."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return f"{reason[:1].lower()}{reason[1:]}"


class ClueError(Exception):
    """The base class of all errors raised by cluetree.

    Attributes:
        message: The message without a position in a file or a request.
        path: The invalid part, if known: a parameter of a request, such as `cards`, or the JSON
            path in a record, such as `$.events[3].cards[1]`.
    """

    path: str | None = None

    def __init__(self, message: str = ""):
        self.message = message
        super().__init__(message)

    # A subclass with other parameters puts them into `args`, by which an error is pickled.
    def __str__(self) -> str:
        return f"{self.position}{self.message}"

    @property
    def position(self) -> str:
        """The position in a file or a request, as `str` begins with it; empty if there is none."""
        return f"{self.path}: " if self.path else ""


class UnknownNameError(ClueError, LookupError):
    """A word that has no meaning here, or several.

    Attributes:
        word: The word.
        candidates: The possible meanings, likeliest first; may be empty.
        ambiguous: Whether the word has several meanings.
    """

    kind = "name"

    def __init__(self, word: object, candidates: tuple[str, ...] = (), ambiguous: bool = False):
        message = f"{'ambiguous' if ambiguous else 'unknown'} {self.kind} {word!r}"
        if not isinstance(word, str):
            message = f"a {self.kind} must be given by name, got {brief(word)}"
        if candidates:
            message += f": did you mean {either([' '.join(name.split()) for name in candidates])}?"
        super().__init__(message)
        self.args: tuple[object, ...] = word, candidates, ambiguous
        self.word: str = word if isinstance(word, str) else brief(word)
        self.candidates = candidates
        self.ambiguous = ambiguous

    @classmethod
    def verify(cls, word: str, choices: Collection[str]) -> None:
        """Raise this error, with all choices as candidates, if a word is not one of them."""
        if word not in choices:
            raise cls(word, tuple(choices))


class UnknownCardError(UnknownNameError):
    """A word that matches no card of the edition, or several."""

    kind = "card"


class UnknownPlayerError(UnknownNameError):
    """A word that matches no player at the table, or several."""

    kind = "player"


class UnknownEditionError(UnknownNameError):
    """An unknown id of a shipped edition."""

    kind = "edition"


class UnknownPlaceError(UnknownNameError):
    """A square outside a board's corridor, or a card that is not a room of the board."""

    kind = "place"


class UnknownAgentError(UnknownNameError):
    """An unknown name of an agent."""

    kind = "agent"


class InvalidBoardError(ClueError, ValueError):
    """An invalid drawing of a board, or a board that does not match the deck."""


class InvalidEditionError(ClueError, ValueError):
    """A deck with an empty category, or with names that are not distinct."""


class InvalidGuessError(ClueError, ValueError):
    """A guess other than one suspect, one weapon and one room."""


class InvalidTableError(ClueError, ValueError):
    """An invalid set-up: seats, hands or face-up cards."""


class InvalidEventError(ClueError, ValueError):
    """An event that breaks the rules."""


class InvalidInfoError(ClueError, ValueError):
    """A `ClueInfo` with inconsistent fields."""


class ContradictionError(ClueError, ValueError):
    """Evidence that contradicts itself.

    Attributes:
        causes: The numbers of the contradicting events (or infos), in order; the set-up has no
            number. The set need not be minimal.
    """

    def __init__(self, message: str, causes: tuple[int, ...] = ()):
        super().__init__(message)
        self.causes = causes


class InvalidLimitError(ClueError, ValueError):
    """A limit that is too small or not a number."""


class InvalidProofError(ClueError, ValueError):
    """A proof with a step that does not follow."""


class LimitReached(ClueError, RuntimeError):  # noqa: N818 -- expected, not a failure
    """The caller's limit ended a computation without a result."""


class IllegalActError(ClueError, ValueError):
    """An act that the rules do not allow now; the game is unchanged."""


class InvalidAgentError(ClueError, ValueError):
    """A specification of an agent that cannot be imported or has an invalid option."""


class AgentError(ClueError, RuntimeError):
    """An agent failed in play or chose an illegal act.

    Attributes:
        player: The name of the seat it played.
        agent: The agent's class.
        turn: The number of the turn, from 1; 0 before the first.
        reason: The failure.
    """

    def __init__(self, player: str, agent: str, turn: int, reason: str):
        super().__init__(f"{player} ({agent}), turn {turn}: {reason}")
        self.args: tuple[object, ...] = player, agent, turn, reason
        self.player = player
        self.agent = agent
        self.turn = turn
        self.reason = reason


class ResultsError(ClueError, RuntimeError):
    """A failure to open, read or write a store of tournament results."""


class MissingExtraError(ClueError, ImportError):
    """A feature needs a package that is not installed.

    Attributes:
        what: The features that need it, in the plural.
        package: The package.
        extra: The extra of cluetree that installs it.
    """

    def __init__(self, what: str, package: str, extra: str):
        super().__init__(
            f"{what} need {package}: install cluetree with the extra {extra!r}, as in "
            f"pip install 'cluetree[{extra}]', or pip install -e '.[{extra}]' in a checkout"
        )
        self.args: tuple[object, ...] = what, package, extra
        self.name: str | None = package
        self.what = what
        self.package = package
        self.extra = extra


class RecordError(ClueError, ValueError):
    """A game record that cannot be read.

    Attributes:
        reason: The problem and how to fix it, in one line.
        source: The file's name, `<text>`, or empty for a single line.
        line: The line, from 1, if known.
        column: The column in characters, from 1, if known.
        path: The JSON path, such as `$.events[3].cards[1]`, if the record is JSON.
    """

    def __init__(
        self,
        reason: str,
        source: str = "<text>",
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ):
        super().__init__(one_line(reason))
        self.reason: str = self.message
        self.source = source
        self.line = line
        self.column = column
        self.path: str | None = None if path is None else one_line(path)
        self.args: tuple[object, ...] = self.reason, source, line, column, self.path

    @property
    def position(self) -> str:
        """The file, with line and column or with the JSON path."""
        at = (self.source,) if self.line is None else (self.source, self.line, self.column)
        place = ":".join(str(part) for part in at if part is not None)
        if self.source in {"", "<text>"}:
            places = {"line": self.source and self.line, "column": self.column}
            place = ", ".join(f"{name} {number}" for name, number in places.items() if number)
        return "".join(f"{part}: " for part in (place, self.path) if part)
