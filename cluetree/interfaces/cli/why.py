"""`cluetree why`: a proof step by step, or two deals that leave a fact open."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group
from rich.text import Text

from cluetree.advice import Estimate
from cluetree.beliefs import by_place
from cluetree.errors import LimitReached
from cluetree.explain import Open, Proof
from cluetree.interfaces.cli.common import (
    OK,
    RecordPath,
    Seconds,
    assembled,
    console,
    print_json,
    read,
    share_time,
)
from cluetree.notebook import Notebook
from cluetree.operations.forms.proof import ProofForm
from cluetree.text.figures import percent
from cluetree.text.language import t
from cluetree.text.reasons import proof_lines
from cluetree.text.telling import fact, place_name, told


def why(
    record: RecordPath,
    player: Annotated[str, Parameter(help="A player's name, or envelope.")],
    card: Annotated[str, Parameter(help="A card, by name, alias or prefix.")],
    /,
    *,
    full: Annotated[
        bool, Parameter(negative="", help="All steps of a proof, however many there are.")
    ] = False,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-proof/1.")] = False,
) -> int:
    """Prove that a player holds a card, or lacks it; or show two deals that leave it open."""
    book = read(record, seconds)
    reason = book.why(player, card)
    if json:
        print_json(ProofForm.of(reason))
    else:
        told = _proof(reason, full=full) if isinstance(reason, Proof) else _open(book, reason)
        console().print(Group(*told))
    return OK


def _proof(proof: Proof, *, full: bool) -> Iterator[Text]:
    count = len(proof.events)
    rests = "prove.rests" if count else "prove.rests_on_set_up"
    more = "" if proof.least else t("prove.perhaps_fewer")
    yield assembled(rests, count=count, fact=(fact(proof.fact), "bold"), more=more).append("\n")
    for number in proof.events:
        yield Text(f"  {told(number, proof.log[number - 1])}", style="dim")
    if count:
        yield Text("")
    steps = proof.steps if full else proof.summary
    for line in proof_lines(steps):
        place = f"  {line.number:>3}. {'   ' * line.depth}"
        ground = f"  {line.ground}" if line.ground else ""
        claim = f"{line.claim[:1].lower()}{line.claim[1:]}" if line.assumed else line.claim
        yield Text.assemble(place, (claim, "bold"), ground)
    if proof.counted:
        yield Text(f"\n{t('prove.counted')}")
    elif steps != proof.steps:
        yield Text(f"\n{t('prove.short', steps=len(proof.steps))}")


def _open(book: Notebook, reason: Open) -> Iterator[Text]:
    is_open = t("prove.open", fact=fact(reason.fact))
    yield Text.assemble((is_open, "bold"), f": {_chance(book, reason)}.\n")
    for words, deal in (("prove.so", reason.so), ("prove.not_so", reason.not_so)):
        yield Text(t(words))
        for place, cards in by_place(book.table, deal).items():
            yield Text(f"  {place_name(place)}: {', '.join(card.name for card in cards)}")


def _chance(book: Notebook, reason: Open) -> str:
    share_time(book, 3)  # the two deals may have taken the rest
    try:
        beliefs = book.beliefs
    except LimitReached:
        return t("prove.no_chance")
    card, place = reason.fact.card, reason.fact.player
    chance = Estimate(float(beliefs.chance(card, place)), beliefs.error(card, place))
    return t("prove.chance", chance=percent(chance))
