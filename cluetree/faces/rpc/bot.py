"""An outside program as a player: asked for its choices by lines, within a time.

It is asked as a server is, by JSON-RPC on its standard input, and answers on its standard
output. Whatever goes wrong with it costs it a choice, never the game or the tournament.
"""

import shutil
import weakref
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Self, TypeVar

import msgspec
from msgspec import Raw

from cluetree import record as records
from cluetree.board import Place, Square
from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.errors import ClueError, InvalidTableError
from cluetree.events import Event
from cluetree.faces.forms.log import write_events
from cluetree.faces.rpc import bot_messages
from cluetree.faces.rpc.child import ProgramError, split
from cluetree.faces.rpc.programs import BadAnswerError, Program, Programs
from cluetree.faces.rpc.protocol import PROTOCOL
from cluetree.record import Record
from cluetree.table import Table

_A = TypeVar("_A")
_T = TypeVar("_T")

TIME_LIMIT: Final = 5.0
"""Seconds for an answer, if nobody says otherwise."""
START_LIMIT: Final = 30.0
"""Seconds to be ready after a start, for machines that are busy and languages that start slowly."""


class OutsideAgent:
    """Plays a seat by asking a program; an `Agent` like any other.

    Where the program gives no answer that can be played, the seat suggests nothing, shows the
    first card it may (suspect, weapon, room), accuses nobody, and goes to the first place it
    can. A program that ended, or was silent for too long, is killed, and has no part in the
    rest of that game; the next game starts it anew, but not after it broke down three times in
    a row. What was lost is counted in `lost`; each reason is logged, as a warning, once.

    Copies (`copy.deepcopy`) share programs that are idle: one that has finished its game plays
    the next. All are ended with the last copy, by `close`, or when Python ends.

    Args:
        command: The program and its arguments; a text is split as a shell would.
        time_limit: Seconds that it has for each answer.
        start_limit: Seconds that it has to be ready for a game after it was started, if that is
            more.

    Raises:
        ProgramError: If there is no such program.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        time_limit: float = TIME_LIMIT,
        start_limit: float = START_LIMIT,
    ):
        self.command = split(command)
        if shutil.which(self.command[0]) is None:
            raise ProgramError(f"there is no program {self.command[0]!r}")
        self.time_limit = time_limit
        self.start_limit = start_limit
        self._programs = Programs(self.command)
        self._program: Program | None = None
        self._release: Callable[[], object] | None = None
        self._begun: Table | None = None

    def __repr__(self) -> str:
        limits = f"time_limit={self.time_limit}, start_limit={self.start_limit}"
        return f"{type(self).__name__}({list(self.command)}, {limits})"

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        other = type(self)(self.command, time_limit=self.time_limit, start_limit=self.start_limit)
        other._programs = self._programs  # noqa: SLF001 -- of the same class
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return _remade, (type(self), self.command, self.time_limit, self.start_limit)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def lost(self) -> int:
        """How many choices were lost so far, by this agent and its copies in this process."""
        return self._programs.lost

    def close(self) -> None:
        """End the programs that play no game now; a game that begins later starts them anew."""
        self._put_back()
        self._programs.close()

    # What an agent does

    def begin(self, table: Table, rng: Random) -> None:
        """Tell the program of a new game, and wait until it is ready."""
        self._put_back()
        self._begun = table
        set_up = bot_messages.Begin(
            protocol=PROTOCOL,
            record=Raw(msgspec.json.format(records.dumps_json(Record(table)), indent=0)),
            deck=_deck(table.edition),
            seed=rng.getrandbits(32),
        )
        try:
            self._program, is_new = self._programs.take()
            self._release = weakref.finalize(self, self._programs.put_back, self._program)
            limit = max(self.start_limit, self.time_limit) if is_new else self.time_limit
            self._program.ask("begin", set_up, object, limit)
        except ProgramError as error:
            self._break_down("begin", error)
        except BadAnswerError as error:
            self._programs.lose("begin", error)

    def observe(self, event: Event) -> None:
        """Tell the program what its seat saw; it is not waited for."""
        if self._program is not None:
            written, _ = write_events((event,), self._table)[0]
            self._program.tell("observe", bot_messages.Observe(event=written))

    def move(self, options: Sequence[Place]) -> Place:
        """Ask where to go."""
        params = bot_messages.Move(options=[_place(place) for place in options])

        def read(answer: bot_messages.Moved) -> Place:
            for place, name in zip(options, params.options, strict=True):
                if answer.place == name:
                    return place
            raise BadAnswerError(f"it cannot go to {answer.place}")

        return self._ask("move", params, bot_messages.Moved, read, options[0])

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask what to suggest."""

        def read(answer: bot_messages.Named) -> ClueGuess | None:
            guess = self._guess(answer)
            if guess is not None and guess.room not in rooms:
                raise BadAnswerError(f"it cannot name {guess.room} now")
            return guess

        params = bot_messages.Suggest(rooms=[room.name for room in rooms])
        return self._ask("suggest", params, bot_messages.Named, read, None)

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Ask which card to show."""

        def read(answer: bot_messages.ShownCard) -> ClueCard:
            card = self._table.edition.card(answer.card)
            if card not in cards:
                raise BadAnswerError(f"it cannot show {card}")
            return card

        asked, options = ([card.name for card in some] for some in (guess, cards))
        params = bot_messages.ShowCard(asker=asker, cards=asked, options=options)
        return self._ask("show", params, bot_messages.ShownCard, read, cards[0])

    def accuse(self) -> ClueGuess | None:
        """Ask whether to accuse, and whom."""
        return self._ask("accuse", bot_messages.Accuse(), bot_messages.Named, self._guess, None)

    # How it is asked

    @property
    def _table(self) -> Table:
        if self._begun is None:
            raise InvalidTableError("no game has begun, so there is no table")
        return self._begun

    def _guess(self, answer: bot_messages.Named) -> ClueGuess | None:
        return None if answer.cards is None else self._table.edition.guess(*answer.cards)

    def _ask(
        self,
        method: str,
        params: msgspec.Struct,
        form: type[_A],
        read: Callable[[_A], _T],
        otherwise: _T,
    ) -> _T:
        """Ask, and read what is answered; give up a program that broke down."""
        if self._program is None:
            self._programs.lost += 1
            return otherwise
        try:
            return read(self._program.ask(method, params, form, self.time_limit))
        except ProgramError as error:
            self._break_down(method, error)
        except ClueError as error:  # no such card, no guess, or no answer that can be read
            self._programs.lose(method, error)
        return otherwise

    def _break_down(self, method: str, error: ClueError) -> None:
        self._programs.lose(method, error)
        if self._program is not None:
            self._programs.give_up(self._program)
        self._program = None

    def _put_back(self) -> None:
        if self._release is not None:
            self._release()
        self._program = self._release = None


def _remade(
    kind: type[OutsideAgent], command: tuple[str, ...], time_limit: float, start_limit: float
) -> OutsideAgent:
    return kind(command, time_limit=time_limit, start_limit=start_limit)


def _deck(edition: Edition) -> bot_messages.Cards:
    return bot_messages.Cards(
        suspects=edition.suspects, weapons=edition.weapons, rooms=edition.rooms
    )


def _place(place: Place) -> str | tuple[int, int]:
    return (place.row, place.column) if isinstance(place, Square) else place.name
