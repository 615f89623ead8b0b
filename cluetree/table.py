"""The set-up of a game: seats, hand sizes, the viewpoint, and the rules of asking."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from textwrap import shorten
from typing import ClassVar, Final, TypedDict, Unpack, get_type_hints
from unicodedata import normalize

from more_itertools import duplicates_everseen

from cluetree._names import Names, folded, is_text, listed, name_key, verify_name, verify_type
from cluetree.cards import Category, ClueCard, Edition
from cluetree.errors import InvalidTableError, UnknownNameError, UnknownPlayerError, either


class Answering(StrEnum):
    """Which players answer a suggestion."""

    FIRST = "first"
    """The first player asked who can show a card does (Clue)."""
    ALL = "all"
    """Everyone who can show a card shows one (Master Detective, some house rules)."""


class Direction(StrEnum):
    """Which neighbour of the asker is asked first; turns always go clockwise."""

    CLOCKWISE = "clockwise"
    """The left neighbour, then on to the left (Clue)."""
    ANTICLOCKWISE = "anticlockwise"
    """The right neighbour, then on to the right (some editions and house rules)."""


class Questions(StrEnum):
    """What a player asks on a turn."""

    THREE = "three cards"
    """A suggestion of a suspect, a weapon and a room, to all players in turn (Clue)."""
    ONE = "one card"
    """One card, of one other player."""
    TWO = "two cards"
    """Two different cards of any kind, of one other player."""
    ONE_OR_TWO = "one or two cards"
    """One or two different cards of any kind, of one other player."""


class ReplyForm(StrEnum):
    """How a question to one player is answered."""

    WORD = "word"
    """Yes if the player holds at least one of the cards, otherwise no."""
    CARD = "card"
    """The player shows the asker one of the cards if possible."""


class Unanswered(StrEnum):
    """What the asker of a suggestion gets if no player can show a card."""

    NOTHING = "nothing"
    """Nothing more (Clue)."""
    LOOK = "look"
    """A look at a face-down card that the asker has not seen (Clue for two players, 2012)."""


class TableRules(TypedDict, total=False):
    """The fields of a `Table` that are rules."""

    answering: Answering
    answers: Direction
    questions: Questions
    replies: ReplyForm
    unanswered: Unanswered


class SetUp(TableRules, total=False):
    """The arguments of `Table.set_up` that are given by keyword."""

    viewpoint: str | None
    hand: Iterable[str | ClueCard]
    face_up: Iterable[str | ClueCard]
    face_down: Mapping[str, int | None] | None


RULES: Final[Mapping[str, type[StrEnum]]] = get_type_hints(TableRules)
"""The values of each rule."""


@dataclass(frozen=True, slots=True)
class CluePlayer:
    """A player: a name, in Unicode's form NFC, a hand size, and the hand if known.

    >>> CluePlayer("Ann", 6)
    CluePlayer(name='Ann', hand_size=6, hand=())

    Raises:
        InvalidTableError: If the name is blank, the size negative, or the hand larger than it.
    """

    name: str
    hand_size: int | None = None
    """The number of cards in the hand; `None` if unknown."""
    hand: tuple[ClueCard, ...] = ()

    def __post_init__(self) -> None:
        verify_name(self.name, InvalidTableError)
        if not name_key(self.name):
            raise InvalidTableError("a player's name must not be blank")
        what, expected = f"{self.name}'s hand size", "a whole number or None"
        verify_type(what, self.hand_size, int | None, expected, InvalidTableError)
        if self.hand_size is not None and self.hand_size < 0:
            raise InvalidTableError(f"{what} must not be negative, got {self.hand_size}")
        object.__setattr__(self, "name", normalize("NFC", self.name))
        hand = listed(f"{self.name}'s hand", self.hand, InvalidTableError)
        object.__setattr__(self, "hand", hand)
        for card in self.hand:
            verify_type(f"{self.name}'s card", card, ClueCard, "a ClueCard", InvalidTableError)
        for card in duplicates_everseen(self.hand):
            raise InvalidTableError(f"{self.name}'s hand has {card} twice")
        if self.hand_size is not None and len(self.hand) > self.hand_size:
            raise _wrong_size(self)

    def __str__(self) -> str:
        return self.name


def verify_names(players: Iterable[CluePlayer]) -> tuple[CluePlayer, ...]:
    """Return players whose names differ from each other and from "envelope", "nobody", "somebody".

    Raises:
        InvalidTableError: If they do not. Case and surrounding blanks are ignored.
    """
    players = listed("players", players, InvalidTableError)
    names = [player.name for player in players]
    for name in duplicates_everseen(names, key=name_key):
        raise InvalidTableError(f"two players have the name {name}")
    for word in _NO_PLAYERS.intersection(map(name_key, names)):
        raise InvalidTableError(f"a player's name must not be {word!r}")
    return players


def _wrong_size(player: CluePlayer) -> InvalidTableError:
    return InvalidTableError(
        f"{player}'s hand must have {player.hand_size} cards, got {len(player.hand)}"
    )


ENVELOPE_SIZE: Final = len(Category)
ENVELOPE: Final = "envelope"
"""The name of the holder of the three hidden cards."""

ENVELOPE_HAND: Final = CluePlayer(ENVELOPE, ENVELOPE_SIZE)
"""The three hidden cards, as a holder like the players."""

POOL: Final = "Pool"
"""The name of a face-down hand without another name."""

MOST_PLAYERS: Final = 100
"""The maximum number of players."""

_NO_PLAYERS: Final = frozenset({ENVELOPE, "nobody", "somebody"})
RESERVED: Final = _NO_PLAYERS | frozenset(
    {"no", "not", "none", "no one", "noone", "someone", "all", "one", "and", "or"}
    | {"pass", "passed", "show", "showed"}
    | {"i", "me", "he", "she", "it", "we", "you", "they"}
)
"""Words that do not count as a prefix of a name."""


class HandNames(Names[CluePlayer]):
    """Players or hands by name or its beginning; a keyboard may lack their accents."""

    error: ClassVar[type[UnknownNameError]] = UnknownPlayerError
    reserved: ClassVar[Collection[str]] = RESERVED
    lists_all: ClassVar[bool] = True

    @staticmethod
    def keys(text: str) -> tuple[str, str]:
        """Return a name without case, and without accents, too, unless it consists of them."""
        key = name_key(text)
        return key, folded(key) or key

    def find_holder(self, name: str) -> CluePlayer:
        """Find a hand, or `ENVELOPE_HAND` under the name "envelope"."""
        if not is_text(name):
            raise self.error(name, (*self.exact, ENVELOPE))
        return ENVELOPE_HAND if name_key(name) == ENVELOPE else self.find(name)


def left_face_down(
    edition: Edition, players: Sequence[CluePlayer], face_up: Collection[ClueCard]
) -> tuple[CluePlayer, ...]:
    """Return the face-down hand that an edition's rules leave, of unknown size if a player's is."""
    left = left_over(edition, players, face_up)
    is_known = None not in [player.hand_size for player in players]
    if not edition.leaves_face_down or (is_known and left <= 0):
        return ()
    return (CluePlayer(POOL, left if is_known else None),)


def left_over(edition: Edition, hands: Sequence[CluePlayer], face_up: Collection[ClueCard]) -> int:
    """Return how many cards no hand has; negative if there are too many, 0 if sizes are unknown."""
    sizes = [hand.hand_size for hand in hands if hand.hand_size is not None]
    if len(sizes) < len(hands):
        return 0
    return len(edition.cards) - ENVELOPE_SIZE - len(face_up) - sum(sizes)


@dataclass(frozen=True)
class Table:
    """The set-up of one game, as one observer sees it.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(
    ...     CLUE_US,
    ...     {"Ann": 6, "Bob": 6, "Eve": 6},
    ...     viewpoint="Ann",
    ...     hand=("Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"),
    ... )
    >>> table.left_of("Bob")
    ('Eve', 'Ann')

    Hand sizes may differ or be unknown. The deduction, not the table, checks that the hands, the
    face-up cards and the envelope add up to the deck.

    Cards that lie face down and belong to nobody are hands without a player: the cards left over
    by some editions, or the dummy hand of a game for two. They never ask, answer or accuse.

    Raises:
        InvalidTableError: If there are fewer than two players or more than 100 hands, names are
            not unique or reserved, a hand or face-up card is not in the edition or is in two
            places, or the viewpoint's hand is not given or another one is.
        UnknownPlayerError: From any method, if a name is unknown or ambiguous.
    """

    edition: Edition
    players: tuple[CluePlayer, ...]
    """Seat order, clockwise."""
    viewpoint: str | None = None
    """The player whose knowledge is tracked; `None` for an onlooker without cards."""
    face_up: tuple[ClueCard, ...] = ()
    """Leftover cards of the deal that all players can see."""
    answering: Answering = Answering.FIRST
    """Which players answer a suggestion."""
    face_down: tuple[CluePlayer, ...] = ()
    """Hands without a player: cards that lie face down, with a name and a size."""
    answers: Direction = Direction.CLOCKWISE
    """The direction in which players are asked."""
    questions: Questions = Questions.THREE
    """What a player asks on a turn."""
    replies: ReplyForm = ReplyForm.WORD
    """How a question to one player is answered."""
    unanswered: Unanswered = Unanswered.NOTHING
    """What the asker of a suggestion gets if no player can show a card."""

    def __post_init__(self) -> None:
        for field in ("players", "face_up", "face_down"):
            object.__setattr__(self, field, listed(field, getattr(self, field), InvalidTableError))
        for field, rule in RULES.items():
            if (value := getattr(self, field)) not in [*rule]:
                valid = either([f"'{each}'" for each in rule])
                raise InvalidTableError(f"{field} must be {valid}, got {value!r}")
            object.__setattr__(self, field, rule(value))
        if (number := len(self.players)) < 2:  # noqa: PLR2004
            raise InvalidTableError(f"a game must have at least two players, got {number}")
        if (number := len(self.hands)) > MOST_PLAYERS:
            raise InvalidTableError(f"a game must have at most {MOST_PLAYERS} hands, got {number}")
        verify_names(self.hands)
        if self.viewpoint is not None:
            object.__setattr__(self, "viewpoint", self.player(self.viewpoint).name)
        self._verify_cards()

    def _verify_cards(self) -> None:
        for player in self.hands:
            if player.hand and player.name != self.viewpoint:
                raise InvalidTableError(
                    f"only the viewpoint's hand belongs to the set-up: give {player.name}'s "
                    f"{player.hand[0]} as an event"
                )
        me = self.me
        if me is not None and me.hand_size is not None and len(me.hand) != me.hand_size:
            raise _wrong_size(me)
        if me is not None and me.hand_size is None and not me.hand:
            raise InvalidTableError(f"{me}'s hand must be given, or its size must be 0")
        seen = (*(me.hand if me else ()), *self.face_up)
        for card in seen:
            if card not in self.edition:
                raise InvalidTableError(f"{card.name} is not a {card.category} of {self.edition}")
        for card in duplicates_everseen(seen):
            raise InvalidTableError(f"{card} is in two places")

    @classmethod
    def set_up(
        cls,
        edition: Edition,
        hand_sizes: Mapping[str, int | None],
        *,
        viewpoint: str | None = None,
        hand: Iterable[str | ClueCard] = (),
        face_up: Iterable[str | ClueCard] = (),
        face_down: Mapping[str, int | None] | None = None,
        **rules: Unpack[TableRules],
    ) -> "Table":
        """Return the table of players with names and hand sizes, with cards given by name.

        Args:
            edition: The deck.
            hand_sizes: The hand size of each player (`None` if unknown), in seat order.
            viewpoint: The player whose hand is given; `None` for an onlooker.
            hand: The complete hand of the viewpoint.
            face_up: Cards that all players can see.
            face_down: The sizes of face-down hands, by name: `{"Pool": 3}`. By default, if an
                edition's rules leave cards face down, the cards that are left over.
            **rules: The rules, by the names of the fields.

        Raises:
            UnknownCardError: If a word is not a card.
            InvalidTableError: If the set-up is invalid.
        """
        deck = "a deck such as CLUE_US of cluetree.editions"
        verify_type("edition", edition, Edition, deck, InvalidTableError)
        sizes = "a mapping such as {'Ann': 6, 'Bob': 6}"
        verify_type("hand_sizes", hand_sizes, Mapping, sizes, InvalidTableError)
        cards = edition.hand(*listed("hand", hand, InvalidTableError))
        if cards and viewpoint is None:
            raise InvalidTableError("an onlooker has no hand: name its player as viewpoint")
        players = tuple(CluePlayer(name, size) for name, size in hand_sizes.items())
        me = None if viewpoint is None else HandNames(players).find(viewpoint)
        seated = tuple(replace(each, hand=cards) if each is me else each for each in players)
        seen = edition.hand(*listed("face_up", face_up, InvalidTableError))
        hidden = tuple(CluePlayer(name, size) for name, size in (face_down or {}).items())
        if face_down is None:
            hidden = left_face_down(edition, seated, seen)
        return cls(edition, seated, viewpoint, seen, face_down=hidden, **rules)

    @cached_property
    def me(self) -> CluePlayer | None:
        """The viewpoint's player; `None` for an onlooker."""
        return self.seats.exact[self.viewpoint] if self.viewpoint is not None else None

    @cached_property
    def hands(self) -> tuple[CluePlayer, ...]:
        """The players in seat order, then the face-down hands."""
        return (*self.players, *self.face_down)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of all hands, then "envelope"."""
        return (*(hand.name for hand in self.hands), ENVELOPE)

    @cached_property
    def seats(self) -> HandNames:
        """The players by name."""
        return HandNames(self.players)

    @cached_property
    def holders(self) -> HandNames:
        """The players and the face-down hands by name."""
        return HandNames(self.hands)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(self.seats.exact)

    @cached_property
    def _left_of(self) -> Mapping[str, tuple[str, ...]]:
        names = self.names
        return {name: names[seat + 1 :] + names[:seat] for seat, name in enumerate(names)}

    def player(self, name: str) -> CluePlayer:
        """Find a player by name or unique prefix.

        Case, accents and surrounding blanks are ignored. A full name is preferred to a prefix,
        and words of a line such as "envelope", "nobody", "no" and "me" are not prefixes.
        """
        try:
            return self.seats.exact[name]
        except (KeyError, TypeError):  # not exact
            hidden = () if self.seats.meant_by(name) else self.holders.meant_by(name)
        if not hidden:
            return self.seats.find(name)
        reason = f"{hidden[0]} lies face down, so it cannot ask, answer, pass or accuse"
        raise InvalidTableError(reason)

    def holder(self, name: str) -> CluePlayer:
        """Find a player, a face-down hand, or `ENVELOPE_HAND` under the name "envelope"."""
        try:
            return self.seats.exact[name]
        except (KeyError, TypeError):  # not exact
            return self.holders.find_holder(name)

    def left_of(self, name: str) -> tuple[str, ...]:
        """Return the other players in turn order, starting with the left neighbour."""
        return self._left_of[self.player(name).name]

    def showers(self, asker: str, able: Container[str]) -> tuple[str, ...]:
        """Return the able players who must show the asker a card, in the order of asking."""
        order = tuple(name for name in self.asked_by(asker) if name in able)
        return order[:1] if self.answering is Answering.FIRST else order

    def asked_by(self, name: str) -> tuple[str, ...]:
        """Return the other players in the order in which this player asks them."""
        left = self.left_of(name)
        return left if self.answers is Direction.CLOCKWISE else left[::-1]

    def __repr__(self) -> str:
        seats = (f"{p.name} {'?' if p.hand_size is None else p.hand_size}" for p in self.hands)
        seen = "seen by an onlooker" if self.viewpoint is None else f"seen by {self.viewpoint}"
        text = f"<Table of {self.edition}, {seen}: {', '.join(seats)}>"
        return shorten(text, 200, placeholder=" ...>")
