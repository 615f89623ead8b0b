"""Laws of the tree for any log, checked by enumeration of all deals."""

from collections.abc import Callable, Iterable
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from cluetree import Category, ClueCard, ContradictionError, Event, SolverNode, SolverTree, Table
from cluetree.evidence import Evidence
from cluetree.tree import Origin, Role, Way
from tests.brute import HIDDEN, Deal, certain, deals, deals_of_evidence, envelope
from tests.strategies import Told, told_anyhow, told_truly


def grown(table: Table, events: Iterable[Event], *, prune: bool = True) -> SolverTree:
    """Return a tree of all events, numbered from 1, that does not raise on a clash."""
    tree = SolverTree.at(table, strict=False)
    for number, event in enumerate(events, start=1):
        tree.grow(event, number=number)
    if prune:
        tree.prune()
    return tree


def facts_standing(tree: SolverTree) -> list[tuple[object, ...]]:
    """The open alternatives per branch, sorted."""
    return sorted(
        (
            str(branch.claim),
            tuple(sorted(str(node.fact) for node in branch.standing)),
            tuple(sorted(str(node.fact) for node in branch.alternatives if node.is_pruned)),
        )
        for branch in tree.root.children
        if branch.role is Role.BRANCH
    )


def found(tree: SolverTree) -> dict[Category, tuple[ClueCard, Way]]:
    return {category: (f.card, f.way) for category, f in tree.findings().items()}


def same(evidence: Evidence) -> tuple[object, ...]:
    """The contents of evidence, independent of order."""
    return (
        evidence.frame.edition,
        evidence.frame.players,
        frozenset(evidence.frame.face_up),
        evidence.facts,
        frozenset(evidence.quotas),
    )


def all_of(tree: SolverTree) -> tuple[object, ...]:
    """Everything that can be asked of a tree that has no clash."""
    cards = {player.name: frozenset(cards) for player, cards in tree.player_cards().items()}
    return (tree.get_answer(), found(tree), same(tree.evidence()), facts_standing(tree), cards)


def numbered(told: Told, numbers: Iterable[int]) -> list[Event]:
    return [told.events[number - 1] for number in numbers]


# Each law takes a game and its log. These hold for every log, true or false.


def order_changes_nothing(told: Told) -> None:
    tree = grown(told.table, told.events)
    rng = Random(len(told.events))
    for _ in range(2):
        events = rng.sample(told.events, len(told.events))
        other = grown(told.table, events)
        assert bool(other.clashes) == bool(tree.clashes)
        if not tree.clashes:
            assert all_of(other) == all_of(tree)


def repeated_events_change_nothing(told: Told) -> None:
    tree = grown(told.table, told.events)
    twice = grown(told.table, (*told.events, *told.events))
    assert bool(twice.clashes) == bool(tree.clashes)
    if not tree.clashes:
        assert same(twice.evidence()) == same(tree.evidence())
        assert found(twice) == found(tree)
        assert set(facts_standing(twice)) == set(facts_standing(tree))


def repeated_single_passes_equal_pruning(told: Told) -> None:
    tree = grown(told.table, told.events, prune=False)
    fallen: list[SolverNode] = []
    while pruned := tree.prune_once():
        fallen += pruned
    other = grown(told.table, told.events, prune=False)
    assert [str(node.fact) for node in other.prune()] == [str(node.fact) for node in fallen]
    assert same(other.evidence()) == same(tree.evidence())
    assert len(set(fallen)) == len(fallen)
    assert set(fallen) == {node for node in tree.nodes() if node.is_pruned}
    assert other.prune() == other.prune_once() == ()
    assert str(other) == str(tree)


def pruning_after_each_info_equals_pruning_at_the_end(told: Told) -> None:
    tree = grown(told.table, told.events)
    steps = SolverTree.at(told.table, strict=False)
    for number, event in enumerate(told.events, start=1):
        steps.grow(event, number=number)
        steps.prune()
    assert bool(steps.clashes) == bool(tree.clashes)
    if not tree.clashes:
        assert all_of(steps) == all_of(tree)


