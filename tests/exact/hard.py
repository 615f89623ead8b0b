"""True records that are hard to reason about: many shows unseen, few passes, sizes unknown.

Everything follows from the seed. `python -m tests.exact.hard 1 40` asks the records of 40 seeds
everything, a second a question, and lists those that took the longest.
"""

# ruff: noqa: T201 -- a program that prints

import resource
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import monotonic
from typing import Final

from cluetree import Accusation, CluePlayer, Edition, Event, HoldsOneOf, Notebook, Suggestion
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.errors import ClueError
from cluetree.limit import Limit
from tests.exact.games import Game, play, seeded

BIG: Final = Edition(
    suspects=tuple(f"Person{number}" for number in range(20)),
    weapons=tuple(f"Thing{number}" for number in range(20)),
    rooms=tuple(f"Place{number}" for number in range(20)),
)
_DECKS: Final = (CLUE_US, CLUE_US, MASTER_DETECTIVE, BIG)
_SHOWN: Final = 24
"""How many shows there may be at most."""


def hard(seed: int) -> Game:
    """Play a game and blur it: what nobody need have noted down is not told."""
    rng = seeded(seed)
    deck = rng.choice(_DECKS)
    game = play(rng, deck, rng.randint(4, 10), rng.randint(1, 4), onlooker=rng.random() < 0.5)
    events = [_blurred(rng, game, event) for event in game.events]
    rng.shuffle(events)
    events = events[: rng.randint(6, _SHOWN)]
    for _ in range(rng.choice((0, 0, 12))):
        guess = deck.guess(*(rng.choice(deck.of(card.category)) for card in game.hidden))
        if guess != game.hidden:
            events.append(Accusation(rng.choice(game.table.names), guess))
    table = game.table
    if rng.random() < 0.4:  # nobody has counted the cards
        players = tuple(
            player if player.hand else CluePlayer(player.name) for player in table.players
        )
        table = replace(table, players=players)
    return replace(game, table=table, events=tuple(events), rounds=(0, len(events)))


def _blurred(rng: Random, game: Game, event: Event) -> Event:
    if not isinstance(event, Suggestion) or rng.random() < 0.2:
        return event
    if event.shows and rng.random() < 0.2:
        shower = event.shows[0].by
        assert shower is not None
        others = [card for card in game.table.edition.cards if game.deal.get(card) != shower]
        held = [card for card in game.deal if game.deal[card] == shower]
        return HoldsOneOf(shower, [rng.choice(held), *rng.sample(others, 4)])
    return replace(event, passed=())


def questions(book: Notebook) -> Mapping[str, Callable[[], object]]:
    """Return everything that can be asked of a log, by name."""
    deck, names = book.table.edition, book.table.names
    asked: dict[str, Callable[[], object]] = {
        "beliefs": lambda: (book.beliefs.triples, book.beliefs.one_of),
        "why": lambda: book.why(names[-1], deck.cards[0]),
        "why envelope": lambda: book.why("envelope", deck.cards[-1]),
        "conflicts": book.conflicts,
        "repairs": book.repairs,
        "suspicious": book.suspicious,
        "rivals": book.rivals,
        "review": book.review,
        "steps": lambda: [*book.steps()],
    }
    if book.table.me is not None:
        asked |= {"advise": book.advise, "accuse_now": book.accuse_now}
    return asked


def main(first: int = 1, records: int = 40) -> None:
    """Ask, and list what took the longest, and what was not answered."""
    took: list[tuple[float, int, str]] = []
    for seed in range(first, first + records):
        game = hard(seed)
        for name in questions(Notebook(game.table, game.events)):
            book = Notebook(game.table, game.events, limit=Limit(seconds=1))
            started, said = monotonic(), "no answer"
            with suppress(ClueError):
                questions(book)[name]()
                said = ""
            took.append((monotonic() - started, seed, f"{name} {said}"))
    for seconds, seed, name in sorted(took, reverse=True)[:20]:
        print(f"{seconds:6.2f} s  seed {seed}: {name}")
    silent = [(seed, name) for _, seed, name in took if name.endswith("no answer")]
    print(f"{len(took)} questions, {len(silent)} without an answer: {silent}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
