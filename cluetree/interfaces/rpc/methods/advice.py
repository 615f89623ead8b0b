"""The methods that advise: what to suggest, what to show, what rivals know, when to accuse."""

from typing import Final

from cluetree.errors import ClueError
from cluetree.interfaces.rpc.faults import fault, named
from cluetree.interfaces.rpc.games import Game
from cluetree.interfaces.rpc.method import MethodTable
from cluetree.interfaces.rpc.params import AdviseParams, CardToShowParams, SampleParams
from cluetree.operations.forms.advice import AccusingForm, AdviceForm, RivalsForm, ShowingForm

METHODS: Final = MethodTable()


@METHODS.on_game(AdviseParams, AdviceForm, slow=True)
def advise(game: Game, params: AdviseParams) -> AdviceForm:
    """List suggestions, best first, with what each can be expected to tell."""
    rooms = params.rooms and [
        named(game.book.table.edition.card, room, f"$.params.rooms[{at}]")
        for at, room in enumerate(params.rooms)
    ]
    return AdviceForm.of(game.book.advise(rooms), params.top)


@METHODS.on_game(CardToShowParams, ShowingForm, slow=True)
def card_to_show(game: Game, params: CardToShowParams) -> ShowingForm:
    """Say of each card that the viewpoint could show how much it gives away, the least first."""
    book = game.book
    asker = named(book.table.player, params.asker, "$.params.asker").name
    try:
        guess = book.table.edition.guess(*params.cards)
    except ClueError as error:
        raise fault(error, "$.params.cards") from None
    found = book.card_to_show(asker, guess, samples=params.samples)
    return ShowingForm.of(found)


@METHODS.on_game(SampleParams, RivalsForm, slow=True)
def rivals(game: Game, params: SampleParams) -> RivalsForm:
    """Say of each opponent what they probably lack, and whether they know the answer."""
    return RivalsForm.of(game.book.rivals(samples=params.samples))


@METHODS.on_game(SampleParams, AccusingForm, slow=True)
def accuse_now(game: Game, params: SampleParams) -> AccusingForm:
    """Weigh an accusation of the likeliest envelope against waiting for another turn."""
    return AccusingForm.of(game.book.accuse_now(samples=params.samples))
