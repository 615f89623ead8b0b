"""The checker accepts nothing but the truth, whatever is put before it.

What a step says is read here without the checker: it must be so in every deal that fits the
events which the proof names and all that the step supposes. Deals are listed by `tests.brute`
on tiny tables, and counted on real ones.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from cluetree import (
    Accusation,
    ClueCard,
    ClueError,
    ClueGuess,
    Edition,
    Event,
    Fact,
    Holds,
    HoldsOneOf,
    InvalidProofError,
    Lacks,
    ProofRule,
    ProofStep,
    Show,
    Suggestion,
    Table,
)
from cluetree.explain import check, checker
from tests.brute import HIDDEN, Deal, deals
from tests.exact.games import seeded
from tests.strategies import Told, told_anyhow

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
NOT_UNDER_IT = (ProofRule.ASSUMED, ProofRule.REFUTED)
PLAIN_RULES = tuple(rule for rule in ProofRule if rule not in NOT_UNDER_IT)

quick = settings(suppress_health_check=list(HealthCheck))
thorough = settings(quick, max_examples=100)
seeds = st.integers(0, 2**32)


def refusal(table: Table, log: Sequence[Event], steps: Sequence[ProofStep]) -> str | None:
    """Why some step is refused; `None` if all stand, be the last an end or not."""
    try:
        check(table, log, steps[-1].concludes, steps)
    except InvalidProofError as error:
        return None if "does not end" in str(error) else str(error)
    return None


def is_accepted(table: Table, log: Sequence[Event], fact: Fact, steps: Iterable[ProofStep]) -> bool:
    try:
        check(table, log, fact, tuple(steps))
    except InvalidProofError:
        return False
    return True


def supposed(step: ProofStep, steps: Iterable[ProofStep]) -> frozenset[Fact]:
    """All that is supposed where this step stands, read off the steps' own words."""
    by_id = {one.id: one for one in steps}
    under = step.id if step.rule is ProofRule.ASSUMED else step.under
    facts = set()
    while under is not None:
        facts.add(by_id[under].concludes)
        under = by_id[under].under
    return frozenset(facts)


def is_so(deal: Deal, fact: Fact) -> bool:
    return (deal.get(fact.card) == fact.player) is fact.holds


def every_fact(table: Table) -> list[Fact]:
    return [
        Fact(name, card, holds)
        for name in (*table.names, HIDDEN)
        for card in table.edition.cards
        for holds in (True, False)
    ]


# Whatever is accepted is true


@dataclass
class Attack:
    """Steps made at random against one log; those that the checker lets stand are kept."""

    rng: Random
    table: Table
    log: tuple[Event, ...]
    steps: list[ProofStep]

    def try_on(self, step: ProofStep) -> bool:
        if refusal(self.table, self.log, [*self.steps, step]) is not None:
            return False
        self.steps.append(step)
        return True

    def some_events(self) -> tuple[int, ...]:
        numbers = range(1, len(self.log) + 1)
        match self.rng.randrange(4):
            case 0:
                return ()
            case 1:
                return tuple(numbers)
            case 2:
                return tuple(self.rng.choices(numbers, k=2)) if numbers else (1,)
            case _:
                return tuple(n for n in numbers if self.rng.random() < 1 / 2)

    def some_uses(self) -> tuple[int, ...]:
        share = self.rng.choice((0.0, 0.3, 0.7, 1.0, 1.0))
        return tuple(step.id for step in self.steps if self.rng.random() < share)

    def step(self) -> ProofStep:
        """Any step at all, more often one that could stand."""
        rng = self.rng
        supposed_here = [step.id for step in self.steps if step.rule is ProofRule.ASSUMED]
        under = rng.choice((None, None, *supposed_here, *supposed_here[-1:]))
        step = ProofStep(
            id=len(self.steps) + 1 if rng.random() < 0.9 else rng.randint(-1, 9),
            rule=rng.choice(tuple(ProofRule)),
            concludes=rng.choice(every_fact(self.table)),
            events=self.some_events(),
            uses=self.some_uses(),
            under=under if rng.random() < 0.95 else rng.randint(-1, 9),
        )
        return self.refutation(step) if rng.random() < 0.3 else step

    def refutation(self, step: ProofStep) -> ProofStep:
        """Lift an assumption over some fact and its opposite, wherever these were found."""
        assumed = [one for one in self.steps if one.rule is ProofRule.ASSUMED]
        by_fact: dict[Fact, list[int]] = {}
        for one in self.steps:
            by_fact.setdefault(one.concludes, []).append(one.id)
        clashing = [fact for fact in by_fact if fact.opposite in by_fact]
        if not assumed or not clashing:
            return replace(step, rule=ProofRule.ASSUMED)
        lifted, fact = self.rng.choice(assumed), self.rng.choice(clashing)
        return replace(
            step,
            rule=ProofRule.REFUTED,
            concludes=lifted.concludes.opposite,
            uses=(lifted.id, *map(self.rng.choice, (by_fact[fact], by_fact[fact.opposite]))),
            under=self.rng.choice((lifted.under, lifted.under, lifted.id, step.under)),
        )


