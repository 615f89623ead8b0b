"""The check of a program that plays a seat: what it was asked, what came, what is expected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias, TypeVar

import msgspec

from cluetree.board import board_of
from cluetree.cards import Edition
from cluetree.editions import CLUE_US, HARRY_POTTER
from cluetree.errors import ClueError, IllegalActError
from cluetree.play.agent_check import ErraticAgent
from cluetree.play.game import play_game
from cluetree.play.outside import OutsideAgent, messages
from cluetree.play.outside.agent import START_LIMIT, begin_message
from cluetree.play.outside.child import ProgramError, split
from cluetree.play.outside.programs import Program
from cluetree.play.rules import NAMES, Rules
from cluetree.play.supervised import Supervised, TimeLimits
from cluetree.table import Answering, Table

_T = TypeVar("_T")
REFERENCE: Final = "docs/reference/bots.md"

_CUSTOM: Final = Edition(("Plüm", 'Gr"een'), ("Rope", "Cup"), ("Hall", "Study"), title="a deck")
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
    Table.set_up(_CUSTOM, {"Ann": 1, "Bob": 2}, viewpoint="Ann", hand=_CUSTOM.cards[:1]),
)
"""A deck that it knows, one that it may know, and one that it cannot know."""


class CheckError(ClueError, ValueError):
    """An answer that violates the protocol."""


class Seat:
    """A program in a seat, and the game that it plays."""

    def __init__(self, command: str | Sequence[str], seconds: float):
        self.command: Final = split(command)
        self.seconds: Final = seconds
        self.program: Final = Program(self.command, is_strict=True)
        self.table: Table = _TABLES[0]
        self._start_limit = max(START_LIMIT, seconds)

    def begin(self, table: Table = _TABLES[0], seed: int = 7) -> None:
        """Begin a game, and wait until the program is ready."""
        self.table, limit, self._start_limit = table, self._start_limit, self.seconds
        self.ask("begin", begin_message(table, seed), object, limit)

    def tell(self, event: Mapping[str, object]) -> None:
        """Send an event."""
        self.program.tell("observe", {"event": event})

    def ask(
        self,
        method: str,
        params: msgspec.Struct | Mapping[str, object],
        form: type[_T],
        seconds: float | None = None,
    ) -> _T:
        """Send a request and return the result."""
        try:
            return self.program.ask(method, params, form, seconds or self.seconds)
        except (ProgramError, IllegalActError) as error:
            raise CheckError(str(error)) from None

    def ask_for_guess(self, method: str, rooms: Sequence[str]) -> None:
        """Request a suggestion or an accusation with one of these rooms."""
        params = messages.Suggest(rooms=rooms) if method == "suggest" else messages.Accuse()
        cards = self.ask(method, params, messages.Named).cards
        if cards is None:
            return
        try:
            room = self.table.edition.guess(*cards).room.name
        except (ClueError, TypeError) as error:
            raise CheckError(f"expected a suspect, a weapon and a room: {error}") from None
        _verify_among("room", room, rooms)

    def suggestions(self, seed: int) -> Sequence[messages.Named]:
        """Begin a game and return its first suggestions."""
        self.begin(seed=seed)
        params = messages.Suggest(rooms=self.table.edition.rooms)
        return [self.ask("suggest", params, messages.Named) for _ in range(3)]


Check: TypeAlias = Callable[[Seat], None]
"""Raises `CheckError` if the program is wrong; its docstring says what is right."""


def _verify_among(what: str, answer: object, options: Sequence[object]) -> None:
    if answer not in options:
        raise CheckError(f"the {what} must be {' or '.join(map(str, options))}, got {answer}")


def begin(seat: Seat) -> None:
    """`begin` is answered when the program is ready, for every deck."""
    for table in _TABLES:
        seat.begin(table)


def observe(seat: Seat) -> None:
    """`observe` is a notification and has no answer."""
    seat.begin()
    cards = [each[0] for each in (CLUE_US.suspects, CLUE_US.weapons, CLUE_US.rooms)]
    me, left, right = seat.table.names
    asked = {"kind": "suggestion", "cards": cards}
    seat.tell({**asked, "by": right, "passed": [me], "shows": [{"by": left, "card": None}]})
    seat.tell({**asked, "by": me, "passed": [left, right], "shows": []})
    seat.tell({"kind": "accusation", "by": left, "cards": cards, "correct": False})
    seat.ask("accuse", messages.Accuse(), messages.Named)


def suggest(seat: Seat) -> None:
    """A suggestion is a suspect, a weapon and one of the rooms, or null."""
    for table in _TABLES:
        seat.begin(table)
        for rooms in (table.edition.rooms, table.edition.rooms[-1:]):
            seat.ask_for_guess("suggest", rooms)


def show(seat: Seat) -> None:
    """The card shown is one of the options."""
    seat.begin()
    for held in (1, 2, 3):
        options = [card.name for card in _HELD.cards[:held]]
        asked = [*options, *(card.name for card in _NOT_HELD.cards[held:])]
        params = messages.ShowCard(asker="Bob", cards=asked, options=options)
        _verify_among("card", seat.ask("show", params, messages.ShownCard).card, options)


def accuse(seat: Seat) -> None:
    """An accusation is a suspect, a weapon and a room, or null."""
    for table in _TABLES:
        seat.begin(table)
        seat.ask_for_guess("accuse", table.edition.rooms)


def move(seat: Seat) -> None:
    """The place to move to is one of the options: a room, or a row and a column."""
    seat.begin()
    choices: tuple[Sequence[messages.PlaceName], ...] = (["Hall", (3, 4)], [(0, 7)], ["Study"])
    for options in choices:
        answer = seat.ask("move", messages.Move(options=options), messages.Moved)
        _verify_among("place", answer.place, options)


def an_unfinished_game(seat: Seat) -> None:
    """`begin` may come at any time and starts a new game."""
    for table in (*_TABLES, *_TABLES):
        seat.begin(table)
        seat.ask_for_guess("suggest", table.edition.rooms)


def the_same_seed(seat: Seat) -> None:
    """The same seed and hand give the same choices, whatever happened in the game before."""
    first = seat.suggestions(seed=99)
    if first != seat.suggestions(seed=99):
        raise CheckError("the same seed and hand must give the same suggestions")
    # In another game the seat holds and is shown what it has asked for.
    named = dict.fromkeys(CLUE_US.card(name) for one in first for name in one.cards or ())
    other = [card for card in CLUE_US.cards if card not in named]
    hand = [*named, *other][:6]
    seat.begin(Table.set_up(CLUE_US, dict.fromkeys(NAMES[:3], 6), viewpoint="Ann", hand=hand), 5)
    for triple in zip(CLUE_US.suspects, CLUE_US.weapons, CLUE_US.rooms, strict=False):
        for card in triple:
            shows = [{"by": NAMES[1], "card": card}]
            seat.tell({"kind": "suggestion", "by": NAMES[0], "cards": triple, "shows": shows})
    if first != seat.suggestions(seed=99):
        raise CheckError("the suggestions must not depend on an earlier game, but they do")


def unknown_fields(seat: Seat) -> None:
    """Unknown fields are ignored, so that the protocol can grow."""
    seat.begin()
    params = {"rooms": CLUE_US.rooms, "new in another version": [1, {"a": None}]}
    seat.ask("suggest", params, messages.Named)


def whole_games(seat: Seat) -> None:
    """Games of every kind are played to their end without a fault."""
    kinds = (
        Rules(),
        Rules(players=NAMES[:2]),
        Rules(players=NAMES[:6], answering=Answering.ALL),
        Rules(HARRY_POTTER),
        Rules(board=board_of(CLUE_US)),
    )
    with OutsideAgent(seat.command, time_limit=seat.seconds) as program:
        for seed, rules in enumerate(kinds):
            agent = Supervised(program, TimeLimits(choice=seat.seconds))
            others = [ErraticAgent() for _ in rules.players[1:]]
            play_game([agent, *others], replace(rules, most_turns=20), Random(seed).getrandbits(32))
            for fault in agent.conduct.faults:
                where = f"in a game of {len(rules.players)} with {rules.edition}"
                raise CheckError(f"{fault} ({where})")


def the_end_of_input(seat: Seat) -> None:
    """The program ends with status 0 at the end of its input."""
    seat.begin()
    seat.program.sent = b"the end of its input"
    status = seat.program.child.end(seat.seconds)
    if status != 0:
        raise CheckError(f"the status must be 0, got {status}")


CHECKS: Final[Mapping[Check, str]] = {
    begin: "begin",
    observe: "observe",
    suggest: "suggest",
    show: "show",
    accuse: "accuse",
    move: "move",
    an_unfinished_game: "begin",
    the_same_seed: "begin",
    unknown_fields: "what-goes-wrong",
    whole_games: "what-goes-wrong",
    the_end_of_input: "what-goes-wrong",
}
"""Every check with its section of the reference; the first one must pass for the others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: the expected behaviour, the section of the reference, the fault.

    `sent` is the last line that the program was sent, `received` the last one that came then.
    """

    what: str
    section: str
    wrong: str | None = None
    sent: str = ""
    received: str = ""


def check_bot(command: str | Sequence[str], seconds: float) -> Iterator[Finding]:
    """Check a program, started again after each failed check; a failed `begin` ends the check."""
    seat: Seat | None = None
    try:
        for check, section in CHECKS.items():
            seat = seat or Seat(command, seconds)
            what, wrong = " ".join((check.__doc__ or "").split()), None
            try:
                check(seat)
            except CheckError as error:
                wrong = str(error)
            sent, received = (
                line.decode(errors="replace") for line in (seat.program.sent, seat.program.received)
            )
            yield Finding(what, section, wrong, sent, received)
            if wrong is not None and check is begin:
                return
            if wrong is not None:
                seat.program.child.end()
                seat = None
    finally:
        if seat is not None:
            seat.program.child.end()
