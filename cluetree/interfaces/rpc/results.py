"""What methods answer that is no document of its own; the others answer in `faces.forms`.

A result of a method on a game also has that game's id and version (`OfGame`). What a newer
server adds is for clients to ignore.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Raw

from cluetree.interfaces.rpc.games import Game
from cluetree.notebook import Notebook
from cluetree.operations.forms.log import EntryForm
from cluetree.operations.forms.parts import Form


class Done(Form, frozen=True, kw_only=True):
    """Done; there is nothing to tell."""


class Capabilities(Form, frozen=True, kw_only=True):
    """What this server can do."""

    methods: Sequence[str]
    batches: bool
    files: Annotated[bool, Meta(description="Whether load, and save with a path, are possible.")]
    max_line: Annotated[int, Meta(description="Bytes of a line, its end not counted.")]
    max_games: Annotated[int, Meta(description="Games that may be open at once.")]
    max_seconds: Annotated[
        float | None, Meta(description="How long a line may take; null: as long as its limits say.")
    ]


class Server(Form, frozen=True, kw_only=True):
    """What answers."""

    name: str
    version: str


class Initialized(Form, frozen=True, kw_only=True):
    """The protocol spoken from now on, and by whom."""

    protocol: int
    server: Server
    capabilities: Capabilities


class DeckForm(Form, frozen=True, kw_only=True):
    """A shipped deck."""

    id: str
    title: str
    suspects: Sequence[str]
    weapons: Sequence[str]
    rooms: Sequence[str]
    aliases: Annotated[
        Mapping[str, Sequence[str]], Meta(description="Other names understood, by card.")
    ]


class Editions(Form, frozen=True, kw_only=True):
    """All shipped decks."""

    editions: Sequence[DeckForm]
    titles: Annotated[
        Sequence[str], Meta(description="Words that may be left out of a card's name, folded.")
    ]


class OfGame(Form, frozen=True, kw_only=True):
    """Which game the answer is about, and the state it is true of."""

    game: str
    version: Annotated[int, Meta(description="How many changes the game has seen.")]


class GameState(OfGame, frozen=True, kw_only=True):
    """How far a game has come."""

    title: str
    events: Annotated[int, Meta(description="How many there are.")]

    @classmethod
    def of(cls, game: Game) -> "GameState":
        """Say how far a game has come."""
        title, events = game.book.title, len(game.book)
        return cls(game=game.id, version=game.version, title=title, events=events)


class GameList(Form, frozen=True, kw_only=True):
    """All open games, in the order they were opened."""

    games: Sequence[GameState]


class LogState(Form, frozen=True, kw_only=True):
    """How far the log has come."""

    title: str
    events: Annotated[int, Meta(description="How many there are.")]

    @classmethod
    def of(cls, book: Notebook) -> "LogState":
        """Say how far a log has come."""
        return cls(title=book.title, events=len(book))


class Undone(LogState, frozen=True, kw_only=True):
    """How far the log has come, and whether there was something to do."""

    changed: bool


class Saved(OfGame, frozen=True, kw_only=True):
    """The game as a record."""

    record: Annotated[
        Raw, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/GameRecord"}, {"type": "string"}]})
    ]
    path: Annotated[str | None, Meta(description="The file it was written to, if it was.")]


class Entered(Form, frozen=True, kw_only=True):
    """The event as it stands in the log now."""

    entry: EntryForm


class Log(Form, frozen=True, kw_only=True):
    """The whole log, and what it says about turns."""

    events: Sequence[EntryForm]
    turn: Annotated[str | None, Meta(description="Who comes next; null: the game is over.")]
    eliminated: Annotated[Sequence[str], Meta(description="Who has accused wrongly, by seats.")]


class Answered(Form, frozen=True, kw_only=True):
    """The envelope, where it is certain."""

    consistent: bool
    answer: Annotated[Sequence[str] | None, Meta(description="Suspect, weapon, room.")]


class Drawing(Form, frozen=True, kw_only=True):
    """The tree, drawn."""

    tree: str


class Completed(Form, frozen=True, kw_only=True):
    """What may stand next."""

    expects: Annotated[str, Meta(description="In words; empty where the line may end.")]
    start: Annotated[
        int, Meta(description="The character, from 0, from where on a candidate stands instead.")
    ]
    candidates: Annotated[Sequence[str], Meta(description="Likeliest first.")]
