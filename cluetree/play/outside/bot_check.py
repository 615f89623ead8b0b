"""The check of a program that plays a seat: what it was asked, what came, what would be right."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from time import monotonic
from typing import Final, TypeAlias, TypeVar

import msgspec

from cluetree.board import board_of
from cluetree.cards import ClueGuess, Edition
from cluetree.editions import CLUE_US, HARRY_POTTER
from cluetree.errors import ClueError
from cluetree.play import NAMES, ErraticAgent, Rules, play_game
from cluetree.play.outside import OutsideAgent, messages
from cluetree.play.outside.agent import START_LIMIT, begin_message
from cluetree.play.outside.child import Child, EndedError, ProgramError
from cluetree.play.outside.programs import Answer, Call
from cluetree.play.supervised import Supervised, TimeLimits
from cluetree.table import Answering, Table

_T = TypeVar("_T")
REFERENCE: Final = "docs/reference/protocol.md"
_MOST_SHOWN: Final = 400

_HOME_MADE: Final = Edition(("Plüm", 'Gr"een'), ("Rope", "Cup"), ("Hall", "Study"), title="a deck")
_HELD: Final = CLUE_US.guess("scarlet", "rope", "hall")
_NOT_HELD: Final = CLUE_US.guess("mustard", "candlestick", "kitchen")
_TABLES: Final = (
    Table.set_up(
        CLUE_US,
        dict.fromkeys(NAMES[:3], 6),
        viewpoint="Ann",
        hand=(*_HELD, *CLUE_US.hand("plum", "knife", "study")),
    ),
    Table.set_up(
        HARRY_POTTER, {"Ann": 3, "Bob": 15}, viewpoint="Ann", hand=HARRY_POTTER.cards[-3:]
    ),
    Table.set_up(_HOME_MADE, {"Ann": 1, "Bob": 2}, viewpoint="Ann", hand=_HOME_MADE.cards[:1]),
)
"""Decks that it knows, may know, and cannot know."""


class CheckError(ClueError, ValueError):
    """An answer that violates the protocol."""


class Seat:
    """A program at a table, and what was last said to it and by it."""

    def __init__(self, command: str | Sequence[str], seconds: float):
        self.command: Final = command
        self.seconds: Final = seconds
        self.asked = self.came = ""
        self.ended = False
        """Whether its input was ended."""
        self._child: Final = Child(command)
        self._ids: Final = count(1)
        self._begun = False

    def begin(self, table: Table = _TABLES[0], seed: int = 7) -> Table:
        """Begin a game, and wait until the program is ready."""
        limit = self.seconds if self._begun else max(START_LIMIT, self.seconds)
        self._begun = True
        self.ask("begin", begin_message(table, seed), object, limit)
        return table

    def tell(self, method: str, params: Mapping[str, object]) -> None:
        """Say what needs no answer."""
        self._say(Call(method, params))

    def ask(
        self,
        method: str,
        params: msgspec.Struct | Mapping[str, object],
        form: type[_T],
        seconds: float | None = None,
    ) -> _T:
        """Ask, and take the answer, which must be the next one that comes."""
        number = next(self._ids)
        self._say(Call(method, params, number))
        end = monotonic() + (seconds or self.seconds)
        while True:
            try:
                line = self._child.receive(end - monotonic())
            except ProgramError as error:
                raise CheckError(f"{error}; an answer with id {number} should come") from None
            answer = Answer.read(line)
            if answer is None:
                continue
            self.came = line.decode(errors="replace")
            if answer.id != number:
                raise CheckError(f"an answer with id {number} should come, and no other")
            if answer.is_error:
                raise CheckError("a result should come, no error")
            try:
                return msgspec.json.decode(bytes(answer.result), type=form)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise CheckError(f"the result is not as it should be: {error}") from None

    def end(self) -> int | None:
        """End its input, and return its exit status; below 0 if it had to be killed."""
        self.ended = True
        return self._child.end(self.seconds)

    def _say(self, call: Call) -> None:
        line = msgspec.json.encode(call)
        self.asked, self.came = line.decode(), ""
        self._child.send(line)


Check: TypeAlias = Callable[[Seat], None]
"""Raises `CheckError` if something is not as it should be; its docstring says what that is."""


def begin(seat: Seat) -> None:
    """A new game is answered once the program is ready, whatever the deck."""
    for table in _TABLES:
        seat.begin(table)


def observe(seat: Seat) -> None:
    """What happens is told, not asked: it has no answer."""
    table = seat.begin()
    cards = [each[0] for each in (CLUE_US.suspects, CLUE_US.weapons, CLUE_US.rooms)]
    me, left, _ = table.names
    shows = [{"by": left, "card": None}]
    events: tuple[dict[str, object], ...] = (
        {"kind": "suggestion", "by": "Cid", "cards": cards, "passed": [me], "shows": shows},
        {"kind": "suggestion", "by": me, "cards": cards, "passed": [left, "Cid"], "shows": []},
        {"kind": "accusation", "by": left, "cards": cards, "correct": False},
    )
    for event in events:
        seat.tell("observe", {"event": event})
    seat.ask("accuse", messages.Accuse(), messages.Named)


def suggest(seat: Seat) -> None:
    """A suggestion names a suspect, a weapon and one of the rooms; or null."""
    for table in _TABLES:
        seat.begin(table)
        for rooms in (table.edition.rooms, table.edition.rooms[-1:]):
            answer = seat.ask("suggest", messages.Suggest(rooms=rooms), messages.Named)
            guess = _guess(answer, table)
            if guess is not None and guess.room.name not in rooms:
                raise CheckError(f"the room should be {' or '.join(rooms)}, not {guess.room}")


def show(seat: Seat) -> None:
    """A card that is shown is one of the options."""
    seat.begin()
    for held in (1, 2, 3):
        options = [card.name for card in _HELD.cards[:held]]
        asked = [*options, *(card.name for card in _NOT_HELD.cards[held:])]
        params = messages.ShowCard(asker="Bob", cards=asked, options=options)
        answer = seat.ask("show", params, messages.ShownCard)
        if answer.card not in options:
            raise CheckError(f"the card should be {' or '.join(options)}, not {answer.card}")


def accuse(seat: Seat) -> None:
    """An accusation names three cards, one of each kind; or null."""
    for table in _TABLES:
        seat.begin(table)
        _guess(seat.ask("accuse", messages.Accuse(), messages.Named), table)


def move(seat: Seat) -> None:
    """A place to go to is one of the options: a room, or a row and a column."""
    seat.begin()
    for options in (["Hall", (3, 4)], [(0, 7)], ["Study"]):
        answer = seat.ask("move", {"options": options}, messages.Moved)
        if answer.place not in options:
            raise CheckError(f"the place should be one of the options, not {answer.place}")


def a_game_that_is_broken_off(seat: Seat) -> None:
    """`begin` may come at any time, and nothing of the last game counts any more."""
    for table in (*_TABLES, *_TABLES):
        seat.begin(table)
        answer = seat.ask("suggest", messages.Suggest(rooms=table.edition.rooms), messages.Named)
        _guess(answer, table)


def the_same_seed(seat: Seat) -> None:
    """All chance comes from the seed, so that a game can be repeated."""
    said: list[object] = []
    for _ in range(2):
        seat.begin(seed=99)
        params = messages.Suggest(rooms=CLUE_US.rooms)
        said.append([seat.ask("suggest", params, messages.Named) for _ in range(3)])
    if said[0] != said[1]:
        raise CheckError("the same game with the same seed should bring the same suggestions")


def fields_that_are_new(seat: Seat) -> None:
    """What it does not know is passed over, so that the protocol can grow."""
    seat.begin()
    params = {"rooms": CLUE_US.rooms, "new in another version": [1, {"a": None}]}
    seat.ask("suggest", params, messages.Named)


def whole_games(seat: Seat) -> None:
    """Games of all kinds are played to their end without a fault."""
    kinds = (
        Rules(most_turns=20),
        Rules(players=NAMES[:2], most_turns=20),
        Rules(players=NAMES[:6], answering=Answering.ALL, most_turns=20),
        Rules(HARRY_POTTER, board=None, most_turns=20),
        Rules(board=board_of(CLUE_US), most_turns=20),
    )
    with OutsideAgent(seat.command, time_limit=seat.seconds) as program:
        for seed, rules in enumerate(kinds):
            agent = Supervised(program, TimeLimits(choice=seat.seconds))
            others = [ErraticAgent() for _ in rules.players[1:]]
            play_game([agent, *others], rules, Random(seed).getrandbits(32))
            for fault in agent.conduct.faults:
                seat.asked = f"a game of {len(rules.players)} with {rules.edition}"
                raise CheckError(str(fault))


def the_end_of_input(seat: Seat) -> None:
    """The program ends by itself once its input does."""
    seat.begin()
    seat.asked, seat.came = "nothing more: its input ends", ""
    status = seat.end()
    if status != 0:
        raise CheckError(f"it should end with status 0, not {status}")


def _guess(answer: messages.Named, table: Table) -> ClueGuess | None:
    if answer.cards is None:
        return None
    try:
        return table.edition.guess(*answer.cards)
    except (ClueError, TypeError) as error:
        raise CheckError(f"a suspect, a weapon and a room should come: {error}") from None


CHECKS: Final[tuple[tuple[Check, str], ...]] = (
    (begin, "begin"),
    (observe, "observe"),
    (suggest, "suggest"),
    (show, "show"),
    (accuse, "accuse"),
    (move, "move"),
    (a_game_that_is_broken_off, "begin"),
    (the_same_seed, "begin"),
    (fields_that_are_new, "what-goes-wrong"),
    (whole_games, "what-goes-wrong"),
    (the_end_of_input, "what-goes-wrong"),
)
"""Every check, and the part of the reference that it is about; what ends a program comes last."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one check."""

    what: str
    """What is right, in a sentence."""
    section: str
    """Where in the reference it stands."""
    wrong: str | None = None
    """What was wrong; `None` if nothing was."""
    asked: str = ""
    """What was said to the program last."""
    came: str = ""
    """What it answered."""

    def __str__(self) -> str:
        if self.wrong is None:
            return f"right  {self.what}"
        came = f"\n       came:  {_short(self.came)}" if self.came else ""
        asked = f"\n       asked: {_short(self.asked)}" if self.asked else ""
        where = f"\n       see {REFERENCE}#{self.section}"
        return f"WRONG  {self.what}\n       {self.wrong}{asked}{came}{where}"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def check_bot(command: str | Sequence[str], seconds: float) -> Iterator[Finding]:
    """Check a program, which is started anew after each check that it fails.

    Raises:
        ProgramError: If it cannot be started.
    """
    seat: Seat | None = None
    try:
        for check, section in CHECKS:
            seat = seat or Seat(command, seconds)
            what, wrong = " ".join((check.__doc__ or "").split()), None
            try:
                check(seat)
            except (CheckError, EndedError) as error:
                wrong = str(error)
            yield Finding(what, section, wrong, seat.asked, seat.came)
            if wrong is not None or seat.ended:
                seat.end()
                seat = None
    finally:
        if seat is not None:
            seat.end()