def build_equals_grow_and_prune(told: Told) -> None:
    built = SolverTree.at(told.table, strict=False)
    for event in told.events[:1]:
        built.grow(event)
    built.build(told.events)
    tree = SolverTree.at(told.table, strict=False)
    for event in told.events:
        tree.grow(event)
    tree.prune()
    assert str(built) == str(tree)
    assert same(built.evidence()) == same(tree.evidence())
    unpruned = SolverTree.at(told.table, strict=False)
    unpruned.build_no_prune(told.events)
    assert not any(node.is_pruned for node in unpruned.nodes())
    unpruned.prune()
    assert str(unpruned) == str(tree)


def strict_tree_raises_on_a_clash(told: Told) -> None:
    loose, tree = grown(told.table, told.events), SolverTree.at(told.table)
    if loose.clashes:
        with pytest.raises(ContradictionError) as caught:
            tree.build(told.events)
        assert caught.value.causes == loose.clashes[0].causes
        assert str(caught.value) == str(loose.clashes[0])
        with pytest.raises(ContradictionError):
            tree.get_answer()
    else:
        tree.build(told.events)
        tree.get_answer()
    assert str(tree) == str(loose), "it raises after the whole log"


def questions_change_nothing(told: Told) -> None:
    quiet = grown(told.table, told.events)
    asked = SolverTree.at(told.table, strict=False)
    for number, event in enumerate(told.events, start=1):
        asked.grow(event, number=number)
        for ask in (SolverTree.evidence, SolverTree.findings, SolverTree.get_answer, str):
            ask(asked)
        assert asked.clashes == asked.clashes
    asked.prune()
    assert str(asked) == str(quiet)
    assert same(asked.evidence()) == same(quiet.evidence()) == same(asked.evidence())
    assert [str(clash) for clash in asked.clashes] == [str(clash) for clash in quiet.clashes]


# Held against the oracle.


def causes_of_a_clash_have_no_deal(told: Told) -> None:
    for clash in grown(told.table, told.events).clashes:
        blamed = numbered(told, clash.causes)
        assert not [*deals(told.table, blamed)], clash
        assert grown(told.table, blamed).clashes, clash


def evidence_has_the_deals_of_the_log(told: Told) -> None:
    fit = list(deals(told.table, told.events))
    for prune in (True, False):
        tree = grown(told.table, told.events, prune=prune)
        if not tree.clashes:
            assert list(deals_of_evidence(tree.evidence())) == fit


def known_facts_are_in_the_evidence(told: Told) -> None:
    tree = grown(told.table, told.events)
    if tree.clashes:
        return
    evidence = tree.evidence()
    for node in tree.nodes():
        if node.is_known and node.fact is not None:
            assert node.fact in evidence.facts
            assert evidence.knows(node.fact.player, node.fact.card) is node.fact.holds
        elif node.is_pruned and node.fact is not None:
            assert evidence.knows(node.fact.player, node.fact.card) is False
    for player, cards in tree.player_cards().items():
        held = {f.card for f in evidence.facts if f.player == player.name and f.holds}
        assert held == set(cards)
    # The tree need not find that no deal fits; then facts of a quota may be known beyond its most.
    if any(deals(told.table, told.events)):
        open_to = [fact for one in evidence.one_of for fact in one.facts]
        seated = [fact for fact in open_to if fact.player != HIDDEN]  # where rules settle nodes
        assert all(evidence.knows(fact.player, fact.card) is not True for fact in seated)


