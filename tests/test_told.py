"""Random small games with every kind of information, each compared with full enumeration."""

import pickle
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

import pytest

from cluetree import Event, Notebook, SolverTree, Suggestion, Table
from cluetree.advice import advise, public_evidence, rivals, uniform
from cluetree.advice.showing import shown_before
from cluetree.events import Question, Saw
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import find_conflicts, find_repairs, find_suspicious
from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from cluetree.text.language import LANGUAGES, speaking
from cluetree.text.nodes import picture
from cluetree.text.proofs import explain_conflict
from cluetree.text.repairs import change as change_of, suspicion
from tests import brute
from tests.advice import heads, test_showing
from tests.advice.oracle import expected
from tests.advice.test_rivals import ALL, equals_enumeration
from tests.exact.test_brute import check_numbers
from tests.strategies import Dice, Told, doubtful_event, game_with, true_event, true_log
from tests.test_holds_some import check

MOST_DEALS: Final = 200
MOST_HEADS: Final = 300


def told(seed: int) -> Told:
    """A small game and its log; in every fifth game some entries may be false."""
    dice = Dice(Random(seed).randrange)
    maker = true_event if seed % 5 else doubtful_event
    while True:
        game = game_with(dice, face_down=dice.one(((), (), ("Pool",))))
        log = true_log(dice, game, 1 + dice.count(6), maker)
        if len([*islice(brute.deals(game.table, log), MOST_DEALS + 1)]) <= MOST_DEALS:
            return Told(game, log)


def agrees(one: Told, rng: Random) -> None:
    table, log = one.table, one.events
    deals = [*brute.deals(table, log)]
    check_numbers(one)
    check(table, log, rng)
    grows_alike(table, log)
    is_written(table, log)
    is_repaired(table, log)
    is_followed(table, log)
    if deals and table.viewpoint is not None:
        suggestions = advise(table, Evidence.gather(one)).suggestions
        for each in (suggestions[0], suggestions[-1]):
            right = expected(table, deals, each.guess, uniform)
            assert each.gain == pytest.approx(right.gain, abs=1e-9)
            assert each.solves == pytest.approx(right.solves, abs=1e-9)
    if 0 < len(deals) <= MOST_HEADS:
        others_are_right(one, rng)


def grows_alike(table: Table, log: Sequence[Event]) -> None:
    """A tree that is told one event at a time is the tree of the whole log."""
    grown = SolverTree.at(table, strict=False)
    for event in log:
        grown.tell(event)
    whole = SolverTree.at(table, log, strict=False)
    assert bool(grown.clashes) is bool(whole.clashes)
    assert whole.clashes or grown.evidence().facts == whole.evidence().facts


def is_written(table: Table, log: Sequence[Event]) -> None:
    record = Record(table, tuple(log))
    assert loads_clue(dumps_clue(record)) == loads_json(dumps_json(record)) == record
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 -- of our own


def is_repaired(table: Table, log: Sequence[Event]) -> None:
    """Each repair is a possible log that can be written."""
    found = find_repairs(table, log)
    for repair in found.found if found.enough else ():
        repaired = Record(*repair.apply(table, log))
        assert count(Evidence.gather(repaired)).deals == repair.deals > 0
        assert loads_clue(dumps_clue(repaired)).events == repaired.events
        book = Notebook(table, log)
        book.repair(repair)
        assert book.record == repaired
    suspicions = find_suspicious(table, log)
    assert suspicions.complete
    record = Record(table, tuple(log))
    for language in LANGUAGES:
        with speaking(language):
            assert all(change_of(record, repair) for repair in found.found)
            assert all(suspicion(one, table) for one in suspicions.found)
            for numbers in find_conflicts(record).sets:
                assert explain_conflict(record, numbers).points
            assert picture(SolverTree.at(table, log, strict=False))


def is_followed(table: Table, log: Sequence[Event]) -> None:
    """Step by step, all that a notebook says is of the log so far."""
    book, before = Notebook(table), count(Evidence.gather(table))
    steps = [*Notebook(table, log).steps()]
    for number, (event, step) in enumerate(zip(log, steps, strict=True), start=1):
        book.tell(event)
        after = count(Evidence.gather(table, log[:number]))
        assert (book.beliefs_before, book.beliefs, step.after) == (before, after, after)
        before = after
    assert book == Notebook(table, log)
    assert book.review().complete


def others_are_right(one: Told, rng: Random) -> None:
    """What the other players know is as in the enumeration of their views."""
    table, log = one.table, one.events
    views = [heads.heads(table, log, name) for name in table.names]
    if sum(map(len, views)) > MOST_HEADS:
        return
    equals_enumeration(rivals(one, samples=ALL), table, log)
    public = heads.onlooker(table, log)
    if not any("somebody" in str(event) for event in log):  # whom the others saw
        assert count(public_evidence(one)).deals == len([*brute.deals(public.table, public.events)])
    if table.me is None or not table.me.hand:
        return
    for asker, own in zip(table.names, views, strict=True):
        seen = [{*seen_of(table.me.name, asker, head.events)} for head in own]
        assert asker == table.me.name or shown_before(table, log, asker) <= set.intersection(*seen)
    test_showing.equals_enumeration(one, Dice(rng.randrange))


def seen_of(name: str, by: str, events: Sequence[Event]) -> Iterator[object]:
    """Yield the cards of a player that another saw, in the view of the other."""
    for event in events:
        if isinstance(event, Suggestion) and event.by == by:
            yield from (show.card for show in event.shows if show.by == name)
        elif isinstance(event, Question | Saw):
            holder = event.player if isinstance(event, Saw) else event.to
            yield event.card if (event.by, holder) == (by, name) else None


@pytest.mark.parametrize("seed", range(10))
def test_everything_told_equals_enumeration(seed: int) -> None:
    agrees(told(seed), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 300, 50))
def test_everything_told_equals_enumeration_in_hundreds_of_games(first: int) -> None:
    for seed in range(first, first + 50):
        agrees(told(seed), Random(seed))
