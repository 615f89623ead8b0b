"""Who sits where with how many cards, whose eyes we see through, and who answers whom."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from textwrap import shorten
from typing import Final

from more_itertools import duplicates_everseen

from cluetree.cards import ClueCard, Edition, is_card
from cluetree.errors import InvalidTableError, UnknownPlayerError


class Answering(StrEnum):
    """Who answers a suggestion."""

    FIRST = "first"
    """The first player clockwise who can show a card does (Clue)."""
    ALL = "all"
    """Everyone who can show a card shows one (Master Detective, some house rules)."""


@dataclass(frozen=True, slots=True)
class CluePlayer:
    """One player: a name, how many cards they hold, and their hand where it is known.

    >>> CluePlayer("Ann", 6)
    CluePlayer(name='Ann', hand_size=6, hand=())

    Raises:
        InvalidTableError: If the name is blank, the size negative, or the hand larger than it.
    """

    name: str
    hand_size: int | None = None
    """Number of cards in the hand; `None` where nobody counted them."""
    hand: tuple[ClueCard, ...] = ()

    def __post_init__(self) -> None:
        _verify_player(self.name, self.hand_size)
        object.__setattr__(self, "hand", tuple(self.hand))
        _verify_are_cards(f"{self.name}'s hand", self.hand)
        for card in duplicates_everseen(self.hand):
            raise InvalidTableError(f"{self.name}'s hand names {card.name} twice")
        if self.hand_size is not None and len(self.hand) > self.hand_size:
            raise InvalidTableError(
                f"{self.name}'s hand size is {self.hand_size}, "
                f"but cards named for it: {len(self.hand)}"
            )

    def __str__(self) -> str:
        return self.name


def verify_names(players: Iterable[CluePlayer]) -> None:
    """Check that players can be told apart from each other and from the envelope.

    Raises:
        InvalidTableError: If they cannot; blanks around a name and its case make no difference.
    """
    names = [_name(player) for player in players]
    for name in duplicates_everseen(names, key=_key):
        raise InvalidTableError(f"two players are called {name}")
    if ENVELOPE.name in map(_key, names):
        raise InvalidTableError(f"no player may be called {ENVELOPE.name!r}")


def find_player(players: Iterable[CluePlayer], name: str) -> CluePlayer:
    """Find one of some players by name, or by its beginning where only one begins so.

    Case and blanks around it do not matter. A full name goes before a beginning, and
    "envelope", "nobody" and "somebody" are no beginnings.

    Raises:
        UnknownPlayerError: If nobody or more than one fits; it names the candidates.
    """
    by_key = {_key(player.name): player for player in players}
    key = _key(name)
    if key in by_key:
        return by_key[key]
    short = key and key not in _NOBODY_IN_PARTICULAR
    found = tuple(one for full, one in by_key.items() if short and full.startswith(key))
    if len(found) == 1:
        return found[0]
    near = [_key(one.name) for one in found] or get_close_matches(key, by_key) or by_key
    raise UnknownPlayerError(
        name, tuple(by_key[key].name for key in near), ambiguous=len(found) > 1
    )


def _key(name: str) -> str:
    """What players' names are compared by."""
    return _text(name).strip().casefold()


# What untyped callers hand over by mistake.


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise InvalidTableError(f"a name is a text, not {name!r}")
    return name


def _several(what: str, words: Iterable[str | ClueCard]) -> Iterable[str | ClueCard]:
    if isinstance(words, str):
        raise InvalidTableError(f"{what} is several cards, [{words!r}], not one text")
    return words


def _name(player: object) -> str:
    if not isinstance(player, CluePlayer):
        raise InvalidTableError(f"a player is CluePlayer(name, hand_size), not {player!r}")
    return player.name


def _verify_player(name: str, hand_size: object) -> None:
    if not _text(name).strip():
        raise InvalidTableError("a player needs a name")
    if hand_size is None:
        return
    if not isinstance(hand_size, int) or isinstance(hand_size, bool):
        raise InvalidTableError(f"{name}'s hand size is a whole number or None, not {hand_size!r}")
    if hand_size < 0:
        raise InvalidTableError(f"{name} cannot hold {hand_size} cards")


def _verify_are_cards(where: str, cards: Iterable[object]) -> None:
    for card in cards:
        if not is_card(card):
            raise InvalidTableError(f"{where} needs cards, not {card!r}: see Edition.hand")


ENVELOPE: Final = CluePlayer("envelope", 3)
"""The three hidden cards, wherever a player can stand: a holder that nobody sits behind."""

_NOBODY_IN_PARTICULAR: Final = frozenset({ENVELOPE.name, "nobody", "somebody"})
"""Words that stay what they are, even where somebody's name begins so."""


