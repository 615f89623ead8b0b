"""Programs in any language as agents: JSON-RPC requests on standard input, answers on output."""

from collections.abc import Sequence
from random import Random
from typing import Final, Self, TypeVar

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.board import Place, Square
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import IllegalActError, InvalidGuessError, UnknownNameError
from cluetree.events import Event
from cluetree.play.outside import messages
from cluetree.play.outside.program import Program, ProgramError, split
from cluetree.record import Record
from cluetree.table import Table

_A = TypeVar("_A")

TIME_LIMIT: Final = 5.0
"""Default seconds per answer."""
START_LIMIT: Final = 30.0
"""Default seconds to be ready after the start, for busy machines and slow runtimes."""


class OutsideAgent:
    """An `Agent` that asks a program.

    Its methods raise `LateError`, `ProgramError` once the program has ended, and
    `IllegalActError` for an illegal answer. The first game starts the program, and the next games
    use it again. A program that has ended or is late is killed; the next game starts it again. It
    ends with `close`, or when the agent is deleted. A copy of the agent starts its own program.

    Args:
        command: The program and its arguments; text is split as a shell would.
        time_limit: Seconds per answer.
        start_limit: Seconds to be ready for a game after the start, if that is more.

    Raises:
        ProgramError: If there is no such program.
    """

    table: Table
    """The set-up as this seat sees it."""
    last_lines: tuple[bytes, bytes] = b"", b""
    """The last request, and the last line of output after it; kept if the program breaks down."""
    _program: Program | None = None

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        time_limit: float = TIME_LIMIT,
        start_limit: float = START_LIMIT,
    ):
        self.command: tuple[str, ...] = split(command)
        self.time_limit = time_limit
        self.start_limit = start_limit

    def __repr__(self) -> str:
        limits = f"time_limit={self.time_limit}, start_limit={self.start_limit}"
        return f"{type(self).__name__}({list(self.command)}, {limits})"

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_program": None}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program; a later game starts it again."""
        if self._program is not None:
            self._program.end()
        self._program = None

    @property
    def is_playing(self) -> bool:
        """Whether a program plays: a game has begun, and the program has not broken down."""
        return self._program is not None

    def begin(self, table: Table, rng: Random) -> None:
        """Send the set-up of a new game, and wait until the program is ready."""
        self.table = table
        deck, record = table.edition, records.dumps_json(Record(table))
        set_up = messages.Begin(
            protocol=messages.PROTOCOL,
            record=Raw(msgspec.json.format(record, indent=0)),
            deck=messages.Cards(suspects=deck.suspects, weapons=deck.weapons, rooms=deck.rooms),
            seed=rng.getrandbits(32),
            seconds=self.time_limit,
        )
        limit = self.time_limit
        if self._program is None:
            self._program, limit = Program(self.command), max(self.start_limit, limit)
        self._ask("begin", set_up, object, limit)

    def observe(self, event: Event) -> None:
        """Send an event, without waiting."""
        if self._program is not None:
            written = records.dumps_json_event(event, self.table)
            self._program.tell("observe", messages.Observe(event=Raw(written.encode())))

    def move(self, options: Sequence[Place]) -> Place:
        """Ask where to go."""
        places = {_place(place): place for place in options}
        answer = self._ask("move", messages.MoveRequest(options=[*places]), messages.Moved)
        if answer.place not in places:
            raise IllegalActError(f"it cannot go to {answer.place}")
        return places[answer.place]

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask what to suggest."""
        params = messages.SuggestRequest(rooms=[room.name for room in rooms])
        return self._guess(self._ask("suggest", params, messages.Named))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask which card to show."""
        asked, options = ([card.name for card in named] for named in (guess, cards))
        params = messages.ShowRequest(asker=asker, cards=asked, options=options)
        answer = self._ask("show", params, messages.ShownCard)
        try:
            return self.table.edition.card(answer.card)
        except UnknownNameError as error:
            raise IllegalActError(str(error)) from error

    def accuse(self) -> ClueGuess | None:
        """Ask whether to accuse, and whom."""
        return self._guess(self._ask("accuse", messages.AccuseRequest(), messages.Named))

    def _guess(self, answer: messages.Named) -> ClueGuess | None:
        try:
            return None if answer.cards is None else self.table.edition.guess(*answer.cards)
        except (UnknownNameError, InvalidGuessError) as error:
            raise IllegalActError(str(error)) from error

    def _ask(
        self, method: str, params: msgspec.Struct, form: type[_A], seconds: float | None = None
    ) -> _A:
        playing = self._program
        if playing is None:
            raise ProgramError("no game has begun")
        try:
            return playing.ask(method, params, form, seconds or self.time_limit)
        except ProgramError:
            playing.kill()
            self._program = None
            raise
        finally:
            self.last_lines = playing.sent, playing.received


def _place(place: Place) -> str | tuple[int, int]:
    return (place.row, place.column) if isinstance(place, Square) else place.name
