"""The open games of a client: notebooks, ids, versions, and accessible files."""

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw

from cluetree import editions as shipped, record as records
from cluetree.atomic_file import directory_lock
from cluetree.cards import TITLES, Edition
from cluetree.errors import RecordError, system_reason
from cluetree.limit import PATIENCE, Limit
from cluetree.notebook import Notebook
from cluetree.notebook.game_file import content_of, copy_aside
from cluetree.operations.log import event_of, record_of
from cluetree.operations.registry import (
    Count,
    EventCount,
    EventText,
    JsonObject,
    Operation,
    OperationError,
    RecordText,
    about,
    operation,
)
from cluetree.text.language import ENGLISH, LANGUAGES, speaking

MOST_GAMES: Final = 1000
"""The maximum number of open games."""
LONGEST_ID: Final = 200
"""The maximum length of a game's id, in characters."""
_LARGEST_START: Final = 2**52
"""The largest version of a new game; later ones stay below 2**53, as JavaScript needs."""
_MOST_CANDIDATES: Final = 10

GameId: TypeAlias = Annotated[str, about("The game's id.")]
NewId: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_ID,
        description="The id of the new game; by default the next free number.",
    ),
]
FilePath: TypeAlias = Annotated[str, about("A .json or .clue file in the server's directory.")]
Language: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^({'|'.join(sorted(LANGUAGES))})$",
        description="The language of texts in the result. It also adds `words`, the sentences "
        "about a result that has any; by default there are none, and texts are in English.",
    ),
]
Version: TypeAlias = Annotated[int, about("The number of changes so far.")]


@dataclass(eq=False)
class Game:
    """One open game."""

    id: str
    book: Notebook
    opened_at: int = 0
    """Its version when it was opened."""

    @property
    def version(self) -> int:
        """The number of changes, including undone ones and each undo."""
        return self.opened_at + self.book.revision


@dataclass
class OpenGames:
    """All open games of a client.

    Raises:
        OperationError: From methods, if a game cannot be opened or found, or a file be used.
    """

    directory: Path | None = None
    """The directory of files for `load` and `save`; `None`: none."""
    on_change: Callable[[Game], None] | None = None
    """Called after a game was opened or changed, before the answer is sent."""
    _open: dict[str, Game] = field(default_factory=dict[str, Game])
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _written: dict[Path, bytes | None] = field(default_factory=dict[Path, bytes | None])

    def __iter__(self) -> Iterator[Game]:
        return iter(tuple(self._open.values()))

    def open(self, book: Notebook, game_id: str | None = None, version: int = 0) -> Game:
        """Add a game; without an id it gets the next free number."""
        if len(self._open) >= MOST_GAMES:
            reason = f"{MOST_GAMES} games are open, the maximum; close one"
            raise OperationError("too_many_games", reason)
        if game_id is None:
            game_id = next(name for name in map(str, self._numbers) if name not in self._open)
        elif game_id in self._open:
            raise OperationError("game_exists", f"a game {game_id!r} is already open", word=game_id)
        game = Game(game_id, book, version - book.revision)
        self._announce(game)
        self._open[game_id] = game
        return game

    def get(self, game_id: str, expect_version: int | None = None) -> Game:
        """Return an open game, if it has the expected version."""
        game = self._open.get(game_id)
        if game is None:
            names = tuple(self._open)[:_MOST_CANDIDATES]
            reason = f"no game {game_id!r} is open; open games: {', '.join(names) or 'none'}"
            raise OperationError("no_game", reason, "game", word=game_id, candidates=names)
        if expect_version not in {None, game.version}:
            reason = f"the game is at version {game.version}, not {expect_version}"
            raise OperationError("behind", reason, version=game.version)
        return game

    def close(self, game: Game) -> None:
        """Close a game."""
        del self._open[game.id]

    @contextmanager
    def file(self, name: str) -> Generator[Path]:
        """Return the path of a file in the directory, for reading or writing a record.

        Messages of errors have only the client's name of the file, because the directory is secret.
        """
        if self.directory is None:
            raise OperationError("files", "this server has no directory for files", "path")
        root = self.directory.resolve()
        try:
            path = (root / name).resolve()
            # Opening a pipe would block.
            is_openable = path.is_file() or path.is_dir() or not path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            why = str(system_reason(error)).replace(f"{root}{os.sep}", "")
            raise OperationError("files", f"not the name of a file: {why}", "path") from None
        if not path.is_relative_to(root) or path == root:
            raise OperationError("files", "must be in the server's directory", "path")
        if not is_openable:
            raise OperationError("files", "must be a regular file", "path")
        try:
            yield path
        except RecordError as error:
            raise OperationError("record", str(error).replace(str(path), name), "path") from error

    def write(self, book: Notebook, path: Path) -> None:
        """Write a record; copy an existing file that this client has not written there."""
        with directory_lock(path.parent):
            found = content_of(path)
            if found is not None and found != self._written.get(path):
                copy_aside(path, found)
            book.save(path)
            self._written[path] = content_of(path)

    def run(
        self,
        operation: Operation,
        asked: msgspec.Struct,
        limit: Limit | None = PATIENCE,
    ) -> Mapping[str, object]:
        """Run an operation, and return the fields of its result.

        For an operation on a notebook, the game's id and version come first, and `words` last if
        a language is requested. `asked` is a struct of the type that `params_of` makes; `limit` is
        the limit if it has none.
            ClueError: If the library raises it.
        """
        language = asked.language if isinstance(asked, Params) else None
        with speaking(language or ENGLISH):
            if not isinstance(asked, GameParams):
                return operation.document(operation.call(self, asked=asked))
            game = self.get(asked.game, asked.expect_version)
            if operation.subject == "game":
                return operation.document(operation.call(self, game, asked=asked))
            own = asked.limit if isinstance(asked, QuestionParams) else None
            game.book.limit = limit if own is None else Limit(own.seconds, own.states)
            before = game.version
            try:
                result = operation.call(game.book, asked=asked)
            finally:
                if game.version != before:
                    self._announce(game)
            found = operation.document(result, game=game.id, version=game.version)
            if language is None or operation.words is None:
                return found
            return {**found, "words": operation.words(game.book, result)}

    def _announce(self, game: Game) -> None:
        if self.on_change is not None:
            self.on_change(game)


