"""More games for the counter than the lower floors need: up to ten players, sizes that are wrong.

They stay small enough that all deals can be listed.
"""

from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from cluetree import Accusation, Category, ClueCard, ClueGuess, CluePlayer, Edition, Table
from cluetree.table import Answering
from tests.brute import HIDDEN, Deal
from tests.exact.games import NAMES
from tests.strategies import Dice, Game, Told, any_events, told_anyhow, told_truly, true_events

_LARGEST: Final = {2: 4, 3: 4, 4: 3, 5: 3}
"""The largest category per number of players; for more players, two cards."""


@st.composite
def wide_games(draw: st.DrawFn) -> Game:
    """A deal among two to ten players, with uneven hands and some sizes unknown."""
    dice = Dice.of(draw)
    names = NAMES[: 2 + dice.count(8)]
    most = _LARGEST.get(len(names), 2)
    sizes = [1 + dice.count(most - 1) for _ in Category]
    suspects, weapons, rooms = (
        tuple(names[:size]) for names, size in zip(("abcd", "efgh", "ijkl"), sizes, strict=True)
    )
    edition = Edition(suspects, weapons, rooms)
    hidden = ClueGuess(*(dice.one(edition.of(category)) for category in Category))
    deal: Deal = dict.fromkeys(hidden, HIDDEN)
    face_up: list[ClueCard] = []
    for card in edition.cards:
        if card in hidden:
            continue
        if dice.count(9) == 9:
            face_up.append(card)
        else:
            deal[card] = dice.one(names)
    viewpoint = dice.one((None, *names))
    unknown = dice.one((0, 0, 1, 3))
    players = []
    for name in names:
        hand = tuple(card for card, holder in deal.items() if holder == name)
        size = None if dice.count(3) < unknown and (hand or name != viewpoint) else len(hand)
        players.append(CluePlayer(name, size, hand if name == viewpoint else ()))
    answering = dice.one(tuple(Answering))
    return Game(Table(edition, tuple(players), viewpoint, tuple(face_up), answering), deal)


@st.composite
def wide_true(draw: st.DrawFn) -> Told:
    """Such a game, and a log of it without a false word."""
    game = draw(wide_games())
    return Told(game, tuple(draw(st.lists(true_events(game), max_size=9))))


@st.composite
def wide_anyhow(draw: st.DrawFn) -> Told:
    """Such a game, with false entries among the true ones and now and then a wrong hand size."""
    game = draw(wide_games())
    events = st.one_of(true_events(game), true_events(game), any_events(game))
    told = Told(game, tuple(draw(st.lists(events, max_size=7))))
    return replace(told, game=_miscounted(Dice.of(draw), game)) if draw(st.booleans()) else told


def _miscounted(dice: Dice, game: Game) -> Game:
    """The same game, with one card more or less noted for one or two of the others."""
    players = list(game.table.players)
    others = [seat for seat, player in enumerate(players) if player.name != game.table.viewpoint]
    for step, seat in zip((1, -1), dice.some(others, most=2), strict=False):
        size = players[seat].hand_size
        if size is not None and size + step >= 0:
            players[seat] = replace(players[seat], hand_size=size + step)
    return replace(game, table=replace(game.table, players=tuple(players)))


@st.composite
def accused(draw: st.DrawFn) -> Told:
    """A true log with failed accusations, by which few cards of a larger deck differ."""
    dice = Dice.of(draw)
    edition = Edition(("a", "b", "c"), ("e", "f"), ("i", "j", "k", "l")[: 3 + dice.count(1)])
    hidden = dice.guess(edition)
    names, left = NAMES[: 2 + dice.count(1)], [card for card in edition.cards if card not in hidden]
    held = {card: dice.one(names) for card in left}
    players = tuple(
        CluePlayer(
            name,
            sum(at == name for at in held.values()),
            tuple(card for card in left if held[card] == name) if name == names[0] else (),
        )
        for name in names
    )
    answering = dice.one(tuple(Answering))
    game = Game(
        Table(edition, players, names[0], answering=answering),
        {**held, **dict.fromkeys(hidden, HIDDEN)},
    )
    guesses = [guess for _ in range(1 + dice.count(3)) if (guess := dice.guess(edition)) != hidden]
    failed = [Accusation(dice.one(names), guess, correct=False) for guess in guesses]
    return Told(game, (*failed, *draw(st.lists(true_events(game), max_size=2))))


def logs() -> st.SearchStrategy[Told]:
    """Every kind of small game there is, true logs being as frequent as others."""
    return st.one_of(told_truly(), wide_true(), told_anyhow(most=7), wide_anyhow())
