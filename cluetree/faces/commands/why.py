"""`cluetree why`: a proof step by step, or two deals that leave a fact open."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group
from rich.text import Text

from cluetree.beliefs import by_place
from cluetree.errors import LimitReached
from cluetree.explain import Open, Proof
from cluetree.faces.commands.common import (
    OK,
    RecordPath,
    Seconds,
    console,
    print_json,
    read,
    share_time,
)
from cluetree.faces.forms.proof import ProofForm
from cluetree.faces.words.numbers import many
from cluetree.faces.words.reasons import proof_lines
from cluetree.notebook import Notebook


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
    rests = many(count, "event") if count else "the set-up alone"
    more = "" if proof.least else ", perhaps on fewer (the search stopped here)"
    yield Text.assemble((str(proof.fact), "bold"), f", which rests on {rests}{more}:\n")
    for number in proof.events:
        yield Text(f"  event {number}: {proof.log[number - 1]}", style="dim")
    yield Text("")
    steps = proof.steps if full else proof.summary
    for line in proof_lines(steps):
        place = f"  {line.number:>3}. {'   ' * line.depth}"
        ground = f"  {line.ground}" if line.ground else ""
        yield Text.assemble(place, (line.claim, "bold"), ground)
    if proof.counted:
        yield Text("\nNo shorter steps were found in time: it follows by counting.")
    elif steps != proof.steps:
        yield Text(f"\nIn short: the whole proof has {len(proof.steps)} steps; --full tells them.")


def _open(book: Notebook, reason: Open) -> Iterator[Text]:
    yield Text.assemble((f"Whether {reason.fact} is open", "bold"), f": {_chance(book, reason)}.\n")
    for words, deal in (("A deal that fits where it does", reason.so), ("and not", reason.not_so)):
        yield Text(f"{words}:")
        for place, cards in by_place(book.table, deal).items():
            yield Text(f"  {place}: {', '.join(card.name for card in cards)}")


def _chance(book: Notebook, reason: Open) -> str:
    share_time(book, 3)  # the two deals may have taken the rest
    try:
        beliefs = book.beliefs
    except LimitReached:
        return "the chance was not found in time"
    about = "" if beliefs.exact else "about "
    return f"the chance is {about}{float(beliefs.chance(reason.fact.card, reason.fact.player)):.1%}"
