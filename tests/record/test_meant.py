"""A typed line means what it says, or is refused, whatever the players are called."""

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Final

import pytest

from cluetree import (
    Accusation,
    Category,
    ClueGuess,
    Edition,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    RecordError,
    Show,
    Suggestion,
    Table,
)
from cluetree.editions import CLUE_US, MASTER_DETECTIVE, SHIPPED
from cluetree.events import Correction, HoldsSome, OneHolds, Question, Saw
from cluetree.record import dumps_clue_event, loads_clue_event, loads_clue_events
from cluetree.record._grammar import spelled
from cluetree.text.events import brief, in_full

HOSTILE: Final = (
    ("Noah", "Ian", "Helen", "Ina"),
    ("1", "2", "3", "4"),
    ("😀", "May", "D'Arcy", "😀😀"),
    ("Nobody Else", "Somebody Else", "Passes", "Shows"),
    ("One of Us", "2 of Us", "Rope", "At Most 1 of Us"),
    ("Zoë", "Łukasz", "Søren", "Đorđe"),
    ("Me", "You", "It", "Tom"),
    ("Ann", "Anna", "An", "A"),
    ("A, B", "C: D", "E -> F", "#1"),
    ("Miss White", "Plum", "Mr. Green", "Mina"),
)
"""Names that are words of a line, cards, numbers, signs, or the beginnings of each other."""


def events(rng: Random, table: Table) -> Iterator[tuple[str, Event]]:
    """Yield a line of each form with its meaning."""
    cards = table.edition
    first, second, third, fourth = rng.sample(table.names, 4)
    guess = ClueGuess(*(rng.choice(cards.of(category)) for category in Category))
    asked = ", ".join(spelled(card.name) for card in guess)
    by, one, two, three = map(spelled, (first, second, third, fourth))
    card, other, more = rng.sample(cards.cards, 3)
    shown = rng.choice(guess.cards)
    yield f"{by}: {asked} -> {one} shows", Suggestion(first, guess, [second])
    yield f"{by}: {asked} -> nobody", Suggestion(first, guess, "nobody")
    yield f"{by}: {asked} -> {one} passes, {two} shows", Suggestion(first, guess, [third], [second])
    seen = Suggestion(first, guess, [Show(second, shown)])
    yield f"{by}: {asked} -> {one} shows {spelled(shown.name)}", seen
    passed = Suggestion(first, guess, (), [second, third])
    yield f"{by}: {asked} -> {one} passes, {two} passes", passed
    unknown = Suggestion(first, guess, [Show(None)], [fourth])
    yield f"{by}: {asked} -> {three} passes, somebody shows", unknown
    yield f"{by} accuses {asked}: wrong", Accusation(first, guess, correct=False)
    yield f"{by} holds {spelled(card.name)}", Holds(first, card)
    yield f"{by} lacks {spelled(card.name)}", Lacks(first, card)
    some = ", ".join(spelled(each.name) for each in (card, other, more))
    yield f"{by} holds one of {some}", HoldsOneOf(first, [card, other, more])
    yield f"{by} holds at most 2 of {some}", HoldsSome(first, [card, other, more], 0, 2)
    yield f"envelope lacks {spelled(card.name)}", Lacks("envelope", card)
    mixed = (card, other, more)
    yield f"{by} holds two of {some} (only me)", HoldsSome(first, mixed, 2, only_me=True)
    yield f"{by} lacks one of {some}", HoldsSome(first, mixed, 0, 2)
    yield f"{by} or {one} holds {spelled(card.name)}", OneHolds((first, second), card)
    yield f"{by} accuses {asked}: 1 right", Accusation(first, guess, correct=False, right=1)
    shows = Question(first, second, mixed, "shows", more)
    yield f"{by} asks {one}: {some} -> shows {spelled(more.name)}", shows
    looker, holder = (third, second) if second == table.viewpoint else (second, third)
    whose = f"of {spelled(holder)}"
    yield f"{spelled(looker)} saw {spelled(card.name)} {whose}", Saw(looker, holder, card)
    yield f"{spelled(looker)} saw a card {whose}", Saw(looker, holder)
    yield f"{by}: sorry, entry 12", Correction(first, 12)


