"""One thread at a time, and then the next."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cluetree.errors import NotebookInUseError
from cluetree.notebook.log import ExclusiveUse


def test_exclusive_use_is_reentrant_for_one_thread() -> None:
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
