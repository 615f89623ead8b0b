"""A new kind of information is one class: random logs with quotas, against enumeration."""

import json
import pickle
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Final, TypeAlias, cast

import pytest
from more_itertools import partition

from cluetree import ClueCard, Event, Holds, HoldsOneOf, RecordError, SolverTree, Table
from cluetree.claims import Claim, Fact, Quota
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidEventError
from cluetree.events import HoldsSome, _Entry
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import Proof, find_conflicts, prove
from cluetree.record import Record, dumps_clue_event, loads_clue_event, loads_json_event
from cluetree.text.events import in_full
from cluetree.text.language import LANGUAGES, speaking
from cluetree.text.nodes import picture, says
from cluetree.text.proofs import explain_proof
from cluetree.tree import Role
from tests.brute import Deal, certain, deals, envelope
from tests.strategies import Dice, any_some, game_with, true_event, true_some

Game: TypeAlias = tuple[Table, tuple[Event, ...]]
MOST_DEALS: Final = 500


def has(deal: Deal, fact: Fact) -> bool:
    return (deal.get(fact.card) == fact.player) is fact.holds


def game(seed: int) -> Game:
    """A small game and its log; in every fifth, the last entry may be false."""
    dice = Dice(Random(seed).randrange)
    drawn = game_with(dice, face_down=())
    while len([*islice(deals(drawn.table), MOST_DEALS + 1)]) > MOST_DEALS:
        drawn = game_with(dice, face_down=())
    makers = (true_event, true_some, true_some)
    events = [dice.one(makers)(dice, drawn) for _ in range(1 + dice.count(5))]
    if seed % 5 == 0:
        events.append(any_some(dice, drawn))
    return drawn.table, tuple(events)


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


def fits(deal: Deal, event: Among) -> bool:
    there = sum(deal.get(card) in event.places for card in event.cards)
    return event.least <= there <= event.most


def is_true(deal: Deal, claim: Claim) -> bool:
    if isinstance(claim, Fact):
        return has(deal, claim)
    return claim.least <= sum(has(deal, fact) for fact in {*claim.facts}) <= claim.most


def fitting(table: Table, log: Iterable[Event]) -> list[Deal]:
    """Enumerate the deals that fit a log, perhaps with events outside the library."""
    outside, events = partition(lambda event: not isinstance(event, Among), log)
    among = cast("list[Among]", [*outside])
    return [deal for deal in deals(table, events) if all(fits(deal, each) for each in among)]


def with_any_quotas(seed: int) -> Game:
    """A game with quotas over several places."""
    (table, events), dice = game(seed), Dice(Random(seed).randrange)
    found = [*deals(table, events)]
    extra: list[Among] = []
    for _ in range(1 + dice.count(2)):
        deal = dice.one(found) if found else {}
        places = tuple(dice.some(table.places, least=1, most=2))
        cards = tuple(dice.some(table.edition.cards, least=2, most=4))
        there = sum(deal.get(card) in places for card in cards)
        least, most = max(0, there - dice.count(1)), min(len(cards), there + dice.count(1))
        extra.append(Among(places, cards, least, most))
        found = [deal for deal in found if fits(deal, extra[-1])]
    return table, (*events, *cast("list[Event]", extra))


def check(table: Table, log: tuple[Event, ...], rng: Random) -> None:
    """Compare the readers of claims with the enumeration."""
    found = fitting(table, log)
    beliefs = count(Evidence.gather(table, log))
    assert beliefs.deals == len(found)
    check_tree(table, log, found)
    if not found:
        assert find_conflicts(table, log).sets
        return
    assert beliefs.facts == certain(found, table)
    assert {t.guess: t.deals for t in beliefs.triples} == Counter(map(envelope, found))
    assert all(deal in found for deal in map(dict, beliefs.sample(3, rng=Random(1))))
    known = {fact for fact in certain(found, table) if fact.card not in table.face_up}
    news = sorted(known - certain([*deals(table)], table), key=str)
    for fact in rng.sample(news, min(3, len(news))):
        proof = prove(table, log, fact=fact)
        assert isinstance(proof, Proof)
        assert not proof.counted
        proof.check(table, log)
        used = [log[number - 1] for number in proof.events]
        assert all(has(deal, fact) for deal in fitting(table, used))
        for event in used:
            rest = [other for other in used if other is not event]
            assert not all(has(deal, fact) for deal in fitting(table, rest))
        for language in LANGUAGES:
            with speaking(language):
                assert explain_proof(Record(table, log), proof).points


def check_tree(table: Table, log: tuple[Event, ...], found: list[Deal]) -> None:
    """The tree is sound, and complete after counting."""
    pickled = pickle.dumps(SolverTree.at(table, log, strict=False))
    tree: SolverTree = pickle.loads(pickled)  # noqa: S301 -- of our own
    if tree.clashes:
        assert not found
        return
    assert count(tree.evidence()).deals == len(found)
    if not found:
        return
    assert tree.evidence().facts <= certain(found, table)
    nodes = [node for node in tree.nodes() if node.fact and node.role is Role.ALTERNATIVE]
    for node in nodes:
        truths = {has(deal, node.fact) for deal in found if node.fact}
        assert truths == {False} or not node.is_pruned
        assert truths == {True} or not node.is_known
    tree.grow_back(count(tree.evidence()).facts)
    for node in nodes:
        assert node.is_pruned or any(has(deal, node.fact) for deal in found if node.fact)


