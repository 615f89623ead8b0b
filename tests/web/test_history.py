"""Edits are told from logs, and lead from the one to the other."""

from hypothesis import given, strategies as st
from msgspec import Raw

from cluetree.faces.web.history import Edit, History, difference

events = st.sampled_from([Raw(b"1"), Raw(b"2"), Raw(b"3")])
logs = st.lists(events, max_size=5)


def edits_of(log: list[Raw]) -> st.SearchStrategy[Edit]:
    put = st.builds(lambda at, new: Edit(at, (), (new,)), st.integers(0, len(log)), events)
    if not log:
        return put
    places = st.integers(0, len(log) - 1)
    drop = st.builds(lambda at: Edit(at, (log[at],), ()), places)
    swap = st.builds(lambda at, new: Edit(at, (log[at],), (new,)), places, events)
    return st.one_of(put, drop, swap)


@given(st.data())
def test_the_difference_leads_from_one_log_to_the_other(data: st.DataObject) -> None:
    before = data.draw(logs)
    after = data.draw(edits_of(before)).apply(before)
    found = difference(before, after)
    if before == after:
        assert found is None
    else:
        assert found is not None
        assert found.apply(before) == after
        assert found.undone.apply(after) == before


def test_what_takes_two_edits_is_none() -> None:
    one, two = Raw(b"1"), Raw(b"2")
    assert difference([], [one, two]) is None
    assert difference([one, one, one], [two, one, two]) is None
    assert difference([one, one], [two]) is None


@given(st.data())
def test_a_history_knows_where_the_log_began_and_how_it_went_on(data: st.DataObject) -> None:
    """It agrees with plain lists of logs to go back and forth in."""
    start = data.draw(logs)
    past, future = [start], list[list[Raw]]()
    history = History()
    for _ in range(data.draw(st.integers(0, 8))):
        what = data.draw(st.sampled_from(("edit", "undo", "redo")))
        before = past[-1]
        if what == "undo" and len(past) > 1:
            future.append(past.pop())
        elif what == "redo" and future:
            past.append(future.pop())
        else:
            after = data.draw(edits_of(before)).apply(before)
            if after == before or [after] in (past[-2:-1], future[-1:]):
                continue  # told from an undone or redone edit by nothing
            past.append(after)
            future.clear()
        edit = difference(before, past[-1])
        assert edit is not None
        history.add(edit)
    assert history.start(past[-1]) == start
    assert history.done == len(past) - 1
    log = start
    for edit in history.edits:
        log = edit.apply(log)
    assert log == (future[0] if future else past[-1])
