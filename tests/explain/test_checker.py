"""The checker accepts true steps only.

The tests read each step without the checker: it must be true in every deal that fits the events
of the proof and the step's assumptions. Deals are listed by `tests.brute`
on tiny tables, and counted on real ones.
"""

from collections.abc import Callable, Iterable, Sequence
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
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from cluetree.claims import Fact
from cluetree.errors import InvalidProofError
from cluetree.events import Correction, HoldsSome, OneHolds, Question, Saw
from cluetree.explain import ProofRule, ProofStep, checker
from cluetree.explain.checker import check
from tests.brute import HIDDEN, Deal, deals
from tests.exact.games import seeded
from tests.strategies import Told, told_anyhow

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
TABLE = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
NOT_UNDER_IT = (ProofRule.ASSUMED, ProofRule.REFUTED)
STRANGERS = ("Zoe", "ann", "ENVELOPE")
PLAIN_RULES = tuple(rule for rule in ProofRule if rule not in NOT_UNDER_IT)

quick = settings(max_examples=5, suppress_health_check=list(HealthCheck))
thorough = settings(quick, max_examples=100)
seeds = st.integers(0, 2**32)


def refusal(table: Table, log: Sequence[Event], steps: Sequence[ProofStep]) -> str | None:
    """Return the reason for rejecting a step; `None` if all steps are valid."""
    try:
        check(table, log, fact=steps[-1].concludes, steps=steps)
    except InvalidProofError as error:
        return None if "does not end" in str(error) else str(error)
    return None


def is_accepted(table: Table, log: Sequence[Event], fact: Fact, steps: Iterable[ProofStep]) -> bool:
    try:
        check(table, log, fact=fact, steps=tuple(steps))
    except InvalidProofError:
        return False
    return True


def supposed(step: ProofStep, steps: Iterable[ProofStep]) -> frozenset[Fact]:
    """The assumptions in force at a step."""
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


# Accepted steps are true


@dataclass
class Attack:
    """Random steps for one log; accepted steps are kept."""

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
        """A random step, more often a plausible one."""
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
        case Holds(card=card) | Lacks(card=card) | OneHolds(card=card):
            return (card,)
        case HoldsSome(cards=cards) | Question(cards=cards) | Correction(cards=cards):
            return cards
        case Saw(card=card):
            return () if card is None else (card,)


def attack_one_rule(told: Told, seed: int) -> None:
    """Take events and facts of some deal and try to conclude false facts."""
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


@pytest.mark.hypothesis
@pytest.mark.parametrize("attack", [attack_with_any_steps, attack_one_rule])
@pytest.mark.parametrize(
    ("config", "logs"),
    [(quick, told_anyhow(most=5)), pytest.param(thorough, told_anyhow(), marks=pytest.mark.slow)],
    ids=["quick", "thorough"],
)
def test_no_attack_succeeds(
    attack: Callable[[Told, int], None], config: settings, logs: st.SearchStrategy[Told]
) -> None:
    config(given(logs, seeds)(attack))()


# One attack at a time


def steps(text: str) -> list[ProofStep]:
    """Parse steps separated by semicolons: "told Ann holds plum events 1 uses 2,3 under 1 id 4"."""
    found: list[ProofStep] = []
    for number, line in enumerate(text.split("; "), start=1):
        rule, player, word, card, *parts = line.split()
        given = {
            key: tuple(map(int, value.split(",")))
            for key, value in zip(parts[::2], parts[1::2], strict=True)
        }
        (under,), (own,) = given.get("under", (0,)), given.get("id", (number,))
        fact = Fact(player, DECK.card(card), word == "holds")
        uses, events = given.get("uses", ()), given.get("events", ())
        found.append(ProofStep(own, ProofRule(rule), fact, events, uses, under or None))
    return found


