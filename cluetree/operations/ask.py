"""The questions to a notebook; none of them changes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from cluetree.beliefs import Deal
from cluetree.cards import ClueCard, ClueGuess
from cluetree.errors import InvalidTableError
from cluetree.notebook import Notebook
from cluetree.operations.forms.advice import AccusingForm, AdviceForm, RivalsForm, ShowingForm
from cluetree.operations.forms.checking import (
    ConflictsForm,
    RepairForm,
    RepairsForm,
    SuspiciousForm,
)
from cluetree.operations.forms.proof import ProofForm
from cluetree.operations.forms.review import ReviewForm
from cluetree.operations.forms.solution import SolutionForm
from cluetree.operations.registry import (
    CardName,
    Count,
    Holder,
    OperationError,
    blaming,
    operation,
)
from cluetree.record.completion import complete as completion
from cluetree.table import Table
from cluetree.text.deals import rest_in_envelope

Samples = Annotated[int, Meta(ge=2, le=100_000, description="How many deals to draw.")]


@dataclass(frozen=True, slots=True)
class Answer:
    """The envelope, if it is certain."""

    consistent: bool
    answer: Annotated[ClueGuess | None, Meta(description="Null if it is not certain.")]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The tree, drawn."""

    tree: str


@dataclass(frozen=True, slots=True)
class Completed:
    """What may come next."""

    expects: Annotated[str, Meta(description="In words; empty where the line may end.")]
    start: Annotated[
        int, Meta(description="The character, from 0, from which a candidate replaces the line.")
    ]
    candidates: Annotated[Sequence[str], Meta(description="Likeliest first.")]


@operation()
def beliefs(
    book: Notebook,
    *,
    one_of: Annotated[
        bool, Meta(description="Also find sets of cards of which a player holds one: slower.")
    ] = False,
    triples: Annotated[
        Count | None, Meta(description="List only this many triples, the likeliest.")
    ] = None,
) -> SolutionForm:
    """Return all that follows: facts, every chance, every possible triple, the envelope."""
    return SolutionForm.of(book, one_of=one_of, triples=triples, entropy=True)


@operation()
def answer(book: Notebook) -> Answer:
    """Return the envelope, if it is certain."""
    return Answer(book.consistent, book.answer)


@operation(slow=True)
def why(book: Notebook, *, player: Holder, card: CardName) -> ProofForm:
    """Prove that a player holds a card or lacks it, or return two deals that leave it open."""
    return ProofForm.of(book.why(player, card))


@operation(slow=True)
def conflicts(book: Notebook) -> ConflictsForm:
    """Return the smallest sets of events that cannot all be true."""
    found = book.conflicts()
    return ConflictsForm(conflicts=found.sets, complete=found.complete)


@operation(remembers=True)
def repairs(book: Notebook) -> RepairsForm:
    """List the single changes that would repair an impossible log, likeliest first."""
    found = book.repairs()
    forms = [RepairForm.of(each, book.table, number) for number, each in enumerate(found.found, 1)]
    return RepairsForm(repairs=forms, complete=found.complete)


@operation(slow=True)
def suspicious(book: Notebook) -> SuspiciousForm:
    """List the entries of a possible log that a slip would explain better, worst first."""
    return SuspiciousForm.of(book.suspicious(), book.table)


@operation()
def tree(book: Notebook, *, form: Literal["text", "dot", "mermaid"] = "text") -> Drawing:
    """Draw the tree: what is known, where it branches, what was pruned and why."""
    grown = book.tree
    drawings = {"text": grown.__str__, "dot": grown.to_dot, "mermaid": grown.to_mermaid}
    return Drawing(drawings[form]())


@operation()
def complete(
    book: Notebook,
    *,
    line: Annotated[str, Meta(description="The text before the cursor.")],
    turn: Annotated[str | None, Meta(description="Whose turn it is, to be offered first.")] = None,
) -> Completed:
    """Return what may come next in a line of `.clue` that is being typed."""
    found = completion(line, book.table, turn=turn)
    return Completed(found.expects, found.start, found.candidates)


@operation(slow=True)
def review(
    book: Notebook,
    *,
    deal: Annotated[
        Mapping[str, str] | None,
        Meta(description="Where each card was: a player or envelope, by card; not face-up ones."),
    ] = None,
) -> ReviewForm:
    """Look back on a game: what each event revealed, what was missed, what was not true."""
    return ReviewForm.of(book.review(None if deal is None else _deal(book.table, deal)))


def _deal(table: Table, placed: Mapping[str, str]) -> Deal:
    deal = dict[ClueCard, str]()
    for word, name in placed.items():
        card, place = table.edition.card(word), table.holder(name).name
        if card in deal or card in table.face_up:
            raise OperationError("invalid_params", f"{card} is in two places", f"deal.{word}")
        deal[card] = place
    try:
        return rest_in_envelope(table, deal)
    except InvalidTableError as error:
        raise OperationError("invalid_params", str(error), "deal") from None


@operation(slow=True)
def advise(
    book: Notebook,
    *,
    rooms: Annotated[
        tuple[str, ...] | None, Meta(description="The rooms that may be named; by default all.")
    ] = None,
    top: Annotated[Count | None, Meta(description="Only this many, the best; by default all.")] = (
        None
    ),
) -> AdviceForm:
    """Rank suggestions by what each can be expected to reveal, best first."""
    return AdviceForm.of(book.advise(rooms), top)


@operation(slow=True)
def card_to_show(
    book: Notebook,
    *,
    asker: Annotated[str, Meta(description="The player who suggests.")],
    cards: Annotated[tuple[str, ...], Meta(description="What was suggested, in any order.")],
    samples: Samples = 200,
) -> ShowingForm:
    """Rank the cards that the viewpoint could show by how much each reveals, the least first."""
    player = book.table.player(asker).name
    with blaming("cards"):
        guess = book.table.edition.guess(*cards)
    return ShowingForm.of(book.card_to_show(player, guess, samples=samples))


@operation(slow=True)
def rivals(book: Notebook, *, samples: Samples = 200) -> RivalsForm:
    """Estimate what each opponent does not know yet, and whether they know the answer."""
    return RivalsForm.of(book.rivals(samples=samples))


@operation(slow=True)
def accuse_now(book: Notebook, *, samples: Samples = 200) -> AccusingForm:
    """Compare accusing the likeliest envelope with waiting for another turn."""
    return AccusingForm.of(book.accuse_now(samples=samples))
