"""One thread at a time, and then the next."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cluetree.errors import NotebookInUseError
from cluetree.notebook.log import ExclusiveUse


def test_another_thread_is_refused_until_the_first_has_left_as_often_as_it_entered() -> None:
    guard = ExclusiveUse()

    def enter() -> None:
        with guard:
            pass

    with ThreadPoolExecutor(1) as other:
        with guard:
            with guard:
                pass
            with pytest.raises(NotebookInUseError, match=r"book\.copy\(\)"):
                other.submit(enter).result()
        other.submit(enter).result()
        enter()
