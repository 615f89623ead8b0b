"""A game among policies, turn by turn, and many of them from given positions.

Without explicit accusations: a seat that knows the envelope at the end of a turn wins.
"""

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from cluetree.play.engine import chance as chances
from cluetree.play.engine.chance import drawn, share
from cluetree.play.engine.compiling import FloatRows, Floats, Row, Rows, compilable, size
from cluetree.play.engine.deals import deal
from cluetree.play.engine.views import (
    KNOWN,
    NOTES,
    SHOWS,
    Setup,
    View,
    begin,
    conclude,
    learn,
    unlocated,
)
from cluetree.play.engine.walks import Rooms, gather, go
from cluetree.play.policies import suggest

SEAT: Final = 0
"""In `Game.turn`: the current player."""
ASKER: Final = 1
"""In `Game.turn`: the seat that suggested last; the number of seats for none."""
OUT: Final = 2
"""In `Game.turn`: the seats that accused wrongly before the game was played on, as a set."""
FOLDED: Final = 3
"""In `Game.turn`: the seats that accused wrongly since; they keep an empty turn."""
WINNER: Final = 4
"""In `Game.turn`: the winner's seat; the number of seats for none."""
TURNS: Final = 5
"""In `Game.turn`: the number of suggestions made."""


class Rules(NamedTuple):
    """How the seats play, and how a game ends."""

    shows_first: Row
    """Whether each seat shows the first card by suspect, weapon, room, or any."""
    all_claim: bool
    """Whether all who know the envelope win after a suggestion, or only the current player."""
    most_turns: int
    """After this many turns a game ends without a winner."""
    rash: Floats
    """The chance of each seat to accuse at the end of its turn when two answers are left to it."""
    forgets: Row
    """Whether each seat wins by naming what no player can answer, and by nothing else."""
    shares: FloatRows
    """For each seat, the share of each policy in its suggestions."""
    policies: Rows
    """For each seat, the numbers of these policies."""
    numbers: MutableSequence[FloatRows]
    """For each seat, the numbers that each of these policies takes."""
    repeats_own: Floats
    """How often each seat names the card that it named last, if not located; from 0 to 1."""
    repeats_heard: Floats
    """How often, otherwise, it names the card that another player named last."""
    rooms: Rooms
    """The board; without one any room may be named."""


class Game(NamedTuple):
    """A game in progress."""

    hands: Row
    """The cards of each seat."""
    cans: Rows
    """For each seat, `View.can`."""
    notes: Rows
    """For each seat, `View.notes`."""
    showers: Rows
    """For each seat, `View.showers`."""
    shown: Rows
    """For each seat, `View.shown`."""
    last: Row
    """The last suggestion of each seat; 0 for none."""
    pawns: Rows
    """The steps from each seat's pawn to each room; empty without a board."""
    turn: Row
    """`SEAT`, `ASKER`, `OUT`, `FOLDED`, `WINNER`, `TURNS`."""


class Opening(NamedTuple):
    """The first suggestion of a game, if it is given."""

    guess: int
    """The cards; 0 if it is not given."""
    shower: int
    """A seat that shows a given card; the number of seats for none."""
    card: int
    """The card that it shows."""


class Scratch(NamedTuple):
    """Memory that is overwritten."""

    chance: Row
    """The state of the generator."""
    shown: Row
    """The card that each seat shows."""
    weights: Floats
    """The weight of each card."""


@compilable
def view_of(setup: Setup, game: Game, seat: int) -> View:
    """Return what a seat knows, with all conclusions."""
    view = _view(setup, game, seat)
    conclude(view)
    return view


@compilable
def _view(setup: Setup, game: Game, seat: int) -> View:
    cans, notes = game.cans[seat], game.notes[seat]
    return View(setup, seat, cans, notes, game.showers[seat], game.shown[seat])


@compilable
def play_on(setup: Setup, rules: Rules, game: Game, opening: Opening, scratch: Scratch) -> None:
    """Play a game to its end; `WINNER` and `TURNS` tell how it ended."""
    guess = opening.guess
    players = len(game.hands)
    game.turn[WINNER] = players
    for turns in range(1, rules.most_turns + 1):
        seat = game.turn[SEAT]
        game.turn[TURNS] = turns
        passed = 0
        if not game.turn[FOLDED] & (1 << seat):
            shower = opening.shower if guess else players
            if not guess:
                guess = suggested(setup, rules, game, scratch)
            if guess:
                passed = ask(setup, rules, game, guess, shower, opening.card, scratch)
        game.turn[WINNER] = claimed(setup, rules, game, guess, passed)
        if game.turn[WINNER] == players:
            accuse_rashly(setup, rules, game, scratch)
        if game.turn[WINNER] != players:
            return
        guess = 0
        game.turn[SEAT] = next_seat(game)


