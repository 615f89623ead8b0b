"""Keys whose names are texts: what the footer and the palette call them."""

from dataclasses import replace
from typing import Final, Generic, TypeVar

from textual.binding import ActiveBinding
from textual.screen import Screen

from cluetree.text.language import t

_Result = TypeVar("_Result")
_NAMED: Final = "key."
_TEXTUALS: Final = {
    "Focus Next": "key.next",
    "Focus Previous": "key.previous",
    "Copy selected text": "key.copy",
}
"""The names that Textual itself gives to keys of a screen."""


class NamedKeys(Screen[_Result], Generic[_Result]):
    """A screen that calls its keys by the reader's words; a binding's description is their key."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now."""
        return {key: _named(active) for key, active in super().active_bindings.items()}


def _named(active: ActiveBinding) -> ActiveBinding:
    said = active.binding.description
    name = _TEXTUALS.get(said, said)
    if not name.startswith(_NAMED):  # a key of a part of the screen, which is nowhere named
        return active
    return active._replace(binding=replace(active.binding, description=t(name)))
