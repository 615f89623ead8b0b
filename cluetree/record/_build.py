"""Conversion of the fields that both formats share to tables and events."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import TypeAlias, assert_never, cast

from more_itertools import duplicates_everseen, first

from cluetree import events as game
from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.editions import get_edition
from cluetree.errors import ClueError, InvalidEditionError, InvalidTableError
from cluetree.record._places import Json, Place, attempt, walk
from cluetree.record._record import verify_hand_size
from cluetree.record._schema import (
    Accusation,
    Deck,
    EventFields,
    GameRecord,
    Holds,
    HoldsOneOf,
    Lacks,
    Suggestion,
    event_fields,
    plain,
)
from cluetree.table import ENVELOPE, Answering, CluePlayer, Table

At: TypeAlias = Callable[[str], Place]
"""Returns the place of a field by its path, such as `shows[0].by`; the empty path is the root."""


def table_of(fields: GameRecord, at: At) -> Table:
    """Return the table of a record.

    Raises:
        RecordError: If the set-up is invalid; at the name to blame, if there is one.
    """
    edition = _edition(fields.edition, at)
    table = _seated(edition, fields, at)
    viewpoint = fields.viewpoint
    me = None if viewpoint is None else attempt(at("viewpoint"), table.player, viewpoint)
    hand = _cards(edition, fields.hand, at, "hand")
    face_up = _cards(edition, fields.face_up, at, "face_up")
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
        attempt(at("hand"), replace, player, hand=hand) if player is me else player
        for player in table.players
    )
    me_name = me.name if me else None
    return attempt(at("hand"), Table, edition, players, me_name, face_up, table.answering)


def _items(path: str, items: Sequence[object]) -> Iterable[str]:
    return (f"{path}[{number}]" for number in range(len(items)))


def _cards(edition: Edition, words: Sequence[str], at: At, path: str) -> tuple[ClueCard, ...]:
    items = zip(_items(path, words), words, strict=True)
    return tuple([attempt(at(item), edition.card, word) for item, word in items])


def _seated(edition: Edition, fields: GameRecord, at: At) -> Table:
    players: list[CluePlayer] = []
    paths = [*_items("players", fields.players)]
    for path, seat in zip(paths, fields.players, strict=True):
        verify_hand_size(seat.hand_size, at(f"{path}.hand_size"))
        players.append(attempt(at(f"{path}.name"), CluePlayer, seat.name, seat.hand_size))
    answering = cast("Answering", fields.answering)  # checked and converted by the table
    try:
        return Table(edition, tuple(players), answering=answering)
    except InvalidTableError as error:
        names = [
            (seat.name.strip().casefold(), f"{path}.name")
            for seat, path in zip(players, paths, strict=True)
        ]
        to_blame = chain(
            [] if answering in tuple(Answering) else [("", "answering")],
            duplicates_everseen(names, key=itemgetter(0)),
            (named for named in names if named[0] == ENVELOPE.name),
        )
        path = first((path for _, path in to_blame), "players")
        raise at(path).error(str(error)) from error


def _edition(edition: str | Deck, at: At) -> Edition:
    if isinstance(edition, str):
        return attempt(at("edition"), get_edition, edition)
    lists = {"suspects": edition.suspects, "weapons": edition.weapons, "rooms": edition.rooms}
    for card in edition.aliases:
        if not any(card in names for names in lists.values()):
            raise at(f"edition.aliases.{card}").error(f"alias for a card not in the deck: {card}")
    try:
        return Edition(
            edition.suspects,
            edition.weapons,
            edition.rooms,
            title=edition.title,
            aliases=edition.aliases,
        )
    except InvalidEditionError as error:
        to_blame = chain(
            (key for key, names in lists.items() if not names),
            (
                f"{key}[{number}]"
                for key, names in lists.items()
                for number, name in enumerate(names)
                if not name.strip()
            ),
        )
        raise at(f"edition.{first(to_blame, 'suspects')}").error(str(error)) from error


class EventReader:
    """Builds the events of one table from their fields.

    Names become those of the table, cards those of the edition. Errors point at an unknown name,
    or at the whole event for a broken rule.
    """

    def __init__(self, table: Table):
        self._table = table
        # A log repeats its few names.
        self._card = card = cache(table.edition.card)

        def guess(words: Sequence[str]) -> ClueGuess:
            return table.edition.guess(*map(card, words))

        self._guess = cache(guess)

    def read(self, raw: Json, at: At, source: str = "") -> game.Event:
        """Return the event with some fields, checked against the rules."""
        return self.event(event_fields(raw, source), at)

    def event(self, fields: EventFields, at: At) -> game.Event:
        """Return the event, checked against the rules."""
        try:
            return game.entry(self._table, self._event(fields))
        except ClueError as error:
            self._verify_names(fields, at)
            raise at("").error(str(error)) from error

    def _event(self, fields: EventFields) -> game.Event:
        card = self._card
        match fields:
            case Suggestion(by, cards, passed, shows):
                shown = [
                    game.Show(show.by, None if show.card is None else card(show.card))
                    for show in shows
                ]
                return game.Suggestion(by, self._guess(cards), shown, passed)
            case Accusation(by, cards, correct):
                return game.Accusation(by, self._guess(cards), correct)
            case HoldsOneOf(player, cards):
                return game.HoldsOneOf(player, map(card, cards))
            case Holds(player, name):
                return game.Holds(player, card(name))
            case Lacks(player, name):
                return game.Lacks(player, card(name))
            case _:
                assert_never(fields)

    def _verify_names(self, fields: EventFields, at: At) -> None:
        """Raise the error of the first name, or of the guess, at its place."""
        table = self._table
        find: dict[str, Callable[[str], object]] = {
            **dict.fromkeys(("by", "passed"), table.player),
            **dict.fromkeys(("card", "cards"), table.edition.card),
            "player": table.holder,
        }
        for path, word in walk(plain(fields), ""):
            name = path.rpartition(".")[2].partition("[")[0]
            if name in find and isinstance(word, str):
                attempt(at(path.removeprefix(".")), find[name], word)
        if isinstance(fields, Suggestion | Accusation):
            attempt(at("cards"), self._guess, fields.cards)
