"""What each method answers: the `result` of answers.

Where the command answers the same in JSON, the fields are the same. What a newer server adds is
for clients to ignore.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

_Event: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
_Chance: TypeAlias = Annotated[float, Meta(description="From 0 to 1.")]
_Bits: TypeAlias = Annotated[float, Meta(description="In bits.")]
_Deals: TypeAlias = Annotated[
    int, Meta(description="Exact, however large: beyond 2**53 a float would round it.")
]
_Numbers: TypeAlias = Annotated[Sequence[int], Meta(description="Numbers of events.")]
_Deal: TypeAlias = Annotated[
    Mapping[str, str], Meta(description="For each card that is not face-up, where it lies.")
]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Done; there is nothing to tell."""


class Capabilities(Result, frozen=True, kw_only=True):
    """What this server can do."""

    methods: Sequence[str]
    batches: bool
    files: Annotated[bool, Meta(description="Whether load, and save with a path, are possible.")]
    max_line: Annotated[int, Meta(description="Bytes of a line, its end not counted.")]
    max_games: Annotated[int, Meta(description="Games that may be open at once.")]


class Server(Result, frozen=True, kw_only=True):
    """What answers."""

    name: str
    version: str


class Initialized(Result, frozen=True, kw_only=True):
    """The protocol spoken from now on, and by whom."""

    protocol: int
    server: Server
    capabilities: Capabilities


class Shipped(Result, frozen=True, kw_only=True):
    """A shipped deck."""

    id: str
    title: str
    suspects: Sequence[str]
    weapons: Sequence[str]
    rooms: Sequence[str]
    aliases: Annotated[
        Mapping[str, Sequence[str]], Meta(description="Other names understood, by card.")
    ]


class Editions(Result, frozen=True, kw_only=True):
    """All shipped decks."""

    editions: Sequence[Shipped]


class OfGame(Result, frozen=True, kw_only=True):
    """Which game the answer is about, and the state it is true of."""

    game: str
    version: Annotated[int, Meta(description="How many changes the game has seen.")]


class GameState(OfGame, frozen=True, kw_only=True):
    """How far a game has come."""

    title: str
    events: Annotated[int, Meta(description="How many there are.")]


class Games(Result, frozen=True, kw_only=True):
    """All open games, in the order they were opened."""

    games: Sequence[GameState]


class Changed(GameState, frozen=True, kw_only=True):
    """Whether there was something to do."""

    changed: bool


class Saved(OfGame, frozen=True, kw_only=True):
    """The game as a record."""

    record: Annotated[
        Raw, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/GameRecord"}, {"type": "string"}]})
    ]
    path: Annotated[str | None, Meta(description="The file it was written to, if it was.")]


class Entry(Result, frozen=True, kw_only=True):
    """One event of the log, in both spellings."""

    number: int
    event: _Event
    line: Annotated[str, Meta(description="The line of it in a .clue file.")]


class Entered(OfGame, frozen=True, kw_only=True):
    """The event as it stands in the log now."""

    entry: Entry


class Log(OfGame, frozen=True, kw_only=True):
    """The whole log."""

    events: Sequence[Entry]


class Triple(Result, frozen=True, kw_only=True):
    """One possible envelope."""

    cards: Annotated[Sequence[str], Meta(description="Suspect, weapon, room.")]
    deals: _Deals
    probability: _Chance


class OneOf(Result, frozen=True, kw_only=True):
    """Cards of which a player holds at least one."""

    player: str
    cards: Sequence[str]


class Solution(OfGame, frozen=True, kw_only=True):
    """All that follows from the log, as the command's `solve --json` has it."""

    format: Literal["cluetree-solution/1"]
    consistent: bool
    deals: _Deals
    entropy: Annotated[float, Meta(description="How much of the envelope is open, in bits.")]
    envelope: Annotated[
        Sequence[str | None], Meta(description="Suspect, weapon, room; null where not certain.")
    ]
    triples: Sequence[Triple]
    holds: Annotated[
        Sequence[tuple[str, str]], Meta(description="Every place and card there for certain.")
    ]
    lacks: Annotated[
        Sequence[tuple[str, str]], Meta(description="Every place and card not there for certain.")
    ]
    one_of: Annotated[Sequence[OneOf] | UnsetType, Meta(description="If asked for.")] = UNSET
    probabilities: Annotated[
        Mapping[str, Mapping[str, float]], Meta(description="By card, then by place.")
    ]
    conflicts: Annotated[
        Sequence[_Numbers], Meta(description="Of a log that cannot be true: what clashes.")
    ]


