"""Completion of typed lines: whole games can be entered, and any text is accepted."""

import pytest
from hypothesis import given, strategies as st

from cluetree.cards import Edition
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.events import Event, Suggestion
from cluetree.record import Record, dumps_clue_event, loads_clue_event
from cluetree.record.completion import complete, complete_cards
from cluetree.table import Answering, Table
from tests.exact.games import play, seeded
from tests.record.samples import THREE as TABLE
from tests.record.strategies import records


def candidates(text: str, table: Table = TABLE) -> tuple[str, ...]:
    return complete(text, table).candidates


def entered_by_completion(line: str, table: Table) -> str:
    """Type a name, then choose what the line says until it is there or nothing fits."""
    text = line[:3]
    while text != line:
        completion = complete(text, table)
        offers = [completion.take(text, one) for one in completion.candidates]
        # "Bob passes, " goes on; the line may as well end there.
        offers += [offer.rstrip(", ") for offer in offers]
        fitting = [offer for offer in offers if line.startswith(offer) and len(offer) > len(text)]
        if not fitting:
            # A list ends where its writer says so.
            if line.startswith(f"{text},"):
                text += ", "
                continue
            break
        text = max(fitting, key=len)
    return text


@pytest.mark.parametrize(("edition", "players"), [(CLUE_US, 4), (MASTER_DETECTIVE, 7)])
@pytest.mark.parametrize("answering", Answering)
@pytest.mark.parametrize("onlooker", [False, True])
def test_whole_game_can_be_entered_by_completion(
    edition: Edition, players: int, answering: Answering, onlooker: bool
) -> None:
    game = play(seeded(players), edition, players, 3, answering=answering, onlooker=onlooker)
    for event in game.events:
        line = dumps_clue_event(_implied(event), game.table)
        assert entered_by_completion(line, game.table) == line
        assert dumps_clue_event(loads_clue_event(line, game.table), game.table) == line


def _implied(event: Event) -> Event:
    """The same with the passes left to the seats, as people write it."""
    if isinstance(event, Suggestion):
        return Suggestion(event.by, event.guess, event.shows)
    return event


@given(records(), st.data())
def test_every_prefix_of_a_line_can_be_completed(record: Record, data: st.DataObject) -> None:
    lines = [dumps_clue_event(event, record.table) for event in record.events]
    line = data.draw(st.sampled_from(lines) if lines else st.text())
    text = line[: data.draw(st.integers(0, len(line)))] + data.draw(st.text(max_size=3))
    completion = complete(text, record.table)
    assert 0 <= completion.start <= len(text)
    for candidate in completion.candidates:
        taken = completion.take(text, candidate)
        assert taken.startswith(text[: completion.start])
        assert taken.endswith(candidate)


@given(st.lists(st.sampled_from(['"', "->", ",", ": ", " ", "Ann", "holds", "one of", "pl", "x"])))
def test_arbitrary_text_can_be_completed(parts: list[str]) -> None:
    text = "".join(parts)
    assert 0 <= complete(text, TABLE).start <= len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("Ann: ", "Bob: ", "Eve: ")),
        ("e", ("Eve: ", "envelope holds ", "envelope lacks ")),
        ("BOB", ("Bob: ", "Bob accuses ", "Bob holds ", "Bob lacks ")),
        ("Bob h", ("Bob holds ",)),
        ("Bob: Plum, r", ("Revolver, ", "Rope, ", "Dining Room, ")),
        ("Bob: Plum, Rope, ha", ("Hall -> ",)),
        ("Bob: Plum, Rope, Hall", ("Hall -> ",)),
        ("Bob: Plum, Rope, Hall -> ", ("Eve shows", "Eve passes, ", "Ann shows Professor Plum")),
        ("Eve: White, Rope, Kitchen -> ", ("Ann shows Rope", "Bob shows", "nobody")),
        ("Eve: White, Wrench, Kitchen -> ", ("Ann passes, ", "Bob shows", "nobody")),
        ("Eve: White, Wrench, Kitchen -> Ann passes, ", ("Bob shows", "Bob passes")),
        ("Ann: White, Wrench, Kitchen -> Bob shows ", ("Mrs. White", "Wrench", "Kitchen")),
        ("Bob accuses White, Wrench, Kitchen: ", ("wrong", "right")),
        ("Bob holds one", ("one of ",)),
        ("Bob holds one of Rope, ro", ("Dining Room", "Billiard Room")),
        ("Bob holds one of Rope, rop", ()),
        ("Bob holds Dager", ("Knife",)),
        ("Bob: Plum, Rope, Hall -> Eve shows, ", ()),
        ("Bob: Plum, Rope, Hall -> Eve shows ", ()),
        ("Zoe: Plum, Rope, Hall -> ", ()),
        ("Bob says ", ()),
        ("b h", ("Bob holds ",)),
        ("a accuses pl, ro, ha", ("Hall: ",)),
        ("e: pl, ro, ha -> a passes, ", ("Bob shows", "Bob passes")),
        ("e: pl, ro, ha → a passes, ", ("Bob shows", "Bob passes")),
        ("e: pl, ro, ha -> a shows ", ("Professor Plum", "Rope", "Hall")),
    ],
)
def test_candidates(text: str, expected: tuple[str, ...]) -> None:
    assert candidates(text)[: max(len(expected), 1)] == expected


def test_current_player_is_offered_first() -> None:
    assert complete("", TABLE, turn="Eve").candidates == ("Eve: ", "Ann: ", "Bob: ")
    assert complete("", TABLE, turn="nobody here").candidates == ("Ann: ", "Bob: ", "Eve: ")


def test_missing_blank_is_inserted() -> None:
    completion = complete("Bob:", TABLE)
    assert completion.take("Bob:", completion.candidates[0]) == "Bob: Miss Scarlet, "


def test_candidates_are_quoted_where_needed() -> None:
    table = Table.set_up(CLUE_US, {"One of us": 9, "Who shows": 9})
    assert complete("one", table).candidates[0] == '"One of us": '
    assert complete('"Who shows": plum, rope, hall -> ', table).candidates[0] == '"One of us" shows'


def test_hand_completion_omits_named_cards() -> None:
    found = complete_cards("Plum, Rope, ", CLUE_US)
    assert len(found.candidates) == len(CLUE_US.cards) - 2
    assert found.take("Plum, Rope, ", "Hall") == "Plum, Rope, Hall"


def test_quoted_names_are_read_as_in_a_record() -> None:
    """With an escaped letter and a tab."""
    offered = complete_cards('"Professor\tPl\\u0075m", ', CLUE_US).candidates
    assert {*offered} == {card.name for card in CLUE_US.cards} - {"Professor Plum"}


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Bob: Plum, Rope, Hall -> ", True),
        ("Bob: Plum, Rope, Hall -> Eve passes, ", True),
        ("Bob: Plum, Rope, Hall -> som", True),
        ("Ann: White, Rope, Hall -> ", False),
    ],
)
def test_somebody_shows_is_offered_where_the_viewpoint_does_not_ask(
    text: str, offered: bool
) -> None:
    assert ("somebody shows" in candidates(text)) is offered
