"""Reasons in lines: the steps of a proof, and the nodes of a tree."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cluetree.explain import ProofRule, ProofStep
from cluetree.text.language import t
from cluetree.text.telling import either, fact, holds
from cluetree.tree import Clash, Finding, Origin, Pruning, Role, Rule, SolverNode


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One step of a proof."""

    number: int
    depth: int
    """The number of assumptions it depends on."""
    assumed: bool
    claim: str
    ground: str
    """The rule with its premises; empty for an assumption."""


def proof_lines(steps: Iterable[ProofStep], entry: str = "why.event") -> Iterator[ProofLine]:
    """Yield a line for each step; `entry` is the text key for the name of an event."""
    depths: dict[int | None, int] = {None: 0}
    for step in steps:
        assumed, depth = step.rule is ProofRule.ASSUMED, depths[step.under]
        claim = fact(step.concludes)
        if assumed:
            depths[step.id] = depth + 1
            yield ProofLine(step.id, depth, assumed, t("why.suppose", fact=claim), "")
            continue
        used = [t(entry, number=event) for event in step.events]
        used += [f"{use}." for use in step.uses]
        rule = t(f"rule.{step.rule}")
        ground = t("why.ground", rule=rule, grounds=", ".join(used)) if used else rule
        yield ProofLine(step.id, depth, assumed, claim, ground)


def says(node: SolverNode) -> str:
    """Return the content of a node."""
    info = node.info
    if node.fact is not None:
        return fact(node.fact)
    if info is None:
        return str(node.role)
    if node.role is Role.BRANCH:
        who = info.revealing_player
        cards = either(card.name for card in info.cards)
        return holds(t("told.somebody") if who is None else who.name, cards)
    if info.guess is None:
        return t("fact.face_up", card=str(info.card))
    by = t("told.somebody") if info.guessing_player is None else info.guessing_player.name
    return t("told.wrong", name=by, cards=str(info.guess))


def sourced(node: SolverNode) -> str:
    """Return the content of a node with its source."""
    if node.number is not None:
        source = t("why.event", number=node.number)
    else:
        source = t("rule.counted" if node.origin is Origin.COUNTED else "rule.set_up")
    return f"{says(node)} ({source})"


def pruned_by(pruning: Pruning) -> str:
    """Return why an alternative was pruned."""
    match pruning.rule:
        case Rule.HAND_FULL:
            held = ", ".join(node.fact.card.name for node in pruning.causes if node.fact)
            return f"{t('rule.hand_full')}: {held or t('strike.no_cards')}"
        case Rule.HELD_ELSEWHERE:
            return f"{t('rule.held_elsewhere')}: {sourced(pruning.causes[0])}"
        case Rule.KNOWN_LACK:
            return f"{t('strike.known_lack')}: {sourced(pruning.causes[0])}"


def reason(node: SolverNode) -> str:
    """Return the content of a known node, and why its alternatives were pruned."""
    if node.parent is None or not node.parent.alternatives:
        return sourced(node)
    others = "; ".join(
        t("strike.not", card=other.fact.card.name, strike=pruned_by(other.pruning))
        for other in node.parent.alternatives
        if other is not node and other.fact is not None and other.pruning is not None
    )
    return f"{sourced(node)}: {others}"


def way(finding: Finding) -> str:
    """Return the way in which the tree found a card of the envelope."""
    return t(f"way.{finding.way.name.lower()}")


def clashing(clash: Clash) -> str:
    """Return the description of a contradiction in the tree."""
    nodes = "; ".join(map(sourced, clash.nodes))
    return t("clash.told", clash=t(f"clash.{clash.kind.name.lower()}"), nodes=nodes)
