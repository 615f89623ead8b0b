"""Hypothesis strategies for whole small games, the smallest first.

A `Game` is a table together with a deal that fits it. `told_truly` adds a log in which every
entry is true of that deal, `told_anyhow` one in which some entries may be false.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias, TypeVar

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    CluePlayer,
    Edition,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from cluetree.events import Answer, Correction, HoldsSome, OneHolds, Question, Saw, entries
from cluetree.record import Record, dumps_clue
from cluetree.table import Answering, Direction
from tests.brute import HIDDEN, Deal, asked

T = TypeVar("T")

_SUSPECTS: Final = ("Plum", "Green", "White", "Rose")
_WEAPONS: Final = ("Rope", "Knife", "Axe", "Poison")
_ROOMS: Final = ("Hall", "Study", "Kitchen", "Lounge")
_NAMES: Final = ("Ann", "Bob", "Cid", "Dot", "Eve")


@dataclass(frozen=True)
class Game:
    """A table, and the truth about it that only the dealer knows."""

    table: Table
    deal: Deal

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.table.players)

    @property
    def holders(self) -> tuple[str, ...]:
        return (*self.names, *(hand.name for hand in self.table.face_down), HIDDEN)

    def has(self, name: str, card: ClueCard) -> bool:
        return self.deal.get(card) == name


@dataclass(frozen=True, repr=False)
class Told:
    """A game and its known events."""

    game: Game
    events: tuple[Event, ...]

    @property
    def table(self) -> Table:
        return self.game.table

    def __repr__(self) -> str:
        truth = ", ".join(f"{card}={name}" for card, name in self.game.deal.items())
        set_up, events = dumps_clue(Record(self.table)), "\n".join(map(str, self.events))
        return f"\n{set_up}{events}\n# truth: {truth}"

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: object) -> None:
        printer.text(repr(self))


@cache
def _index(stop: int) -> st.SearchStrategy[int]:
    return st.integers(0, stop - 1)


class Dice:
    """Draws from sequences, the first item being the simplest. Cheaper than nested strategies.

    `pick` returns a number below the one given.
    """

    def __init__(self, pick: Callable[[int], int]):
        self._pick = pick

    @classmethod
    def of(cls, draw: st.DrawFn) -> "Dice":
        return cls(lambda stop: draw(_index(stop)))

    def count(self, most: int) -> int:
        return self._pick(most + 1)

    def coin(self) -> bool:
        return self.count(1) == 1

    def one(self, items: Sequence[T]) -> T:
        return items[self._pick(len(items))]

    def some(self, items: Sequence[T], *, least: int = 0, most: int | None = None) -> list[T]:
        """Different items, between `least` and `most` of them, in any order."""
        left = list(items)
        size = least + self.count(min(len(left), len(left) if most is None else most) - least)
        return [left.pop(self._pick(len(left))) for _ in range(size)]

    def guess(self, edition: Edition) -> ClueGuess:
        return ClueGuess(*(self.one(edition.of(category)) for category in Category))


def _edition(dice: Dice, max_size: int) -> Edition:
    sizes = [1 + dice.count(max_size - 1) for _ in Category]
    return Edition(_SUSPECTS[: sizes[0]], _WEAPONS[: sizes[1]], _ROOMS[: sizes[2]])


@st.composite
def editions(draw: st.DrawFn, *, max_size: int = 3) -> Edition:
    """Decks with one to `max_size` cards in each category."""
    return _edition(Dice.of(draw), max_size)


def _game(dice: Dice) -> Game:
    return game_with(dice, face_down=dice.one(((), (), ("Pool",), ("Pool", "Dummy"))))


def game_with(dice: Dice, *, face_down: Sequence[str]) -> Game:
    """A deal with these face-down hands, and a table that shows more or less of it."""
    edition = _edition(dice, 3)
    names = _NAMES[: 2 + dice.count(3)]
    hidden = dice.guess(edition)
    deal: Deal = {}
    face_up: list[ClueCard] = []
    for card in edition.cards:
        place = HIDDEN if card in hidden else dice.one((*names, *face_down, None))
        if place is None:
            face_up.append(card)
        else:
            deal[card] = place
    viewpoint = dice.one((None, *names))
    hands: list[CluePlayer] = []
    for name in (*names, *face_down):
        hand = tuple(card for card, holder in deal.items() if holder == name)
        size = dice.one((len(hand), len(hand), None if hand or name != viewpoint else 0))
        hands.append(CluePlayer(name, size, hand if name == viewpoint else ()))
    players, lying = tuple(hands[: len(names)]), tuple(hands[len(names) :])
    rules = dice.one(tuple(Answering)), lying, dice.one(tuple(Direction))
    return Game(Table(edition, players, viewpoint, tuple(face_up), *rules), deal)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A deal, and a table that shows more or less of it."""
    return _game(Dice.of(draw))