@compilable
def next_seat(game: Game) -> int:
    """Return the seat whose turn comes next; the same seat, if all others are out."""
    players, seat = len(game.hands), game.turn[SEAT]
    for step in range(1, players):
        following = (seat + step) % players
        if not game.turn[OUT] & (1 << following):
            return following
    return seat


@compilable
def suggested(setup: Setup, rules: Rules, game: Game, scratch: Scratch) -> int:
    """Return what the current player suggests; no cards where its pawn enters no room."""
    seat = game.turn[SEAT]
    view, chance = view_of(setup, game, seat), scratch.chance
    room = 0
    if len(rules.rooms.inside):
        room = go(rules.rooms, view, game.pawns[seat], chance)
        if not room:
            return 0
    part = 0
    if rules.shares[seat][0] < 1.0:
        left = share(chance) - rules.shares[seat][0]
        while left >= 0.0 and part + 1 < len(rules.shares[seat]):
            part += 1
            left -= rules.shares[seat][part]
    every = setup.categories[2]
    numbers = rules.numbers[seat][part]
    guess = suggest(rules.policies[seat][part], numbers, view, every, scratch.weights, chance)
    if rules.repeats_own[seat] > 0.0 or rules.repeats_heard[seat] > 0.0:
        guess = _repeated(rules, game, view, guess, chance)
    return guess & ~every | room if room else guess


@compilable
def _repeated(rules: Rules, game: Game, view: View, guess: int, chance: Row) -> int:
    """Replace cards of a suggestion by those that its player repeats until they are located."""
    seat, asker = view.seat, game.turn[ASKER]
    not_located = unlocated(view)
    own = game.last[seat] & not_located
    has_heard = asker != seat and asker < len(game.hands)
    heard = game.last[asker] & not_located if has_heard else 0
    for cards in view.setup.categories:
        if own & cards and share(chance) < rules.repeats_own[seat]:
            guess = guess & ~cards | own & cards
        elif heard & cards and share(chance) < rules.repeats_heard[seat]:
            guess = guess & ~cards | heard & cards
    return guess


@compilable
def ask(  # noqa: PLR0917 -- a suggestion, and what it changes
    setup: Setup, rules: Rules, game: Game, guess: int, shower: int, card: int, scratch: Scratch
) -> int:
    """Let the current player suggest and all learn from the answers; return who passed.

    `scratch.shown` is the card that each seat has shown. If `shower` is a seat, it shows `card`.
    """
    players, asker, passed = len(game.hands), game.turn[SEAT], 0
    for seat in range(players):
        scratch.shown[seat] = 0
    for step in range(1, players):
        seat = (asker + step) % players
        cards = guess & game.hands[seat]
        if not cards:
            passed |= 1 << seat
            continue
        scratch.shown[seat] = card if seat == shower else show(rules, seat, cards, scratch.chance)
        if not setup.all_answer:
            break
    all_learn(setup, game, asker, guess, passed, scratch.shown)
    game.last[asker] = guess
    game.turn[ASKER] = asker
    if len(rules.rooms.inside):
        gather(rules.rooms, view_of(setup, game, asker), guess, game.pawns)
    return passed


@compilable
def show(rules: Rules, seat: int, cards: int, chance: Row) -> int:
    """Return the card that a seat shows of those asked for."""
    return cards & -cards if rules.shows_first[seat] else drawn(cards, chance)


@compilable
def all_learn(  # noqa: PLR0917 -- as `learn`
    setup: Setup, game: Game, asker: int, guess: int, passed: int, shown: Row
) -> None:
    """Let every seat take in a suggestion, without conclusions."""
    for seat in range(len(game.hands)):
        learn(_view(setup, game, seat), asker, guess, passed, shown)


@compilable
def claimed(setup: Setup, rules: Rules, game: Game, guess: int, passed: int) -> int:
    """Return a seat that can name the envelope, the current player first; else their number."""
    players, current = len(game.hands), game.turn[SEAT]
    for step in range(players if rules.all_claim else 1):
        seat = (current + step) % players
        if (game.turn[OUT] | game.turn[FOLDED]) & (1 << seat):
            continue
        if rules.forgets[seat]:
            if step == 0 and guess and passed == (1 << players) - 1 - (1 << seat):
                return seat
            continue
        view = view_of(setup, game, seat)
        hidden = view.can[players]
        if not setup.propagates:
            hidden &= view.notes[KNOWN]
        if size(hidden) == len(setup.categories):
            return seat
    return players