@pytest.mark.slow
@pytest.mark.parametrize("names", HOSTILE)
def test_line_is_read_as_it_was_meant(names: tuple[str, ...]) -> None:
    """14,000 lines; with quotes and without them, none is read as something else."""
    rng, read = Random(0), 0
    for deck in (CLUE_US, MASTER_DETECTIVE):
        table = Table.set_up(deck, {**dict.fromkeys(names), names[0]: 0}, viewpoint=names[0])
        for _ in range(35):
            for line, meant in events(rng, table):
                assert loads_clue_event(line, table, turn=names[3]) == meant.at(table)
                read += 1
                bare = line.replace('"', "")
                with suppress(RecordError):
                    event = loads_clue_event(bare, table, turn=names[3])
                    assert event == meant.at(table) or _has_reserved_word(bare, table)
    assert read == 2 * 35 * 20


@pytest.mark.parametrize("name", ["A card", "All suspects", "Rooms", "My Rope", "X (only me)"])
def test_card_with_the_words_of_a_phrase_is_quoted(name: str) -> None:
    deck = Edition((name, "Plum"), ("Rope", "Knife"), ("Hall", "Study"))
    table, card = Table.set_up(deck, {"Ann": 2, "Bob": 1}), deck.card(name)
    for event in (Saw("Ann", "Bob", card), Lacks("Bob", card), HoldsOneOf("Bob", [card])):
        assert loads_clue_event(dumps_clue_event(event, table), table) == event.at(table)


def _has_reserved_word(line: str, table: Table) -> bool:
    """Whether a line without its quotes has a name that is a word, so that it means the word."""
    words = {"nobody", "somebody", "passes", "shows", "me"}
    return any(name.casefold() in words and name in line for name in table.names)


def told(rng: Random, event: Event, table: Table) -> Iterator[str]:
    """Yield what cluetree prints of an event, what people write instead, and its row in a table."""
    leads = "", "21. ", " 21 ", "21) ", "- ", "* ", "Entered: 21. ", "#21 "
    notes = f"{brief(event, table.edition)} # Bob passed by seat order"
    others = {" holds ": " has ", " lacks ": " has no ", " passes": " no", " \u2192 ": " => "}
    for printed in (str(event), in_full(event), brief(event, table.edition), notes, f"{notes}."):
        written = re.sub("|".join(others), lambda at: others[at[0]], printed)
        yield from (f"{rng.choice(leads)}{words}" for words in (printed, written))
    if isinstance(event, Suggestion) and event.passed is None:
        (show,) = event.shows or [Show("nobody")]
        cells = [event.by, *map(str, event.guess), show.by or "somebody", str(show.card or "?")]
        yield rng.choice("|,;\t").join(cells)
        names = ["asker", "suspect", "weapon", "room", "shower", "card"]
        rows = ["#", *names], [":---:"] * 7, ["21", *cells]
        order = rng.sample(range(7), 7)
        yield "\n".join(f"| {' | '.join(row[at] for at in order)} |" for row in rows)


@pytest.mark.parametrize(
    "names",
    [
        ("Rosa", "Tom", "Mia", "Luca"),
        *(pytest.param(each, marks=pytest.mark.slow) for each in HOSTILE),
        pytest.param(("No", "One", "Has", "Shows No"), marks=pytest.mark.slow),
    ],
)
def test_what_is_printed_or_listed_is_read_again(names: tuple[str, ...]) -> None:
    """Each of 100 forms of events is read as it was meant; with odd names, it may be refused."""
    rng, refused = Random(0), 0
    table = Table.set_up(rng.choice((CLUE_US, MASTER_DETECTIVE)), dict.fromkeys(names))
    for _, event in events(rng, table):
        late = isinstance(event, Correction)  # which needs the log that has the entry
        for text in () if late else told(rng, event.at(table), table):
            try:
                assert loads_clue_events(text, table) == (event.at(table),), text
            except RecordError:
                refused += 1
    assert refused == 0 or names[0] != "Rosa"


TABLE: Final = Table.set_up(CLUE_US, dict.fromkeys(("Rosa", "Tom", "Mia", "Luca", "Zoë")))
ASKED: Final = "Rosa: Plum, Rope, Hall"


