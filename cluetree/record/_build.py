"""Conversion of the fields that both formats share to tables and events."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import TypeAlias, TypeVar, assert_never

from more_itertools import duplicates_everseen, first

from cluetree import events as game
from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.editions import get_edition
from cluetree.errors import ClueError, InvalidTableError
from cluetree.record._places import Place, attempt
from cluetree.record._record import verify_hand_size
from cluetree.record._schema import (
    Accusation,
    Deck,
    EventFields,
    GameRecord,
    Holds,
    HoldsOneOf,
    Lacks,
    Player,
    Show,
    Suggestion,
)
from cluetree.table import ENVELOPE, Answering, CluePlayer, Table

_T = TypeVar("_T")

At: TypeAlias = Callable[[str], Place]
"""Returns the place of a field by its path, such as `shows[0].by`; the empty path is the root."""


def table_of(fields: GameRecord, at: At) -> Table:
    """Return the table of a record.

    Raises:
        RecordError: If the set-up is invalid; at the name to blame, if there is one.
    """
    rule = _answering(fields.answering, at)
    table = _seated(_edition(fields.edition, at), fields.players, at)
    find = EventReader(table)
    viewpoint = fields.viewpoint
    me = None if viewpoint is None else find.player(viewpoint, at, "viewpoint")
    hand = tuple(find.cards(fields.hand, at, "hand"))
    face_up = tuple(find.cards(fields.face_up, at, "face_up"))
    if hand and me is None:
        raise at("hand").error(
            "an onlooker has no hand: name the player with `me` in text, `viewpoint` in JSON"
        )
    paths = chain(_items("hand", hand), _items("face_up", face_up))
    for card, path in duplicates_everseen(
        zip((*hand, *face_up), paths, strict=True), key=itemgetter(0)
    ):
        raise at(path).error(f"{card} is in two places")
    players = tuple(
        attempt(at("hand"), replace, player, hand=hand) if player.name == me else player
        for player in table.players
    )
    return attempt(at("hand"), Table, table.edition, players, me, face_up, rule)


def _items(path: str, items: Sequence[object]) -> Iterable[str]:
    return (f"{path}[{number}]" for number in range(len(items)))


def _answering(word: str, at: At) -> Answering:
    try:
        return Answering(word)
    except ValueError:
        rules = " or ".join(repr(rule.value) for rule in Answering)
        raise at("answering").error(f"answering must be {rules}, got {word!r}") from None


def _seated(edition: Edition, seats: Sequence[Player], at: At) -> Table:
    players: list[CluePlayer] = []
    for path, seat in zip(_items("players", seats), seats, strict=True):
        verify_hand_size(seat.hand_size, at(f"{path}.hand_size"))
        players.append(attempt(at(f"{path}.name"), CluePlayer, seat.name, seat.hand_size))
    try:
        return Table(edition, tuple(players))
    except InvalidTableError as error:
        names = [
            (seat.name.strip().casefold(), f"{path}.name")
            for path, seat in zip(_items("players", seats), seats, strict=True)
        ]
        to_blame = chain(
            duplicates_everseen(names, key=itemgetter(0)),
            (named for named in names if named[0] == ENVELOPE.name),
        )
        path = first((path for _, path in to_blame), "players")
        raise at(path).error(str(error)) from error


def _edition(edition: str | Deck, at: At) -> Edition:
    if isinstance(edition, str):
        return attempt(at("edition"), get_edition, edition)
    lists = {"suspects": edition.suspects, "weapons": edition.weapons, "rooms": edition.rooms}
    blank = "edition.suspects"
    for key, names in lists.items():
        if not names:
            raise at(f"edition.{key}").error(f"an edition needs at least one {key[:-1]}")
        for path, name in zip(_items(f"edition.{key}", names), names, strict=True):
            blank = path if blank == "edition.suspects" and not name.strip() else blank
    for card in edition.aliases:
        if not any(card in names for names in lists.values()):
            raise at(f"edition.aliases.{card}").error(f"alias for a card not in the deck: {card}")
    return attempt(
        at(blank),
        Edition,
        edition.suspects,
        edition.weapons,
        edition.rooms,
        title=edition.title,
        aliases=edition.aliases,
    )


class _Found(dict[str, _T]):
    """A cache of the meaning of words, because a log repeats its few names."""

    def __init__(self, find: Callable[[str], _T]):
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> _T:
        found = self[word] = self._find(word)
        return found


class EventReader:
    """Builds the events of one table from their fields.

    Names become those of the table, cards those of the edition. Errors point at an unknown name,
    or at the whole event for a broken rule.
    """

    def __init__(self, table: Table):
        self._table = table
        self._cards = _Found(table.edition.card)
        self._players = _Found(lambda name: table.player(name).name)
        self._holders = _Found(lambda name: table.holder(name).name)
        self._guesses = dict[tuple[str, ...], ClueGuess]()

    def player(self, name: str, at: At, path: str) -> str:
        """Return the name of a player as the table has it."""
        return _look_up(self._players, name, at, path)

    def cards(self, words: Sequence[str], at: At, path: str = "cards") -> list[ClueCard]:
        """Return the cards with some names."""
        try:
            return [self._cards[word] for word in words]
        except ClueError:
            for number, word in enumerate(words):
                attempt(at(f"{path}[{number}]"), self._cards.__getitem__, word)
            raise

    def event(self, fields: EventFields, at: At) -> game.Event:
        """Return the event, checked against the rules."""
        event = self._event(fields, at)
        try:
            return game.entry(self._table, event)
        except ClueError as error:
            raise at("").error(str(error)) from error

    def _event(self, fields: EventFields, at: At) -> game.Event:
        match fields:
            case Suggestion(by, cards, passed, shows):
                return game.Suggestion(
                    self.player(by, at, "by"),
                    self._guess(cards, at),
                    [self._show(show, at, number) for number, show in enumerate(shows)],
                    None if passed is None else self._players_of(passed, at),
                )
            case Accusation(by, cards, correct):
                return game.Accusation(self.player(by, at, "by"), self._guess(cards, at), correct)
            case HoldsOneOf(player, cards):
                return game.HoldsOneOf(self._holder(player, at), self.cards(cards, at))
            case Holds(player, card):
                return game.Holds(self._holder(player, at), self._card(card, at, "card"))
            case Lacks(player, card):
                return game.Lacks(self._holder(player, at), self._card(card, at, "card"))
            case _:
                assert_never(fields)

    def _show(self, show: Show, at: At, number: int) -> game.Show:
        by = None if show.by is None else self.player(show.by, at, f"shows[{number}].by")
        card = show.card
        return game.Show(
            by, None if card is None else self._card(card, at, f"shows[{number}].card")
        )

    def _players_of(self, names: Sequence[str], at: At) -> list[str]:
        return [self.player(name, at, f"passed[{n}]") for n, name in enumerate(names)]

    def _holder(self, name: str, at: At) -> str:
        return _look_up(self._holders, name, at, "player")

    def _card(self, word: str, at: At, path: str) -> ClueCard:
        return _look_up(self._cards, word, at, path)

    def _guess(self, words: tuple[str, ...], at: At) -> ClueGuess:
        if words not in self._guesses:
            cards = self.cards(words, at)
            self._guesses[words] = attempt(at("cards"), self._table.edition.guess, *cards)
        return self._guesses[words]


def _look_up(found: _Found[_T], word: str, at: At, path: str) -> _T:
    try:
        return found[word]
    except ClueError as error:
        raise at(path).error(str(error)) from error
