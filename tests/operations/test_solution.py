"""What follows from a log, as programs read it, where it took too long to count."""

from dataclasses import replace
from unittest.mock import PropertyMock, patch

from cluetree import Notebook, Table
from cluetree.beliefs import Beliefs
from cluetree.cards import Edition
from cluetree.operations.forms.solution import SolutionForm
from tests.operations.test_advice import as_read

DECK = Edition(("Plum", "Green"), ("Rope", "Knife"), ("Hall", "Study"))


def test_an_estimate_says_so() -> None:
    book = Notebook(Table.set_up(DECK, {"Ann": 1, "Bob": 1, "Eve": 1}))
    counted = as_read(SolutionForm.of(book))
    assert not counted.keys() & {"draws", "one_of_complete", "entropy"}
    with (
        patch.object(Notebook, "beliefs", replace(book.beliefs, draws=50)),
        patch.object(Beliefs, "one_of_complete", PropertyMock(return_value=False)),
    ):
        estimated = as_read(SolutionForm.of(book, entropy=True))
        short = as_read(SolutionForm.of(book, one_of=False, triples=2))
    assert estimated == {**counted, "draws": 50, "one_of_complete": False, "entropy": 3.0}
    assert short.pop("triples") == counted.pop("triples")[:2]
    counted.pop("one_of")
    assert short == {**counted, "draws": 50}
