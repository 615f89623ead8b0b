"""The game so far, replayed in many deals: what every seat would know, and how likely it asked."""

from collections.abc import Sequence
from typing import NamedTuple

from cluetree.play.engine.chance import begin_stream
from cluetree.play.engine.compiling import FloatRows, Floats, Row, Rows, compilable, size
from cluetree.play.engine.gains import Estimates, choices
from cluetree.play.engine.games import PASSED, GameRows, RuleRows, all_learn, copy_view, show
from cluetree.play.engine.policies import ROOM, chance_to_name, not_located
from cluetree.play.engine.views import CATEGORIES, conclude, hand, take_hand


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


class Models(NamedTuple):
    """Ways to choose suggestions, and how likely each of them made those of the history."""

    policies: Row
    """The number of each policy."""
    own_cards: Floats
    """How often each policy names an own card instead."""
    rational: FloatRows
    """Models by the value of suggestions, after the policies; see `gains.choices`."""
    viewer: int
    """The seat whose suggestions are not compared."""
    chances: Sequence[FloatRows]
    """The results. Axes: suggestion, model, deal; empty to compare nothing."""
    estimates: Estimates


def replay_deals(  # noqa: PLR0917 -- called by `run`, by position
    rules: RuleRows,
    worlds: Sequence[Rows],
    hands: Rows,
    dealt: Row,
    history: History,
    models: Models,
    seed: Row,
    game: GameRows,
) -> None:
    """Find what every seat knows after the suggestions, in each deal; see `simulation.replay`.

    The views of `worlds` and the chances of `models` are written; `game` is memory, with the views
    of seats that know nothing.
    """
    for number in range(len(worlds)):
        begin_stream(game.state, seed, number)
        for seat in range(len(game.views)):
            take_hand(game.views[seat], hands[number][seat], dealt[0])
        for event in range(len(history.askers)):
            asker = history.askers[event]
            if len(models.chances) and asker != models.viewer:
                is_on_board = len(rules.rooms.steps) > 0
                guess = history.guesses[event]
                _compare(models, event, number, game.views[asker], guess, is_on_board)
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
        game.shown[seat] = card
    all_learn(game, history.askers[event], guess)


@compilable
def _compare(  # noqa: PLR0917 -- one suggestion in one deal
    models: Models, event: int, number: int, view: Row, guess: int, is_on_board: bool
) -> None:
    """Find how likely each model made a suggestion.

    On a board the dice decide which rooms can be named, so to the policies each that the player
    has not located is equally likely.
    """
    conclude(view)
    found = models.chances[event]
    policies = len(models.policies)
    rooms = not_located(view, view[CATEGORIES + ROOM], ROOM)
    for at in range(policies):
        policy, own_cards = models.policies[at], models.own_cards[at]
        chance = 1.0
        for category in range(ROOM + (not is_on_board)):
            chance *= chance_to_name(policy, own_cards, view, category, guess)
        if is_on_board:
            chance *= 1.0 / size(rooms) if rooms & guess else 0.0
        found[at][number] = chance
    if len(models.rational):
        choices(view, guess, models.rational, models.estimates)
        for at in range(len(models.rational)):
            found[policies + at][number] = models.estimates.found[at]
