"""Wensel's agent: its rules, their soundness, and the form of its suggestions."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given

from cluetree import (
    Accusation,
    Category,
    ClueCard,
    ClueGuess,
    ContradictionError,
    Event,
    Evidence,
    Fact,
    Holds,
    Lacks,
    Show,
    Suggestion,
    Table,
)
from cluetree.board import Place, Square, classic_board
from cluetree.deduction import bits
from cluetree.editions import CLUE_US as DECK
from cluetree.errors import UnknownPlaceError
from cluetree.exact import count
from cluetree.play.agents.wensel import WenselNotes
from cluetree.play.engine.views import in_doubt, view_of
from cluetree.play.policies import wensel_score
from tests.brute import certain, deals
from tests.exact.games import Game, play, seeded
from tests.record.samples import log_of
from tests.strategies import Told, told_truly

HAND = ("Mustard", "Plum", "Rope", "Hall", "Study", "Lounge")


def ann(hand: tuple[str, ...] = HAND) -> Table:
    return Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=hand)


def notes(*events: Event, table: Table | None = None) -> WenselNotes:
    written = WenselNotes(table or ann())
    for event in events:
        written.tell(event)
    return written


def asked(by: str, words: str, *shows: Show) -> Suggestion:
    return Suggestion(by, DECK.guess(*words.split()), shows)


def located(written: WenselNotes) -> dict[ClueCard, str]:
    places = zip(written.frame.names, written.held, strict=True)
    return {card: name for name, held in places for card in written.frame.cards(held)}


def place_of(written: WenselNotes, word: str) -> str | None:
    return located(written).get(DECK.card(word))


def unsolved(written: WenselNotes) -> list[tuple[str, tuple[ClueCard, ...]]]:
    frame = written.frame
    return [(frame.names[place], frame.cards(cards)) for place, cards in written.shows]


def scores(written: WenselNotes) -> dict[ClueCard, int]:
    view = view_of(written)
    unknown = bits(in_doubt(view))
    return {written.frame.edition.cards[at]: wensel_score(view, 1 << at) for at in unknown}


def suggested(written: WenselNotes) -> ClueGuess:
    guess = written.suggestion(DECK.of(Category.ROOM))
    assert guess is not None
    return guess


def hide(*words: str) -> tuple[Event, ...]:
    return tuple(Holds("envelope", DECK.card(word)) for word in words)


# Deducing


def test_lacked_cards_are_pruned_from_a_show() -> None:
    show = asked("Bob", "white knife kitchen", Show("Eve"))
    written = notes(show, Lacks("Eve", DECK.card("white")))
    assert unsolved(written) == [("Eve", DECK.hand("knife", "kitchen"))]


GREEN_LACKED = Lacks("Bob", DECK.card("green"))
SHOW = asked("Bob", "white knife kitchen", Show("Eve"))
CHAIN = log_of(
    ann(),
    "Bob: green, knife, kitchen -> Eve shows; Eve lacks kitchen; Bob holds peacock; "
    "Bob holds white; Bob lacks scarlet; Bob lacks wrench; "
    "Eve: scarlet, wrench, library -> Bob shows; Bob holds knife",
)


@pytest.mark.parametrize(
    ("events", "places"),
    [
        (
            (SHOW, Lacks("Eve", DECK.card("white")), Holds("Bob", DECK.card("kitchen"))),
            {"knife": "Eve"},
        ),
        ((SHOW, Holds("Eve", DECK.card("white"))), {"knife": None}),
        ((asked("Ann", "white rope hall"),), {"white": "envelope"}),
        ((GREEN_LACKED,), {"green": None}),
        ((GREEN_LACKED, *hide("white")), {"green": "Eve"}),
        (
            [Holds("Bob", DECK.card(word)) for word in ("green", "peacock", "white")],
            {"scarlet": "envelope"},
        ),
        (CHAIN, {"green": "Eve", "scarlet": "envelope", "library": "Bob"}),
    ],
)
def test_conclusions(events: Sequence[Event], places: dict[str, str | None]) -> None:
    written = notes(*events)
    assert {word: place_of(written, word) for word in places} == places
    assert not unsolved(written)


def test_wensel_does_not_count_cards() -> None:
    table = Table.set_up(DECK, {"Ann": 6, "Bob": 1, "Eve": 11}, viewpoint="Ann", hand=HAND)
    event = Holds("Bob", DECK.card("white"))
    written = notes(event, table=table)
    assert written.may[1] & written.frame.bit(DECK.card("green"))
    facts = count(Evidence.gather(table, [event])).facts
    assert Fact("Bob", DECK.card("green"), holds=False) in facts


def test_answer_is_the_envelope() -> None:
    written = notes(asked("Ann", "white knife hall"), asked("Ann", "plum rope kitchen"))
    assert written.answer == DECK.guess("white", "knife", "kitchen")
    assert notes(asked("Ann", "white knife hall")).answer is None


def test_failed_accusations_are_ignored() -> None:
    failed = Accusation("Bob", DECK.guess("white", "knife", "kitchen"), correct=False)
    assert notes(failed, *hide("white", "knife")).answer is None
    assert notes(Accusation("Bob", failed.guess, correct=True)).answer == failed.guess


def noted(written: WenselNotes) -> frozenset[Fact]:
    held = {Fact(name, card, holds=True) for card, name in located(written).items()}
    lacked = {
        Fact(name, card, holds=False)
        for name, may in zip(written.frame.names, written.may, strict=True)
        for card in written.table.edition.cards
        if not may & written.frame.bit(card)
    }
    return frozenset(held | lacked)


@given(told_truly())
def test_notes_are_certain(told: Told) -> None:
    assume(told.table.viewpoint is not None)
    written = notes(*told.events, table=told.table)
    assert noted(written) <= certain(deals(told.table, told.events), told.table)
    for name, cards in unsolved(written):
        assert any(told.game.has(name, card) for card in cards)


@pytest.mark.parametrize(
    "events",
    [
        [Holds("Bob", DECK.card("white")), Holds("Eve", DECK.card("white"))],
        [asked("Ann", "white knife kitchen"), Holds("Bob", DECK.card("knife"))],
        [Holds("envelope", DECK.card("mustard"))],
        [Lacks("envelope", card) for card in DECK.of(Category.WEAPON)],
        [*(Lacks(name, DECK.card("white")) for name in ("Bob", "Eve", "envelope"))],
    ],
)
def test_impossible_notes_are_a_contradiction(events: list[Event]) -> None:
    with pytest.raises(ContradictionError):
        notes(*events)


# Suggesting


def games() -> list[tuple[Game, WenselNotes]]:
    found: list[tuple[Game, WenselNotes]] = []
    for seed in range(60):
        game = play(seeded(seed), DECK, 3 + seed % 4, 6)
        events = game.after(seed % 7)
        found.append((game, notes(*events, table=game.table)))
    return found


def test_scores_count_unsolved_shows_and_lacks() -> None:
    events = [
        asked("Bob", "white knife kitchen", Show("Eve")),
        asked("Eve", "white wrench library", Show("Bob")),
        asked("Bob", "green wrench hall", Show("Ann")),
    ]
    scored = scores(notes(*events))
    assert {str(card): points for card, points in scored.items() if points} == {
        "Mr. Green": 1,
        "Mrs. White": 2,
        "Knife": 1,
        "Wrench": 2,
        "Kitchen": 1,
        "Library": 1,
    }


def test_two_unknown_cards_and_one_own_card_are_named() -> None:
    written = notes(asked("Bob", "white knife kitchen", Show("Eve")))
    assert suggested(written) == DECK.guess("white", "rope", "kitchen")


def test_hidden_card_is_named_after_own_cards() -> None:
    written = notes(
        *hide("white", "hall"), table=ann(("Rope", "Knife", *HAND[:2], "Study", "Lounge"))
    )
    guess = suggested(written)
    assert guess.suspect == DECK.card("mustard")
    assert guess.room == DECK.card("lounge")
    written = notes(*hide("knife"), table=ann((*HAND[:2], *HAND[3:], "Kitchen")))
    assert suggested(written).weapon == DECK.card("knife")


def test_shape_of_suggestions() -> None:
    for _, written in games():
        guess, scored = suggested(written), scores(written)
        named = [card for card in guess if card in scored]
        places = {
            card: name
            for card, name in located(written).items()
            if name in {written.table.viewpoint, "envelope"}
        }
        solved = {card.category for card, name in places.items() if name == "envelope"}
        for card in guess:
            assert card in scored or card in places
            if card.category in solved:
                assert card not in scored
            elif card in scored and card.category is Category.ROOM:
                rooms = (c for c in scored if c.category is Category.ROOM)
                assert scored[card] == max(scored[room] for room in rooms)
        spare = {card.category for card in places} - {Category.ROOM}
        none_to_spare = len(solved) == 0 and len(spare) < 2
        assert len(named) == min(2, 3 - len(solved)) or none_to_spare


def test_safe_rooms_are_named_once_the_room_is_known() -> None:
    written = notes(*hide("library"))
    assert set(written.rooms) == set(DECK.hand("hall", "study", "lounge", "library"))
    assert written.suggestion(DECK.hand("kitchen")) is None
    guess = written.suggestion(DECK.hand("study"))
    assert guess is not None
    assert len([card for card in guess if card in scores(written)]) == 2


# Going

BOARD = classic_board(DECK)


START = BOARD.starts


@pytest.mark.parametrize(
    ("place", "events", "room"),
    [
        (START[DECK.card("scarlet")], (), "Lounge"),  # from the start to the nearest room
        (START[DECK.card("peacock")], (), "Conservatory"),
        (START[DECK.card("plum")], (), "Study"),
        (DECK.card("study"), (), "Kitchen"),  # through a passage
        (DECK.card("lounge"), (), "Conservatory"),
        (DECK.card("hall"), (), "Library"),  # Study and Lounge are Ann's own
        (DECK.card("hall"), (Holds("Bob", DECK.card("library")),), "Dining Room"),
        (Square(17, 11), hide("kitchen"), "Hall"),  # in the corridor
        (Square(7, 5), hide("kitchen"), "Kitchen"),
    ],
)
def test_closest_useful_room_is_entered(place: Place, events: tuple[Event, ...], room: str) -> None:
    assert str(notes(*events).goal(BOARD, place)) == room


def test_room_is_not_entered_again_at_once() -> None:
    table = ann(("Mustard", "Plum", "Green", "White", "Rope", "Knife"))
    events = hide("library")
    library, billiard = DECK.hand("library", "billiard")
    assert notes(*events, table=table).goal(BOARD, billiard) == library
    assert notes(*events, table=table).goal(BOARD, library) == billiard
    assert str(notes(*events, table=table).goal(BOARD, library, billiard)) == "Hall"


def test_place_off_the_board() -> None:
    with pytest.raises(UnknownPlaceError):
        WenselNotes(ann()).goal(BOARD, Square(-1, 0))
