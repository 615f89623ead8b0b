"""True games of real size, seen from one seat: deal, suggest, answer as the rules want it.

Everything follows from the seed, so a position that fails can be named by it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    CluePlayer,
    Edition,
    Event,
    HoldsOneOf,
    Show,
    Suggestion,
    Table,
)
from cluetree.editions import CLUE_US
from cluetree.evidence import Evidence
from cluetree.table import Answering

NAMES: Final = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")
_BLUFF: Final = 0.35
"""The probability that a player asks for any cards instead of open ones."""
_RASH: Final = 0.02
"""The probability that a turn ends with a failed accusation."""


def seeded(seed: int) -> Random:
    """Chance that is the same on every run."""
    return Random(seed)


@dataclass(frozen=True)
class Game:
    """One game as one player (or an onlooker) sees it, and the truth behind it."""

    table: Table
    deal: Mapping[ClueCard, str]
    """For each card that is not face-up a player's name, or "envelope"."""
    hidden: ClueGuess
    events: tuple[Event, ...]
    rounds: tuple[int, ...]
    """After how many events each round was over; starts with 0."""

    def after(self, rounds: int) -> tuple[Event, ...]:
        """The events of the first rounds."""
        return self.events[: self.rounds[rounds]]


def play(
    rng: Random,
    edition: Edition,
    players: int,
    rounds: int,
    *,
    answering: Answering = Answering.FIRST,
    leftover_face_up: bool = False,
    onlooker: bool = False,
) -> Game:
    """Deal and play some rounds, in each of which every player suggests once.

    Args:
        rng: Where all chance comes from.
        edition: The deck.
        players: How many play.
        rounds: How many suggestions each makes.
        answering: The answering rule.
        leftover_face_up: Whether leftover cards are face up; dealt otherwise.
        onlooker: Whether no hand is known.
    """
    hidden = ClueGuess(*(rng.choice(edition.of(category)) for category in Category))
    pack = [card for card in edition.cards if card not in hidden]
    rng.shuffle(pack)
    over = len(pack) % players if leftover_face_up else 0
    face_up, dealt = tuple(pack[:over]), pack[over:]
    names = (*NAMES, *(f"P{number}" for number in range(10, 100)))[:players]
    hands = {name: tuple(dealt[seat::players]) for seat, name in enumerate(names)}
    me = None if onlooker else rng.choice(names)
    table = Table(
        edition,
        tuple(CluePlayer(n, len(h), h if n == me else ()) for n, h in hands.items()),
        me,
        face_up,
        answering,
    )
    deal = {card: name for name, hand in hands.items() for card in hand}
    deal.update(dict.fromkeys(hidden, "envelope"))
    events: list[Event] = []
    ends = [0]
    for _ in range(rounds):
        for name in names:
            events += _turn(rng, table, hands, name, hidden)
        ends.append(len(events))
    return Game(table, deal, hidden, tuple(events), tuple(ends))


def _turn(
    rng: Random,
    table: Table,
    hands: Mapping[str, tuple[ClueCard, ...]],
    asker: str,
    hidden: ClueGuess,
) -> Iterator[Event]:
    guess = _guess(rng, table.edition, (*hands[asker], *table.face_up))
    shows: list[Show] = []
    for name in table.left_of(asker):
        cards = [card for card in hands[name] if card in guess]
        if cards:
            card = rng.choice(cards)
            shows.append(Show(name, card if table.viewpoint in {asker, name} else None))
            if table.answering is Answering.FIRST:
                break
    yield Suggestion(asker, guess, tuple(shows))
    if rng.random() < _RASH:
        rash = _guess(rng, table.edition, hands[asker])
        if rash != hidden:
            yield Accusation(asker, rash, correct=False)


def _guess(rng: Random, edition: Edition, seen: tuple[ClueCard, ...]) -> ClueGuess:
    """Ask mostly for cards that the asker has not seen."""
    chosen: list[ClueCard] = []
    for category in Category:
        cards = edition.of(category)
        unseen = [card for card in cards if card not in seen]
        chosen.append(rng.choice(unseen if unseen and rng.random() > _BLUFF else cards))
    return ClueGuess(*chosen)


def blurred(table: Table, rng: Random) -> Table:
    """The same table with some unknown hand sizes."""
    players = tuple(
        replace(player, hand_size=None) if rng.random() < 1 / 3 else player
        for player in table.players
    )
    return replace(table, players=players)


def only_shows(rng: Random, players: int, shows: int = 6) -> Evidence:
    """An artificial worst case: several unseen shows of each opponent and no pass."""
    game = play(rng, CLUE_US, players, 0)
    events: list[Event] = []
    for name in game.table.names:
        shown = 0
        while shown < shows and name != game.table.viewpoint:
            guess = ClueGuess(*(rng.choice(CLUE_US.of(category)) for category in Category))
            if any(game.deal[card] == name for card in guess):
                events.append(HoldsOneOf(name, guess.cards))
                shown += 1
    return Evidence.gather(game.table, events)
