"""The game so far, replayed in many deals: what every seat would know, and how likely it asked."""

from collections.abc import Sequence
from typing import NamedTuple

from cluetree.play.engine import chance as chances
from cluetree.play.engine.compiling import FloatRows, Row, Rows, compilable
from cluetree.play.engine.gains import Estimates, choices
from cluetree.play.engine.games import PASSED, GameRows, RuleRows, all_learn, copy_view, show
from cluetree.play.engine.views import begin, conclude, hand
from cluetree.play.policies import ROOM, chance_to_name


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
    """The number of policies, the first ones, whose chances for the suggestion are reported; the
    rational models follow the policies."""


class Weighed(NamedTuple):
    """Policies, and how likely each made the suggestions."""

    policies: Row
    numbers: FloatRows
    rational: FloatRows
    """Models by the value of suggestions, see `gains.choices`."""
    shares: Sequence[Sequence[FloatRows]]
    """The chance that a policy names a card. Axes: weighed suggestion, policy, category, deal. A
    rational model has the chance of the suggestion in the first category, and 1 in the others."""
    estimates: Estimates


def replay(  # noqa: PLR0917 -- called by `run`, by position
    rules: RuleRows,
    worlds: Sequence[Rows],
    hands: Rows,
    dealt: Row,
    history: History,
    weighed: Weighed,
    seed: Row,
    game: GameRows,
) -> None:
    """Find what every seat knows after the suggestions, in each deal; see `simulation.replay`.

    The views of `worlds` and the shares of `weighed` are written; `game` is memory, with the views
    of seats that know nothing.
    """
    for number in range(len(worlds)):
        chances.begin(game.state, seed, number)
        for seat in range(len(game.views)):
            begin(game.views[seat], hands[number][seat], dealt[0])
        row = 0
        for event in range(len(history.askers)):
            if history.weighed[event]:
                _weigh(game, history, event, weighed, row, number)
                row += 1
            _answer(rules, game, history, event)
        for seat in range(len(game.views)):
            conclude(game.views[seat])
            copy_view(game.views[seat], worlds[number][seat])


@compilable
def _answer(rules: RuleRows, game: GameRows, history: History, event: int) -> None:
    """Let every seat take in a suggestion; cards that were not seen are drawn."""
    players, guess = len(game.views), history.guesses[event]
    game.state[PASSED] = history.passed[event]
    for seat in range(players):
        card = history.cards[event][seat]
        if not card and history.showed[event] & (1 << seat):
            card = show(rules, seat, hand(game.views[seat]) & guess, game.state)
        game.last[players + seat] = card
    all_learn(game, history.askers[event], guess)


@compilable
def _weigh(  # noqa: PLR0917 -- one suggestion in one deal
    game: GameRows, history: History, event: int, weighed: Weighed, row: int, number: int
) -> None:
    view, guess = game.views[history.askers[event]], history.guesses[event]
    conclude(view)
    policies, shares = len(weighed.policies), weighed.shares[row]
    for policy in range(min(history.weighed[event], policies)):
        function, numbers = weighed.policies[policy], weighed.numbers[policy]
        for at in range(ROOM + 1):
            shares[policy][at][number] = chance_to_name(
                function, numbers, view, at, guess, game.weights
            )
    if history.weighed[event] > policies:
        choices(view, guess, weighed.rational, weighed.estimates)
        for model in range(len(weighed.rational)):
            shares[policies + model][0][number] = weighed.estimates.found[model]
            for at in range(1, ROOM + 1):
                shares[policies + model][at][number] = 1.0