@compilable
def accuse_rashly(setup: Setup, rules: Rules, game: Game, scratch: Scratch) -> None:
    """Let the current player now and then accuse one of two answers that are left to it."""
    seat = game.turn[SEAT]
    if rules.rash[seat] == 0.0 or game.turn[FOLDED] & (1 << seat):
        return
    view, answers = view_of(setup, game, seat), 1
    for cards in setup.categories:
        answers *= size(view.can[len(game.hands)] & cards)
    if answers == 2 and share(scratch.chance) < rules.rash[seat]:  # noqa: PLR2004 -- see above
        if share(scratch.chance) < 0.5:  # noqa: PLR2004 -- one of two
            game.turn[WINNER] = seat
        else:
            game.turn[FOLDED] |= 1 << seat


class Worlds(NamedTuple):
    """Deals, with the knowledge of every seat in each; the first axis is the deal."""

    hands: Rows
    cans: Sequence[Rows]
    notes: Sequence[Rows]
    showers: Sequence[Rows]
    shown: Sequence[Rows]


class Openings(NamedTuple):
    """The first suggestion of each game; see `Opening`."""

    guesses: Row
    shower: int
    cards: Row


class Results(NamedTuple):
    """How each game ended."""

    winners: Row
    turns: Row


def play_from(  # noqa: PLR0917 -- all that decides the games; called by `run`, by position
    setup: Setup,
    rules: Rules,
    worlds: Worlds,
    deals: Row,
    start: Game,
    openings: Openings,
    seed: Row,
    game: Game,
    scratch: Scratch,
    results: Results,
) -> None:
    """Play games from deals, by number and with repeats, to their ends.

    `start` has the last suggestions, the pawns and the turn with which all games begin; `game` is
    memory for the game that is played.
    """
    for number in range(len(deals)):
        chances.begin(scratch.chance, seed, number)
        _copy_world(worlds, deals[number], game)
        _copy_start(start, game)
        opening = Opening(openings.guesses[number], openings.shower, openings.cards[number])
        play_on(setup, rules, game, opening, scratch)
        results.winners[number] = game.turn[WINNER]
        results.turns[number] = game.turn[TURNS]


def play_new(  # noqa: PLR0917 -- called by `run`, by position
    setup: Setup,
    rules: Rules,
    first: int,
    start: Game,
    seed: Row,
    game: Game,
    scratch: Scratch,
    results: Results,
) -> None:
    """Deal games and play them to their ends; `first` is the number of the first one."""
    deck = 0
    for cards in setup.categories:
        deck |= cards
    for number in range(len(results.winners)):
        chances.begin(scratch.chance, seed, first + number)
        look(setup, game, deal(setup, deck, game.hands, scratch.chance))
        _copy_start(start, game)
        play_on(setup, rules, game, Opening(0, len(game.hands), 0), scratch)
        results.winners[number] = game.turn[WINNER]
        results.turns[number] = game.turn[TURNS]


@compilable
def look(setup: Setup, game: Game, dealt: int) -> None:
    """Let every seat look at its hand; `dealt` is all cards that do not lie face-up."""
    for seat in range(len(game.hands)):
        begin(_view(setup, game, seat), game.hands[seat], dealt)


@compilable
def _copy_world(worlds: Worlds, deal: int, game: Game) -> None:
    for seat in range(len(game.hands)):
        game.hands[seat] = worlds.hands[deal][seat]
        for place in range(len(game.hands) + 1):
            game.cans[seat][place] = worlds.cans[deal][seat][place]
        for note in range(NOTES):
            game.notes[seat][note] = worlds.notes[deal][seat][note]
        for show_number in range(game.notes[seat][SHOWS]):
            game.showers[seat][show_number] = worlds.showers[deal][seat][show_number]
            game.shown[seat][show_number] = worlds.shown[deal][seat][show_number]


@compilable
def _copy_start(start: Game, game: Game) -> None:
    for at in range(len(game.turn)):
        game.turn[at] = start.turn[at]
    for seat in range(len(game.hands)):
        game.last[seat] = start.last[seat]
    for seat in range(len(game.pawns)):
        for room in range(len(game.pawns[seat])):
            game.pawns[seat][room] = start.pawns[seat][room]