class WorkLimit(JsonObject):
    """The maximum work for an answer."""

    seconds: Annotated[float, Meta(ge=0)] | None = None
    states: Annotated[int, Meta(ge=0, description="Work, the same on every machine.")] | None = None


class Params(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters that interfaces add to every operation."""

    language: Language | None = None


class GameParams(Params, frozen=True, kw_only=True):
    """The parameters that interfaces add to an operation on a game."""

    game: GameId
    expect_version: Annotated[
        Count | None, about("Fail without a change if the game has another version.")
    ] = None


class QuestionParams(GameParams, frozen=True, kw_only=True):
    """The parameters that interfaces add to a question."""

    limit: Annotated[
        WorkLimit | None,
        about(
            "At the limit the answer is partial and says what is missing. Default: "
            "the server's own limit."
        ),
    ] = None


def params_of(operation: Operation, *, strict: bool = False) -> type[msgspec.Struct]:
    """Return the type of an operation's parameters; a strict one rejects unknown fields."""
    if operation.subject == "games":
        return operation.struct(Params, strict=strict)
    return operation.struct(QuestionParams if operation.is_question else GameParams, strict=strict)


class GameState(JsonObject):
    """The state of a game."""

    game: str
    version: Version
    title: str
    events: EventCount

    @classmethod
    def of(cls, game: Game) -> "GameState":
        """Return the state of a game."""
        return cls(game.id, game.version, game.book.title, len(game.book))


class GameList(JsonObject):
    """All open games, in the order they were opened."""

    games: Sequence[GameState]


class Editions(JsonObject):
    """All shipped decks."""

    editions: Sequence[Edition]
    titles: Annotated[
        Sequence[str],
        about("Optional words of card names, in lower case."),
    ]


class Saved(JsonObject):
    """A game as a record."""

    game: str
    version: Version
    record: Annotated[
        Raw, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/GameRecord"}, {"type": "string"}]})
    ]
    path: Annotated[str | None, about("The file that was written, if any.")]


@operation()
def editions(games: OpenGames) -> Editions:  # noqa: ARG001
    """List the shipped decks with their cards and aliases."""
    return Editions(shipped.SHIPPED, sorted(TITLES))


@operation(changes=True)
def new(
    games: OpenGames,
    *,
    record: RecordText,
    game: NewId | None = None,
    version: Annotated[
        int,
        Meta(
            ge=0,
            le=_LARGEST_START,
            description="The version to start from, for a game stored elsewhere.",
        ),
    ] = 0,
) -> GameState:
    """Open a game from a set-up, or from a whole record in JSON or .clue."""
    return GameState.of(games.open(Notebook.from_record(record_of(record)), game, version))


@operation(changes=True)
def load(games: OpenGames, *, path: FilePath, game: NewId | None = None) -> GameState:
    """Open a game from a file."""
    with games.file(path) as file:
        book = Notebook.load(file)
    return GameState.of(games.open(book, game))


@operation(writes=True)
def save(
    games: OpenGames,
    game: Game,
    *,
    spelling: Annotated[
        Literal["json", "clue"],
        about("The format of the answer; a file's suffix selects its own."),
    ] = "json",
    path: FilePath | None = None,
) -> Saved:
    """Return the game as a record, and write it to a file if `path` is given.

    An existing file with something else than this game is copied to a name that ends in .bak.
    """
    if path is not None:
        with games.file(path) as file:
            games.write(game.book, file)
    if spelling == "clue":
        text = Raw(msgspec.json.encode(records.dumps_clue(game.book.record)))
    else:
        text = Raw(msgspec.json.format(records.dumps_json(game.book.record), indent=0))
    return Saved(game.id, game.version, text, path)


@operation()
def games(games: OpenGames) -> GameList:
    """List the open games."""
    return GameList([*map(GameState.of, games)])


@operation(writes=True)
def suppose(
    games: OpenGames,
    game: Game,
    *,
    events: Annotated[tuple[EventText, ...], about("Events to add after the copied ones.")] = (),
    after: Annotated[Count | None, about("Copy only this many events; by default all.")] = None,
    copy: NewId | None = None,
) -> GameState:
    """Open a copy of a game or of its first events, with more events added."""
    book = game.book
    added = [event_of(raw, book.table, f"events[{at}]") for at, raw in enumerate(events)]
    if after is not None and after > len(book):
        raise OperationError(
            "invalid_params", f"must be at most {len(book)}, the number of events", "after"
        )
    copied = Notebook(book.table, (*book.events[:after], *added), title=book.title)
    return GameState.of(games.open(copied, copy))


@operation(changes=True)
def close(games: OpenGames, game: Game) -> GameState:
    """Close a game; unsaved changes are lost."""
    games.close(game)
    return GameState.of(game)
