import pytest
from hypothesis import given, strategies as st

from cluetree import Edition, Holds, HoldsOneOf, Lacks, SolverTree, Table
from cluetree.claims import Claim, Fact, Quota
from cluetree.evidence import Evidence, Marks
from tests.brute import deals, deals_of_evidence
from tests.record.samples import log_of
from tests.strategies import Told, told_anyhow

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
TABLE = Table.set_up(
    DECK, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=("rope",), face_up=("study",)
)
LOG = "Ann: plum, knife, hall -> Bob shows; Bob accuses plum, knife, hall: wrong; Bob lacks knife"
EVENTS = log_of(TABLE, LOG)


def test_facts_and_bit_sets_are_equal() -> None:
    evidence = SolverTree.at(TABLE, EVENTS).evidence()
    for name, place in evidence.frame.places.items():
        for card, at in DECK.position.items():
            held = bool(evidence.held[place] >> at & 1)
            lacked = not evidence.may[place] >> at & 1
            assert held == (Fact(name, card, holds=True) in evidence.facts)
            assert lacked == (Fact(name, card, holds=False) in evidence.facts)
            assert evidence.knows(name, card) is (True if held else False if lacked else None)


def test_branch_with_a_card_that_is_known_is_not_open() -> None:
    """However it is known: here the plum is hidden because it is the only suspect."""
    deck = Edition(("plum",), ("rope", "knife"), ("hall",))
    table = Table.set_up(deck, {"Ann": None, "Bob": None})
    tree = SolverTree.at(table, [HoldsOneOf("envelope", deck.hand("plum", "rope"))])
    assert tree.evidence().knows("envelope", deck.card("plum")) is True
    assert tree.evidence().one_of == ()


@given(told_anyhow())
def test_gathered_evidence_has_the_deals_of_the_log(told: Told) -> None:
    evidence = Evidence.gather(told)
    assert list(deals_of_evidence(evidence)) == list(deals(told.table, told.events))


@given(told_anyhow())
def test_tree_keeps_all_known_facts(told: Told) -> None:
    tree = SolverTree.at(told, strict=False)
    if tree.clashes:
        return
    assert Evidence.gather(told).facts <= tree.evidence().facts
    alone = [event for event in told.events if isinstance(event, Holds | Lacks)]
    assert Evidence.gather(told.table, alone).facts <= tree.evidence().facts


@given(told_anyhow(), st.data())
def test_assuming_a_fact_keeps_the_deals_in_which_it_is_true(
    told: Told, data: st.DataObject
) -> None:
    evidence = Evidence.gather(told)
    name = data.draw(st.sampled_from([*evidence.frame.places]))
    card = data.draw(st.sampled_from(told.table.edition.cards))
    for holds in (True, False):
        assumed = evidence.assuming(Fact(name, card, holds))
        assert list(deals_of_evidence(assumed)) == [
            deal for deal in deals_of_evidence(evidence) if (deal.get(card) == name) is holds
        ]


@given(told_anyhow(), st.integers(0, 8))
def test_evidence_can_be_gathered_in_parts(told: Told, at: int) -> None:
    """Also in an impossible log."""
    table, whole = told.table, Evidence.gather(told)
    first, second = (Evidence.gather(table, part) for part in (told.events[:at], told.events[at:]))
    assert first.after(table, told.events[at:]) == Evidence.joined(first, second) == whole
    assert first == Evidence.gather(table, told.events[:at]), "it is unchanged"
    assert Evidence.of(whole.marks()) == whole


def test_joined_evidence_has_no_branch_that_is_met() -> None:
    parts = [Holds("Bob", KNIFE)], [HoldsOneOf("Bob", (KNIFE, HALL))]
    gathered = (Evidence.gather(TABLE, part) for part in parts)
    assert Evidence.joined(*gathered).quotas == ()


# Marks: new and known claims; `tests.play.test_knowledge` tests the rules


@pytest.mark.parametrize(
    "claim",
    [
        Fact("Bob", PLUM, holds=True),
        Fact("Bob", PLUM, holds=False),
        Fact("envelope", PLUM, holds=False),
    ],
)
def test_take_returns_whether_a_claim_is_new(claim: Claim) -> None:
    marks = Marks.at(TABLE)
    assert marks.take(claim)
    assert not marks.take(claim)


@pytest.mark.parametrize(
    "claim",
    [
        Fact("Ann", ROPE, holds=True),
        Fact("Ann", PLUM, holds=False),
        Fact("Bob", STUDY, holds=False),
        Quota((Fact("Ann", ROPE, holds=True), Fact("Bob", PLUM, holds=True)), 1, 2),
    ],
)
def test_set_up_facts_are_not_new(claim: Claim) -> None:
    marks = Marks.at(TABLE)
    before = marks.held[:], marks.may[:]
    assert not marks.take(claim)
    assert (marks.held, marks.may) == before
    assert not marks.quotas


def test_open_branches_are_kept_until_settled() -> None:
    marks = Marks.at(TABLE)
    either = Quota.show(["Bob"], [PLUM, GREEN])
    assert marks.take(either)
    assert marks.take(Quota.failed(DECK.guess("plum", "knife", "hall")))
    assert [quota[1:] for quota in marks.quotas] == [(1, 0), (0, 1)]
    copied = marks.copy()
    copied.lack(1, marks.frame.bit(GREEN))
    copied.settle()
    assert copied.held[1] == marks.frame.bit(PLUM)
    assert not copied.quotas
    assert (len(marks.quotas), marks.held[1]) == (2, 0)