def attack_with_any_steps(told: Told, seed: int) -> None:
    attack = Attack(seeded(seed), told.table, told.events, [])
    for _ in range(40):
        step = attack.step()
        if not attack.try_on(step):
            continue
        cited = sorted({number for one in attack.steps for number in one.events})
        given_up = supposed(step, attack.steps)
        for deal in deals(told.table, (told.events[number - 1] for number in cited)):
            if all(is_so(deal, fact) for fact in given_up):
                assert is_so(deal, step.concludes), attack.steps
                if is_accepted(told.table, told.events, step.concludes, attack.steps):
                    assert not given_up
        assert_follows_by_itself(told, attack.steps)


def assert_follows_by_itself(told: Told, steps: Sequence[ProofStep]) -> None:
    """The last step follows from nothing but its own events and the steps it uses."""
    *_, step = steps
    if step.rule in NOT_UNDER_IT:
        return
    given_facts = [one.concludes for one in steps if one.id in step.uses]
    for deal in deals(told.table, (told.events[number - 1] for number in step.events)):
        if all(is_so(deal, fact) for fact in given_facts):
            assert is_so(deal, step.concludes), steps


@quick
@given(told_anyhow(most=5), seeds)
def test_whatever_steps_are_accepted_say_what_is_so(told: Told, seed: int) -> None:
    attack_with_any_steps(told, seed)


@pytest.mark.slow
@thorough
@given(told_anyhow(), seeds)
def test_whatever_of_very_many_steps_are_accepted_say_what_is_so(told: Told, seed: int) -> None:
    attack_with_any_steps(told, seed)


def premises(rng: Random, table: Table, truth: Deal, cited: Iterable[Event]) -> list[Fact]:
    """Facts that are so in one deal: at random, of some places and cards, of some events."""
    true = [fact for fact in every_fact(table) if is_so(truth, fact)]
    places = (*table.names, HIDDEN)
    share = rng.choice((0.0, 0.0, 0.1, 0.5))
    chosen = [fact for fact in true if rng.random() < share]
    groups = [named(event) for event in cited if rng.random() < 0.7]
    deck = table.edition.cards
    groups += [rng.sample(deck, rng.randint(1, len(deck))) for _ in range(rng.randint(0, 2))]
    names = rng.sample(places, rng.randint(1, len(places)))
    for cards in groups:
        if rng.random() < 1 / 2:
            names = rng.sample(places, rng.randint(1, len(places)))
        ways = rng.choice(((True,), (False,), (False,), (True, False)))
        chosen += [f for f in true if f.player in names and f.card in cards and f.holds in ways]
    return list(dict.fromkeys(chosen))


def named(event: Event) -> Sequence[ClueCard]:
    """The cards that an event is about."""
    match event:
        case Suggestion(guess=guess) | Accusation(guess=guess):
            return guess.cards
        case Holds(card=card) | Lacks(card=card):
            return (card,)
        case HoldsOneOf(cards=cards):
            return cards


def attack_one_rule(told: Told, seed: int) -> None:
    """Take events and facts that fit some deal, and try to conclude what is not so in it."""
    rng = seeded(seed)
    attack = Attack(rng, told.table, told.events, [])
    events = attack.some_events() if told.events else ()
    cited = [told.events[number - 1] for number in events]
    possible = [*deals(told.table, cited)]
    assume(possible)
    truth = rng.choice(possible)
    for number, fact in enumerate(premises(rng, told.table, truth, cited), start=1):
        under = None if number == 1 else number - 1
        assert attack.try_on(ProofStep(number, ProofRule.ASSUMED, fact, under=under))
    count = len(attack.steps)
    false = [fact for fact in every_fact(told.table) if not is_so(truth, fact)]
    for rule in PLAIN_RULES:
        for fact in rng.sample(false, min(len(false), 8)):
            uses = tuple(range(1, count + 1))
            step = ProofStep(count + 1, rule, fact, events, uses, count or None)
            assert not attack.try_on(step), attack.steps