class Answered(OfGame, frozen=True, kw_only=True):
    """The envelope, where it is certain."""

    consistent: bool
    answer: Annotated[Sequence[str] | None, Meta(description="Suspect, weapon, room.")]


class Fact(Result, frozen=True, kw_only=True):
    """That a player or the envelope holds a card, or does not."""

    player: str
    card: str
    holds: bool


class Step(Result, frozen=True, kw_only=True):
    """One step of a proof."""

    id: int
    rule: str
    events: _Numbers
    uses: Annotated[Sequence[int], Meta(description="Ids of earlier steps.")]
    concludes: Fact
    under: Annotated[
        int | UnsetType, Meta(description="The id of the assumption it is made under.")
    ] = UNSET


class Reason(OfGame, frozen=True, kw_only=True):
    """A proof, or two deals that leave the fact open, as the command's `why --json` has it."""

    format: Literal["cluetree-proof/1"]
    fact: Fact
    open: Literal[True] | UnsetType = UNSET
    steps: Sequence[Step]
    events: _Numbers
    so: _Deal | UnsetType = UNSET
    not_so: _Deal | UnsetType = UNSET


class Conflicts(OfGame, frozen=True, kw_only=True):
    """The smallest sets of events that clash."""

    conflicts: Annotated[
        Sequence[_Numbers], Meta(description="One empty set if the set-up clashes by itself.")
    ]
    complete: Annotated[bool, Meta(description="Whether these are all.")]


class Mend(Result, frozen=True, kw_only=True):
    """One change that would make an impossible log possible."""

    number: Annotated[int, Meta(description="What `repair` calls it.")]
    event: Annotated[int, Meta(description="The number of the event; 0 for the set-up.")]
    change: Annotated[str, Meta(description="In words.")]
    replacement: Annotated[
        Raw, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/Event"}, {"type": "null"}]})
    ]
    deals: _Deals
    chance: _Chance


class Mends(OfGame, frozen=True, kw_only=True):
    """The single changes that would mend a log, likeliest first."""

    repairs: Sequence[Mend]
    complete: Annotated[bool, Meta(description="Whether everything was tried.")]


class Suspect(Result, frozen=True, kw_only=True):
    """An entry that a slip would explain better."""

    event: int
    score: _Bits
    why: str


class Suspects(OfGame, frozen=True, kw_only=True):
    """Entries worth a second look, worst first."""

    suspicious: Sequence[Suspect]


class Drawing(OfGame, frozen=True, kw_only=True):
    """The tree, drawn."""

    tree: str


class Completed(OfGame, frozen=True, kw_only=True):
    """What may stand next."""

    expects: Annotated[str, Meta(description="In words; empty where the line may end.")]
    start: Annotated[
        int, Meta(description="The character, from 0, from where on a candidate stands instead.")
    ]
    candidates: Annotated[Sequence[str], Meta(description="Likeliest first.")]


class Lesson(Result, frozen=True, kw_only=True):
    """What one event let its observer conclude."""

    number: int
    deduced: Annotated[Sequence[Fact], Meta(description="Beyond what it says itself.")]
    bits: _Bits


class Reviewed(OfGame, frozen=True, kw_only=True):
    """A game looked back on."""

    lessons: Sequence[Lesson]
    answer: Sequence[str] | None
    settled_by: Annotated[int | None, Meta(description="The event that left one triple.")]
    missed: Annotated[_Numbers, Meta(description="Events of one who could have accused.")]
    untrue: Annotated[_Numbers, Meta(description="Events that the deal belies.")]
