"""Logs that are legal and unusual, on which a question without a limit would run for minutes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from cluetree import Accusation, Category, ClueGuess, Edition, Event, Holds, HoldsOneOf, Notebook
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from tests.exact.games import Game, play, seeded


def deck(suspects: int, weapons: int, rooms: int) -> Edition:
    """Make a deck of this many cards a category."""
    return Edition(
        tuple(f"Person{number}" for number in range(suspects)),
        tuple(f"Thing{number}" for number in range(weapons)),
        tuple(f"Place{number}" for number in range(rooms)),
    )


def _some_of(rng: Random, game: Game, number: int, cards: int = 3) -> Iterator[Event]:
    """Yield true entries of some cards of which a player holds one."""
    places = sorted(set(game.deal.values()) - {"envelope", game.table.viewpoint})
    held = {place: [card for card, at in game.deal.items() if at == place] for place in places}
    for _ in range(number):
        name = rng.choice(places)
        others = rng.sample(game.table.edition.cards, cards - 1)
        yield HoldsOneOf(name, tuple(dict.fromkeys((rng.choice(held[name]), *others))))


def _failed(rng: Random, game: Game, number: int) -> Iterator[Event]:
    edition = game.table.edition
    others = [name for name in game.table.names if name != game.table.viewpoint]
    while number:
        guess = ClueGuess(*(rng.choice(edition.of(category)) for category in Category))
        if guess != game.hidden:
            yield Accusation(rng.choice(others), guess, correct=False)
            number -= 1


def ten_players() -> Notebook:
    """Ten players, and 60 entries that say that one of three cards is held."""
    game = play(seeded(1), MASTER_DETECTIVE, 10, 0)
    return Notebook(game.table, _some_of(seeded(2), game, 60))


def hundred_cards() -> Notebook:
    """Eight players and a deck of 100 cards."""
    game = play(seeded(3), deck(33, 33, 34), 8, 2)
    return Notebook(game.table, [*game.events, *_some_of(seeded(4), game, 20)])


def sixty_cards() -> Notebook:
    """Six players and a deck of 60 cards."""
    game = play(seeded(5), deck(20, 20, 20), 6, 3)
    return Notebook(game.table, [*game.events, *_some_of(seeded(6), game, 20)])


def failed_accusations() -> Notebook:
    """A log of 500 failed accusations."""
    game = play(seeded(7), MASTER_DETECTIVE, 6, 1)
    return Notebook(game.table, [*game.events, *_failed(seeded(8), game, 500)])


def impossible_accusations() -> Notebook:
    """The same, made impossible by one entry."""
    book = failed_accusations()
    card = next(card for card in book.table.me.hand) if book.table.me else CLUE_US.cards[0]
    other = next(name for name in book.table.names if name != book.table.viewpoint)
    book.tell(Holds(other, card))
    return book


def huge_deck() -> Notebook:
    """Three players, 900 cards, and no entry."""
    return Notebook(play(seeded(9), deck(300, 300, 300), 3, 0).table)


def large_deck() -> Notebook:
    """Ten players, 240 cards and 60 entries."""
    game = play(seeded(10), deck(80, 80, 80), 10, 6)
    return Notebook(game.table, game.events)


def hundred_players() -> Notebook:
    """A hundred players with a card each, and 600 suggestions."""
    game = play(seeded(11), deck(34, 34, 35), 100, 6)
    return Notebook(game.table, game.events)


def thousand_cards() -> Notebook:
    """A hundred players, and the largest deck."""
    game = play(seeded(12), deck(333, 333, 334), 100, 1)
    return Notebook(game.table, game.events)


def unknown_hands() -> Notebook:
    """Fifty players, of whose hands not even the sizes are known."""
    game = play(seeded(13), deck(50, 50, 50), 50, 2)
    players = (replace(p, hand_size=len(p.hand) or None) for p in game.table.players)
    return Notebook(replace(game.table, players=tuple(players)), game.events)


def wide_entries() -> Notebook:
    """Ten players, and 400 entries that say that one of 40 cards is held."""
    game = play(seeded(14), deck(60, 60, 80), 10, 0)
    return Notebook(game.table, _some_of(seeded(15), game, 400, 40))


def thousand_events() -> Notebook:
    """A long classic game, of which each twentieth entry is false."""
    game = play(seeded(16), CLUE_US, 6, 40)
    wrong = (Holds(game.table.names[n % 6], game.hidden.cards[n % 3]) for n in range(60))
    events = [*game.events] * 4
    return Notebook(
        game.table, [e for n in range(50) for e in (*events[20 * n :][:20], next(wrong))]
    )


UNUSUAL: Final[Mapping[str, Callable[[], Notebook]]] = {
    made.__name__: made
    for made in (
        ten_players,
        hundred_cards,
        sixty_cards,
        failed_accusations,
        impossible_accusations,
        huge_deck,
        large_deck,
        hundred_players,
        thousand_cards,
        unknown_hands,
        wide_entries,
        thousand_events,
    )
}


def _show(book: Notebook) -> object:
    """Ask for the card to show, if there is a viewpoint."""
    me = book.table.me
    if me is None:
        return None
    guess = {card.category: card for card in [*book.table.edition.cards, *me.hand]}
    asker = next(name for name in reversed(book.table.names) if name != me.name)
    return book.card_to_show(asker, [guess[category] for category in Category])


def _why(book: Notebook) -> object:
    return book.why(book.table.names[1], book.table.edition.cards[4])


QUESTIONS: Final[Mapping[str, Callable[[Notebook], object]]] = {
    "beliefs": lambda book: book.beliefs.triples,
    "advise": Notebook.advise,
    "rivals": Notebook.rivals,
    "accuse_now": Notebook.accuse_now,
    "card_to_show": _show,
    "review": Notebook.review,
    "steps": lambda book: [*book.steps()],
    "suspicious": Notebook.suspicious,
    "why": _why,
    "conflicts": Notebook.conflicts,
    "repairs": Notebook.repairs,
}
"""All possibly slow questions of a notebook."""
