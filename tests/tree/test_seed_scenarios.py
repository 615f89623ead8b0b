"""Small games as infos, beyond the Java program's tests: nodes, reasons, failed guesses.

A pass is three nodes, a show that was seen is one, and a show unseen is a branch with three
alternatives and the join where they meet again. Nothing is ever taken out of the tree: a pruned
alternative keeps its place and says why it fell.
"""

from collections import Counter

from cluetree import Category, ClueGuess, ClueInfo, CluePlayer, Edition, SolverNode, SolverTree
from cluetree.table import ENVELOPE_HAND
from cluetree.tree import Role, Way
from tests.tree.test_java import CENTER, DECK, SMALL, SOLUTION

ZERO, ONE, TWO = (CluePlayer(f"Player {seat}", 3) for seat in range(3))


def shows(asker: CluePlayer, guess: ClueGuess, who: CluePlayer, card: str) -> ClueInfo:
    return ClueInfo(asker, guess, who, next(c for c in guess if c.name == card))


def lacks(deck: Edition, who: CluePlayer, *cards: str) -> list[ClueInfo]:
    """Return bare facts: the Java test lets a player pass on their own guess."""
    return [ClueInfo(revealing_player=who, card=deck.card(c), has_card=False) for c in cards]


def roles(tree: SolverTree) -> dict[Role, int]:
    return dict(Counter(node.role for node in tree.nodes()))


def branches(tree: SolverTree) -> list[SolverNode]:
    return [node for node in tree.nodes() if node.role is Role.BRANCH]


def failed_accusation() -> tuple[SolverTree, list[ClueInfo]]:
    me = CluePlayer("Player 0", 3, SMALL.hand("mustard", "peacock", "hall"))
    two = CluePlayer("Player 2")
    tree = SolverTree(me, (me, ONE, two), SMALL, center_cards=CENTER)
    return tree, [
        shows(me, SMALL.guess("plum", "pistol", "study"), ONE, "plum"),
        ClueInfo(two, SMALL.guess("white", "lead pipe", "hall"), ONE),
    ]


def test_impossible_failed_accusation_adds_nothing() -> None:
    tree, infos = failed_accusation()
    tree.build(infos, [SMALL.guess("plum", "knife", "ballroom")])
    assert tree.get_answer() is None
    tree.set_final_guesses([SMALL.guess("scarlett", "knife", "ballroom")])
    assert tree.get_answer() == SOLUTION
    assert [finding.way for finding in tree.findings().values()].count(Way.FAILED_GUESSES) == 1
    tree.set_final_guesses([])
    assert tree.get_answer() is None
    assert tree.evidence().quotas == ()


def test_finding_names_its_failed_accusations() -> None:
    deck = Edition(("plum", "green"), ("rope", "knife"), ("hall",))
    tree = SolverTree(None, (ONE, TWO), deck)
    tree.grow(ClueInfo(revealing_player=ENVELOPE_HAND, card=deck.card("plum")))
    tree.grow(ClueInfo(guess=deck.guess("green", "rope", "hall"), has_card=False))
    tree.grow(ClueInfo(guess=deck.guess("plum", "rope", "hall"), has_card=False))
    assert tree.get_answer() == deck.guess("plum", "knife", "hall")
    finding = tree.findings()[Category.WEAPON]
    assert finding.way is Way.FAILED_GUESSES
    # Without the first the third would not do; the second has nothing to do with it.
    assert finding.because == (1, 3)


def test_each_build_method_starts_from_an_empty_tree() -> None:
    tree, infos = failed_accusation()
    tree.build(infos, [SMALL.guess("scarlett", "knife", "ballroom")])
    shape = roles(tree)
    tree.build(infos, [SMALL.guess("scarlett", "knife", "ballroom")])
    assert roles(tree) == shape
    tree.build_no_initialization(infos)
    assert roles(tree) == {
        Role.ROOT: 1,
        Role.SINGLE: 1,
        Role.BRANCH: 1,
        Role.ALTERNATIVE: 3,
        Role.JOIN: 1,
    }
    assert not any(node.is_pruned for node in tree.nodes())
    tree.clear()
    assert roles(tree) == {Role.ROOT: 1}
    assert tree.evidence().facts == frozenset()
    assert all(cards == () for cards in tree.player_cards().values())
    tree.initialize_known()
    assert roles(tree) == {Role.ROOT: 1, Role.SINGLE: 3 + 9 + 3 + 6}


def test_last_alternative_prunes_others_at_the_next_pass() -> None:
    tree = SolverTree(ZERO, (ZERO, ONE, TWO), DECK)
    tree.build_no_initialization(
        [
            ClueInfo(ZERO, DECK.guess("green", "knife", "hall"), ONE),
            ClueInfo(TWO, DECK.guess("plum", "rope", "hall"), ONE, has_card=False),
            ClueInfo(ZERO, DECK.guess("green", "knife", "study"), TWO),
            *lacks(DECK, ONE, "knife"),
            *lacks(DECK, TWO, "knife"),
        ]
    )
    first = [str(node.fact) for node in tree.prune_once()]
    assert sorted(first) == ["Player 1 holds hall", "Player 1 holds knife", "Player 2 holds knife"]
    second = [str(node.fact) for node in tree.prune_once()]
    assert second == ["Player 2 holds green"]
    assert tree.prune_once() == ()
    assert tree.player_cards()[TWO] == DECK.hand("study")
    because = [node.because for node in branches(tree)[1].alternatives]
    # Event 3 stands for itself; the rest is why the first branch left green alone.
    assert because[0] == (1, 2, 3, 4)
    assert because[2] == (1, 2, 3, 4, 5)
