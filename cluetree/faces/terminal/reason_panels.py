"""What the panels say of proofs, and of what clashes in a log."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.beliefs import Deal, by_place
from cluetree.cards import ClueCard
from cluetree.explain import Conflicts, Open, Proof, Repairs
from cluetree.faces.terminal.answer import Answer, entries, percent, rows
from cluetree.faces.words.entries import spoken
from cluetree.faces.words.numbers import many
from cluetree.faces.words.reasons import ProofLine, proof_lines
from cluetree.notebook import Notebook

_MOST_SHOWN: Final = 12


def why(book: Notebook, place: str, card: ClueCard) -> Answer:
    """Prove a mark of the sheet, or show that it is open."""
    title = f"Why: {place}, {spoken(card, book.table.edition)}"
    if not book.consistent:
        return Answer(title, Text("The log cannot be true, so nothing follows from it."))
    reason = book.why(place, card)
    body = _proof(book, reason) if isinstance(reason, Proof) else _open(book, reason)
    return Answer(title, Group(*body))


def _proof(book: Notebook, proof: Proof) -> Iterator[RenderableType]:
    rests = "entries" if len(proof.events) > 1 else "entry"
    ground = f"It rests on the {rests}:" if proof.events else "The set-up says so."
    yield Text.assemble((f"{proof.fact}.", "bold"), f" {ground}")
    yield entries(book, proof.events)
    if len(proof.steps) > 1:
        yield Text("")
    steps = Grid.grid(padding=(0, 1))
    for line in proof_lines(proof.summary, "entry"):
        steps.add_row(Text(f"{line.number}.", style="dim"), _step(line))
    yield steps


def _step(line: ProofLine) -> Text:
    text = Text("│ " * line.depth)
    if line.assumed:
        return text.append(f"{line.claim[0].upper()}{line.claim[1:]}", "italic")
    return text.append(line.claim, "bold").append(f" ({line.ground})", "dim")


def _open(book: Notebook, reason: Open) -> Iterator[RenderableType]:
    chance = float(book.beliefs.chance(reason.fact.card, reason.fact.player))
    yield Text.assemble(("Open: ", "bold"), f"{reason.fact} with a chance of {percent(chance)}.")
    yield Text("\nA deal that fits in which it is so:", style="dim")
    yield _deal(book, reason.so)
    yield Text("\nAnd one in which it is not:", style="dim")
    yield _deal(book, reason.not_so)


def _deal(book: Notebook, deal: Deal) -> Grid:
    placed = by_place(book.table, deal).items()
    edition = book.table.edition
    return rows(
        (place, ", ".join(spoken(card, edition) for card in cards)) for place, cards in placed
    )


def check(book: Notebook) -> Answer:
    """Name what clashes and what would mend it; of a possible log, what looks like a slip."""
    if book.consistent:
        return Answer("Check", Group(*_suspicious(book)))
    repairs = book.repairs()
    conflicts = book.conflicts()
    clashing = frozenset(number for conflict in conflicts.sets for number in conflict)
    told = (Text("\nThe entries:", style="bold"), entries(book, sorted(clashing)))
    body = Group(*_repairs(repairs), *_conflicts(conflicts), *(told if clashing else ()))
    return Answer("Mend", body, repairs.found[:_MOST_SHOWN], clashing)


def _suspicious(book: Notebook) -> Iterator[RenderableType]:
    yield Text(f"All of this can be true: {many(book.beliefs.deals, 'deal')}.")
    found = book.suspicious().found[:_MOST_SHOWN]
    if not found:
        yield Text("No entry stands out.")
        return
    yield Text("\nWorth a second look; a slip explains these better:", style="bold")
    yield entries(book, (one.event for one in found))


def _conflicts(conflicts: Conflicts) -> Iterator[RenderableType]:
    """Tell which entries clash by their numbers."""
    if conflicts.sets == ((),):
        yield Text("\nThe set-up itself cannot be true: hands, face-up cards and envelope do not")
        yield Text("make up the deck.")
        return
    sets = ["+".join(map(str, conflict)) for conflict in conflicts.sets]
    more = ["more"] if len(sets) > _MOST_SHOWN or not conflicts.complete else []
    numbers = "; ".join([*sets[:_MOST_SHOWN], *more])
    yield Text.assemble(("\nThis cannot all be true: ", "bold red"), f"{numbers}.")


def _repairs(repairs: Repairs) -> Iterator[RenderableType]:
    if not repairs.found:
        yield Text("No change of one entry mends it: two may be wrong, or the set-up.")
        return
    yield Text("One change mends it. Type its number:", style="bold")
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    grid.add_column(justify="right", style="dim")
    for number, repair in enumerate(repairs.found[:_MOST_SHOWN], start=1):
        where = f"entry {repair.event}" if repair.event else "set-up"
        grid.add_row(str(number), Text(f"{where}: {repair.change}"), percent(repair.chance))
    yield grid
