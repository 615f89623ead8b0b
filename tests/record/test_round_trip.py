"""Written records are read back equal, in both formats and across them."""

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final

from hypothesis import HealthCheck, given, settings, strategies as st

import cluetree
from cluetree import ENVELOPE, ClueError, RecordError
from cluetree.editions import CLUE_US
from cluetree.events import entries
from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from tests.record.samples import SAMPLE, SAMPLE_CLUE, SAMPLE_JSON, SPELLED_OUT_CLUE
from tests.record.strategies import NASTY, records
from tests.strategies import Dice

# The machine is not judged: drawing a whole record takes its time.
some = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@some
@given(records())
def test_any_record_survives_both_formats(record: Record) -> None:
    """Also with the line ends and byte order mark of another system; each event is one line."""
    as_json, as_clue = dumps_json(record), dumps_clue(record)
    for written, loads in ((as_json, loads_json), (as_clue, loads_clue)):
        assert loads(written) == record
        assert written.endswith("\n")
        foreign = "\ufeff" + written.replace("\n", "\r\n")
        assert loads(foreign) == loads(foreign.encode()) == record
    assert dumps_clue(loads_json(as_json)) == as_clue
    assert dumps_json(loads_clue(as_clue)) == as_json
    *_, last = f"\n{as_clue}".split("\n\n")
    assert len(last.splitlines() if record.events else []) == len(record.events)


# What a caller without a type checker may pass.
untyped: Any = cluetree
WRONG: Final = (
    *(None, True, 0, -1, 9.0, 10**6, b"Ann", ("Ann",), ENVELOPE, CLUE_US),
    *("", "\0", "\ud800", "x" * 1001, "Nobody", "somebody ", "wrong"),
)


def hostile_record(dice: Dice) -> Record:
    """A record made of any names, in which an argument may be of any type."""

    def one(*good: object) -> object:
        return dice.one(WRONG if dice.count(60) == 0 else good)

    def card() -> object:
        return one(*deck.cards, deck.cards[0].name.upper())

    def player() -> object:
        return one(*seats, seats[0].upper(), "envelope")

    def guess() -> object:
        return one(dice.guess(deck), [card() for _ in range(3)])

    names = [one(name) for name in dice.some(NASTY, least=3, most=5)]
    more = one(None, "id"), one(*NASTY), one(None, {names[0]: one([one(*NASTY)])})
    custom = dice.coin() and untyped.Edition(names[:1], one(names[1:2]), names[2:], *more)
    deck: Any = custom or CLUE_US
    seats = dice.some(NASTY, least=2, most=4)
    hand, me = [card() for _ in range(dice.count(2))], one(None, seats[0])
    sizes = {one(seats[0]): one(len(hand), None)} | {one(seat): one(3) for seat in seats[1:]}
    seen = {"hand": one(hand if me else ()), "face_up": one([card()], [])}
    lying = dice.one((None, {}, {one(*NASTY): one(2)}))
    table = untyped.Table.set_up(deck, sizes, viewpoint=me, face_down=lying, **seen)
    makers: Any = (
        lambda: untyped.Suggestion(
            *(player(), guess(), one("nobody", [player()], {player(): one(None, card())})),
            one(None, (), [player()]),
        ),
        lambda: untyped.Accusation(player(), guess(), one(True, False)),
        lambda: dice.one((untyped.Holds, untyped.Lacks))(player(), card()),
        lambda: untyped.HoldsOneOf(player(), one([card(), card()])),
    )
    events = [dice.one(makers)() for _ in range(dice.count(3))]
    made: Record = untyped.Record(table, one(events), one(*NASTY))
    return made


@given(st.integers(0, 2**32))
def test_what_is_written_is_read_back_or_refused(seed: int) -> None:
    try:
        record = hostile_record(Dice(Random(seed).randrange))
        strict = replace(record, events=entries(record.table, record.events))
    except ClueError:
        return
    for dumps, loads in ((dumps_json, loads_json), (dumps_clue, loads_clue)):
        with suppress(RecordError):
            text = dumps(record)
            assert loads(text) == strict, text


def test_sample_is_the_same_in_both_formats() -> None:
    assert loads_json(SAMPLE_JSON) == SAMPLE
    assert loads_clue(SAMPLE_CLUE) == SAMPLE


def test_sample_is_written_unchanged() -> None:
    assert dumps_json(SAMPLE) == SAMPLE_JSON
    assert dumps_clue(SAMPLE) == SPELLED_OUT_CLUE