def _true_suggestion(dice: Dice, game: Game) -> Event:
    """A suggestion answered according to the rule of the table, recorded in full or in part."""
    return _suggestion_but(dice, game, dice.one(game.names), dice.guess(game.table.edition))


def _suggestion_but(
    dice: Dice, game: Game, asker: str, guess: ClueGuess, late: str = ""
) -> Suggestion:
    """A true suggestion, in which one player may overlook their cards."""
    shows: list[Show] = []
    passed: list[str] = []
    for name in (player.name for player in asked(game.table, asker)):
        cards = [card for card in guess if game.has(name, card)]
        if cards and name != late:
            shows.append(Show(name, dice.one((None, *cards))))
            if game.table.answering is Answering.FIRST:
                break
        else:
            passed.append(name)
    if shows and not late and _is_unknown(dice, game, asker, shows):
        known = tuple(dice.some(passed))
        return Suggestion(asker, guess, (Show(None),), known if dice.coin() else None)
    if dice.coin():
        return Suggestion(asker, guess, tuple(shows))
    told = tuple(shows) if dice.coin() else ()
    known = tuple(dice.some([name for name in passed if name != late]))
    return Suggestion(asker, guess, told, (*known, late) if late else known)


def _true_correction(dice: Dice, game: Game, log: list[Event]) -> Iterator[Event]:
    """A suggestion in which a player overlooks a card, and that they say so."""
    asker, guess = dice.one(game.names), dice.guess(game.table.edition)
    others = [player.name for player in asked(game.table, asker)]
    able = [name for name in others if any(game.has(name, card) for card in guess)]
    if game.table.answering is Answering.FIRST:
        able = able[:1]
    if able:
        late = dice.one(able)
        yield _suggestion_but(dice, game, asker, guess, late)
        yield Correction(late, len(log) + 1)


def _is_unknown(dice: Dice, game: Game, asker: str, shows: Sequence[Show]) -> bool:
    """Whether the shower is unknown, which is impossible for the viewpoint's own show."""
    me = game.table.viewpoint
    return me != asker and any(show.by != me for show in shows) and dice.count(5) == 1


def _true_accusation(dice: Dice, game: Game) -> Event:
    guess = dice.guess(game.table.edition)
    number = sum(game.has(HIDDEN, card) for card in guess)
    right = None if number == len(Category) else dice.one((None, number))
    return Accusation(dice.one(game.names), guess, number == len(Category), right)


def _who_knows(dice: Dice) -> bool | None:
    return dice.one((None, None, False, True))


def _true_fact(dice: Dice, game: Game) -> Event:
    name = dice.one(game.holders)
    card = dice.one(game.table.edition.cards)
    kind = Holds if game.has(name, card) else Lacks
    return kind(name, card, only_me=_who_knows(dice))


def _true_choice(dice: Dice, game: Game) -> Event:
    """A bare "holds one of"; where the holder has nothing of it, a lack."""
    among = dice.some(game.table.edition.cards, least=1, most=4)
    name, only_me = dice.one(game.holders), _who_knows(dice)
    if any(game.has(name, card) for card in among):
        return HoldsOneOf(name, tuple(among), only_me=only_me)
    return Lacks(name, among[0], only_me=only_me)


def _true_place(dice: Dice, game: Game) -> Event:
    """A bare "Bob or Cid holds Plum"."""
    card = dice.one([*game.deal])
    others = [place for place in game.holders if place != game.deal[card]]
    places = (game.deal[card], *dice.some(others, least=1, most=2))
    return OneHolds(places, card, only_me=_who_knows(dice)).at(game.table)


def _true_question(dice: Dice, game: Game) -> Event:
    """A question to one player; if others ask, the answer may be unheard."""
    by, to = dice.some(game.names, least=2, most=2)
    cards = dice.some(game.table.edition.cards, least=1, most=3)
    held = [card for card in cards if game.has(to, card)]
    is_mine = game.table.viewpoint in {by, to}
    only_me = dice.count(2) == 1
    if not is_mine and dice.count(3) == 1:
        return Question(by, to, tuple(cards), None, only_me=only_me)
    if not held:
        return Question(by, to, tuple(cards), "no", only_me=only_me)
    if dice.coin():
        return Question(by, to, tuple(cards), "yes", only_me=only_me)
    return Question(by, to, tuple(cards), "shows", dice.one((None, *held)), only_me)


def _true_look(dice: Dice, game: Game) -> Event:
    """A look at a card of a hand; if all hands are empty, a fact."""
    looks = [(by, at, card) for by in game.names for card, at in game.deal.items() if at != by]
    looks = [look for look in looks if look[1] != HIDDEN]
    if not looks:
        return _true_fact(dice, game)
    by, player, card = dice.one(looks)
    return Saw(by, player, card if by == game.table.viewpoint else dice.one((None, card)))


def true_some(dice: Dice, game: Game) -> Event:
    """A bare "holds so many of these"."""
    among = dice.some(game.table.edition.cards, least=1, most=5)
    name, only_me = dice.one(game.holders), _who_knows(dice)
    number = sum(game.has(name, card) for card in among)
    least, most = dice.count(number), number + dice.count(len(among) - number)
    return HoldsSome(name, tuple(among), least, most, only_me=only_me).at(game.table)


