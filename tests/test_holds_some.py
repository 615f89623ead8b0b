"""A new kind of information is one class: all readers take "so many of these" as a quota.

Random logs on small decks, against the enumeration of `tests.brute`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, cast

import pytest

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    Edition,
    Event,
    Evidence,
    Fact,
    Holds,
    HoldsSome,
    InvalidEventError,
    Lacks,
    Proof,
    Quota,
    Record,
    Role,
    Show,
    SolverTree,
    Suggestion,
    Table,
    count,
    find_conflicts,
    find_repairs,
    prove,
)
from cluetree.claims import Claim
from cluetree.editions import CLUE_US
from cluetree.events import _Entry
from cluetree.text.language import LANGUAGES, speaking
from cluetree.text.nodes import picture, says
from cluetree.text.proofs import explain_proof
from tests.brute import HIDDEN, Deal, certain, deals, envelope

NAMES: Final = ("Ann", "Bob", "Cid")
SUSPECTS: Final = ("Plum", "Green", "White")
WEAPONS: Final = ("Rope", "Knife", "Axe")
ROOMS: Final = ("Hall", "Study", "Attic")
GAMES: Final = 500


def has(deal: Deal, fact: Fact) -> bool:
    return (deal.get(fact.card) == fact.player) is fact.holds


@cache
def game(seed: int) -> tuple[Table, tuple[Event, ...]]:
    """A random small game and its log; in every fifth, one entry of "holds some" is any."""
    rng = Random(seed)
    deck = Edition(SUSPECTS[: rng.randint(2, 3)], WEAPONS, ROOMS[: rng.randint(2, 3)])
    hidden = [rng.choice(deck.of(category)) for category in Category]
    rest = [card for card in deck.cards if card not in hidden]
    rng.shuffle(rest)
    names = NAMES[: rng.randint(2, 3)]
    deal = dict.fromkeys(hidden, HIDDEN)
    deal |= {card: names[at % len(names)] for at, card in enumerate(rest)}
    hands = {name: [card for card in rest if deal[card] == name] for name in names}
    me = rng.choice((*names, None))
    table = Table.set_up(
        deck,
        {name: rng.choice((len(hands[name]),) * 4 + (None,)) for name in names},
        viewpoint=me,
        hand=hands[me] if me else (),
    )
    events: list[Event] = []
    for _ in range(rng.randint(1, 6)):
        name = rng.choice((*names, *names, HIDDEN))
        cards = rng.sample(deck.cards, rng.randint(2, 5))
        there = sum(deal[card] == name for card in cards)
        if seed % 5 == 0 and not events:
            there = rng.randint(0, len(cards))
        least = rng.randint(max(0, there - 1), there)
        some = HoldsSome(name, cards, least, rng.randint(there, min(there + 1, len(cards))))
        guess = ClueGuess(*(rng.choice(deck.of(category)) for category in Category))
        events.append(rng.choice((some, some, suggested(rng, deal, names, me, guess))))
    return table, tuple(events)


def suggested(
    rng: Random, deal: Deal, names: Sequence[str], me: str | None, guess: ClueGuess
) -> Event:
    """A true suggestion, accusation or fact."""
    if rng.random() < 0.2:
        return Accusation(names[0], guess, {deal[card] for card in guess} == {HIDDEN})
    if rng.random() < 0.2:
        return (Holds if deal[guess.room] == names[1] else Lacks)(names[1], guess.room)
    seat = rng.randrange(len(names))
    for name in (*names[seat + 1 :], *names[:seat]):
        mine = [card for card in guess if deal[card] == name]
        if mine:
            sees = me in {name, names[seat]}
            return Suggestion(names[seat], guess, (Show(name, mine[0] if sees else None),))
    return Suggestion(names[seat], guess, "nobody")


each_game = pytest.mark.parametrize("seed", range(GAMES))


@each_game
def test_count_equals_enumeration(seed: int) -> None:
    table, events = game(seed)
    found = [*deals(table, events)]
    beliefs = count(Evidence.gather(table, events))
    assert beliefs.deals == len(found)
    if not found:
        return
    assert beliefs.facts == certain(found, table)
    assert {t.guess: t.deals for t in beliefs.triples} == Counter(map(envelope, found))
    for place in beliefs.counts:
        for card in table.edition.cards:
            assert beliefs.count(place, card) == sum(deal.get(card) == place for deal in found)
    assert all(deal in found for deal in map(dict, beliefs.sample(3, rng=Random(seed))))


@each_game
def test_tree_is_sound_and_complete_after_counting(seed: int) -> None:
    table, events = game(seed)
    found = [*deals(table, events)]
    tree = SolverTree.at(table, events, strict=False)
    if tree.clashes:
        assert not found
        return
    assert count(tree.evidence()).deals == len(found)
    if not found:
        return
    assert tree.evidence().facts <= certain(found, table)
    for node in tree.nodes():
        assert says(node)
        if node.fact is not None and node.role is Role.ALTERNATIVE:
            truths = {has(deal, node.fact) for deal in found}
            assert truths == {False} or not node.is_pruned
            assert truths == {True} or not node.is_known
    assert str(tree)
    tree.grow_back(count(tree.evidence()).facts)
    for language in LANGUAGES:
        with speaking(language):
            assert picture(tree)
    for node in tree.nodes():
        if node.fact is not None and node.role is Role.ALTERNATIVE and not node.is_pruned:
            assert any(has(deal, node.fact) for deal in found)


@each_game
def test_proofs_are_sufficient_and_minimal(seed: int) -> None:
    table, events = game(seed)
    found = [*deals(table, events)]
    rng = Random(seed)
    if not found:
        for conflict in find_conflicts(table, events).sets:
            assert not [*deals(table, [events[number - 1] for number in conflict])]
            for number in conflict:
                rest = [events[other - 1] for other in conflict if other != number]
                assert [*deals(table, rest)]
        for repair in find_repairs(table, events).found:
            assert len([*deals(*repair.apply(table, events))]) == repair.deals
        return
    known = {fact for fact in certain(found, table) if fact.card not in table.face_up}
    news = sorted(known - certain([*deals(table)], table), key=str)
    for fact in rng.sample(news, min(3, len(news))):
        proof = prove(table, events, fact=fact)
        assert isinstance(proof, Proof)
        assert not proof.counted
        proof.check(table, events)
        used = [events[number - 1] for number in proof.events]
        assert all(has(deal, fact) for deal in deals(table, used))
        for event in used:
            rest = [other for other in used if other is not event]
            assert not all(has(deal, fact) for deal in deals(table, rest))
        for language in LANGUAGES:
            with speaking(language):
                assert explain_proof(Record(table, events), proof).points


# Any quota: an event outside the library


@dataclass(frozen=True)
class Among(_Entry):
    """So many of some cards are in some places: "Bob or Cid holds Plum", "one is right"."""

    places: tuple[str, ...]
    cards: tuple[ClueCard, ...]
    least: int
    most: int

    def _spelled(self, table: Table) -> "Among":  # noqa: ARG002 -- of every event
        return self

    def _claims(self, table: Table) -> list[Claim]:  # noqa: ARG002 -- of every event
        facts = tuple(Fact(place, card, holds=True) for place in self.places for card in self.cards)
        return [Quota(facts, self.least, self.most)]

    def fits(self, deal: Deal) -> bool:
        return self.least <= sum(deal.get(card) in self.places for card in self.cards) <= self.most


def with_any_quotas(seed: int) -> tuple[Table, list[Event | Among], list[Deal]]:
    """A game with quotas over several places, and the deals that fit it."""
    table, events = game(seed)
    rng, found = Random(seed), [*deals(table, events)]
    extra: list[Among] = []
    for _ in range(rng.randint(1, 3)):
        places = tuple(rng.sample(table.places, rng.randint(1, 2)))
        cards = tuple(rng.sample(table.edition.cards, rng.randint(2, 4)))
        there = sum(rng.choice(found).get(card) in places for card in cards) if found else 1
        least, most = max(0, there - rng.randint(0, 1)), min(len(cards), there + rng.randint(0, 1))
        extra.append(Among(places, cards, least, most))
        found = [deal for deal in found if extra[-1].fits(deal)]
    return table, [*events, *extra], found


@pytest.mark.parametrize("seed", range(GAMES))
def test_any_quota_is_taken_by_all_readers_of_claims(seed: int) -> None:
    table, log, found = with_any_quotas(seed)
    events = cast("list[Event]", log)
    beliefs = count(Evidence.gather(table, events))
    assert beliefs.deals == len(found)
    tree = SolverTree.at(table, events, strict=False)
    assert tree.clashes or count(tree.evidence()).deals == len(found)
    if not found:
        assert find_conflicts(table, events).sets
        return
    assert beliefs.facts == certain(found, table)
    assert not tree.clashes
    for node in tree.nodes():
        if node.fact is not None and node.role is Role.ALTERNATIVE:
            truths = {has(deal, node.fact) for deal in found}
            assert truths == {False} or not node.is_pruned
            assert truths == {True} or not node.is_known
    known = {fact for fact in certain(found, table) if fact.card not in table.face_up}
    news = sorted(known - certain([*deals(table)], table), key=str)
    for fact in Random(seed).sample(news, min(2, len(news))):
        proof = prove(table, events, fact=fact)
        assert isinstance(proof, Proof)
        proof.check(table, events)
        used = [log[number - 1] for number in proof.events]
        among = [each for each in used if isinstance(each, Among)]
        others = [each for each in used if not isinstance(each, Among)]
        assert all(
            has(deal, fact)
            for deal in deals(table, others)
            if all(each.fits(deal) for each in among)
        )


TABLE: Final = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
FIVE: Final = CLUE_US.hand("plum", "white", "rope", "hall", "study")


def test_tree_says_how_many_and_prunes_the_rest() -> None:
    events = (HoldsSome("Bob", FIVE, 2, 2), Holds("Bob", FIVE[0]), Holds("Bob", FIVE[2]))
    text = str(SolverTree.at(TABLE, events))
    assert "event 1: Bob holds 2 of Professor Plum, Mrs. White, Rope, Hall, Study" in text
    assert "Hall: pruned, no more of these: Professor Plum, Rope" in text
    lacks = [Lacks("Bob", card) for card in FIVE[:3]]
    tree = SolverTree.at(TABLE, [HoldsSome("Bob", FIVE, 2, 2), *lacks])
    assert [str(card) for player, cards in tree.player_cards().items() for card in cards] == [
        "Hall",
        "Study",
    ]


def test_proof_names_the_rule_of_the_quota() -> None:
    events = (HoldsSome("Bob", FIVE, 2, 2), Holds("Bob", FIVE[0]), Holds("Bob", FIVE[2]))
    proof = prove(TABLE, events, fact=Fact("Bob", FIVE[3], holds=False))
    assert isinstance(proof, Proof)
    assert "(quota full from event 1, step 1, step 2)" in str(proof.steps[-1])
    points = explain_proof(Record(TABLE, events), proof).points
    assert "Bob has 2 of" in " ".join(points[-1])


@pytest.mark.parametrize(("least", "most"), [(-1, 2), (3, 2), (1, 6)])
def test_impossible_numbers_are_rejected(least: int, most: int) -> None:
    with pytest.raises(InvalidEventError, match="cannot hold"):
        HoldsSome("Bob", FIVE, least, most).at(TABLE)


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [(2, 2, "2 of"), (0, 1, "at most 1 of"), (2, 5, "at least 2 of"), (1, 3, "1 to 3 of")],
)
def test_number_in_words(least: int, most: int, words: str) -> None:
    assert f"Bob holds {words} Professor Plum" in str(HoldsSome("Bob", FIVE, least, most))
