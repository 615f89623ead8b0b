"""A replayed game: all players' knowledge after every event."""

from dataclasses import replace

import pytest

from cluetree import Answering, InvalidEventError, Notebook, Show, Suggestion
from cluetree.editions import MASTER_DETECTIVE
from cluetree.play import ErraticAgent, Result, Rules, play_game
from cluetree.play.result import retell


def game(rules: Rules, seed: int) -> Result:
    return play_game([ErraticAgent() for _ in rules.players], rules, seed)


RULES = (
    Rules(most_turns=12),
    Rules(players=("Ann", "Bob", "Cid", "Dot"), answering=Answering.ALL, most_turns=8),
    Rules(MASTER_DETECTIVE, ("Ann", "Bob"), leftover_face_up=True, most_turns=6),
)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_knowledge_of_a_seat_follows_from_its_record(rules: Rules, seed: int) -> None:
    result = game(rules, seed)
    moments = list(retell(result.whole_record))
    assert [moment.event for moment in moments] == list(result.events)
    for seat, name in enumerate(rules.players):
        record = result.record(name)
        # A failed accuser has seen the envelope, which is not in the full record.
        public = [event for event in record.events if type(event).__name__ != "Holds"]
        book = Notebook(record.table, public)
        assert moments[-1].bits[seat] == book.beliefs.entropy
        assert (name in moments[-1].knows) == (book.answer is not None)


def test_card_without_a_place_is_named() -> None:
    whole = game(RULES[0], 0).whole_record
    with pytest.raises(InvalidEventError, match=r"got no place for"):
        list(retell(replace(whole, events=whole.events[1:])))


def test_hidden_show_is_named() -> None:
    whole = game(RULES[0], 0).whole_record
    at, told = next(
        (at, event)
        for at, event in enumerate(whole.events)
        if isinstance(event, Suggestion) and event.shows
    )
    hidden = replace(told, shows=tuple(Show(show.by) for show in told.shows))
    events = (*whole.events[:at], hidden, *whole.events[at + 1 :])
    with pytest.raises(InvalidEventError, match=f"event {at + 1} must name the card"):
        list(retell(replace(whole, events=events)))