A_PLUM = "assumed Ann holds plum"
OF_BOB = "held_elsewhere Bob lacks plum uses 1"
TOLD = "told Ann holds plum events"
REFUTED = "refuted Bob lacks plum uses"
LOG = (Holds("Ann", DECK.card("plum")),)
"""Ann holds plum."""
CLASH = f"{A_PLUM}; assumed Bob holds plum under 1; assumed Ann holds rope; "
CLASH += "held_elsewhere Ann lacks plum uses 2 under 2"
BY_CASES = f"assumed Bob holds plum; {TOLD} 1; "
BY_CASES += "held_elsewhere Ann lacks plum uses 1 under 1 id 4"


@pytest.mark.parametrize(
    "text",
    [
        f"{A_PLUM}; {OF_BOB}",  # beside the assumption
        f"{A_PLUM}; {OF_BOB} under 1; last_place envelope holds plum uses 1,2",
        f"{A_PLUM}; assumed Ann holds rope; {OF_BOB} under 2",  # under its neighbour
        f"{A_PLUM}; assumed Ann lacks plum; refuted Ann lacks plum uses 1,1,2",
        f"{CLASH}; refuted Ann lacks rope uses 3,1,4",  # the contradiction is not under it
        f"{CLASH}; refuted Ann lacks rope uses 3,1,4 under 3",
        f"{CLASH}; refuted Bob lacks plum uses 2,1,4",
        *(f"{BY_CASES}; {REFUTED} {uses} id 5" for uses in ("1", "1,2", "1,2,4,4", "2,2,4")),
        *(f"{BY_CASES}; {REFUTED} {uses} id 5" for uses in ("4,2,4", "1,2,2", "1,1,2")),
        f"{BY_CASES}; refuted Bob lacks plum id 5",
        f"{BY_CASES}; refuted Bob lacks rope uses 1,2,4 id 5",
        *(f"{TOLD} {numbers}" for number in (-1, 0, 2, 99) for numbers in (number, f"1,{number}")),
        f"{TOLD} 1; {TOLD} 1 id 1",  # an id twice
        *(
            f"held_elsewhere Bob lacks plum uses {uses}; last_place Ann holds plum uses 1"
            for uses in ("1", "2", "3", "0", "-1", "1,2")
        ),
        *(f"{TOLD} 1; {OF_BOB} under {under}" for under in (-1, 1, 2, 7)),
        *(f"{rule} {who} holds plum events 1" for rule in ("assumed", "told") for who in STRANGERS),
    ],
)
def test_invalid_step_is_rejected(text: str) -> None:
    assert refusal(TABLE, LOG, steps(text)) is not None


@pytest.mark.parametrize(
    ("text", "is_end"),
    [
        (A_PLUM, False),  # what is supposed is not proved
        (f"{A_PLUM}; {OF_BOB} under 1", False),
        (CLASH, False),
        (f"{CLASH}; refuted Bob lacks plum uses 2,1,4 under 1", False),
        (f"{BY_CASES}; {REFUTED} 1,2,4 id 5", True),
        (f"{TOLD} 1", True),
        (f"{TOLD} 1; {OF_BOB}", True),
    ],
)
def test_valid_step_ends_a_proof_only_outside_assumptions(text: str, is_end: bool) -> None:
    found = steps(text)
    assert refusal(TABLE, LOG, found) is None
    for fact in every_fact(TABLE):
        ends = is_end and fact == found[-1].concludes
        assert is_accepted(TABLE, LOG, fact, found) is ends
    assert not is_accepted(TABLE, (), found[-1].concludes, ())


def test_conclusion_about_an_unknown_card_is_rejected() -> None:
    other = Edition(("mustard",), ("axe",), ("attic",)).card("axe")
    full = ProofStep(2, ProofRule.HAND_FULL, Fact("Ann", other, holds=False), (), (1,))
    assert refusal(TABLE, LOG, [*steps(f"{TOLD} 1"), full]) is not None


def refused(
    log: Sequence[Event], text: str, rule: ProofRule, fact: Fact, table: Table = TABLE
) -> bool:
    """Whether a fact is refused that rests by a rule on all of these steps."""
    used = steps(text)
    last = ProofStep(9, rule, fact, (), tuple(step.id for step in used))
    assert refusal(table, log, used) is None
    return refusal(table, log, [*used, last]) is not None


