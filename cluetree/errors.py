"""The errors of cluetree.

`ClueError` is the root, so one `except` catches them all; each leaf is a builtin error too. Data
such as candidates, places and causes are attributes beside the message.
"""

from collections.abc import Collection


class ClueError(Exception):
    """The root of all errors raised by cluetree."""


class UnknownNameError(ClueError, LookupError):
    """A word that names nothing here, or more than one thing.

    Attributes:
        word: The word.
        candidates: Its likely meanings, likeliest first; may be empty.
        ambiguous: Whether it means more than one thing.
    """

    kind = "name"

    # All parts of the message are in `args`, so that errors can be pickled.
    def __init__(self, word: str, candidates: tuple[str, ...] = (), ambiguous: bool = False):
        super().__init__(word, candidates, ambiguous)
        self.word = word
        self.candidates = candidates
        self.ambiguous = ambiguous

    def __str__(self) -> str:
        message = f"{'ambiguous' if self.ambiguous else 'unknown'} {self.kind} {self.word!r}"
        if self.candidates:
            *others, last = (" ".join(name.split()) for name in self.candidates)
            choice = f"{', '.join(others)} or {last}" if others else last
            message += f": did you mean {choice}?"
        return message

    @classmethod
    def verify(cls, word: str, choices: Collection[str]) -> None:
        """Check that a word is one of some choices.

        Raises:
            UnknownNameError: If it is not; with all of them as candidates.
        """
        if word not in choices:
            raise cls(word, tuple(choices))


class UnknownCardError(UnknownNameError):
    """A word that is not a card of the edition, or could be several."""

    kind = "card"


class UnknownPlayerError(UnknownNameError):
    """A word that is not a player at the table, or could be several."""

    kind = "player"


class UnknownEditionError(UnknownNameError):
    """An id that is not that of a shipped edition."""

    kind = "edition"


class UnknownPlaceError(UnknownNameError):
    """A square that is not in a board's corridor, or a card that is not one of its rooms."""

    kind = "place"


class UnknownAgentError(UnknownNameError):
    """A name that is not an agent's."""

    kind = "agent"


class InvalidBoardError(ClueError, ValueError):
    """A drawing that is not a board, or a board that does not fit the deck."""


class InvalidEditionError(ClueError, ValueError):
    """A deck with an empty category, or with names that are not distinct."""


class InvalidGuessError(ClueError, ValueError):
    """Cards that are not one suspect, one weapon and one room."""


class InvalidTableError(ClueError, ValueError):
    """Seats, hands or face-up cards that do not make a table."""


class InvalidEventError(ClueError, ValueError):
    """An event that breaks the rules."""


class InvalidInfoError(ClueError, ValueError):
    """A `ClueInfo` whose parts do not fit together."""


class ContradictionError(ClueError, ValueError):
    """Evidence that cannot all be true.

    Attributes:
        causes: The numbers of the events (or infos) that clash, in order; the set-up has no
            number. The set need not be minimal.
    """

    def __init__(self, message: str, causes: tuple[int, ...] = ()):
        self.causes = causes
        super().__init__(message)


class InvalidLimitError(ClueError, ValueError):
    """A limit that is too small, or not a number."""


class NotebookInUseError(ClueError, RuntimeError):
    """Concurrent use of one notebook; give each thread its own with `Notebook.copy`."""


class InvalidProofError(ClueError, ValueError):
    """A proof with a step that does not follow."""


class LimitReached(ClueError, RuntimeError):  # noqa: N818 -- not a fault, but an end agreed on
    """A count was stopped by the limit that its caller set; no answer is returned."""


class IllegalActError(ClueError, ValueError):
    """An act that the rules of play do not allow now; the game stands as it stood before."""


class InvalidAgentError(ClueError, ValueError):
    """Words that name no agent: nothing can be imported there, or an option makes no sense."""


class AgentError(ClueError, RuntimeError):
    """An agent broke down in play, or wanted what the rules do not allow.

    Attributes:
        player: The name of the seat it played.
        agent: The agent's class.
        turn: The number of the turn, from 1; 0 before the first.
        reason: The failure.
    """

    def __init__(self, player: str, agent: str, turn: int, reason: str):
        super().__init__(player, agent, turn, reason)
        self.player = player
        self.agent = agent
        self.turn = turn
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.player} ({self.agent}), turn {self.turn}: {self.reason}"


class ResultsError(ClueError, RuntimeError):
    """A store of tournament results that cannot be opened, read or written."""


class MissingExtraError(ClueError, ImportError):
    """Something needs a package that comes with an extra and is not installed.

    Attributes:
        what: The features that need it, in the plural.
        package: The package.
        extra: The extra of cluetree that brings it.
    """

    def __init__(self, what: str, package: str, extra: str):
        super().__init__(what, package, extra)
        self.name = package
        self.what = what
        self.package = package
        self.extra = extra

    def __str__(self) -> str:
        how = f"pip install -e '.[{self.extra}]' in the checkout"
        return f"{self.what} need {self.package}: {how} brings it"


class RecordError(ClueError, ValueError):
    """A game record that cannot be read.

    Attributes:
        reason: The problem and how to fix it.
        source: The file's name, or `<text>`.
        line: 1-based line, where known.
        column: 1-based column in characters, where known.
        path: JSON path such as `$.events[3].cards[1]`, where the record is JSON.
    """

    def __init__(
        self,
        reason: str,
        source: str = "<text>",
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ):
        super().__init__(reason, source, line, column, path)
        self.reason = reason
        self.source = source
        self.line = line
        self.column = column
        self.path = path

    def __str__(self) -> str:
        at = (self.source,) if self.line is None else (self.source, self.line, self.column)
        place = ":".join(str(part) for part in at if part is not None)
        return ": ".join(part for part in (place, self.path, self.reason) if part)