@quick
@given(told_anyhow(most=5), seeds)
def test_no_rule_leads_from_what_is_so_to_what_is_not(told: Told, seed: int) -> None:
    attack_one_rule(told, seed)


@pytest.mark.slow
@thorough
@given(told_anyhow(), seeds)
def test_no_rule_ever_leads_from_what_is_so_to_what_is_not(told: Told, seed: int) -> None:
    attack_one_rule(told, seed)


# One attack at a time


def fact(player: str, card: str, holds: bool = True) -> Fact:
    return Fact(player, DECK.card(card), holds)


def told(rule: ProofRule, concludes: Fact, *events: int, id: int = 1) -> ProofStep:  # noqa: A002
    return ProofStep(id, rule, concludes, events)


ANN_HAS_PLUM = Holds("Ann", DECK.card("plum"))
ASSUMED, REFUTED, TOLD = ProofRule.ASSUMED, ProofRule.REFUTED, ProofRule.TOLD
HELD_ELSEWHERE, HAND_FULL = ProofRule.HELD_ELSEWHERE, ProofRule.HAND_FULL


def refused(log: Sequence[Event], *steps: ProofStep, table: Table = TABLE) -> bool:
    return not is_accepted(table, log, steps[-1].concludes, steps)


def test_no_steps_prove_nothing() -> None:
    assert not is_accepted(TABLE, (), fact("Ann", "plum"), ())


def test_what_is_supposed_is_not_proved() -> None:
    assert refused((), ProofStep(1, ASSUMED, fact("Ann", "plum")))


def test_what_is_supposed_is_not_proved_by_a_step_that_stands_beside_it() -> None:
    supposing = ProofStep(1, ASSUMED, fact("Ann", "plum"))
    assert refused(
        (), supposing, ProofStep(2, HELD_ELSEWHERE, fact("Bob", "plum", False), (), (1,))
    )


def test_what_follows_from_an_assumption_stays_under_it() -> None:
    supposing = ProofStep(1, ASSUMED, fact("Ann", "plum"))
    under = ProofStep(2, HELD_ELSEWHERE, fact("Bob", "plum", False), (), (1,), under=1)
    assert refusal(TABLE, (), [supposing, under]) is None
    assert refused((), supposing, under)
    beside = ProofStep(3, ProofRule.LAST_PLACE, fact(HIDDEN, "plum"), (), (1, 2))
    assert refused((), supposing, under, beside)


def test_an_assumption_is_not_used_under_its_neighbour() -> None:
    steps = [
        ProofStep(1, ASSUMED, fact("Ann", "plum")),
        ProofStep(2, ASSUMED, fact("Ann", "rope")),
        ProofStep(3, HELD_ELSEWHERE, fact("Bob", "plum", False), (), (1,), under=2),
    ]
    assert refusal(TABLE, (), steps) is not None


def test_an_assumption_is_not_refuted_by_its_neighbour() -> None:
    steps = [
        ProofStep(1, ASSUMED, fact("Ann", "plum")),
        ProofStep(2, ASSUMED, fact("Ann", "plum", False)),
        ProofStep(3, REFUTED, fact("Ann", "plum", False), (), (1, 1, 2)),
    ]
    assert refused((), *steps)


def test_an_assumption_is_refuted_only_by_a_clash_under_it() -> None:
    clash = ProofStep(4, HELD_ELSEWHERE, fact("Ann", "plum", False), (), (2,), under=2)
    steps = [
        ProofStep(1, ASSUMED, fact("Ann", "plum")),
        ProofStep(2, ASSUMED, fact("Bob", "plum"), under=1),
        ProofStep(3, ASSUMED, fact("Ann", "rope")),
        clash,
    ]
    assert refusal(TABLE, (), steps) is None
    lifting = ProofStep(5, REFUTED, fact("Ann", "rope", False), (), (3, 1, 4))
    assert refused((), *steps, lifting)
    assert refused((), *steps, replace(lifting, under=3))
    lifting = ProofStep(5, REFUTED, fact("Bob", "plum", False), (), (2, 1, 4))
    assert refused((), *steps, lifting)
    assert refusal(TABLE, (), [*steps, replace(lifting, under=1)]) is None


