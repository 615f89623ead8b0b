"""The cache keeps the last results, up to a total size."""

from hypothesis import given, strategies as st

from cluetree.cache import Cache


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 7), st.booleans())),
    st.integers(0, 12),
)
def test_cache_keeps_the_newest_results_that_fit(
    asked: list[tuple[str, int, bool]], most: int
) -> None:
    cache, newest = Cache[str, int](most), dict[str, int]()
    for key, size, is_kept in asked:
        if is_kept:
            cache.keep(key, size, size)
            newest.pop(key, None)
            newest[key] = size
            while sum(newest.values()) > most:
                del newest[next(iter(newest))]
        else:
            assert cache.get(key) == newest.get(key)
            if key in newest:
                newest[key] = newest.pop(key)
    cache.clear()
    assert [cache.get(key) for key in "abcd"] == [None] * 4
