"""Hints and advice in sentences agree with the numbers, in 300 games."""

import re
from random import Random
from typing import Final

import pytest

from cluetree import Accusation, Event, Notebook, Suggestion
from cluetree._turns import eliminated
from cluetree.advice import Left
from cluetree.cards import Category
from cluetree.editions import CLUE_US
from cluetree.record import Record
from cluetree.table import Answering
from cluetree.text.advice import advice_words, reason, worth
from cluetree.text.changes import hint
from cluetree.text.language import t
from cluetree.text.numbers import percent
from tests.exact.games import Game, play

GAMES: Final = 300
OPEN: Final = {Category.SUSPECT: "suspect", Category.WEAPON: "weapon", Category.ROOM: "room"}


def game(seed: int) -> Game:
    rng = Random(seed)
    rule = Answering.ALL if seed % 5 == 0 else Answering.FIRST
    return play(rng, CLUE_US, 3 + seed % 4, 2 + seed % 7, answering=rule)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(start, start + 50) for start in range(0, GAMES, 50)])
def test_true_entry_has_no_hint_but_of_a_repeat(seeds: range) -> None:
    """Nobody is out of turn in a true game; a player accuses in the turn of the suggestion."""
    for seed in seeds:
        one = game(seed)
        events: list[Event] = []
        for event in one.events:  # players who are out have no turns
            if event.by not in eliminated(one.table, events):  # type: ignore[union-attr]
                events.append(event)
        asked = next(n for n, event in enumerate(events) if isinstance(event, Suggestion))
        accused = Accusation(events[asked].by, one.hidden, correct=True)  # type: ignore[union-attr]
        for number in range(1, len(events) + 1):
            told = hint(Record(one.table, (*events[:number],)))
            assert not told or events[number - 1] in events[: number - 1]
        assert hint(Record(one.table, (*events[: asked + 1], accused))) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(start, start + 50) for start in range(0, GAMES, 50)])
def test_each_clause_of_advice_agrees_with_the_numbers(seeds: range) -> None:
    for seed in seeds:
        one = game(seed)
        book = Notebook(one.table, one.events)
        beliefs = book.beliefs
        advice = book.advise(top=6)
        sentences = advice_words(book, advice).parts
        for suggestion, words in zip(advice.suggestions, sentences, strict=True):
            is_open = {c for c, cards in beliefs.envelope.items() if len(cards) > 1}
            assert suggestion.settles.keys() == is_open
            told = reason(book, suggestion)
            for category in OPEN.keys() - is_open:
                hidden = {card.name for card in beliefs.envelope[category]}
                settled = re.search(r"(?<!may )settles ([^;]*?)(?: \d|;|$)", told)
                assert settled is None or settled[1] not in hidden
            share = suggestion.gain / advice.entropy if advice.entropy else 0
            says, *_ = worth(advice, suggestion)
            assert (suggestion.left is Left.NOTHING) == (share >= 0.98)
            assert says.startswith(t("advice.left.all")) <= (share < 0.02)
            if is_open and suggestion.solves >= 0.01:
                assert percent(suggestion.solves) in words.text
                assert t("advice.left.all") not in words.text