@pytest.mark.parametrize(
    "uses", [(), (1,), (1, 2), (1, 2, 4, 4), (2, 2, 4), (4, 2, 4), (1, 2, 2), (1, 1, 2)]
)
def test_a_refutation_names_the_assumption_a_fact_and_its_opposite(uses: tuple[int, ...]) -> None:
    log = (ANN_HAS_PLUM,)
    steps = [
        ProofStep(1, ASSUMED, fact("Bob", "plum")),
        ProofStep(2, TOLD, fact("Ann", "plum"), (1,)),
        ProofStep(3, HELD_ELSEWHERE, fact("Ann", "rope", False), (), (1,), under=1),
        ProofStep(4, HELD_ELSEWHERE, fact("Ann", "plum", False), (), (1,), under=1),
    ]
    steps.remove(steps[2])
    good = ProofStep(5, REFUTED, fact("Bob", "plum", False), (), (1, 2, 4))
    assert not refused(log, *steps, good)
    assert refused(log, *steps, replace(good, uses=uses))
    assert refused(log, *steps, replace(good, concludes=fact("Bob", "rope", False)))


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_an_event_that_is_not_there_supports_nothing(number: int) -> None:
    assert refused((ANN_HAS_PLUM,), told(TOLD, fact("Ann", "plum"), number))
    assert refused((ANN_HAS_PLUM,), told(TOLD, fact("Ann", "plum"), 1, number))


def test_a_proof_ends_with_the_fact() -> None:
    step = told(TOLD, fact("Ann", "plum"), 1)
    for other in (fact("Ann", "plum", False), fact("Bob", "plum"), fact("Ann", "rope")):
        assert not is_accepted(TABLE, (ANN_HAS_PLUM,), other, [step])


def test_an_id_is_used_once() -> None:
    step = told(TOLD, fact("Ann", "plum"), 1)
    assert not refused((ANN_HAS_PLUM,), step)
    assert refused((ANN_HAS_PLUM,), step, step)


@pytest.mark.parametrize("uses", [(1,), (2,), (3,), (0,), (-1,), (1, 2)])
def test_a_step_rests_on_earlier_steps_only(uses: tuple[int, ...]) -> None:
    circle = [
        ProofStep(1, HELD_ELSEWHERE, fact("Bob", "plum", False), (), uses),
        ProofStep(2, ProofRule.LAST_PLACE, fact("Ann", "plum"), (), (1,)),
    ]
    assert refused((), *circle)


def test_steps_under_what_is_no_assumption_are_refused() -> None:
    first = told(TOLD, fact("Ann", "plum"), 1)
    for under in (-1, 0, 1, 2, 7):
        second = ProofStep(2, HELD_ELSEWHERE, fact("Bob", "plum", False), (), (1,), under=under)
        assert refusal(TABLE, (ANN_HAS_PLUM,), [first, second]) is not None


@pytest.mark.parametrize("who", ["Zoe", "ann", "", "ENVELOPE"])
def test_a_conclusion_about_nobody_is_refused(who: str) -> None:
    assert refused((ANN_HAS_PLUM,), told(ASSUMED, fact(who, "plum")))
    assert refused((ANN_HAS_PLUM,), told(TOLD, fact(who, "plum"), 1))


def test_a_conclusion_about_a_card_of_another_deck_is_refused() -> None:
    other = Edition(("mustard",), ("axe",), ("attic",)).card("axe")
    holder = told(TOLD, fact("Ann", "plum"), 1)
    full = ProofStep(2, HAND_FULL, Fact("Ann", other, holds=False), (), (1,))
    assert refused((ANN_HAS_PLUM,), holder, full)


def test_nothing_is_counted_against_a_hand_of_unknown_size() -> None:
    table = Table.set_up(DECK, {"Ann": None, "Bob": None})
    log: tuple[Event, ...] = (ANN_HAS_PLUM, *(Lacks("Ann", card) for card in DECK.cards[1:]))
    held = told(TOLD, fact("Ann", "plum"), 1)
    full = ProofStep(2, HAND_FULL, fact("Ann", "rope", False), (), (1,))
    assert refused(log, held, full, table=table)
    facts = [Fact("Ann", card, holds=False) for card in DECK.cards[1:]]
    lacks = [told(TOLD, lack, n, id=n) for n, lack in enumerate(facts, start=2)]
    uses = tuple(step.id for step in lacks)
    for rule in (ProofRule.LAST_CARDS, ProofRule.FULL_PLACES, ProofRule.LAST_FOR_PLACES):
        for concludes in (fact("Ann", "plum"), fact("Bob", "plum", False)):
            assert refused(log, *lacks, ProofStep(9, rule, concludes, (), uses), table=table)


