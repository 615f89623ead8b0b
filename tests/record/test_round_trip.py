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


def test_sample_is_the_same_in_both_formats() -> None:
    assert loads_json(SAMPLE_JSON) == SAMPLE
    assert loads_clue(SAMPLE_CLUE) == SAMPLE
    assert dumps_json(SAMPLE) == SAMPLE_JSON
    assert dumps_clue(SAMPLE) == SPELLED_OUT_CLUE
