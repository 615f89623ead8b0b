"""What must hold of any right count, whatever the numbers are."""

from collections.abc import Sequence
from dataclasses import replace
from math import comb, factorial, prod
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from cluetree import (
    ENVELOPE,
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
from tests.exact.games import NAMES, play, seeded
from tests.exact.strategies import logs
from tests.strategies import Told, true_events

pytestmark = pytest.mark.usefixtures("path")

some = settings(suppress_health_check=list(HealthCheck))
randoms = st.integers(0, 2**32).map(seeded)


def numbers(beliefs: Beliefs) -> object:
    return beliefs.deals, beliefs.counts, beliefs.triples


def counted(table: Table, events: Sequence[Event]) -> Beliefs:
    return count(Evidence.gather(table, events))


def spelled_out(told: Told) -> Told:
    """The same log with every pass named, so that seats no longer matter."""
    events = tuple(
        replace(event, passed=event.passes(told.table)) if isinstance(event, Suggestion) else event
        for event in told.events
    )
    return replace(told, events=events)


class Renaming:
    """Other names for players and cards, put through a whole log."""

    def __init__(self, names: dict[str, str], cards: dict[ClueCard, ClueCard]):
        self._names = names | {"envelope": "envelope"}
        self._cards = cards

    def guess(self, guess: ClueGuess) -> ClueGuess:
        return ClueGuess(*map(self._cards.__getitem__, guess))

    def event(self, event: Event) -> Event:
        names, cards = self._names, self._cards
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
            CluePlayer(
                self._names[p.name], p.hand_size, tuple(map(self._cards.__getitem__, p.hand))
            )
            for p in (table.players[seat] for seat in seats)
        ]
        viewpoint = None if table.viewpoint is None else self._names[table.viewpoint]
        face_up = tuple(map(self._cards.__getitem__, table.face_up))
        return replace(table, players=tuple(players), viewpoint=viewpoint, face_up=face_up)


@some
@given(logs(), randoms)
def test_the_order_of_events_changes_nothing(told: Told, rng: Random) -> None:
    events = rng.sample(told.events, len(told.events))
    assert counted(told.table, events) == counted(told.table, told.events)


@some
@given(logs(), randoms)
def test_telling_something_twice_changes_nothing(told: Told, rng: Random) -> None:
    events = [*told.events, *rng.choices(told.events, k=3)] if told.events else []
    assert counted(told.table, events) == counted(told.table, told.events)


@some
@given(logs().map(spelled_out), randoms)
def test_names_and_seats_of_players_change_no_count(told: Told, rng: Random) -> None:
    table = told.table
    seats = [*range(len(table.players))]
    if any(isinstance(event, Suggestion) and Show(None) in event.shows for event in told.events):
        first = rng.choice(seats)  # who that may have been hangs on who was asked before whom
        seats = seats[first:] + seats[:first]
    else:
        rng.shuffle(seats)
    new = dict(zip(table.names, rng.sample(NAMES, len(table.names)), strict=True))
    renaming = Renaming(new, {card: card for card in table.edition.cards})
    before = counted(table, told.events)
    after = counted(renaming.table(table, seats), list(map(renaming.event, told.events)))
    assert (after.deals, after.triples) == (before.deals, before.triples)
    for name, row in before.counts.items():
        assert after.counts[new.get(name, name)] == row


@some
@given(logs(), randoms)
def test_which_card_of_a_category_is_which_changes_no_count(told: Told, rng: Random) -> None:
    table = told.table
    cards = {
        card: other
        for category in Category
        for card, other in zip(
            table.edition.of(category),
            rng.sample(table.edition.of(category), len(table.edition.of(category))),
            strict=True,
        )
    }
    renaming = Renaming({name: name for name in table.names}, cards)
    before = counted(table, told.events)
    seats = range(len(table.players))
    after = counted(renaming.table(table, seats), list(map(renaming.event, told.events)))
    assert after.deals == before.deals
    for place in before.counts:
        for card, other in cards.items():
            assert after.count(other, place) == before.count(card, place)
    assert {(t.guess, t.deals) for t in after.triples} == {
        (renaming.guess(t.guess), t.deals) for t in before.triples
    }


@some
@given(st.data())
def test_another_fact_never_adds_deals(data: st.DataObject) -> None:
    told = data.draw(logs())
    beliefs = counted(told.table, told.events)
    event = data.draw(true_events(told.game))
    more = counted(told.table, [*told.events, event])
    assert more.deals <= beliefs.deals
    for place, row in beliefs.counts.items():
        assert all(a <= b for a, b in zip(more.counts[place], row, strict=True))
    if more.deals:
        assert more.facts >= beliefs.facts


@some
@given(logs())
def test_a_card_lies_in_one_place_and_a_hand_is_full(told: Told) -> None:
    table = told.table
    beliefs = counted(table, told.events)
    assert sum(triple.deals for triple in beliefs.triples) == beliefs.deals
    for card in table.edition.cards:
        everywhere = sum(beliefs.count(card, place) for place in beliefs.counts)
        assert everywhere == (0 if card in table.face_up else beliefs.deals)
    for player in (*table.players, ENVELOPE):
        if player.hand_size is not None:
            assert sum(beliefs.counts[player.name]) == player.hand_size * beliefs.deals


@some
@given(logs())
def test_a_count_splits_over_the_places_of_a_card(told: Told) -> None:
    """Telling where a card lies leaves just the deals counted for it, to the last number."""
    beliefs = counted(told.table, told.events)
    card = told.table.edition.cards[0]
    for place in beliefs.counts:
        there = counted(told.table, [*told.events, Holds(place, card)])
        elsewhere = counted(told.table, [*told.events, Lacks(place, card)])
        assert there.deals == beliefs.count(card, place)
        assert there.deals + elsewhere.deals == beliefs.deals
        for at, row in beliefs.counts.items():
            pairs = zip(there.counts[at], elsewhere.counts[at], row, strict=True)
            assert all(a + b == c for a, b, c in pairs)


@some
@given(logs())
def test_telling_what_is_counted_for_certain_changes_nothing(told: Told) -> None:
    beliefs = counted(told.table, told.events)
    told_back: list[Event] = [
        Holds(fact.player, fact.card) if fact.holds else Lacks(fact.player, fact.card)
        for fact in beliefs.facts
    ]
    again = counted(told.table, [*told.events, *told_back])
    assert numbers(again) == numbers(beliefs)


@pytest.mark.parametrize("seed", range(12))
def test_a_real_count_splits_over_the_places_of_a_card(seed: int) -> None:
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
def test_an_onlooker_starts_with_the_multinomial(edition: Edition, sizes: tuple[int, ...]) -> None:
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