def reasons_suffice(told: Told) -> None:
    """The events that a node names suffice to make it known or to prune it."""
    tree = grown(told.table, told.events)
    if tree.clashes:
        return
    for node in tree.nodes():
        if node.fact is None or not (node.is_known or node.pruning):
            continue
        causes = (node,) if node.pruning is None else node.pruning.causes
        because = sorted({number for cause in causes for number in cause.because})
        alone = grown(told.table, numbered(told, because)).evidence()
        holds = node.fact.holds and node.is_known
        assert alone.knows(node.fact.player, node.fact.card) is holds, (node, because)


def reasons_of_findings_suffice(told: Told) -> None:
    tree = grown(told.table, told.events)
    if tree.clashes:
        return
    for category, finding in tree.findings().items():
        alone = grown(told.table, numbered(told, finding.because))
        assert category in alone.findings(), finding
        assert alone.findings()[category].card == finding.card


# These need the log to be true of some deal.


def deals_that_fit(told: Told) -> list[Deal]:
    fit = list(deals(told.table, told.events))
    assert told.game.deal in fit
    return fit


def answer_is_the_envelope_of_every_deal(told: Told) -> None:
    tree = grown(told.table, told.events)
    triples = {envelope(deal) for deal in deals_that_fit(told)}
    for finding in tree.findings().values():
        assert all(finding.card in triple for triple in triples), finding
    answer = tree.get_answer()
    assert answer is None or triples == {answer}
    assert (answer is not None) == (len(tree.findings()) == 3)


def counted_facts_complete_the_tree(told: Told) -> None:
    fit = deals_that_fit(told)
    truth = certain(fit, told.table)
    tree = grown(told.table, told.events)
    known = tree.evidence().facts
    nodes = tree.grow_back(truth)
    assert all(node.fact in truth for node in nodes)
    assert all(node.origin is Origin.COUNTED and node.number is None for node in nodes)
    assert nodes or known == truth
    assert tree.clashes == ()
    assert tree.evidence().facts == truth
    assert list(deals_of_evidence(tree.evidence())) == fit
    for node in tree.nodes():
        if node.role is Role.ALTERNATIVE and not node.is_pruned and node.fact is not None:
            fact = node.fact
            assert any(deal.get(fact.card) == fact.player for deal in fit), node
    assert tree.grow_back(truth) == ()
    triples = {envelope(deal) for deal in fit}
    assert (tree.get_answer() is not None) == (len(triples) == 1)


ANYHOW: tuple[Callable[[Told], None], ...] = (
    order_changes_nothing,
    repeated_events_change_nothing,
    repeated_single_passes_equal_pruning,
    pruning_after_each_info_equals_pruning_at_the_end,
    build_equals_grow_and_prune,
    strict_tree_raises_on_a_clash,
    questions_change_nothing,
    causes_of_a_clash_have_no_deal,
    evidence_has_the_deals_of_the_log,
    known_facts_are_in_the_evidence,
    reasons_suffice,
    reasons_of_findings_suffice,
)
TRULY: tuple[Callable[[Told], None], ...] = (
    answer_is_the_envelope_of_every_deal,
    counted_facts_complete_the_tree,
)


some = settings(
    suppress_health_check=[HealthCheck.too_slow],
    phases=set(Phase) - {Phase.explain},
    report_multiple_bugs=False,
)
many = settings(some, max_examples=100)


def hold(law: Callable[[Told], None], logs: st.SearchStrategy[Told], config: settings) -> None:
    """Try a law on many logs."""
    config(given(logs)(law))()


pytestmark = pytest.mark.hypothesis


@pytest.mark.parametrize("law", [*ANYHOW, *TRULY])
def test_law(law: Callable[[Told], None]) -> None:
    hold(law, told_truly() if law in TRULY else told_anyhow(), some)


@pytest.mark.slow
@pytest.mark.parametrize("law", [*ANYHOW, *TRULY])
def test_law_in_long_logs(law: Callable[[Told], None]) -> None:
    hold(law, told_truly(most=14), many)
    if law in ANYHOW:
        hold(law, told_anyhow(most=14), many)
