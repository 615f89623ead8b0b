"""The nodes of a tree, their reasons and contradictions, in the reader's language."""

from functools import partial
from typing import assert_never

from cluetree.cards import ClueGuess
from cluetree.claims import Fact, Quota
from cluetree.events import Event
from cluetree.text.events import fact, in_full, quota, short_name
from cluetree.text.language import t, translation
from cluetree.tree import Clash, FaceUp, Finding, Origin, Pruning, Rule, SolverNode, SolverTree


def says(node: SolverNode) -> str:
    """Return the content of a node."""
    match node.claim:
        case None:
            return str(node.role)
        case Fact():
            return fact(node.claim)
        case Quota(accusation=ClueGuess()) | Quota(facts=()):
            return in_full(node.told) if isinstance(node.told, Event) else str(node.told)
        case Quota():
            return quota(node.claim)
        case FaceUp(card):
            return t("fact.face_up", card=str(card))
        case _:
            assert_never(node.claim)


def sourced(node: SolverNode) -> str:
    """Return the content of a node with its source."""
    if node.number is not None:
        source = t("why.event", number=node.number)
    else:
        source = t("rule.counted" if node.origin is Origin.COUNTED else "rule.set_up")
    return f"{says(node)} ({source})"


def pruned_by(pruning: Pruning) -> str:
    """Return why an alternative was pruned."""
    if pruning.rule in {Rule.HAND_FULL, Rule.QUOTA_FULL}:
        held = ", ".join(node.fact.card.name for node in pruning.causes if node.fact)
        why = held or t("strike.no_cards")
    else:
        why = sourced(pruning.causes[0])
    return t("step.because", what=t(f"rule.{pruning.rule.name.lower()}"), why=why)


def reason(node: SolverNode) -> str:
    """Return the content of a known node, and why its alternatives were pruned."""
    if node.parent is None or not node.parent.alternatives:
        return sourced(node)
    others = t("fact.and").join(
        t("strike.not", card=other.fact.card.name, strike=pruned_by(other.pruning))
        for other in node.parent.alternatives
        if other is not node and other.fact is not None and other.pruning is not None
    )
    return t("step.because", what=sourced(node), why=others)


def way(finding: Finding) -> str:
    """Return the way in which the tree found a card of the envelope."""
    return t(f"way.{finding.way.name.lower()}")


def clashing(clash: Clash) -> str:
    """Return the description of a contradiction in the tree."""
    nodes = t("fact.and").join(map(sourced, clash.nodes))
    return t("clash.told", clash=t(f"clash.{clash.kind.name.lower()}"), nodes=nodes)


def picture(tree: SolverTree, *, animate: bool = False) -> str:
    """Return the picture of a tree as SVG."""
    named = partial(short_name, edition=tree.edition)
    return tree.to_svg(named=named, words=translation, animate=animate)
