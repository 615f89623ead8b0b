"""The methods that ask what follows from a log; none of them changes it."""

from collections.abc import Mapping
from typing import Final

from cluetree.beliefs import Deal
from cluetree.cards import ClueCard
from cluetree.errors import InvalidTableError
from cluetree.interfaces.rpc.faults import named
from cluetree.interfaces.rpc.games import Game
from cluetree.interfaces.rpc.method import MethodTable
from cluetree.interfaces.rpc.params import (
    AskParams,
    BeliefsParams,
    CompleteParams,
    ReviewParams,
    TreeParams,
    WhyParams,
)
from cluetree.interfaces.rpc.protocol import invalid_params
from cluetree.interfaces.rpc.results import Answered, Completed, Drawing
from cluetree.operations.forms.checking import (
    ConflictsForm,
    RepairForm,
    RepairsForm,
    SuspiciousForm,
)
from cluetree.operations.forms.parts import named as names_of
from cluetree.operations.forms.proof import ProofForm
from cluetree.operations.forms.review import ReviewForm
from cluetree.operations.forms.solution import SolutionForm
from cluetree.table import Table
from cluetree.text.completion import complete as completed
from cluetree.text.deals import rest_in_envelope

METHODS: Final = MethodTable()


@METHODS.on_game(BeliefsParams, SolutionForm, reads=True)
def beliefs(game: Game, params: BeliefsParams) -> SolutionForm:
    """Tell all that follows: facts, every chance, every possible triple, the envelope."""
    return SolutionForm.of(game.book, one_of=params.one_of, triples=params.triples, entropy=True)


@METHODS.on_game(AskParams, Answered, reads=True)
def answer(game: Game, _params: AskParams) -> Answered:
    """Tell the envelope, if it is certain."""
    found = game.book.answer
    cards = None if found is None else names_of(found)
    return Answered(consistent=game.book.consistent, answer=cards)


@METHODS.on_game(WhyParams, ProofForm, slow=True)
def why(game: Game, params: WhyParams) -> ProofForm:
    """Prove that a player holds a card, or lacks it; or give two deals that leave it open."""
    table = game.book.table
    player = named(table.holder, params.player, "$.params.player").name
    card = named(table.edition.card, params.card, "$.params.card")
    return ProofForm.of(game.book.why(player, card))


@METHODS.on_game(AskParams, ConflictsForm, slow=True)
def conflicts(game: Game, _params: AskParams) -> ConflictsForm:
    """Name the smallest sets of events that cannot all be true."""
    found = game.book.conflicts()
    return ConflictsForm(conflicts=found.sets, complete=found.complete)


@METHODS.on_game(AskParams, RepairsForm)
def repairs(game: Game, _params: AskParams) -> RepairsForm:
    """List the single changes that would mend a log that cannot be true, likeliest first."""
    found, table = game.repairs(), game.book.table
    forms = [RepairForm.of(each, table, number) for number, each in enumerate(found.found, 1)]
    return RepairsForm(repairs=forms, complete=found.complete)


@METHODS.on_game(AskParams, SuspiciousForm, slow=True)
def suspicious(game: Game, _params: AskParams) -> SuspiciousForm:
    """List the entries of a possible log that a slip would explain better, worst first."""
    return SuspiciousForm.of(game.book.suspicious(), game.book.table)


@METHODS.on_game(TreeParams, Drawing, reads=True)
def tree(game: Game, params: TreeParams) -> Drawing:
    """Draw the tree: what is known, where it branches, what was struck and why."""
    grown = game.book.tree
    drawings = {"text": grown.__str__, "dot": grown.to_dot, "mermaid": grown.to_mermaid}
    return Drawing(tree=drawings[params.form]())


@METHODS.on_game(CompleteParams, Completed, reads=True)
def complete(game: Game, params: CompleteParams) -> Completed:
    """Say what may stand next in a line that somebody types, in the language of `.clue`."""
    return Completed.alike(completed(params.line, game.book.table, turn=params.turn))


@METHODS.on_game(ReviewParams, ReviewForm, slow=True)
def review(game: Game, params: ReviewParams) -> ReviewForm:
    """Look back on a game: what each event gave away, what was missed, what was not true."""
    deal = None if params.deal is None else _deal(game.book.table, params.deal)
    return ReviewForm.of(game.book.review(deal))


def _deal(table: Table, placed: Mapping[str, str]) -> Deal:
    deal = dict[ClueCard, str]()
    for word, name in placed.items():
        path = f"$.params.deal.{word}"
        card = named(table.edition.card, word, path)
        place = named(table.holder, name, path).name
        if card in deal or card in table.face_up:
            raise invalid_params(f"{card} lies in two places", path)
        deal[card] = place
    try:
        return rest_in_envelope(table, deal)
    except InvalidTableError as error:
        raise invalid_params(str(error), "$.params.deal") from None
