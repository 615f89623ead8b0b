"""The methods that open, save and close games."""

from typing import Final

import msgspec
from msgspec import Raw

from cluetree import editions as shipped, record as records
from cluetree.cards import TITLES
from cluetree.errors import RecordError
from cluetree.interfaces.rpc.faults import fault
from cluetree.interfaces.rpc.games import OpenGames
from cluetree.interfaces.rpc.method import MethodTable
from cluetree.interfaces.rpc.params import (
    GameParams,
    LoadParams,
    NewParams,
    Params,
    SaveParams,
    SupposeParams,
)
from cluetree.interfaces.rpc.protocol import invalid_params
from cluetree.interfaces.rpc.reading import event_of, record_of
from cluetree.interfaces.rpc.results import DeckForm, Editions, GameList, GameState, Saved
from cluetree.notebook import Notebook
from cluetree.record import Record

METHODS: Final = MethodTable()


@METHODS.method(Params, Editions)
def editions(_: OpenGames, _params: Params) -> Editions:
    """List the shipped decks with their cards and the other names that are understood."""
    decks = [*map(DeckForm.alike, shipped.SHIPPED)]
    return Editions(editions=decks, titles=sorted(TITLES))


@METHODS.method(NewParams, GameState)
def new(games: OpenGames, params: NewParams) -> GameState:
    """Open a game from a set-up, or from a whole record in either spelling."""
    book = Notebook.from_record(record_of(bytes(params.record), "$.params.record"))
    return GameState.of(games.open(book, params.game, params.version))


@METHODS.method(LoadParams, GameState)
def load(games: OpenGames, params: LoadParams) -> GameState:
    """Open a game from a file."""
    try:
        book = Notebook.load(games.path(params.path))
    except RecordError as error:
        raise fault(error, "$.params.path") from None
    return GameState.of(games.open(book, params.game))


@METHODS.method(SaveParams, Saved, reads=True)
def save(games: OpenGames, params: SaveParams) -> Saved:
    """Answer the game as a record in either spelling, and write it to a file if one is named."""
    game = games.get(params)
    if params.path is not None:
        try:
            game.book.save(games.path(params.path))
        except RecordError as error:
            raise fault(error, "$.params.path") from None
    record = _spelled(game.book.record, params.spelling)
    return Saved(game=game.id, version=game.version, record=record, path=params.path)


def _spelled(record: Record, spelling: str) -> Raw:
    if spelling == "clue":
        return Raw(msgspec.json.encode(records.dumps_clue(record)))
    return Raw(msgspec.json.format(records.dumps_json(record), indent=0))


@METHODS.method(Params, GameList)
def games(games: OpenGames, _params: Params) -> GameList:
    """List the open games."""
    return GameList(games=[*map(GameState.of, games)])


@METHODS.method(SupposeParams, GameState, reads=True)
def suppose(games: OpenGames, params: SupposeParams) -> GameState:
    """Open a copy of a game, as it was after some of its events, and tell it more."""
    before = games.get(params).book
    told = [
        event_of(bytes(raw), before.table, f"$.params.events[{at}]")
        for at, raw in enumerate(params.events)
    ]
    if params.after is not None and params.after > len(before):
        raise invalid_params(f"the log has {len(before)} events", "$.params.after")
    copy = Notebook(before.table, (*before.events[: params.after], *told), title=before.title)
    return GameState.of(games.open(copy, params.copy))


@METHODS.method(GameParams, GameState)
def close(games: OpenGames, params: GameParams) -> GameState:
    """Close a game; what was not saved is gone."""
    game = games.get(params)
    games.close(game)
    return GameState.of(game)
