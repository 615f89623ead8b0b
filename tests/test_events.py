from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

import pytest
from hypothesis import given

from cluetree import (
    Accusation,
    ClueCard,
    ClueError,
    ClueInfo,
    CluePlayer,
    Edition,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
    editions,
)
from cluetree.claims import Claim, Fact, Quota
from cluetree.errors import (
    InvalidEventError,
    InvalidInfoError,
    UnknownCardError,
    UnknownPlayerError,
)
from cluetree.events import entry
from cluetree.evidence import Evidence
from cluetree.table import ENVELOPE_HAND, Answering
from tests.strategies import Told, told_anyhow

DECK = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
GUESS = DECK.guess("plum", "rope", "hall")
ANN, BOB = CluePlayer("Ann", 1), CluePlayer("Bob", 1)
SIZES: Final = {"Ann": 1, "Bob": 1, "Cid": 1, "Dot": 0}
FIRST = Table.set_up(DECK, SIZES)
ALL = Table.set_up(DECK, SIZES, answering=Answering.ALL)
STRANGER = editions.CLUE_US.card("Candlestick")
ALIEN: Final = editions.CLUE_US.guess("pl", "ro", "ha")

HOLDERS: Final = (ANN, BOB, ENVELOPE_HAND)
SENSIBLE: Final = {
    *((asker, GUESS, None, None, False) for asker in (None, ANN)),
    *((asker, GUESS, each, None, False) for asker in (None, ANN) for each in (ANN, BOB)),
    *((asker, GUESS, BOB, card, True) for asker in (None, ANN) for card in (None, PLUM)),
    *((None, GUESS, ANN, card, True) for card in (None, PLUM)),
    *((None, None, each, PLUM, has) for each in HOLDERS for has in (False, True)),
}
"""The valid fields of an info of these values; all other combinations are invalid."""


def test_invalid_info_is_rejected() -> None:
    for parts in product(
        (None, ANN, ENVELOPE_HAND), (None, GUESS), (None, *HOLDERS), (None, PLUM), (False, True)
    ):
        if parts in SENSIBLE:
            assert "\n" not in str(ClueInfo(*parts))
        else:
            with pytest.raises(InvalidInfoError):
                ClueInfo(*parts)
    with pytest.raises(InvalidInfoError, match="the guess was"):
        ClueInfo(ANN, GUESS, BOB, GREEN)


# Claims and texts of infos


def facts(name: str, *cards: ClueCard, holds: bool = True) -> tuple[Fact, ...]:
    return tuple(Fact(name, card, holds) for card in cards)


ASKS: Final = f"Ann suggests {GUESS}:"
NONE: Final = facts("Bob", *GUESS, holds=False)
SHOWN: Final = (Quota.show(["Bob"], GUESS),)


@pytest.mark.parametrize(
    ("info", "cards", "claims", "words"),
    [
        (ClueInfo(ANN, GUESS, BOB, PLUM), [PLUM], facts("Bob", PLUM), f"{ASKS} Bob shows plum"),
        (ClueInfo(ANN, GUESS, BOB), GUESS, SHOWN, f"{ASKS} Bob shows a card"),
        (ClueInfo(ANN, GUESS, BOB, has_card=False), GUESS, NONE, f"{ASKS} Bob passes"),
        (ClueInfo(ANN, GUESS, None, None, False), GUESS, [Quota.failed(GUESS)], "Ann accuses"),
        (
            ClueInfo(None, GUESS, None, None, False),
            GUESS,
            [Quota.failed(GUESS)],
            "somebody accuses",
        ),
        (ClueInfo(None, None, BOB, PLUM, False), [PLUM], NONE[:1], "Bob lacks plum"),
        (ClueInfo(None, None, BOB, PLUM), [PLUM], facts("Bob", PLUM), "Bob holds plum"),
        (ClueInfo(None, GUESS, BOB), GUESS, SHOWN, "somebody suggests"),
    ],
    ids=str,
)
def test_info_has_cards_claims_and_text(
    info: ClueInfo, cards: Iterable[ClueCard], claims: Sequence[Claim], words: str
) -> None:
    assert (info.cards, info.claims) == (tuple(cards), tuple(claims))
    assert words in str(info)


def test_player_cannot_show_a_card_to_themselves() -> None:
    again = CluePlayer("Ann", None)
    assert again != ANN
    for card in (None, PLUM):
        with pytest.raises(InvalidInfoError, match="Ann cannot show a card to themselves"):
            ClueInfo(ANN, GUESS, again, card)


def answers(table: Table, event: Event) -> list[str]:
    """The distinct answers: a pass is one claim for each card of the guess."""
    words = []
    for claim in event.claims(table):
        assert isinstance(claim, Fact | Quota)
        seen = claim.card if isinstance(claim, Fact) and claim.holds else "card"
        passed = isinstance(claim, Fact) and not claim.holds
        words.append(f"{claim.player} {'no' if passed else 'has'} {seen}")
    return [*dict.fromkeys(words)]


