"""The methods that keep games and change them."""

from typing import Final

import msgspec
from msgspec import Raw

from cluetree import editions as shipped, record as records
from cluetree.errors import RecordError
from cluetree.faces.rpc import answers, params as given, results
from cluetree.faces.rpc.faults import fault
from cluetree.faces.rpc.games import Game, Games
from cluetree.faces.rpc.method import MethodTable
from cluetree.faces.rpc.protocol import invalid_params
from cluetree.faces.rpc.reading import read_record
from cluetree.notebook import Notebook

_table: Final = MethodTable()
METHODS: Final = _table.methods
"""These methods, by name."""


# Games


@_table.method(given.Params, results.Editions)
def editions(_: Games, _said: given.Params) -> results.Editions:
    """List the shipped decks with their cards and the other names that are understood."""
    return results.Editions(editions=tuple(map(answers.deck, shipped.SHIPPED)))


@_table.method(given.New, results.GameState)
def new(kept: Games, said: given.New) -> results.GameState:
    """Open a game from a set-up, or from a whole record in either spelling."""
    record = read_record(bytes(said.record), "$.params.record")
    book = Notebook.from_record(record)
    return answers.state(kept.open(book, said.game, said.version))


@_table.method(given.Load, results.GameState)
def load(kept: Games, said: given.Load) -> results.GameState:
    """Open a game from a file."""
    try:
        book = Notebook.load(kept.path(said.path))
    except RecordError as error:
        raise fault(error, "$.params.path") from None
    return answers.state(kept.open(book, said.game))


@_table.method(given.Save, results.Saved)
def save(kept: Games, said: given.Save) -> results.Saved:
    """Answer the game as a record in either spelling, and write it to a file if one is named."""
    game = kept.get(said)
    if said.path is not None:
        try:
            game.book.save(kept.path(said.path))
        except RecordError as error:
            raise fault(error, "$.params.path") from None
    record = _spelled(game, said)
    return results.Saved(game=game.id, version=game.version, record=record, path=said.path)


def _spelled(game: Game, said: given.Save) -> Raw:
    record = game.book.record
    if said.spelling == "clue":
        return Raw(msgspec.json.encode(records.dumps_clue(record)))
    return Raw(msgspec.json.format(records.dumps_json(record), indent=0))


@_table.method(given.Params, results.Games)
def games(kept: Games, _said: given.Params) -> results.Games:
    """List the open games."""
    return results.Games(games=tuple(map(answers.state, kept)))


@_table.method(given.Suppose, results.GameState)
def suppose(kept: Games, said: given.Suppose) -> results.GameState:
    """Open a copy of a game, as it was after some of its events, and tell it more."""
    game = kept.get(said)
    before = game.book
    told = [
        game.reader.read(bytes(raw), f"$.params.events[{at}]") for at, raw in enumerate(said.events)
    ]
    if said.after is not None and said.after > len(before):
        raise invalid_params(f"the log has {len(before)} events", "$.params.after")
    copy = Notebook(before.table, (*before.events[: said.after], *told), title=before.title)
    return answers.state(kept.open(copy, said.copy))


@_table.method(given.OnGame, results.GameState)
def close(kept: Games, said: given.OnGame) -> results.GameState:
    """Close a game; what was not saved is gone."""
    game = kept.get(said)
    kept.close(game)
    return answers.state(game)


# The log


@_table.method(given.Tell, results.Entered)
def tell(kept: Games, said: given.Tell) -> results.Entered:
    """Put an event at the end of the log."""
    game = kept.get(said)
    game.book.tell(game.reader.read(bytes(said.event), "$.params.event"))
    return _entered(kept, game, len(game.book))


@_table.method(given.Edit, results.Entered)
def insert(kept: Games, said: given.Edit) -> results.Entered:
    """Put an event before the one that has this number, or at the end."""
    game = kept.get(said)
    _verify_number(said.number, len(game.book) + 1)
    game.book.insert(said.number, game.reader.read(bytes(said.event), "$.params.event"))
    return _entered(kept, game, said.number)


@_table.method(given.Edit, results.Entered)
def edit(kept: Games, said: given.Edit) -> results.Entered:
    """Put an event in the place of the one that has this number."""
    game = kept.get(said)
    _verify_number(said.number, len(game.book))
    game.book.edit(said.number, game.reader.read(bytes(said.event), "$.params.event"))
    return _entered(kept, game, said.number)


@_table.method(given.Delete, results.GameState)
def delete(kept: Games, said: given.Delete) -> results.GameState:
    """Drop the event that has this number."""
    game = kept.get(said)
    _verify_number(said.number, len(game.book))
    game.book.delete(said.number)
    kept.changed(game)
    return answers.state(game)


def _verify_number(number: int, most: int) -> None:
    if number > most:
        raise invalid_params(f"a number up to {most} should stand here", "$.params.number")


def _entered(kept: Games, game: Game, number: int) -> results.Entered:
    kept.changed(game)
    (entry,) = answers.entries(game, (number,))
    return results.Entered(game=game.id, version=game.version, entry=entry)


@_table.method(given.OnGame, results.Changed)
def undo(kept: Games, said: given.OnGame) -> results.Changed:
    """Take back the last change, if there is one."""
    game = kept.get(said)
    return _turned(kept, game, changed=game.book.undo())


@_table.method(given.OnGame, results.Changed)
def redo(kept: Games, said: given.OnGame) -> results.Changed:
    """Make the change again that was undone last, if there is one."""
    game = kept.get(said)
    return _turned(kept, game, changed=game.book.redo())


def _turned(kept: Games, game: Game, *, changed: bool) -> results.Changed:
    if changed:
        kept.changed(game)
    return results.Changed(
        game=game.id,
        version=game.version,
        title=game.book.title,
        events=len(game.book),
        changed=changed,
    )


@_table.method(given.OnGame, results.Log)
def events(kept: Games, said: given.OnGame) -> results.Log:
    """List the log."""
    game = kept.get(said)
    entries = answers.entries(game, range(1, len(game.book) + 1))
    return results.Log(game=game.id, version=game.version, events=entries)


@_table.method(given.Repair, results.GameState)
def repair(kept: Games, said: given.Repair) -> results.GameState:
    """Make one of the changes that `repairs` lists; it can be undone like any other."""
    game = kept.get(said)
    found = game.repairs().found
    _verify_number(said.number, len(found))
    game.book.repair(found[said.number - 1])
    kept.changed(game)
    return answers.state(game)
