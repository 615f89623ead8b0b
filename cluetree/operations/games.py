"""The open games of a client: notebooks and their ids."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from cluetree import editions as shipped
from cluetree._names import TITLES
from cluetree.cards import Edition
from cluetree.limit import PATIENCE, Limit
from cluetree.notebook import Notebook
from cluetree.operations.log import record_of
from cluetree.operations.registry import (
    EventCount,
    JsonObject,
    Operation,
    RecordText,
    RequestError,
    about,
    operation,
)
from cluetree.text.language import ENGLISH, LANGUAGES, speaking

_MOST_CANDIDATES: Final = 10

GameId: TypeAlias = Annotated[str, about("The game's id.")]
NewId: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        description="The id of the new game; by default the next free number.",
    ),
]
Language: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^({'|'.join(sorted(LANGUAGES))})$",
        description="The language of texts in the result. It also adds `words`, the sentences "
        "about a result that has any; by default there are none, and texts are in English.",
    ),
]


@dataclass
class OpenGames:
    """All open games of a client.

    Raises:
        RequestError: From methods, if a game cannot be opened or found.
    """

    books: dict[str, Notebook] = field(default_factory=dict[str, Notebook])
    """The games by id, in the order they were opened."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def open(self, book: Notebook, game_id: str | None = None) -> "OpenGame":
        """Add a game; without an id it gets the next free number."""
        if game_id is None:
            game_id = next(name for name in map(str, self._numbers) if name not in self.books)
        elif game_id in self.books:
            reason = f"a game {game_id!r} is already open"
            raise RequestError("game_exists", reason, "game", word=game_id)
        self.books[game_id] = book
        return OpenGame.of(game_id, book)

    def get(self, game_id: str) -> Notebook:
        """Return an open game."""
        if game_id not in self.books:
            names = tuple(self.books)[:_MOST_CANDIDATES]
            reason = f"no game {game_id!r} is open; open games: {', '.join(names) or 'none'}"
            raise RequestError("no_game", reason, "game", word=game_id, candidates=names)
        return self.books[game_id]

    def call(
        self,
        operation: Operation,
        asked: msgspec.Struct,
        limit: Limit | None = PATIENCE,
    ) -> Mapping[str, object]:
        """Run an operation, and return the fields of its result.

        For an operation on a notebook, the game's id comes first, and `words` last if a language
        is requested. `asked` is a struct of the type that `params_of` makes; `limit` is the limit
        if it has none.

        Raises:
            ClueError: If the library raises it.
        """
        language = asked.language if isinstance(asked, Params) else None
        with speaking(language or ENGLISH):
            if not isinstance(asked, GameParams):
                return operation.document(operation.call(self, asked))
            book = self.get(asked.game)
            own = asked.limit if isinstance(asked, QuestionParams) else None
            book.limit = limit if own is None else Limit(own.seconds)
            result = operation.call(book, asked)
            document = operation.document(result, game=asked.game)
            if language is None or operation.words is None:
                return document
            return {**document, "words": operation.words(book, result)}


class WorkLimit(JsonObject, frozen=True, forbid_unknown_fields=True):
    """The maximum time for an answer."""

    seconds: Annotated[float, Meta(ge=0)] | None = None


class Params(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters that interfaces add to every operation."""

    language: Language | None = None


class GameParams(Params, frozen=True, kw_only=True):
    """The parameters that interfaces add to an operation on a notebook."""

    game: GameId


class QuestionParams(GameParams, frozen=True, kw_only=True):
    """The parameters that interfaces add to a question."""

    limit: Annotated[
        WorkLimit | None,
        about(
            "At the limit the answer is partial and says what is missing. Default: "
            "the server's own limit."
        ),
    ] = None


def params_of(operation: Operation) -> type[msgspec.Struct]:
    """Return the type of an operation's parameters."""
    if operation.subject is OpenGames:
        return operation.struct(Params)
    return operation.struct(QuestionParams if operation.is_question else GameParams)


class OpenGame(JsonObject):
    """An open game."""

    game: str
    title: str
    events: EventCount

    @classmethod
    def of(cls, game: str, book: Notebook) -> "OpenGame":
        """Return the entry of a game."""
        return cls(game, book.title, len(book))


class GameList(JsonObject):
    """All open games, in the order they were opened."""

    games: Sequence[OpenGame]


class Editions(JsonObject):
    """All shipped decks."""

    editions: Sequence[Edition]
    titles: Annotated[
        Sequence[str],
        about("Optional words of card names, in lower case."),
    ]


@operation()
def editions(games: OpenGames) -> Editions:  # noqa: ARG001
    """List the shipped decks with their cards and aliases."""
    return Editions(shipped.SHIPPED, sorted(TITLES))


@operation(changes=True)
def new(games: OpenGames, *, record: RecordText, game: NewId | None = None) -> OpenGame:
    """Open a game from a set-up, or from a whole record in JSON or .clue."""
    return games.open(Notebook.from_record(record_of(record)), game)


@operation()
def games(games: OpenGames) -> GameList:
    """List the open games."""
    return GameList([OpenGame.of(*each) for each in games.books.items()])


@operation(changes=True)
def close(games: OpenGames, *, game: GameId) -> OpenGame:
    """Close a game; unsaved changes are lost."""
    state = OpenGame.of(game, games.get(game))
    del games.books[game]
    return state
