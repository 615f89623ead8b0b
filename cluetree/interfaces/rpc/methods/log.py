"""The methods that list and change the log of a game."""

from typing import Final

from cluetree.events import Event
from cluetree.interfaces.rpc.games import Game
from cluetree.interfaces.rpc.method import MethodTable
from cluetree.interfaces.rpc.params import (
    DeleteParams,
    EditParams,
    GameParams,
    RepairParams,
    SetUpParams,
    TellParams,
)
from cluetree.interfaces.rpc.protocol import invalid_params
from cluetree.interfaces.rpc.reading import event_of, record_of
from cluetree.interfaces.rpc.results import Entered, Log, LogState, Undone
from cluetree.operations.forms.log import entries
from cluetree.turns import eliminated, next_turn

METHODS: Final = MethodTable()


@METHODS.on_game(GameParams, Log, reads=True)
def events(game: Game, _params: GameParams) -> Log:
    """List the log, and say whose turn comes next."""
    book = game.book
    out = eliminated(book.table, book.events)
    return Log(
        events=entries(book, range(1, len(book) + 1)),
        turn=next_turn(book.table, book.events),
        eliminated=[name for name in book.table.names if name in out],
    )


@METHODS.on_game(TellParams, Entered)
def tell(game: Game, params: TellParams) -> Entered:
    """Put an event at the end of the log."""
    game.book.tell(_event(game, params))
    return _entered(game, len(game.book))


@METHODS.on_game(EditParams, Entered)
def insert(game: Game, params: EditParams) -> Entered:
    """Put an event before the one that has this number, or at the end."""
    _verify_number(params.number, len(game.book) + 1)
    game.book.insert(params.number, _event(game, params))
    return _entered(game, params.number)


@METHODS.on_game(EditParams, Entered)
def edit(game: Game, params: EditParams) -> Entered:
    """Put an event in the place of the one that has this number."""
    _verify_number(params.number, len(game.book))
    game.book.edit(params.number, _event(game, params))
    return _entered(game, params.number)


def _event(game: Game, params: TellParams | EditParams) -> Event:
    return event_of(bytes(params.event), game.book.table, "$.params.event")


def _entered(game: Game, number: int) -> Entered:
    game.changed()
    (entry,) = entries(game.book, (number,))
    return Entered(entry=entry)


@METHODS.on_game(DeleteParams, LogState)
def delete(game: Game, params: DeleteParams) -> LogState:
    """Drop the event that has this number."""
    _verify_number(params.number, len(game.book))
    game.book.delete(params.number)
    game.changed()
    return LogState.of(game.book)


@METHODS.on_game(RepairParams, LogState)
def repair(game: Game, params: RepairParams) -> LogState:
    """Make one of the changes that `repairs` lists; it can be undone like any other."""
    found = game.repairs().found
    _verify_number(params.number, len(found))
    game.book.repair(found[params.number - 1])
    game.changed()
    return LogState.of(game.book)


@METHODS.on_game(SetUpParams, LogState)
def set_up(game: Game, params: SetUpParams) -> LogState:
    """Give a game another set-up, and the log as it fits it; it can be undone like any other."""
    game.book.set_up(record_of(bytes(params.record), "$.params.record"))
    game.changed()
    return LogState.of(game.book)


def _verify_number(number: int, most: int) -> None:
    if number > most:
        raise invalid_params(f"a number up to {most} should stand here", "$.params.number")


@METHODS.on_game(GameParams, Undone)
def undo(game: Game, _params: GameParams) -> Undone:
    """Take back the last change, if there is one."""
    return _undone(game, changed=game.book.undo())


@METHODS.on_game(GameParams, Undone)
def redo(game: Game, _params: GameParams) -> Undone:
    """Make the change again that was undone last, if there is one."""
    return _undone(game, changed=game.book.redo())


def _undone(game: Game, *, changed: bool) -> Undone:
    if changed:
        game.changed()
    return Undone(title=game.book.title, events=len(game.book), changed=changed)
