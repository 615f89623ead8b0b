"""What each method is given: the `params` of requests, checked by msgspec.

Fields that are not named here are ignored, so that a newer client can speak to an older server.
Records and events are kept as JSON for the record's own reader, which is stricter: a misspelt
`pased` there would change what is known.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw

from cluetree.limit import Limit

LONGEST_ID: Final = 200
"""Characters of a game's id at most."""

_Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Number: TypeAlias = Annotated[int, Meta(ge=1, description="An event's number, from 1.")]
_Event: TypeAlias = Annotated[
    Raw,
    Meta(
        description="An event as it stands in a record, or the line of it in a .clue file.",
        extra_json_schema={"anyOf": [{"$ref": "#/$defs/Event"}, {"type": "string"}]},
    ),
]
_Record: TypeAlias = Annotated[
    Raw,
    Meta(
        description="A record in JSON, of which format and events may be left out; or its text.",
        extra_json_schema={"anyOf": [{"$ref": "#/$defs/AnyRecord"}, {"type": "string"}]},
    ),
]
_NewId: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_ID,
        description="What the game will be called; left out, a number is chosen.",
    ),
]
_Path: TypeAlias = Annotated[
    str, Meta(description="A .json or .clue file in the directory that the server may use.")
]
_Player: TypeAlias = Annotated[str, Meta(description="A player's name, or envelope.")]


class Params(msgspec.Struct, frozen=True, kw_only=True):
    """No params."""


class InitializeParams(Params, frozen=True, kw_only=True):
    """Who is there, and what they speak."""

    protocol: Annotated[int, Meta(description="The protocol that the client speaks.")] = 1
    client: Annotated[str, Meta(description="The client's name, for the log.")] = ""
    token: Annotated[str, Meta(description="The word that the server shares with clients.")] = ""


class NewParams(Params, frozen=True, kw_only=True):
    """A game to begin or to go on with."""

    record: _Record
    game: _NewId | None = None
    version: Annotated[
        _Count, Meta(description="Where to count on from, for a game that was kept elsewhere.")
    ] = 0


class LoadParams(Params, frozen=True, kw_only=True):
    """A game in a file."""

    path: _Path
    game: _NewId | None = None


class GameParams(Params, frozen=True, kw_only=True):
    """The game that a method is about."""

    game: Annotated[str, Meta(description="The game's id.")]
    expect_version: Annotated[
        _Count | None,
        Meta(description="Do nothing, and answer error 3, if the game is at another version."),
    ] = None


class LimitForm(msgspec.Struct, frozen=True, kw_only=True):
    """How much work an answer may take."""

    seconds: Annotated[float, Meta(ge=0)] | None = None
    states: Annotated[
        _Count | None, Meta(description="Units of work, the same on every machine.")
    ] = None

    def limit(self) -> Limit:
        """Return the library's own."""
        return Limit(self.seconds, self.states)


class AskParams(GameParams, frozen=True, kw_only=True):
    """The game that is asked about, and how much work the answer may take."""

    limit: Annotated[
        LimitForm | None,
        Meta(
            description="At the limit the answer is what there is by then, and says what it "
            "lacks; left out, the server's own limit."
        ),
    ] = None


class SaveParams(GameParams, frozen=True, kw_only=True):
    """How to write a game, and whether to a file."""

    spelling: Annotated[
        Literal["json", "clue"], Meta(description="Of the answer; a file's is said by its suffix.")
    ] = "json"
    path: _Path | None = None


class TellParams(GameParams, frozen=True, kw_only=True):
    """An event for the end of the log."""

    event: _Event


class EditParams(GameParams, frozen=True, kw_only=True):
    """An event, and its place in the log."""

    number: _Number
    event: _Event


class DeleteParams(GameParams, frozen=True, kw_only=True):
    """An event by its number."""

    number: _Number


class SupposeParams(GameParams, frozen=True, kw_only=True):
    """What the copy of a game is to hold."""

    events: Annotated[
        tuple[_Event, ...], Meta(description="Told to the copy, after what it takes over.")
    ] = ()
    after: Annotated[
        _Count | None, Meta(description="Take over only so many events; left out, all.")
    ] = None
    copy: _NewId | None = None


class BeliefsParams(AskParams, frozen=True, kw_only=True):
    """Which parts of what follows are wanted."""

    one_of: Annotated[
        bool, Meta(description="Also find the sets of cards of which a player holds one: slower.")
    ] = False
    triples: Annotated[
        _Count | None, Meta(description="List only so many triples, the likeliest.")
    ] = None


class WhyParams(AskParams, frozen=True, kw_only=True):
    """A place and a card."""

    player: _Player
    card: str


class RepairParams(GameParams, frozen=True, kw_only=True):
    """One of the changes that `repairs` found."""

    number: Annotated[int, Meta(ge=1, description="As `repairs` numbers them, from 1.")]


class SetUpParams(GameParams, frozen=True, kw_only=True):
    """Another set-up, with the log as it fits it."""

    record: _Record


class TreeParams(AskParams, frozen=True, kw_only=True):
    """How to draw the tree."""

    form: Literal["text", "dot", "mermaid"] = "text"


class CompleteParams(GameParams, frozen=True, kw_only=True):
    """A line of `.clue` that is being typed."""

    line: Annotated[str, Meta(description="What stands before the cursor.")]
    turn: Annotated[str | None, Meta(description="Whose turn it is, to be offered first.")] = None


class ReviewParams(AskParams, frozen=True, kw_only=True):
    """What to look back with."""

    deal: Annotated[
        Mapping[str, str] | None,
        Meta(description="Where every card lay: a player or envelope, by card; not face-up ones."),
    ] = None


class AdviseParams(AskParams, frozen=True, kw_only=True):
    """Which suggestions are wanted."""

    rooms: Annotated[
        tuple[str, ...] | None, Meta(description="The rooms that may be named; left out, all.")
    ] = None
    top: Annotated[
        _Count | None, Meta(description="Only so many, the best ones; left out, all.")
    ] = None


class SampleParams(AskParams, frozen=True, kw_only=True):
    """How many deals to look at."""

    samples: Annotated[int, Meta(ge=2, le=100_000, description="How many deals to draw.")] = 200


class CardToShowParams(SampleParams, frozen=True, kw_only=True):
    """A suggestion that the viewpoint has to answer."""

    asker: str
    cards: Annotated[tuple[str, ...], Meta(description="What was suggested, in any order.")]