def test_counting_rules_need_a_known_hand_size() -> None:
    table = Table.set_up(DECK, {"Ann": None, "Bob": None})
    full = Fact("Ann", DECK.card("rope"), holds=False)
    assert refused(LOG, f"{TOLD} 1", ProofRule.HAND_FULL, full, table)
    log: list[Event] = [*LOG, *(Lacks("Ann", card) for card in DECK.cards[1:])]
    lacks = "; ".join(f"told Ann lacks {DECK.cards[n]} events {n + 1}" for n in range(1, 6))
    for rule in (ProofRule.LAST_CARDS, ProofRule.FULL_PLACES, ProofRule.LAST_FOR_PLACES):
        for player, holds in (("Ann", True), ("Bob", False)):
            assert refused(log, lacks, rule, Fact(player, DECK.card("plum"), holds), table)
    table = Table.set_up(DECK, {"Ann": None, "Bob": 2})
    log = [Lacks(HIDDEN, DECK.card("plum")), Lacks(HIDDEN, DECK.card("rope"))]
    lacks = "told envelope lacks plum events 1; told envelope lacks rope events 2"
    full = Fact("Bob", DECK.card("green"), holds=False)
    assert refused(log, lacks, ProofRule.FULL_PLACES, full, table)


def test_hand_rules_do_not_apply_to_the_envelope() -> None:
    log = (Holds(HIDDEN, DECK.card("plum")), Holds(HIDDEN, DECK.card("rope")))
    held = "told envelope holds plum events 1; told envelope holds rope events 2"
    full = Fact(HIDDEN, DECK.card("hall"), holds=False)
    for rule in (ProofRule.HAND_FULL, ProofRule.PIGEONHOLE):
        assert refused(log, held, rule, full)


@pytest.mark.parametrize(
    ("log", "events"),
    [
        ((HoldsOneOf("Bob", DECK.cards[:3]),), (1, 1, 1)),  # one show named three times
        ((HoldsOneOf("Bob", DECK.hand("plum", "rope")),) * 2, (1, 2)),  # the same card twice
    ],
)
def test_show_counts_once(log: tuple[Event, ...], events: tuple[int, ...]) -> None:
    for rule in (ProofRule.PIGEONHOLE, ProofRule.SHARED_CARDS):
        for fact in every_fact(TABLE):
            assert refusal(TABLE, log, [ProofStep(1, rule, fact, events)]) is not None


def test_hostile_proof_is_rejected_quickly() -> None:
    """A search of all groups of these shows would take minutes."""
    plum = DECK.card("plum")
    nested = [
        ProofStep(n, ProofRule.ASSUMED, Fact("Ann", plum, holds=True), under=n - 1 or None)
        for n in range(1, 3000)
    ]
    log = (HoldsOneOf("Bob", DECK.cards[:3]),) * 80
    fact = Fact("Ann", plum, holds=False)
    wide = ProofStep(1, ProofRule.SHARED_CARDS, fact, tuple(range(1, 81)))
    start = process_time()
    assert not is_accepted(TABLE, (), nested[-1].concludes, nested)
    assert refusal(TABLE, log, [wide]) is not None
    assert process_time() - start < 60


def test_invalid_event_in_the_log_is_an_error() -> None:
    log = (Suggestion("Ann", ClueGuess(*DECK.cards[::2]), (Show("Ann"),)),)
    with pytest.raises(ClueError):
        check(TABLE, log, fact=Fact("Ann", DECK.card("plum"), holds=True), steps=steps(f"{TOLD} 1"))


def test_checker_is_short_and_independent() -> None:
    text = Path(checker.__file__).read_text("utf-8")
    assert len(text.splitlines()) < 200
    for word in ("prover", "chain", "exact", "beliefs", "tree", "rules"):
        assert f"cluetree.{word}" not in text
        assert f"explain.{word}" not in text
