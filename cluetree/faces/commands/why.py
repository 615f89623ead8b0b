"""What `cluetree why` shows and answers: a proof step by step, or two deals that leave it open."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.beliefs import Deal, by_place
from cluetree.claims import Fact
from cluetree.explain import Open, Proof, ProofRule, ProofStep
from cluetree.faces.commands.sheet import many
from cluetree.notebook import Notebook
from cluetree.record import Json


def why(book: Notebook, reason: Proof | Open) -> RenderableType:
    """Tell why a fact holds, or show that it is open."""
    return Group(*(_proof(reason) if isinstance(reason, Proof) else _open(book, reason)))


def _proof(proof: Proof) -> Iterator[Text]:
    count = len(proof.events)
    rests = many(count, "event") if count else "the set-up alone"
    yield Text.assemble((str(proof.fact), "bold"), f", which rests on {rests}:\n")
    for number in proof.events:
        yield Text(f"  event {number}: {proof.log[number - 1]}", style="dim")
    yield Text("")
    depths: dict[int | None, int] = {None: 0}
    for step in proof.steps:
        if step.rule is ProofRule.ASSUMED:
            depths[step.id] = depths[step.under] + 1
        indent = "   " * depths[step.under]
        ground = _ground(step)
        yield Text.assemble(
            f"  {step.id:>3}. {indent}", (_claim(step), "bold"), f"  {ground}" if ground else ""
        )


def _claim(step: ProofStep) -> str:
    return f"suppose {step.concludes}" if step.rule is ProofRule.ASSUMED else str(step.concludes)


def _ground(step: ProofStep) -> str:
    grounds = [f"event {number}" for number in step.events]
    grounds += [f"{number}." for number in step.uses]
    if step.rule is ProofRule.ASSUMED:
        return ""
    return f"{step.rule}: {', '.join(grounds)}" if grounds else str(step.rule)


def _open(book: Notebook, reason: Open) -> Iterator[Text]:
    chance = book.beliefs.chance(reason.fact.card, reason.fact.player)
    yield Text.assemble(
        (f"Whether {reason.fact} is open", "bold"), f": the chance is {float(chance):.1%}.\n"
    )
    for words, deal in (("A deal that fits where it does", reason.so), ("and not", reason.not_so)):
        yield Text(f"{words}:")
        for place, cards in by_place(book.table, deal).items():
            yield Text(f"  {place}: {', '.join(card.name for card in cards)}")


def why_json(reason: Proof | Open) -> dict[str, Json]:
    """Put a proof into the form `cluetree-proof/1`."""
    if isinstance(reason, Open):
        return {
            "format": "cluetree-proof/1",
            "fact": _fact(reason.fact),
            "open": True,
            "steps": [],
            "events": [],
            "so": _deal(reason.so),
            "not_so": _deal(reason.not_so),
        }
    return {
        "format": "cluetree-proof/1",
        "fact": _fact(reason.fact),
        "steps": [_step(step) for step in reason.steps],
        "events": list(reason.events),
    }


def _step(step: ProofStep) -> Json:
    written: dict[str, Json] = {
        "id": step.id,
        "rule": step.rule.name.lower(),
        "events": list(step.events),
        "uses": list(step.uses),
        "concludes": _fact(step.concludes),
    }
    return written if step.under is None else {**written, "under": step.under}


def _fact(fact: Fact) -> Json:
    return {"player": fact.player, "card": fact.card.name, "holds": fact.holds}


def _deal(deal: Deal) -> Json:
    return {card.name: place for card, place in deal.items()}
