"""What a user's type checker sees of cards, decks, tables and events. Checked, not run."""

from collections.abc import Mapping
from typing import assert_type

from cluetree import (
    ENVELOPE,
    Accusation,
    Answering,
    Category,
    ClueCard,
    ClueGuess,
    ClueInfo,
    CluePlayer,
    Edition,
    Event,
    Holds,
    HoldsOneOf,
    InfoKind,
    Lacks,
    Show,
    Suggestion,
    Table,
    editions,
)


def cards(deck: Edition, card: ClueCard, guess: ClueGuess) -> None:
    assert_type(deck.cards, tuple[ClueCard, ...])
    assert_type(deck.card("hall"), ClueCard)
    assert_type(deck.card(card), ClueCard)
    assert_type(deck.guess("plum", card, "hall"), ClueGuess)
    assert_type(deck.hand("plum", card), tuple[ClueCard, ...])
    assert_type(deck.of(Category.ROOM), tuple[ClueCard, ...])
    assert_type(deck.position, Mapping[ClueCard, int])
    assert_type(deck.suspects, tuple[str, ...])
    assert_type(deck.aliases, Mapping[str, tuple[str, ...]])
    assert_type(deck.id, str | None)
    assert_type(card in deck, bool)
    assert_type(card.name, str)
    assert_type(card.category, Category)
    assert_type(guess.cards, tuple[ClueCard, ClueCard, ClueCard])
    assert_type(guess.suspect, ClueCard)
    for asked in guess:
        assert_type(asked, ClueCard)
    assert_type(card in guess, bool)
    assert_type(editions.CLUE_US, Edition)
    assert_type(editions.get_edition("clue-us"), Edition)


def tables(deck: Edition) -> None:
    ann = CluePlayer("Ann", 6, deck.hand("plum"))
    assert_type(ann.hand, tuple[ClueCard, ...])
    assert_type(ann.hand_size, int | None)
    assert_type(ENVELOPE, CluePlayer)
    table = Table.set_up(deck, {"Ann": 6, "Bob": None}, viewpoint="Ann", hand=("plum",))
    assert_type(table, Table)
    assert_type(table.players, tuple[CluePlayer, ...])
    assert_type(table.names, tuple[str, ...])
    assert_type(table.me, CluePlayer | None)
    assert_type(table.player("Ann"), CluePlayer)
    assert_type(table.holder("envelope"), CluePlayer)
    assert_type(table.left_of("Ann"), tuple[str, ...])
    assert_type(table.face_up, tuple[ClueCard, ...])
    assert_type(table.answering, Answering)


def events(table: Table, guess: ClueGuess, card: ClueCard, info: ClueInfo) -> None:
    log: list[Event] = [
        Suggestion("Ann", guess, (Show("Bob"), Show("Eve", card))),
        Accusation("Ann", guess, correct=False),
        Holds("Ann", card),
        Lacks("Ann", card),
        HoldsOneOf("Ann", (card,)),
    ]
    for event in log:
        assert_type(event, Event)
        assert_type(event.infos(table), tuple[ClueInfo, ...])
        event.verify(table)
    assert_type(Suggestion("Ann", guess).passes(table), tuple[str, ...])
    assert_type(info.kind, InfoKind)
    assert_type(info.cards, tuple[ClueCard, ...])
    assert_type(info.card, ClueCard | None)
    assert_type(info.revealing_player, CluePlayer | None)


def every_event_is_told_apart(event: Event) -> str:
    match event:
        case Suggestion() | Accusation():
            return event.by
        case Holds() | Lacks() | HoldsOneOf():
            return event.player
