from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from cluetree import Notebook, UnknownCardError, editions
from cluetree.operations.registry import Operation, invalid_params, operation, path_of
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
    assert (operations.is_question, operations.subject) == (True, Notebook)
    assert operations.run(Notebook(TABLE), like="Ro") == cards(Notebook(TABLE), like="Ro")
    params = operations.struct()
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(b'{"likes": "Ro"}', type=params)
    error = invalid_params(caught.value, params)
    assert str(error) == "likes: unknown parameter `likes`: did you mean `like`? valid: like"


def test_unknown_word_is_found_in_the_parameters() -> None:
    error = UnknownCardError("Bob")
    assert path_of(error, {"player": "Bob", "card": "Bob"}) == "card"
    assert path_of(error, {"cards": ["Rope", "Bob"]}) == "cards[1]"
    assert path_of(error, {"deal": {"Bob": "Ann"}}) == "deal.Bob"
    assert path_of(error, {"deal": {"Rope": "Bob"}}) == "deal.Rope"
    assert not path_of(error, {"player": "Ann"})
