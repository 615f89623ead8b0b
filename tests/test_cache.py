"""The cache keeps the last results, up to a total size."""

from hypothesis import given, strategies as st

from cluetree._cache import Cache


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.booleans())),
    st.fixed_dictionaries(dict.fromkeys("abcd", st.integers(0, 7))),
    st.integers(0, 12),
)
def test_cache_keeps_the_newest_results_that_fit(
    asked: list[tuple[str, bool]], sizes: dict[str, int], most: int
) -> None:
    cache, newest = Cache[str, int](most), dict[str, int]()
    for key, is_kept in asked:
        if is_kept:
            cache.keep(key, sizes[key], sizes[key])
            newest[key] = sizes[key]
            while sum(newest.values()) > most:
                del newest[next(iter(newest))]
        else:
            assert cache.get(key) == newest.get(key)
            if key in newest:
                newest[key] = newest.pop(key)
    cache.clear()
    assert [cache.get(key) for key in "abcd"] == [None] * 4
