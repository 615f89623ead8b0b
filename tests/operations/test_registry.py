from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from cluetree import Notebook, UnknownCardError, editions
from cluetree.operations.registry import Operation, operation, path_of
from cluetree.table import Table

TABLE = Table.set_up(editions.CLUE_US, {"Ann": 9, "Bob": 9})


def test_function_becomes_an_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    made = dict[str, Operation]()
    monkeypatch.setattr("cluetree.operations.registry._OPERATIONS", made)

    @operation("cluetree-cards/1")
    def cards(
        book: Notebook, *, like: Annotated[str, Meta(description="A part.")] = ""
    ) -> list[str]:
        """List cards.

        Only those that look so.
        """
        return [card.name for card in book.table.edition.cards if like in card.name]

    operations = made["cards"]
    assert operations.summary == "List cards."
    assert operations.description == "List cards.\n\nOnly those that look so."
    assert (operations.is_question, operations.subject) == (True, "notebook")
    assert operations.run(Notebook(TABLE), like="Ro") == cards(Notebook(TABLE), like="Ro")
    msgspec.json.decode(b'{"x": 1}', type=operations.struct())
    with pytest.raises(msgspec.ValidationError, match="unknown field `x`"):
        msgspec.json.decode(b'{"x": 1}', type=operations.struct(strict=True))


def test_unknown_word_is_found_in_the_parameters() -> None:
    error = UnknownCardError("Bob")
    assert path_of(error, {"player": "Bob", "card": "Bob"}) == "card"
    assert path_of(error, {"cards": ["Rope", "Bob"]}) == "cards[1]"
    assert path_of(error, {"deal": {"Bob": "Ann"}}) == "deal.Bob"
    assert path_of(error, {"deal": {"Rope": "Bob"}}) == "deal.Rope"
    assert not path_of(error, {"player": "Ann"})