def find_holder(players: Iterable[CluePlayer], name: str) -> CluePlayer:
    """Find one of some players, or `ENVELOPE` under the name "envelope".

    Raises:
        UnknownPlayerError: If it is neither.
    """
    return ENVELOPE if _key(name) == ENVELOPE.name else find_player(players, name)


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

    Hands may be uneven and sizes unknown. Nothing is said here about whether the hands, the
    face-up cards and the envelope add up to the deck; that is for the deduction to find out.

    Raises:
        InvalidTableError: If there are fewer than two players, two with one name, one called
            "envelope", a hand or face-up card that is no card of the edition or is in two
            places, or a hand known of somebody other than the viewpoint.
    """

    edition: Edition
    players: tuple[CluePlayer, ...]
    """Seat order, clockwise."""
    viewpoint: str | None = None
    """The name of the player whose knowledge this is; `None` for an onlooker without cards."""
    face_up: tuple[ClueCard, ...] = ()
    """Cards left over from the deal that lie open for all."""
    answering: Answering = Answering.FIRST

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        object.__setattr__(self, "face_up", tuple(self.face_up))
        if self.answering not in tuple(Answering):
            choice = " or ".join(repr(rule.value) for rule in Answering)
            raise InvalidTableError(f"answering is {choice}, not {self.answering!r}")
        object.__setattr__(self, "answering", Answering(self.answering))
        if len(self.players) < 2:  # noqa: PLR2004 -- nobody plays alone
            raise InvalidTableError("a game needs at least two players")
        verify_names(self.players)
        if self.viewpoint is not None:
            object.__setattr__(self, "viewpoint", self.player(self.viewpoint).name)
        self._verify_cards()

    def _verify_cards(self) -> None:
        _verify_are_cards("face_up", self.face_up)
        for player in self.players:
            if player.hand and player.name != self.viewpoint:
                raise InvalidTableError(
                    f"only the viewpoint's hand belongs to the set-up; tell that {player.name} "
                    f"holds {player.hand[0]} as an event"
                )
        me = self.me
        if me is not None and me.hand_size is not None and len(me.hand) != me.hand_size:
            raise InvalidTableError(
                f"{me.name}'s hand size is {me.hand_size}, but cards named for it: {len(me.hand)}"
            )
        seen = (*(me.hand if me else ()), *self.face_up)
        for card in seen:
            if card not in self.edition:
                raise InvalidTableError(f"{card.name} is no {card.category} of {self.edition}")
        for card in duplicates_everseen(seen):
            raise InvalidTableError(f"{card.name} lies in two places")

    @classmethod
    def set_up(
        cls,
        edition: Edition,
        hand_sizes: Mapping[str, int | None],
        *,
        viewpoint: str | None = None,
        hand: Iterable[str | ClueCard] = (),
        face_up: Iterable[str | ClueCard] = (),
        answering: Answering = Answering.FIRST,
    ) -> "Table":
        """Seat players by name and hand size, with cards named as people name them.

        Args:
            edition: The deck.
            hand_sizes: Each player's number of cards (`None` if not known), in seat order.
            viewpoint: The player whose hand is given; `None` for an onlooker.
            hand: The viewpoint's whole hand.
            face_up: Cards that lie open for all.
            answering: Who answers a suggestion.

        Raises:
            UnknownCardError: If a word is no card's.
            InvalidTableError: If the table cannot be set up so.
        """
        cards = edition.hand(*_several("hand", hand))
        if cards and viewpoint is None:
            raise InvalidTableError("an onlooker has no hand; say whose it is with viewpoint")
        players = tuple(CluePlayer(name, size) for name, size in hand_sizes.items())
        me = None if viewpoint is None else find_player(players, viewpoint)
        return cls(
            edition,
            tuple(replace(player, hand=cards) if player is me else player for player in players),
            viewpoint,
            edition.hand(*_several("face_up", face_up)),
            answering,
        )

    @cached_property
    def me(self) -> CluePlayer | None:
        """The player whose eyes we see through; `None` for an onlooker."""
        return self._by_name[self.viewpoint] if self.viewpoint is not None else None

    @cached_property
    def _by_name(self) -> Mapping[str, CluePlayer]:
        return {player.name: player for player in self.players}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(self._by_name)

    @cached_property
    def _left_of(self) -> Mapping[str, tuple[str, ...]]:
        names = self.names
        return {name: names[seat + 1 :] + names[:seat] for seat, name in enumerate(names)}

    def player(self, name: str) -> CluePlayer:
        """Find a player by name, or by a beginning that only one name has; case does not matter.

        Raises:
            UnknownPlayerError: If nobody or more than one is called so.
        """
        if name in self._by_name:
            return self._by_name[name]
        return find_player(self.players, name)

    def holder(self, name: str) -> CluePlayer:
        """Find a player, or `ENVELOPE` under the name "envelope".

        Raises:
            UnknownPlayerError: If it is neither.
        """
        # A log repeats its few names, as the table spells them.
        if name in self._by_name:
            return self._by_name[name]
        return find_holder(self.players, name)

    def left_of(self, name: str) -> tuple[str, ...]:
        """Return the other players in answering order, from the left neighbour on.

        Raises:
            UnknownPlayerError: If nobody here is called so.
        """
        return self._left_of[self.player(name).name]

    def __repr__(self) -> str:
        seats = (f"{p.name} {'?' if p.hand_size is None else p.hand_size}" for p in self.players)
        seen = "seen by an onlooker" if self.viewpoint is None else f"seen by {self.viewpoint}"
        text = f"<Table of {self.edition}, {seen}: {', '.join(seats)}>"
        return shorten(text, 200, placeholder=" ...>")
