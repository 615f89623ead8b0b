"""Sentences of `cluetree.explain` in the reader's language."""

from cluetree.cards import Edition
from cluetree.explain.sentences import Sentence, Value
from cluetree.text.entries import spoken
from cluetree.text.language import listed, t


def worded(said: Sentence, edition: Edition | None = None) -> str:
    """Return a sentence without capital and full stop, or a clause.

    With the edition, cards have the short names that people say.
    """
    values = dict(said.values)
    count = values.pop("count", None)
    texts = {name: _value(name, value, edition) for name, value in values.items()}
    return t(said.key, count=count if isinstance(count, int) else None, **texts)


def _value(name: str, value: Value, edition: Edition | None) -> str:
    if not isinstance(value, tuple):
        return _part(name, value, edition)
    parts = (_part(name, part, edition) for part in value)
    return listed(parts, "or" if name == "any" else "standard")


def _part(name: str, part: str | int | Sentence, edition: Edition | None) -> str:
    if isinstance(part, Sentence):
        return worded(part, edition)
    if edition is None or name not in {"any", "card", "cards"}:
        return str(part)
    return spoken(edition.card(str(part)), edition)