@pytest.mark.parametrize(
    ("table", "shows", "passed", "expected"),
    [
        # By the first rule those between asker and shower passed.
        (FIRST, (Show("Cid"),), None, ["Bob no card", "Cid has card"]),
        (FIRST, (Show("Bob", PLUM),), None, ["Bob has plum"]),
        (FIRST, (Show("Dot", HALL),), None, ["Bob no card", "Cid no card", "Dot has hall"]),
        (FIRST, (), None, ["Bob no card", "Cid no card", "Dot no card"]),
        # Recorded passes override the seats.
        (FIRST, (Show("Dot"),), (), ["Dot has card"]),
        (FIRST, (Show("Dot"),), ("Cid",), ["Cid no card", "Dot has card"]),
        (FIRST, (), (), []),
        (FIRST, (), ("Dot", "Bob"), ["Bob no card", "Dot no card"]),
        (FIRST, (Show("Bob"),), ("Dot",), ["Dot no card", "Bob has card"]),
        # By the all rule everyone who did not show passed.
        (ALL, (Show("Cid"),), None, ["Bob no card", "Dot no card", "Cid has card"]),
        (ALL, (), None, ["Bob no card", "Cid no card", "Dot no card"]),
        (ALL, (Show("Bob"), Show("Dot")), (), ["Bob has card", "Dot has card"]),
    ],
)
def test_suggestion_gives_passes_then_shows(
    table: Table, shows: tuple[Show, ...], passed: tuple[str, ...] | None, expected: list[str]
) -> None:
    event = Suggestion("Ann", GUESS, shows, passed)
    assert answers(table, event) == expected
    lacks = [c for c in event.claims(table) if isinstance(c, Fact) and not c.holds]
    assert {fact.card for fact in lacks} <= {*GUESS}
    assert len(lacks) == len(GUESS.cards) * sum("no card" in answer for answer in expected)


@given(told_anyhow())
def test_recorded_answers_say_the_same(told: Told) -> None:
    table = told.table
    for event in told.events:
        if not isinstance(event, Suggestion):
            continue
        full, less = event.answers(table), event.answers(table, own=False)
        assert full.answers(table) == full
        assert Evidence.gather(table, [full]) == Evidence.gather(table, [event])
        if table.answering is Answering.ALL and event.passed is None:
            names = {*(full.passed or ()), *(show.by for show in full.shows)}
            assert names == {*table.asked_by(event.by)} or Show(None) in event.shows
            assert less.shows == event.shows
            assert table.viewpoint not in (less.passed or ())
        else:
            assert less == full


@pytest.mark.parametrize(
    ("table", "event", "error"),
    [
        (FIRST, Suggestion("Ann", GUESS, (Show("Ann"),)), InvalidEventError),
        (FIRST, Suggestion("Ann", GUESS, (), ("Ann",)), InvalidEventError),
        (FIRST, Suggestion("Ann", GUESS, (Show("Bob"),), ("Bob",)), InvalidEventError),
        (FIRST, Suggestion("Ann", GUESS, (), ("Bob", "Bob")), InvalidEventError),
        (FIRST, Suggestion("Ann", GUESS, (Show("Bob"), Show("Cid"))), InvalidEventError),
        (ALL, Suggestion("Ann", GUESS, (Show("Bob"), Show("Bob"))), InvalidEventError),
        (FIRST, Suggestion("Ann", GUESS, (Show("Bob", GREEN),)), InvalidEventError),
        (FIRST, Suggestion("Ann", GUESS, (Show("Bob", STRANGER),)), UnknownCardError),
        (FIRST, Suggestion("Eve", GUESS, "nobody"), UnknownPlayerError),
        (FIRST, Suggestion("Ann", GUESS, (Show("Eve"),)), UnknownPlayerError),
        (FIRST, Suggestion("Ann", GUESS, (), ("envelope",)), UnknownPlayerError),
        (FIRST, Suggestion("Ann", ALIEN, "nobody"), UnknownCardError),
        (FIRST, Accusation("envelope", GUESS, correct=False), UnknownPlayerError),
        (FIRST, Accusation("Ann", ALIEN, correct=False), UnknownCardError),
        (FIRST, Holds("Eve", PLUM), UnknownPlayerError),
        (FIRST, Lacks("envelope", STRANGER), UnknownCardError),
        (FIRST, HoldsOneOf("Eve", (PLUM, HALL)), UnknownPlayerError),
        (FIRST, HoldsOneOf("Ann", (PLUM, STRANGER)), UnknownCardError),
        (FIRST, HoldsOneOf("Ann", ()), InvalidEventError),
        (FIRST, HoldsOneOf("Ann", (PLUM, HALL, PLUM)), InvalidEventError),
    ],
)
def test_event_that_breaks_the_rules_is_rejected(
    table: Table, event: Event, error: type[ClueError]
) -> None:
    with pytest.raises(error):
        event.at(table)
    with pytest.raises(error):
        event.claims(table)


def test_accusation_is_a_failed_guess_or_three_facts() -> None:
    assert Accusation("Bob", GUESS, correct=False).claims(FIRST) == (Quota.failed(GUESS),)
    assert Accusation("Bob", GUESS, correct=True).claims(FIRST) == facts("envelope", *GUESS)


def test_one_of_one_card_is_a_fact() -> None:
    assert HoldsOneOf("Ann", [ROPE]).claims(FIRST) == facts("Ann", ROPE)
    assert HoldsOneOf("Ann", [ROPE, HALL]).claims(FIRST) == (Quota.show(["Ann"], [ROPE, HALL]),)


def test_normalized_fact_is_returned_unchanged() -> None:
    """The log of a game is spelled again and again; most of it is spelled right."""
    event = entry(FIRST, Holds("bob", PLUM))
    assert entry(FIRST, event) is event


def test_shown_card_is_seen_by_asker_and_shower() -> None:
    plum, rope, _ = GUESS
    event = Suggestion("Ann", GUESS, (Show("Bob", plum), Show("Eve", rope)), ())
    assert event.seen_by("Ann") == event
    assert event.seen_by("Bob") == Suggestion("Ann", GUESS, (Show("Bob", plum), Show("Eve")), ())
    assert event.seen_by(None) == Suggestion("Ann", GUESS, (Show("Bob"), Show("Eve")), ())
    assert Suggestion("Ann", GUESS, (Show(None),)).seen_by(None).shows == (Show(None),)
