"""Every fact has a proof that is accepted, rests on no event too many, and wastes no step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

import pytest
from hypothesis import given, settings

from cluetree import ClueCard, ContradictionError, Edition, Event, Holds, Table
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from cluetree.explain import Open, Proof, ProofRule, ProofStep, prove
from cluetree.table import Answering
from tests.brute import HIDDEN, certain, deals
from tests.exact.games import Game, seeded
from tests.exact.strategies import logs
from tests.explain.positions import depth, facts_of, position
from tests.explain.test_checker import (
    every_fact,
    is_accepted,
    is_so,
    quick,
    refusal,
    supposed,
    thorough,
)
from tests.explain.test_rules import EXAMPLES, Example, proved
from tests.record.samples import log_of
from tests.strategies import Told

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))


def assert_is_good(proof: Proof | Open, table: Table, log: Sequence[Event], fact: Fact) -> None:
    """Check all that is promised of a proof, counting deals where that needs counting."""
    assert isinstance(proof, Proof)
    assert proof.fact == fact
    proof.check(table, log)
    assert_is_tidy(proof.steps)
    assert proof.steps[-1].concludes == fact
    for number in proof.events:
        events = [log[other - 1] for other in proof.events if other != number]
        assert is_possible(Evidence.gather(table, events).assuming(fact.opposite)), (
            f"{fact} does not need event {number}:\n{proof}"
        )


def assert_is_tidy(steps: Sequence[ProofStep]) -> None:
    """Ids go up, nothing points ahead, and every step is there for a later one."""
    ids = [step.id for step in steps]
    assert ids == sorted(set(ids))
    for step in steps:
        assert all(use < step.id for use in step.uses)
        assert step.under is None or step.under < step.id
    used = {number for step in steps for number in step.uses}
    assert used == {*ids[:-1]}
    assert steps[-1].under is None


# Real tables


def prove_these(game: Game, facts: Iterable[Fact]) -> None:
    for fact in facts:
        assert_is_good(prove(game, fact=fact), game.table, game.events, fact)


@pytest.mark.parametrize("seed", range(12))
def test_facts_of_a_real_position_have_good_proofs(seed: int) -> None:
    game = position(seed)
    facts = facts_of(game)
    prove_these(game, seeded(seed).sample(facts, min(5, len(facts))))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1064))
def test_every_fact_from_events_has_a_good_proof(seed: int) -> None:
    """Two games per number of players and rounds, without facts of the set-up."""
    game = position(seed)
    set_up = count(Evidence.gather(game.table)).facts
    prove_these(game, (fact for fact in facts_of(game) if fact not in set_up))


@pytest.mark.parametrize("seed", range(8))
def test_open_fact_has_two_example_deals(seed: int) -> None:
    game = position(seed)
    beliefs = count(Evidence.gather(game))
    known = {*beliefs.facts, *(fact.opposite for fact in beliefs.facts)}
    opened = [fact for fact in every_fact(game.table) if fact not in known]
    for fact in seeded(seed).sample(opened, min(len(opened), 5)):
        found = prove(game, fact=fact)
        assert_shows(found, fact)
        assert isinstance(found, Open)
        assert fits(game, found.so)
        assert fits(game, found.not_so)


def fits(game: Game, deal: object) -> bool:
    """Whether a deal fits the log: with all its cards as events, it is the only deal."""
    assert isinstance(deal, dict)
    placed = [Holds(player, card) for card, player in deal.items()]
    return count(Evidence.gather(game.table, [*game.events, *placed])).deals == 1


# Tiny tables, where all deals can be listed


def prove_everything(told: Told) -> None:
    possible = [*deals(told.table, told.events)]
    if not possible:
        for fact in every_fact(told.table)[:4]:
            with pytest.raises(ContradictionError):
                prove(told, fact=fact)
        return
    known = certain(possible, told.table)
    for fact in every_fact(told.table):
        found = prove(told, fact=fact)
        if fact in known:
            assert_is_good(found, told.table, told.events, fact)
        elif fact.opposite in known:
            assert found == prove(told, fact=fact.opposite)
        else:
            assert_shows(found, fact)
            assert isinstance(found, Open)
            assert found.so in possible
            assert found.not_so in possible


def assert_shows(found: Proof | Open, fact: Fact) -> None:
    """Check that one of the deals of an open fact has it, and the other has not."""
    assert isinstance(found, Open)
    assert found.fact == replace(fact, holds=True)
    assert is_so(dict(found.so), found.fact)
    assert not is_so(dict(found.not_so), found.fact)


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    "config", [settings(quick, max_examples=3), pytest.param(thorough, marks=pytest.mark.slow)]
)
def test_each_fact_is_proved_or_open(config: settings) -> None:
    config(given(logs())(prove_everything))()


# One thing at a time

WORDS: Final = ("plum", "green", "white"), ("rope", "knife", "axe"), ("hall", "study", "attic")


def card(name: str) -> ClueCard:
    return DECK.card(name)


def test_stated_fact_needs_only_its_event() -> None:
    table = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
    log = log_of(
        table, "Ann holds one of plum, rope; Ann lacks rope; Ann holds plum; Ann holds plum"
    )
    proof = prove(table, log, fact=Fact("Ann", card("plum"), holds=True))
    assert isinstance(proof, Proof)
    assert proof.events == (3,)
    assert [step.rule for step in proof.steps] == [ProofRule.TOLD]


@pytest.mark.parametrize(
    ("spare", "sizes", "facts"),
    [
        (0, {"Ann": 0, "Bob": 1, "Cid": 1, "Dot": 1}, ""),  # three shows share three cards
        (1, {"Ann": 0, "Bob": 2, "Cid": 2, "Dot": 2}, "; Bob lacks hall; Cid lacks hall"),
        (0, {"Ann": 0, "Bob": 1, "Cid": 2}, "; Bob lacks hall; Cid lacks hall"),
    ],
    ids=["all shows", "all but Dot's", "both reduced"],
)
def test_shows_of_one_event_count_separately(spare: int, sizes: dict[str, int], facts: str) -> None:
    """Under "all" one suggestion can be answered by three."""
    suspects, weapons, rooms = (words[: 2 + spare] for words in WORDS)
    deck = Edition(suspects, weapons, rooms)
    table = Table.set_up(deck, sizes, answering=Answering.ALL)
    shows = ", ".join(f"{name} shows" for name in table.names[1:])
    log = log_of(table, f"Ann: plum, rope, hall -> {shows}{facts}")
    fact = Fact(HIDDEN, deck.card("plum"), holds=False)
    assert_is_good(prove(table, log, fact=fact), table, log, fact)


@pytest.mark.parametrize(
    ("seed", "player", "name", "most"),
    [(15, "Dot", "kitchen", 2), (15, "Eve", "kitchen", 1), (25, "Ann", "rope", 1)],
)
def test_cases_have_the_least_nesting(seed: int, player: str, name: str, most: int) -> None:
    game = position(seed)
    fact = Fact(player, game.table.edition.card(name), holds=True)
    proof = prove(game, fact=fact)
    assert isinstance(proof, Proof)
    proof.check(game)
    assert depth(proof) <= most


# Damaged proofs


class Log(NamedTuple):
    table: Table
    events: Sequence[Event]


def damages(rng: Random, log: Log, proof: Proof, at: int) -> Iterator[tuple[str, list[ProofStep]]]:
    """Yield a proof spoiled in every way at one step."""
    steps = [*proof.steps]
    step = steps[at]

    def instead(other: ProofStep) -> list[ProofStep]:
        return [*steps[:at], other, *steps[at + 1 :]]

    for use in step.uses:
        yield "a use less", instead(replace(step, uses=tuple(u for u in step.uses if u != use)))
    for number in step.events:
        kept = tuple(n for n in step.events if n != number)
        yield "an event less", instead(replace(step, events=kept))
        other = rng.randint(1, len(log.events))
        yield "another event", instead(replace(step, events=(*kept, other)))
    for rule in ProofRule:
        if rule is not step.rule:
            yield "another rule", instead(replace(step, rule=rule))
    fact = step.concludes
    yield "the opposite", instead(replace(step, concludes=fact.opposite))
    for card in rng.sample(log.table.edition.cards, 3):
        yield "another card", instead(replace(step, concludes=replace(fact, card=card)))
    for name in (*log.table.names, HIDDEN):
        yield "another player", instead(replace(step, concludes=replace(fact, player=name)))
    yield "a step less", [*steps[:at], *steps[at + 1 :]]
    if at + 1 < len(steps):
        yield "two steps swapped", [*steps[:at], steps[at + 1], step, *steps[at + 2 :]]
    assumed = [one.id for one in steps if one.rule is ProofRule.ASSUMED]
    for under in (None, len(steps) + 5, at, *assumed):
        yield "elsewhere", instead(replace(step, under=under))
    yield "a step that uses itself", instead(replace(step, uses=(*step.uses, step.id)))
    yield "a later step used", instead(replace(step, uses=(*step.uses, step.id + 1)))
    yield "an id twice", instead(replace(step, id=steps[at - 1].id if at else steps[-1].id))
    more = rng.randint(1, len(steps))
    yield "a use more", instead(replace(step, uses=(*step.uses, more)))
    yield "uses from anywhere", instead(replace(step, uses=tuple(range(1, at + 1))))
    yield "an event more", instead(replace(step, events=(*step.events, rng.randint(0, 99))))


ALWAYS_SEEN = {"a step that uses itself", "a later step used"}


class Truth:
    """The facts that follow from some events of a log and given facts."""

    def __init__(self, log: Log):
        self._log = log
        self._known: dict[tuple[frozenset[int], frozenset[Fact], Fact], bool] = {}

    def has(self, numbers: Iterable[int], given_facts: Iterable[Fact], fact: Fact) -> bool:
        key = frozenset(numbers), frozenset(given_facts), fact
        if key not in self._known:
            events = [self._log.events[number - 1] for number in key[0]]
            evidence = Evidence.gather(self._log.table, events).assuming(fact.opposite)
            for one in key[1]:
                evidence = evidence.assuming(one)
            self._known[key] = not is_possible(evidence)
        return self._known[key]

    def holds_up(self, steps: Sequence[ProofStep]) -> bool:
        """Whether each step is true in its context and follows from its premises."""
        cited = {number for step in steps for number in step.events}
        by_id = {step.id: step for step in steps}
        return all(
            self.has(cited, supposed(step, steps), step.concludes)
            and (
                step.rule in {ProofRule.ASSUMED, ProofRule.REFUTED}
                or self.has(
                    step.events, (by_id[use].concludes for use in step.uses), step.concludes
                )
            )
            for step in steps
        )


def refute_damage(rng: Random, log: Log, proof: Proof) -> None:
    truth = Truth(log)
    for at in range(len(proof.steps)):
        for damage, steps in damages(rng, log, proof, at):
            if not steps or refusal(*log, steps) is not None:
                continue
            assert damage not in ALWAYS_SEEN, proof
            assert truth.holds_up(steps), (damage, at, proof)
            if is_accepted(*log, proof.fact, steps):
                cited = {number for step in steps for number in step.events}
                assert truth.has(cited, (), proof.fact), (damage, at, proof)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule.name)
def test_damaged_examples_of_the_rules_are_rejected(example: Example) -> None:
    """Here also with every other conclusion, and every part of the premises, at the last step."""
    proof, book = proved(example), example.book()
    log = Log(book.table, book.events)
    for seed in range(2):
        refute_damage(seeded(seed), log, proof)
    truth = Truth(log)
    *before, last = proof.steps
    parts = [last.uses, *(tuple(u for u in last.uses if u != use) for use in last.uses)]
    for uses in parts:
        for fact in every_fact(log.table):
            steps = [*before, replace(last, concludes=fact, uses=uses)]
            if refusal(*log, steps) is None:
                assert truth.holds_up(steps), steps[-1]


def hardest_proofs(seed: int, most: int) -> list[tuple[Log, Proof]]:
    """The longest proofs of a position, for a damage to a short one has few places to hide."""
    game = position(seed)
    rng = seeded(seed)
    facts = facts_of(game)
    proofs = [
        proof
        for fact in rng.sample(facts, min(len(facts), 4 * most))
        if isinstance(proof := prove(game, fact=fact), Proof)
    ]
    longest = sorted(proofs, key=lambda proof: -len(proof.steps))[:most]
    return [(Log(game.table, game.events), proof) for proof in longest]


@pytest.mark.parametrize(
    ("seed", "most"),
    [
        *((seed, 3) for seed in range(3)),
        *(pytest.param(seed, 12, marks=pytest.mark.slow) for seed in range(100, 150)),
    ],
)
def test_damaged_proof_is_rejected_or_still_true(seed: int, most: int) -> None:
    for log, proof in hardest_proofs(seed, most):
        refute_damage(seeded(seed), log, proof)
