"""Against listing every deal: what is counted only when asked for."""

from hypothesis import given

from tests.exact.strategies import logs
from tests.exact.test_brute import check_one_of, check_samples, some
from tests.strategies import Told


@some
@given(logs())
def test_one_ofs_are_complete_and_least(told: Told) -> None:
    check_one_of(told)


@some
@given(logs())
def test_samples_fit(told: Told) -> None:
    check_samples(told)