def test_the_envelope_has_no_hand_to_fill() -> None:
    log: tuple[Event, ...] = (Holds(HIDDEN, DECK.card("plum")), Holds(HIDDEN, DECK.card("rope")))
    held = [
        told(TOLD, fact(HIDDEN, "plum"), 1, id=1),
        told(TOLD, fact(HIDDEN, "rope"), 2, id=2),
    ]
    full = ProofStep(3, HAND_FULL, fact(HIDDEN, "hall", False), (), (1, 2))
    assert refused(log, *held, full)
    assert refused(log, *held, replace(full, rule=ProofRule.PIGEONHOLE))


def test_shows_count_once_however_often_they_are_named() -> None:
    log = (HoldsOneOf("Bob", DECK.cards[:3]),)
    for rule in (ProofRule.PIGEONHOLE, ProofRule.SHARED_CARDS):
        for card in DECK.cards:
            for name in ("Ann", "Bob", HIDDEN):
                step = ProofStep(1, rule, Fact(name, card, holds=False), (1, 1, 1))
                assert refused(log, step)


def test_two_shows_of_one_player_may_have_been_the_same_card() -> None:
    log = (HoldsOneOf("Bob", DECK.hand("plum", "rope")),) * 2
    for rule in (ProofRule.PIGEONHOLE, ProofRule.SHARED_CARDS):
        for name in ("Ann", "Bob", HIDDEN):
            for card in DECK.cards:
                assert refused(log, ProofStep(1, rule, Fact(name, card, holds=False), (1, 2)))


def test_cards_do_not_fill_places_of_which_one_has_an_unknown_size() -> None:
    table = Table.set_up(DECK, {"Ann": None, "Bob": 2})
    log = (Lacks(HIDDEN, DECK.card("plum")), Lacks(HIDDEN, DECK.card("rope")))
    lacks = [
        told(TOLD, fact(HIDDEN, "plum", False), 1, id=1),
        told(TOLD, fact(HIDDEN, "rope", False), 2, id=2),
    ]
    full = ProofStep(3, ProofRule.FULL_PLACES, fact("Bob", "green", False), (), (1, 2))
    assert refused(log, *lacks, full, table=table)


def test_only_an_accusation_fails_and_only_for_the_envelope() -> None:
    guess = DECK.guess("plum", "rope", "hall")
    table = Table.set_up(DECK, {"Ann": 0, "Bob": 3})
    for holder, event in ((HIDDEN, Suggestion("Ann", guess)), ("Bob", Accusation("Ann", guess))):
        log = (event, Holds(holder, DECK.card("plum")), Holds(holder, DECK.card("rope")))
        held = [
            told(TOLD, fact(holder, "plum"), 2, id=1),
            told(TOLD, fact(holder, "rope"), 3, id=2),
        ]
        rule = ProofRule.FAILED_ACCUSATION
        step = ProofStep(3, rule, fact(holder, "hall", False), (1,), (1, 2))
        assert refused(log, *held, step, table=table)


def test_very_many_assumptions_within_each_other_do_no_harm() -> None:
    """A proof may be hostile: it is refused or accepted, and nothing else happens."""
    steps = [
        ProofStep(n, ASSUMED, fact("Ann", "plum"), under=n - 1 or None) for n in range(1, 3000)
    ]
    assert not is_accepted(TABLE, (), fact("Ann", "plum"), steps)


def test_a_step_that_names_very_many_events_is_no_trap() -> None:
    """It is refused at once; trying all groups of so many shows would take minutes."""
    log = (HoldsOneOf("Bob", DECK.cards[:3]),) * 80
    step = ProofStep(1, ProofRule.SHARED_CARDS, fact("Ann", "plum", False), tuple(range(1, 81)))
    start = process_time()
    assert refused(log, step)
    assert process_time() - start < 2


def test_a_log_with_an_event_that_breaks_the_rules_is_an_error_of_ours() -> None:
    log = (Suggestion("Ann", ClueGuess(*DECK.cards[::2]), (Show("Ann"),)),)
    with pytest.raises(ClueError):
        check(TABLE, log, fact("Ann", "plum"), [told(TOLD, fact("Ann", "plum"), 1)])


def test_the_checker_can_be_read_at_a_sitting() -> None:
    lines = Path(checker.__file__).read_text("utf-8").splitlines()
    assert len(lines) < 180


def test_the_checker_knows_nothing_of_the_search_or_the_counter() -> None:
    text = Path(checker.__file__).read_text("utf-8")
    for word in ("prover", "chain", "exact", "beliefs", "tree", "shrink"):
        assert f"cluetree.{word}" not in text
        assert f"explain.{word}" not in text
        assert "explain.rules" not in text