_Maker: TypeAlias = Callable[[Dice, Game], Event]
_TRUE: Final[tuple[_Maker, ...]] = (
    _true_suggestion,
    _true_suggestion,
    _true_suggestion,
    _true_accusation,
    _true_fact,
    _true_choice,
    true_some,
    _true_place,
    _true_question,
    _true_question,
    _true_look,
)


def true_event(dice: Dice, game: Game) -> Event:
    """An event that is true of the deal."""
    return dice.one(_TRUE)(dice, game)


def true_log(
    dice: Dice, game: Game, number: int, maker: "_Maker" = true_event
) -> tuple[Event, ...]:
    """So many events, of which some are pairs of a suggestion and its correction."""
    log: list[Event] = []
    for _ in range(number):
        pair = [*_true_correction(dice, game, log)] if dice.count(7) == 1 else []
        log += pair or [maker(dice, game)]
    return entries(game.table, log)


@st.composite
def true_events(draw: st.DrawFn, game: Game) -> Event:
    """An event that is true of the deal."""
    return true_event(Dice.of(draw), game)


def _any_suggestion(dice: Dice, game: Game) -> Event:
    asker = dice.one(game.names)
    others = [name for name in game.names if name != asker]
    guess = dice.guess(game.table.edition)
    most = 1 if game.table.answering is Answering.FIRST else len(others)
    showers = dice.some(others, most=most)
    shows = tuple(Show(name, dice.one((None, *guess))) for name in showers)
    if dice.count(7) == 1:
        known = tuple(dice.some(others)) if dice.coin() else None
        return Suggestion(asker, guess, (Show(None),), known)
    if dice.coin():
        return Suggestion(asker, guess, shows)
    quiet = [name for name in others if name not in showers]
    return Suggestion(asker, guess, shows, tuple(dice.some(quiet)))


def any_some(dice: Dice, game: Game) -> Event:
    """A bare "holds so many of these", true or false."""
    cards = dice.some(game.table.edition.cards, least=1, most=4)
    least = dice.count(len(cards))
    most = least + dice.count(len(cards) - least)
    return HoldsSome(dice.one(game.holders), cards, least, most).at(game.table)


def _any_question(dice: Dice, game: Game) -> Event:
    by, to = dice.some(game.names, least=2, most=2)
    cards = tuple(dice.some(game.table.edition.cards, least=1, most=3))
    answer: Answer = dice.one(("no", "yes", "shows"))
    shown = dice.one((None, *cards)) if answer == "shows" else None
    return Question(by, to, cards, answer, shown)


def _any_look(dice: Dice, game: Game) -> Event:
    by = dice.one(game.names)
    player = dice.one([place for place in game.holders if place not in {by, HIDDEN}])
    cards = game.table.edition.cards
    return Saw(by, player, dice.one(cards if by == game.table.viewpoint else (None, *cards)))


_ANY: Final[tuple[_Maker, ...]] = (
    _any_suggestion,
    _any_suggestion,
    _any_question,
    _any_look,
    lambda dice, game: Accusation(
        dice.one(game.names), dice.guess(game.table.edition), dice.coin()
    ),
    lambda dice, game: Accusation(
        dice.one(game.names), dice.guess(game.table.edition), correct=False, right=dice.count(2)
    ),
    lambda dice, game: OneHolds(
        tuple(dice.some(game.holders, least=2, most=3)), dice.one(game.table.edition.cards)
    ).at(game.table),
    lambda dice, game: Holds(dice.one(game.holders), dice.one(game.table.edition.cards)),
    lambda dice, game: Lacks(dice.one(game.holders), dice.one(game.table.edition.cards)),
    lambda dice, game: HoldsOneOf(
        dice.one(game.holders), tuple(dice.some(game.table.edition.cards, least=1, most=4))
    ),
    any_some,
)


def any_event(dice: Dice, game: Game) -> Event:
    return dice.one(_ANY)(dice, game)


def doubtful_event(dice: Dice, game: Game) -> Event:
    """A valid event that is probably true."""
    return dice.one((true_event, true_event, any_event))(dice, game)


@st.composite
def any_events(draw: st.DrawFn, game: Game) -> Event:
    """A valid event, true or false."""
    return any_event(Dice.of(draw), game)


@st.composite
def told_truly(draw: st.DrawFn, *, most: int = 9) -> Told:
    """A game and a log of it without a false word."""
    dice = Dice.of(draw)
    game = _game(dice)
    return Told(game, true_log(dice, game, dice.count(most)))


@st.composite
def told_anyhow(draw: st.DrawFn, *, most: int = 9) -> Told:
    """A game and a log with true and false entries."""
    dice = Dice.of(draw)
    game = _game(dice)
    return Told(game, true_log(dice, game, dice.count(most), doubtful_event))
