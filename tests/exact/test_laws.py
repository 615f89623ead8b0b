"""Laws of every count, on positions that are too large for enumeration."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb, factorial, prod
from random import Random
from typing import Final, TypeAlias

import pytest

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    CluePlayer,
    Edition,
    Event,
    Evidence,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from cluetree.beliefs import Beliefs
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count
from tests.exact.games import NAMES, blurred, play, seeded

pytestmark = pytest.mark.usefixtures("path")


def counted(table: Table, events: Sequence[Event]) -> Beliefs:
    return count(Evidence.gather(table, events))


class Renaming:
    """Other names for players and cards, put through a whole log."""

    def __init__(self, names: dict[str, str], cards: dict[ClueCard, ClueCard]):
        self.names = names | {"envelope": "envelope"}
        self.cards = cards

    def guess(self, guess: ClueGuess) -> ClueGuess:
        return ClueGuess(*map(self.cards.__getitem__, guess))

    def event(self, event: Event) -> Event:
        names, cards = self.names, self.cards
        match event:
            case Suggestion(by=by, guess=guess, shows=shows, passed=passed):
                return Suggestion(
                    names[by],
                    self.guess(guess),
                    tuple(
                        Show(names[s.by] if s.by else None, cards[s.card] if s.card else None)
                        for s in shows
                    ),
                    None if passed is None else tuple(names[name] for name in passed),
                )
            case Accusation(by=by, guess=guess, correct=correct):
                return Accusation(names[by], self.guess(guess), correct)
            case Holds(player=player, card=card):
                return Holds(names[player], cards[card])
            case Lacks(player=player, card=card):
                return Lacks(names[player], cards[card])
            case HoldsOneOf(player=player, cards=among):
                return HoldsOneOf(names[player], tuple(map(cards.__getitem__, among)))

    def table(self, table: Table, seats: Sequence[int]) -> Table:
        players = [
            CluePlayer(self.names[p.name], p.hand_size, tuple(map(self.cards.__getitem__, p.hand)))
            for p in (table.players[seat] for seat in seats)
        ]
        viewpoint = None if table.viewpoint is None else self.names[table.viewpoint]
        face_up = tuple(map(self.cards.__getitem__, table.face_up))
        return replace(table, players=tuple(players), viewpoint=viewpoint, face_up=face_up)


Position: TypeAlias = tuple[Table, Sequence[Event]]
Law: TypeAlias = Callable[[Position, Random], tuple[Position, Renaming]]


def unchanged(table: Table) -> Renaming:
    return Renaming({name: name for name in table.names}, {c: c for c in table.edition.cards})


def order(position: Position, rng: Random) -> tuple[Position, Renaming]:
    table, events = position
    return (table, rng.sample(events, len(events))), unchanged(table)


def repetition(position: Position, rng: Random) -> tuple[Position, Renaming]:
    table, events = position
    return (table, [*events, *rng.choices(events, k=3)]), unchanged(table)


def certain_facts(position: Position, _rng: Random) -> tuple[Position, Renaming]:
    table, events = position
    facts = [
        Holds(fact.player, fact.card) if fact.holds else Lacks(fact.player, fact.card)
        for fact in counted(table, events).facts
    ]
    return (table, [*events, *facts]), unchanged(table)


def names(position: Position, rng: Random) -> tuple[Position, Renaming]:
    """Change the names and the seats of the players; every pass is named, so seats matter not."""
    table, events = position
    spelled = [
        replace(event, passed=event.passes(table)) if isinstance(event, Suggestion) else event
        for event in events
    ]
    new = dict(zip(table.names, rng.sample(NAMES, len(table.names)), strict=True))
    renaming = Renaming(new, {card: card for card in table.edition.cards})
    seats = rng.sample(range(len(table.players)), len(table.players))
    return (renaming.table(table, seats), [*map(renaming.event, spelled)]), renaming


def cards(position: Position, rng: Random) -> tuple[Position, Renaming]:
    """Exchange the cards of each category."""
    table, events = position
    groups = [table.edition.of(category) for category in Category]
    exchanged = {
        card: other
        for group in groups
        for card, other in zip(group, rng.sample(group, len(group)), strict=True)
    }
    renaming = Renaming({name: name for name in table.names}, exchanged)
    seats = range(len(table.players))
    return (renaming.table(table, seats), [*map(renaming.event, events)]), renaming


LAWS: Final[tuple[Law, ...]] = (order, repetition, certain_facts, names, cards)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_equivalent_problems_have_equal_counts(law: Law, seed: int) -> None:
    rng = seeded(seed)
    edition = MASTER_DETECTIVE if seed == 5 else CLUE_US
    game = play(rng, edition, 3 + seed % 4, 3, leftover_face_up=seed % 2 == 0)
    table = blurred(game.table, rng) if seed == 4 else game.table
    position = table, game.after(2 + seed % 2)
    (new_table, events), renaming = law(position, rng)
    before, after = counted(*position), counted(new_table, events)
    assert after.deals == before.deals
    for place in before.counts:
        for card in edition.cards:
            expected = before.count(card, place)
            assert after.count(renaming.cards[card], renaming.names[place]) == expected
    assert {(t.guess, t.deals) for t in after.triples} == {
        (renaming.guess(t.guess), t.deals) for t in before.triples
    }


@pytest.mark.parametrize("seed", range(12))
def test_real_count_splits_over_the_places_of_a_card(seed: int) -> None:
    rng = seeded(seed)
    game = play(rng, CLUE_US, 3 + seed % 4, 2)
    events = game.after(1 + seed % 2)
    beliefs = counted(game.table, events)
    for card in rng.sample(CLUE_US.cards, 5):
        parts = [counted(game.table, [*events, Holds(p, card)]) for p in beliefs.counts]
        assert [part.deals for part in parts] == [beliefs.count(card, p) for p in beliefs.counts]
        for place, row in beliefs.counts.items():
            assert row == tuple(map(sum, zip(*(part.counts[place] for part in parts), strict=True)))


def multinomial(*sizes: int) -> int:
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


@pytest.mark.parametrize(
    ("edition", "sizes"),
    [
        (CLUE_US, (9, 9)),
        (CLUE_US, (6, 6, 6)),
        (CLUE_US, (5, 5, 4, 4)),
        (CLUE_US, (3, 3, 3, 3, 3, 3)),
        (MASTER_DETECTIVE, (5, 5, 5, 4, 4, 4)),
        (MASTER_DETECTIVE, (3, 3, 3, 3, 3, 3, 3, 2, 2, 2)),
    ],
)
def test_onlooker_starts_with_the_multinomial(edition: Edition, sizes: tuple[int, ...]) -> None:
    table = Table.set_up(edition, dict(zip(NAMES, sizes, strict=False)))
    beliefs = counted(table, ())
    triples = prod(len(edition.of(category)) for category in Category)
    assert beliefs.deals == triples * multinomial(*sizes)
    assert len(beliefs.triples) == beliefs.possible == triples
    assert {triple.deals for triple in beliefs.triples} == {multinomial(*sizes)}
    for card in edition.cards:
        hidden = beliefs.deals // len(edition.of(card.category))
        assert beliefs.count(card, "envelope") == hidden
        for player in table.players:
            expected = (beliefs.deals - hidden) * (player.hand_size or 0) // sum(sizes)
            assert beliefs.count(card, player.name) == expected


def test_unknown_sizes_count_every_split() -> None:
    table = Table.set_up(MASTER_DETECTIVE, dict.fromkeys(NAMES))
    assert counted(table, ()).deals == prod(len(MASTER_DETECTIVE.of(c)) for c in Category) * 10**27


def test_one_branch_by_inclusion_and_exclusion() -> None:
    """Ten players, no hand known: those deals are missing in which Bob has none of the three."""
    sizes = (3, 3, 3, 3, 3, 3, 3, 2, 2, 2)
    table = Table.set_up(MASTER_DETECTIVE, dict(zip(NAMES, sizes, strict=True)))
    guess = MASTER_DETECTIVE.guess("white", "rope", "library")
    everything = counted(table, ()).deals
    shown = counted(table, [HoldsOneOf("Bob", guess.cards)])
    missing = 0
    others = multinomial(*sizes[:1], *sizes[2:])
    for hidden in range(4):  # how many of the three are in the envelope
        ways = sum(
            prod(
                1 if card in chosen else len(MASTER_DETECTIVE.of(card.category)) - 1
                for card in guess
            )
            for chosen in subsets(guess.cards, hidden)
        )
        missing += ways * comb(27 - (3 - hidden), 3) * others
    assert shown.deals == everything - missing
    assert shown.deals > 2**64
    assert not shown.facts


def subsets(cards: Sequence[ClueCard], size: int) -> list[set[ClueCard]]:
    return [
        {card for i, card in enumerate(cards) if number >> i & 1}
        for number in range(1 << len(cards))
        if number.bit_count() == size
    ]
