"""The open games of a session: their notebooks, ids and versions, and the files they may use."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf
from pathlib import Path
from secrets import compare_digest
from time import monotonic
from typing import Final

from cluetree.errors import LimitReached
from cluetree.explain import Repairs
from cluetree.interfaces.rpc.params import GameParams
from cluetree.interfaces.rpc.protocol import Code, ErrorData, RpcError
from cluetree.limit import PATIENCE, Limit
from cluetree.notebook import Notebook

MOST_GAMES: Final = 1000
"""Games that a session keeps open at most."""
LONGEST_WORK: Final = 60.0
"""Seconds that a line may take, a request or a whole batch, if nobody says otherwise."""
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
    seconds: float | None = LONGEST_WORK
    """How long a line may take, whatever its requests say; `None`: as long as they do."""
    token: str | None = None
    """What the client still has to bring before it may ask; `None`: nothing."""
    ended: bool = False
    """Whether the client is done."""
    _open: dict[str, Game] = field(default_factory=dict[str, Game])
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _until: float = inf

    def __iter__(self) -> Iterator[Game]:
        return iter(tuple(self._open.values()))

    def admit(self, token: str) -> None:
        """Let a client ask, if it brings the token; or else end the session.

        Raises:
            RpcError: If the token is another one.
        """
        if self.token is None:
            return
        if not compare_digest(token.encode(errors="replace"), self.token.encode()):
            self.ended = True
            data = ErrorData(kind="token", path="$.params.token")
            raise RpcError(Code.TOKEN, "this is not the server's token", data)
        self.token = None

    def verify_admitted(self) -> None:
        """Check that the client may ask.

        Raises:
            RpcError: If it has not brought the token.
        """
        if self.token is not None:
            what = "initialize has to bring the server's token first"
            raise RpcError(Code.TOKEN, what, ErrorData(kind="token"))

    def begin_line(self) -> None:
        """Start to measure the time that a line takes."""
        self._until = inf if self.seconds is None else monotonic() + self.seconds

    def verify_time(self) -> None:
        """Check that a line has time left.

        Raises:
            LimitReached: If it has none.
        """
        if monotonic() >= self._until:
            raise LimitReached(f"the line may take {self.seconds} seconds, and they are over")

    def limit_of(self, asked: Limit | None) -> Limit | None:
        """Return how much work a question may take: what it asks for, within its line's time."""
        limit = self.limit if asked is None else asked
        if self._until == inf:
            return limit
        left = max(0.0, self._until - monotonic())
        limit = limit or Limit()
        seconds = left if limit.seconds is None else min(left, limit.seconds)
        return replace(limit, seconds=seconds)

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
