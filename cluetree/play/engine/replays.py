"""The game so far, replayed in many deals: what every seat would know, and how likely it asked."""

from collections.abc import Sequence
from typing import NamedTuple

from cluetree.play.engine import chance as chances
from cluetree.play.engine.compiling import FloatRows, Row, Rows, compilable
from cluetree.play.engine.games import Game, Rules, Scratch, Worlds, all_learn, look, show, view_of
from cluetree.play.engine.views import Setup
from cluetree.play.policies import chance_to_name


class History(NamedTuple):
    """The suggestions so far as one seat saw them, in order."""

    askers: Row
    guesses: Row
    passed: Row
    """The seats that passed, as sets."""
    showed: Row
    """The seats that showed a card, as sets."""
    cards: Rows
    """The card that each seat showed, 0 if it was not seen."""
    weighed: Row
    """The number of policies, the first ones, whose chances for the suggestion are reported."""


class Weighed(NamedTuple):
    """Policies, and how likely each made the suggestions."""

    policies: Row
    numbers: FloatRows
    shares: Sequence[Sequence[FloatRows]]
    """The chance that a policy names a card. Axes: weighed suggestion, policy, category, deal."""


def replay(  # noqa: PLR0917 -- called by `run`, by position
    setup: Setup,
    rules: Rules,
    dealt: Row,
    history: History,
    worlds: Worlds,
    weighed: Weighed,
    seed: Row,
    scratch: Scratch,
) -> None:
    """Find what every seat knows after the suggestions, in each deal.

    Args:
        setup: Deck and seats.
        rules: How cards are shown that were not seen.
        dealt: The cards that do not lie face-up, one set.
        history: The suggestions.
        worlds: The hands are read, all else is written.
        weighed: The shares are written: from what the asker would have known before.
        seed: The seed; each deal has a stream of its own.
        scratch: Overwritten.
    """
    for number in range(len(worlds.hands)):
        chances.begin(scratch.chance, seed, number)
        game = _game_in(worlds, number)
        look(setup, game, dealt[0])
        row = 0
        for event in range(len(history.askers)):
            if history.weighed[event]:
                _weigh(setup, game, history, event, weighed, row, number, scratch)
                row += 1
            for seat in range(len(game.hands)):
                card = history.cards[event][seat]
                if history.showed[event] & (1 << seat) and not card:
                    asked = game.hands[seat] & history.guesses[event]
                    card = show(rules, seat, asked, scratch.chance)
                scratch.shown[seat] = card
            asker, guess = history.askers[event], history.guesses[event]
            all_learn(setup, game, asker, guess, history.passed[event], scratch.shown)
        for seat in range(len(game.hands)):
            view_of(setup, game, seat)


@compilable
def _game_in(worlds: Worlds, number: int) -> Game:
    """Return a deal as a game of which only the knowledge is used."""
    hands = worlds.hands[number]
    cans, notes = worlds.cans[number], worlds.notes[number]
    showers, shown = worlds.showers[number], worlds.shown[number]
    return Game(hands, cans, notes, showers, shown, hands, cans, hands)


@compilable
def _weigh(  # noqa: PLR0917 -- one suggestion
    setup: Setup,
    game: Game,
    history: History,
    event: int,
    weighed: Weighed,
    row: int,
    number: int,
    scratch: Scratch,
) -> None:
    view = view_of(setup, game, history.askers[event])
    for policy in range(history.weighed[event]):
        kind, numbers = weighed.policies[policy], weighed.numbers[policy]
        for at in range(len(setup.categories)):
            weighed.shares[row][policy][at][number] = chance_to_name(
                kind, numbers, view, at, history.guesses[event], scratch.weights
            )
