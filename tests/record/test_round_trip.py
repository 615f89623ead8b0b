"""Written records are read back equal, in both formats and across them."""

from hypothesis import HealthCheck, given, settings

from cluetree.record import Record, dumps_clue, dumps_json, loads_clue, loads_json
from tests.record.samples import SAMPLE, SAMPLE_CLUE, SAMPLE_JSON, SPELLED_OUT_CLUE
from tests.record.strategies import records

# The machine is not judged: drawing a whole record takes its time.
some = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@some
@given(records())
def test_any_record_survives_both_formats(record: Record) -> None:
    as_json, as_clue = dumps_json(record), dumps_clue(record)
    assert loads_json(as_json) == record
    assert loads_clue(as_clue) == record
    assert dumps_clue(loads_json(as_json)) == as_clue
    assert dumps_json(loads_clue(as_clue)) == as_json


@some
@given(records())
def test_any_record_survives_line_ends_and_byte_order_mark(record: Record) -> None:
    """Line ends and a byte order mark of another system change nothing."""
    for dumps, loads in ((dumps_json, loads_json), (dumps_clue, loads_clue)):
        text = "\ufeff" + dumps(record).replace("\n", "\r\n")
        assert loads(text) == record
        assert loads(text.encode()) == record


@some
@given(records())
def test_one_event_is_one_line(record: Record) -> None:
    """So that a change of one event is one line of a diff, and editors agree on line ends."""
    for text in (dumps_json(record), dumps_clue(record)):
        assert text.endswith("\n")
    *_, last = ("\n" + dumps_clue(record)).split("\n\n")
    lines = last.splitlines() if record.events else []
    assert len(lines) == len(record.events)


def test_sample_is_the_same_in_both_formats() -> None:
    assert loads_json(SAMPLE_JSON) == SAMPLE
    assert loads_clue(SAMPLE_CLUE) == SAMPLE


def test_sample_is_written_unchanged() -> None:
    assert dumps_json(SAMPLE) == SAMPLE_JSON
    assert dumps_clue(SAMPLE) == SPELLED_OUT_CLUE