@pytest.mark.parametrize("seed", range(20))
def test_readers_agree_with_enumeration(seed: int) -> None:
    check(*with_any_quotas(seed), Random(seed))


def any_claim(table: Table, rng: Random) -> Claim:
    """A fact, or a quota over any places and cards, perhaps impossible or with repeated facts."""
    places, cards = rng.choices(table.places, k=2), rng.choices(table.edition.cards, k=3)
    facts = [Fact(place, card, holds=True) for place in places for card in cards]
    if rng.randrange(3) == 0:
        return rng.choice([facts[0], facts[0].opposite])
    facts = rng.sample(facts, rng.randrange(7))
    least, most = sorted(rng.choices(range(4), k=2))
    return Quota(tuple(facts), rng.choice([0, least]), rng.choice([most, len(facts)]))


@pytest.mark.parametrize("first", [0, pytest.param(100, marks=pytest.mark.slow)])
def test_chances_of_claims_agree_with_enumeration(first: int) -> None:
    for seed in range(first, first + 40 + 4 * first):
        (table, log), rng = with_any_quotas(seed), Random(seed)
        for events in (log[-1:], log):
            found, beliefs = fitting(table, events), count(Evidence.gather(table, events))
            for claims in ([any_claim(table, rng) for _ in range(n % 3)] for n in range(12)):
                true = sum(all(is_true(deal, claim) for claim in claims) for deal in found)
                if found:
                    assert beliefs.chance_of(*claims) == Fraction(true, len(found)), claims


@pytest.mark.slow
@pytest.mark.parametrize("first", range(20, 500, 120))
def test_readers_agree_on_hundreds_of_games(first: int) -> None:
    for seed in range(first, first + 120):
        check(*with_any_quotas(seed), Random(seed))


TABLE: Final = Table.set_up(CLUE_US, {"Ann": 6, "Bob": 6, "Eve": 6})
FIVE: Final = CLUE_US.hand("plum", "white", "rope", "hall", "study")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "der Umschlag hat höchstens 1 dieser Karten: "),
        ("es", "el sobre tiene como mucho 1 de estas cartas: "),
        ("fr", "l'enveloppe a au plus 1 de ces cartes : "),
        ("it", "la busta ha al massimo 1 di queste carte: "),
    ],
)
def test_entry_and_tree_name_the_envelope_in_the_language(language: str, words: str) -> None:
    event = HoldsSome("envelope", FIVE, 0, 1)
    tree = SolverTree.at(TABLE, [event, Holds("envelope", FIVE[0])])
    (node,) = (each for each in tree.nodes() if each.alternatives)
    with speaking(language):
        assert in_full(event) == says(node) == words + ", ".join(map(str, FIVE))
        assert picture(tree)


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (1, 5, "one of"),
        (1, 1, "exactly 1 of"),
        (2, 2, "exactly 2 of"),
        (0, 0, "exactly 0 of"),
        (0, 1, "at most 1 of"),
        (2, 5, "at least 2 of"),
        (1, 3, "1 to 3 of"),
    ],
)
def test_number_in_words_and_in_records(least: int, most: int, words: str) -> None:
    event = HoldsSome("Bob", FIVE, least, most).at(TABLE)
    cards = ", ".join(map(str, FIVE))
    assert str(event) == in_full(event) == dumps_clue_event(event, TABLE)
    assert str(event) == f"Bob holds {words} {cards}"
    for line in (str(event), f"bob {words} {cards}".replace(",", "")):
        assert loads_clue_event(line, TABLE) == event


def test_at_least_one_is_one_event() -> None:
    one, some = HoldsOneOf("Bob", FIVE), HoldsSome("Bob", FIVE, 1, 5)
    copied = pickle.loads(pickle.dumps(one))  # noqa: S301 -- of our own
    assert some.at(TABLE) == one.at(TABLE) == one == copied
    assert hash(some.at(TABLE)) == hash(one)
    assert replace(one, player="Eve") == HoldsOneOf("Eve", FIVE)
    assert (one.least, one.most, str(one)) == (1, 5, str(some))


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Bob holds 0 of Plum, Rope", "'exactly 0 of', or a number from 1, got '0'"),
        ("Bob holds 3 of Plum, Rope", "from 0 to 2, as in 'Bob holds at most 1 of"),
        ("Bob holds 2 to 1 of Plum, Rope", "from 0 to 2, as in 'Bob holds at most 1 of"),
        ("Bob holds at most 1 to 2 of Plum, Rope", "must be such as"),
        (f"Bob holds {'9' * 5000} of Plum, Rope", "from 0 to 2"),
        ("Bob holds at most 1 of", "expected a card"),
        ("Bob holds 2 of Plum, Plum, Rope", "Professor Plum is named twice"),
    ],
)
def test_wrong_number_is_refused_with_the_right_form(line: str, right: str) -> None:
    with pytest.raises(RecordError, match=re.escape(right)):
        loads_clue_event(line, TABLE)


@pytest.mark.parametrize("wrong", [True, 1.0, "1", [1]])
def test_number_must_be_whole(wrong: Any) -> None:  # noqa: ANN401 -- any type
    with pytest.raises(InvalidEventError, match="most must be a whole number, got"):
        HoldsSome("Bob", FIVE, 0, wrong)
    fields = {"kind": "holds_some", "player": "Bob", "cards": ["Rope"], "least": 0, "most": wrong}
    with pytest.raises(RecordError, match=r"\$.most"):
        loads_json_event(json.dumps(fields), TABLE)
