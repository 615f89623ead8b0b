"""Proofs, repairs, suspicious entries and the nodes of a tree in the reader's language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cluetree.cards import Edition
from cluetree.events import Event
from cluetree.explain import ProofRule, ProofStep, Repair, Sentence, Suspicion, explain_repair
from cluetree.explain.sentences import Value
from cluetree.table import Table
from cluetree.text.entries import short_name
from cluetree.text.events import brief, either, fact, holds
from cluetree.text.language import enumeration, number, t
from cluetree.tree import Clash, Finding, Origin, Pruning, Role, Rule, SolverNode


def worded(said: Sentence, edition: Edition | None = None) -> str:
    """Return a sentence without capital and full stop, or a clause.

    With the edition, cards have the short names that people say.
    """
    values = dict(said.values)
    count = values.pop("count", None)
    texts = {name: _value(name, value, edition) for name, value in values.items()}
    return t(said.key, count=count if isinstance(count, int) else None, **texts)


def _value(name: str, value: Value, edition: Edition | None) -> str:
    if not isinstance(value, tuple):
        return _part(name, value, edition)
    parts = (_part(name, part, edition) for part in value)
    return enumeration(parts, "or" if name == "any" else "standard")


def _part(name: str, part: str | int | Sentence, edition: Edition | None) -> str:
    if isinstance(part, Sentence):
        return worded(part, edition)
    if edition is None or name not in {"any", "card", "cards"}:
        return str(part)
    return short_name(edition.card(str(part)), edition)


def where(repair: Repair, entry: str = "why.event") -> str:
    """Return what a repair changes; `entry` is the text key for the name of an event."""
    return t(entry, number=repair.event) if repair.event else t("rule.set_up")


def change(repair: Repair, table: Table, events: Sequence[Event]) -> str:
    """Say how a repair changes the table or its event in the log."""
    said = explain_repair(table, events, repair)
    if said is not None:
        return worded(said)
    entry = brief(repair.replacement, table.edition) if repair.replacement else ""
    if repair.candidates:
        return t("repair.perhaps", count=len(repair.candidates), entry=entry)
    return t("repair.becomes", entry=entry)


def suspicion(found: Suspicion, table: Table) -> str:
    """Return why the deals make an entry suspicious, and its likeliest replacement."""
    return t(
        "suspicion.why",
        bits=number(found.score, 1),
        deals=found.deals,
        others=found.others,
        repaired=found.repaired,
        entry=brief(found.replacement, table.edition),
    )


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
    if pruning.rule is Rule.HAND_FULL:
        held = ", ".join(node.fact.card.name for node in pruning.causes if node.fact)
        what, why = "rule.hand_full", held or t("strike.no_cards")
    else:
        elsewhere = pruning.rule is Rule.HELD_ELSEWHERE
        what = "rule.held_elsewhere" if elsewhere else "strike.known_lack"
        why = sourced(pruning.causes[0])
    return t("step.because", what=t(what), why=why)


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
