"""The open games of an assistant, and the file that keeps one of them."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec

from cluetree.errors import RecordError
from cluetree.interfaces.drawing import as_text
from cluetree.interfaces.mcp.tools import KEPT, PARAMS
from cluetree.interfaces.rpc.protocol import RpcError
from cluetree.interfaces.rpc.session import LONGEST_WORK
from cluetree.interfaces.rpc.workers import SlowLines
from cluetree.limit import Deadline
from cluetree.notebook.game_file import GameFile
from cluetree.operations import OPERATIONS, Operation, OperationError
from cluetree.operations.games import Game, GameParams, OpenGames
from cluetree.operations.registry import reason_and_path
from cluetree.text.language import enumeration, t

_T = TypeVar("_T")
_Result: TypeAlias = Mapping[str, object]
_DECODERS: Final = {name: msgspec.json.Decoder(params) for name, params in PARAMS.items()}


class AssistantGames:
    """The open games of an assistant.

    Game 1 is the default, and the file keeps it: a change is in the file before it is answered,
    and a change that cannot be saved is not made. If another program has changed the file, it is
    read again, and nothing is written. `load` and `save` use files in the directory.

    Raises:
        RecordError: If the file exists, but cannot be read.
    """

    def __init__(self, path: Path | None = None, directory: Path | None = None):
        self.games: Final = OpenGames(directory)
        self._file: Final = GameFile(path)
        self._lines: Final = SlowLines()
        self._turn: Final = asyncio.Lock()
        book = self._file.open()
        if book is not None:
            self.games.open(book, KEPT)
        self.games.on_change = self._save

    def _save(self, game: Game) -> None:
        if game.id == KEPT:
            self._file.keep(game.book)

    @property
    def kept(self) -> Game | None:
        """Game 1, if it is open."""
        return next((game for game in self.games if game.id == KEPT), None)

    @property
    def greeting(self) -> str:
        """Say which game is open, with its players and the number of its entries."""
        game = self.kept
        if game is None:
            return "No game is open: open one with `new`."
        seats = enumeration(
            player.name if player.hand_size is None else f"{player.name} ({player.hand_size})"
            for player in game.book.table.players
        )
        me = game.book.table.viewpoint
        title = f" {game.book.title!r}" if game.book.title else ""
        notes = f" These are {me}'s notes." if me is not None else ""
        entries = t("count.entries", count=len(game.book))
        return f"Game 1{title} is open: {seats}, {entries}.{notes} `new` would replace it."

    async def call(self, name: str, arguments: Mapping[str, object]) -> _Result:
        """Run an operation, until the task is cancelled, and return the fields of its result."""
        operation = OPERATIONS.get(name)
        if operation is None:
            raise OperationError("method_not_found", f"unknown tool {name!r}")
        try:
            asked = _DECODERS[name].decode(msgspec.json.encode(arguments))
        except msgspec.ValidationError as error:
            reason, path = reason_and_path(error)
            if not path and "unknown field" in reason:
                reason += f": valid fields are {', '.join(PARAMS[name].__struct_fields__)}"
            raise OperationError("invalid_params", reason, path) from None
        deadline = Deadline(LONGEST_WORK)
        try:
            async with self._turn:
                self._follow_file(operation)
                if operation.writes or not (operation.reads and isinstance(asked, GameParams)):
                    run = self._change if operation.changes else self.games.run
                    return await self._apart(partial(run, operation, asked), deadline)
                game, games = self.games.get(asked.game), OpenGames()
                games.open(game.book.copy(), game.id, game.version)
            return await self._apart(partial(games.run, operation, asked), deadline)
        except RpcError as error:
            raise OperationError("busy", str(error)) from error

    def close(self) -> None:
        """Wait a moment for questions that are cancelled."""
        self._lines.close()

    async def sheet(self) -> str:
        """Return the sheet of game 1 as text."""
        async with self._turn:
            book = self.games.get(KEPT).book.copy()
        return await self._apart(lambda: as_text(book.beliefs, book), Deadline(LONGEST_WORK))

    async def _apart(self, run: Callable[[], _T], deadline: Deadline) -> _T:
        def work() -> _T:
            with deadline.applied():
                return run()

        return await self._lines.run(work, deadline)

    def _follow_file(self, operation: Operation) -> None:
        """Read the file again if another program has changed it; then no change is made."""
        if not self._file.is_behind():
            return
        book, game = self._file.open(), self.kept
        if game is not None:
            self.games.close(game)
        if book is not None:
            self.games.open(book, KEPT, 0 if game is None else game.version + 1)
        if operation.changes:
            reason = "another program has changed the file; it was read again, and nothing entered"
            raise OperationError("behind", f"{reason}. {self.greeting}")

    def _change(self, operation: Operation, asked: msgspec.Struct) -> _Result:
        """Run a change, which is in the file then, and say what follows from it."""
        game = self.kept
        before = None if game is None else (game.book.copy(), game.version)
        if operation.name == "new" and getattr(asked, "game", None) == KEPT:
            self._make_room(game, replace=getattr(asked, "replace", False))
        try:
            found = self.games.run(operation, asked)
        except RecordError as error:
            if game is not None and before is not None:
                book, version = before
                game.book, game.opened_at = book, version - book.revision
                if self.kept is None:
                    self.games.open(book, KEPT, version)
            raise OperationError("record", error.message) from error
        if operation.subject != "notebook":
            return found
        meaning = self.games.run(OPERATIONS["meaning"], PARAMS["meaning"](game=str(found["game"])))
        effect = {name: value for name, value in meaning.items() if name not in {"game", "version"}}
        return {**found, "effect": effect}

    def _make_room(self, game: Game | None, *, replace: bool) -> None:
        if game is not None:
            if len(game.book) and not replace:
                reason = f"{self.greeting} Ask the player, then use `replace`"
                raise OperationError("game_exists", reason, "replace", word=KEPT)
            self.games.close(game)
        self._file.set_aside()
