"""The open games of a session: their notebooks, ids and versions, and the files they may use."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Final

from cluetree.errors import LimitReached
from cluetree.exact import PATIENCE, Limit
from cluetree.explain import Repairs
from cluetree.faces.rpc.params import GameParams
from cluetree.faces.rpc.protocol import Code, ErrorData, RpcError
from cluetree.notebook import Notebook

MOST_GAMES: Final = 1000
"""Games that a session keeps open at most."""
_MOST_NAMED: Final = 10


@dataclass
class Game:
    """One open game."""

    id: str
    book: Notebook
    version: int = 0
    """How many changes the game has seen, undone ones and the undoing included."""
    on_change: "Callable[[Game], None] | None" = None
    """Called when it was opened or changed, before that is answered."""
    _repairs: tuple[int, Repairs] | None = None

    def repairs(self) -> Repairs:
        """Return the repairs of the log; found once, so that their numbers can be relied on."""
        if self._repairs is None or self._repairs[0] != self.version:
            self._repairs = self.version, self.book.repairs()
        return self._repairs[1]

    def changed(self) -> None:
        """Count a change."""
        self.version += 1
        self.tell()

    def tell(self) -> None:
        """Let whoever wants to know hear of it."""
        if self.on_change is not None:
            self.on_change(self)


@dataclass
class OpenGames:
    """All that a session keeps."""

    directory: Path | None = None
    """Where records may be read and written; `None`: nowhere."""
    on_change: Callable[[Game], None] | None = None
    """Called when a game was opened or changed, before that is answered."""
    limit: Limit | None = PATIENCE
    """How much work an answer may take, if a request does not say."""
    ended: bool = False
    """Whether the client is done."""
    batch_began: float | None = None
    """When the batch came that is being answered, by the clock; `None` if it is one request."""
    _open: dict[str, Game] = field(default_factory=dict[str, Game])
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __iter__(self) -> Iterator[Game]:
        return iter(tuple(self._open.values()))

    def limit_of(self, asked: Limit | None) -> Limit | None:
        """Return how much work a question may take: as asked, or else as the server has it.

        A whole batch has twice the time of a question, of which each gets half of what is left
        at most. So the first may take its time, and no number of them takes for ever.

        Raises:
            LimitReached: If the time of the batch is over.
        """
        limit = self.limit if asked is None else asked
        if self.batch_began is None or limit is None:
            return limit
        own = limit.seconds
        if own is None and self.limit is not None:
            own = self.limit.seconds
        if own is None:
            return limit
        left = 2 * own - (monotonic() - self.batch_began)
        if left <= 0:
            raise LimitReached(f"the batch has taken more than {2 * own:g} seconds")
        return Limit(seconds=min(own, left / 2), states=limit.states)

    def open(self, book: Notebook, game_id: str | None = None, version: int = 0) -> Game:
        """Take in a game, under the next free number if no id is given.

        Raises:
            RpcError: If a game has this id already, or too many are open.
        """
        if len(self._open) >= MOST_GAMES:
            what = f"{MOST_GAMES} games are open; close one"
            raise RpcError(Code.TOO_MANY_GAMES, what, ErrorData(kind="too_many_games"))
        if game_id is None:
            game_id = next(name for name in map(str, self._numbers) if name not in self._open)
        if game_id in self._open:
            what = f"a game {game_id!r} is open already"
            raise RpcError(Code.GAME_EXISTS, what, ErrorData(kind="game_exists", word=game_id))
        game = Game(game_id, book, version, self.on_change)
        game.tell()
        self._open[game_id] = game
        return game

    def get(self, params: GameParams) -> Game:
        """Return the game that a request is about.

        Raises:
            RpcError: If none has this id, or it is not at the version expected.
        """
        game = self._open.get(params.game)
        if game is None:
            some = tuple(self._open)[:_MOST_NAMED]
            data = ErrorData(
                kind="no_game", path="$.params.game", word=params.game, candidates=some
            )
            raise RpcError(Code.NO_GAME, f"no game {params.game!r} is open", data)
        if params.expect_version not in {None, game.version}:
            data = ErrorData(kind="behind", version=game.version)
            what = f"the game is at version {game.version}, not {params.expect_version}"
            raise RpcError(Code.BEHIND, what, data)
        return game

    def close(self, game: Game) -> None:
        """Forget a game."""
        del self._open[game.id]

    def path(self, name: str) -> Path:
        """Return the file that a client means.

        Raises:
            RpcError: If it lies outside the directory, or no files may be used.
        """
        if self.directory is None:
            raise _no_file("this server was started without a directory for files")
        root = self.directory.resolve()
        try:
            path = (root / name).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise _no_file(f"no file is called so: {error}") from None
        if not path.is_relative_to(root) or path == root:
            raise _no_file("the file must lie in the server's directory")
        return path


def _no_file(why: str) -> RpcError:
    return RpcError(Code.FILES, why, ErrorData(kind="files", path="$.params.path"))
