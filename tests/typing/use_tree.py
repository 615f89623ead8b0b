"""What a user's type checker sees of the tree and of what it hands over. Checked, not run."""

from collections.abc import Iterator
from typing import assert_type

from cluetree import (
    Category,
    Clash,
    ClueCard,
    ClueGuess,
    ClueInfo,
    CluePlayer,
    ContradictionError,
    Edition,
    Evidence,
    Fact,
    Finding,
    OneOf,
    Origin,
    Pruning,
    Role,
    Rule,
    SolverNode,
    SolverTree,
    Table,
    UnknownCardError,
    Way,
)


def build(deck: Edition, ann: CluePlayer, bob: CluePlayer, info: ClueInfo, table: Table) -> None:
    tree = SolverTree(ann, (ann, bob), deck, center_cards=("hall",))
    assert_type(SolverTree.at(table), SolverTree)
    assert_type(tree.grow(info), tuple[SolverNode, ...])
    assert_type(tree.prune_once(), tuple[SolverNode, ...])
    assert_type(tree.prune(), tuple[SolverNode, ...])
    tree.initialize_known()
    tree.clear()
    tree.build([info], final_guesses=[deck.guess("plum", "rope", "hall")])
    tree.build_no_prune([info])
    tree.build_no_initialization(iter([info]))
    tree.set_final_guesses(())


def ask(tree: SolverTree) -> None:
    assert_type(tree.get_answer(), ClueGuess | None)
    assert_type(tree.player_cards(), dict[CluePlayer, tuple[ClueCard, ...]])
    assert_type(tree.findings(), dict[Category, Finding])
    assert_type(tree.clashes, tuple[Clash, ...])
    assert_type(tree.evidence(), Evidence)
    assert_type(tree.nodes(), Iterator[SolverNode])
    assert_type(tree.root, SolverNode)
    assert_type(tree.players, tuple[CluePlayer, ...])
    assert_type(tree.player, CluePlayer | None)
    assert_type(tree.edition, Edition)
    assert_type(str(tree), str)
    assert_type(tree.to_dot(), str)
    assert_type(tree.to_mermaid(), str)


def look(node: SolverNode) -> None:
    assert_type(node.children, tuple[SolverNode, ...])
    assert_type(node.descendants, tuple[SolverNode, ...])
    assert_type(node.path, tuple[SolverNode, ...])
    assert_type(node.siblings, tuple[SolverNode, ...])
    assert_type(node.depth, int)
    assert_type(node.is_leaf, bool)
    assert_type(node.is_root, bool)
    assert_type(node.alternatives, tuple[SolverNode, ...])
    assert_type(node.standing, tuple[SolverNode, ...])
    assert_type(node.role, Role)
    assert_type(node.origin, Origin)
    assert_type(node.because, tuple[int, ...])
    assert_type(node.words, str)
    assert_type(node.is_known, bool)
    parent, info, fact, strike = node.parent, node.info, node.fact, node.pruning
    assert_type(parent, SolverNode | None)
    assert_type(info, ClueInfo | None)
    assert_type(fact, Fact | None)
    assert_type(strike, Pruning | None)
    if strike is not None:
        assert_type(strike.rule, Rule)
        assert_type(strike.causes, tuple[SolverNode, ...])


def evidence(evidence: Evidence, card: ClueCard, finding: Finding, clash: Clash) -> None:
    assert_type(evidence.facts, frozenset[Fact])
    assert_type(evidence.one_of, tuple[OneOf, ...])
    assert_type(evidence.failed_accusations, frozenset[ClueGuess])
    assert_type(evidence.face_up, frozenset[ClueCard])
    assert_type(evidence.players, tuple[CluePlayer, ...])
    assert_type(evidence.knows("Ann", card), bool | None)
    assert_type(finding.card, ClueCard)
    assert_type(finding.way, Way)
    assert_type(finding.because, tuple[int, ...])
    assert_type(clash.causes, tuple[int, ...])
    assert_type(clash.nodes, tuple[SolverNode, ...])


def handle(clash: ContradictionError, unknown: UnknownCardError) -> None:
    assert_type(clash.causes, tuple[int, ...])
    assert_type(unknown.candidates, tuple[str, ...])
    assert_type(unknown.word, str)