@pytest.mark.parametrize(
    "line",
    [
        # Two players, one verb.
        *(f"{ASKED} -> Tom {word} Mia passed" for word in ("and", "und", "et", "e", "y", "&")),
        *(f"{ASKED} -> Tom, Mia {verb}" for verb in ("passes", "passed", "did not show")),
        f"{ASKED} -> Tom, Mia showed nothing",
        f"{ASKED} -> Tom and Mia passed, Luca shows",
        "plum rope hall > tom, mia passes",
        # Signs of doubt and negation.
        *(f"Tom holds {card}" for card in ("Rope?", "¬Rope", "!Rope", "~Rope", "≠ Rope")),
        *(f"Tom holds {card}" for card in ("~~Rope~~", "Rope ❌", "Rope ✗", "Rope (?)", "-Rope")),
        *(f"Tom holds Rope ({remark})" for remark in ("not 100", "maybe 50", "p=0.3")),
        *(f"Tom holds one of Rope, {card}" for card in ("¬Wrench", "Wrench?")),
        f"{ASKED} -> Tom shows Rope?",
        "Rosa: Plum?, Rope, Hall -> Tom shows",
        # A name or a comma is missing.
        "Tom holds one of Professor Rope, Hall",
        "Tom lacks Colonel Hall",
        # Words of a language.
        f"{ASKED} -> no",
        "plum rope hall > no",
        "no rope",
        "he holds Rope",
        "I: Plum, Rope, Hall -> Tom shows",
        "Tom holds the",
        "Tom holds of",
        "Tom holds a",
    ],
)
@pytest.mark.parametrize("names", [(), ("Noah", "Ian", "Helen", "Ann")])
def test_line_that_could_mean_something_else_is_refused(line: str, names: tuple[str, ...]) -> None:
    table = Table.set_up(CLUE_US, dict.fromkeys((*TABLE.names, *names)))
    with pytest.raises(RecordError):
        loads_clue_event(line, table, turn="Mia")


@pytest.mark.parametrize(
    ("names", "line", "by"),
    [
        (("1", "2", "3", "4"), "2: plum rope hall > 3", "2"),
        (("May", "😀", "Tom", "😀😀"), "😀😀: Plum, Rope, Hall -> 😀 shows", "😀😀"),
        (("Zoë", "Łukasz", "Tom", "Ann"), "zoe: plum, rope, hall -> lukasz shows", "Zoë"),
        (("Søren", "Đorđe", "Tom", "Ann"), "soren plum rope hall > dorde", "Søren"),
        (("I\u015f\u0131l", "Þor", "Tom", "Ann"), "isil plum rope hall > thor", "I\u015f\u0131l"),
    ],
)
def test_odd_name_stays_a_name(names: tuple[str, ...], line: str, by: str) -> None:
    table = Table.set_up(CLUE_US, dict.fromkeys(names))
    event = loads_clue_event(line, table, turn=names[3])
    assert isinstance(event, Suggestion)
    assert (event.by, event.shows) == (by, (Show(names[2 if names[0] == "1" else 1]),))


@pytest.mark.parametrize("deck", SHIPPED, ids=str)
def test_last_word_of_a_name_finds_its_cards(deck: Edition) -> None:
    """A word that one card has finds it; a word that several have names all of them."""
    for card in deck.cards:
        word = card.name.split()[-1]
        alike = {other for other in deck.cards if other.name.split()[-1] == word}
        whole = [other for other in alike if other.name == word]
        assert {*deck.meant_by(word)} >= {*(whole or alike)}


def test_several_lines_are_several_entries_or_none() -> None:
    text = "Tom holds Rope\n\n  plum knife hall > mia\nLuca lacks Hall, Knife"
    with pytest.raises(RecordError, match="begin with its player, such as 'Rosa:'"):
        loads_clue_events(text, TABLE)  # any player may begin
    begun = loads_clue_events("zoe: plum knife hall > nobody", TABLE)
    log = loads_clue_events(text, TABLE, after=begun)
    assert [str(event) for event in log] == [
        "Tom holds Rope",
        "Rosa suggests Professor Plum, Knife, Hall: Mia shows a card",
        "Luca lacks Hall",
        "Luca lacks Knife",
    ]
    with pytest.raises(RecordError) as caught:
        loads_clue_events("Tom holds Rope\nTom holds String", TABLE)
    assert (caught.value.line, caught.value.column) == (2, 11)
