"""Packed numbers: the digits of one int, one for each choice of hidden cards.

One sum or product of packed ints does the work of many (Kronecker substitution).
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import compress, product
from math import prod
from struct import unpack
from typing import Final, TypeAlias

from cluetree.deduction import bits

Classes: TypeAlias = Sequence[Sequence[int]]
"""Cards of one category that may be hidden, those together that are as good as each other."""

_BYTE: Final = 8
_FORMATS: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}


def digit_bytes(most: int) -> int:
    """Return how many bytes a digit needs for numbers up to `most`."""
    return -(-most.bit_length() // _BYTE)


class Labels:
    """The digits of a packed int: one for each choice of a class in every category.

    Attributes:
        classes: For each category the classes; none where the envelope needs no card.
        shift: For the first card of each class, how far hiding it shifts a packed int.
        sizes: For each label, how many envelopes it stands for.
        size: The bytes of a packed int.
        width: The bytes of a digit.
    """

    def __init__(self, classes: Sequence[Classes], width: int):
        """Number the labels, the first category's classes first; a digit has `width` bytes."""
        self.classes = classes
        self.width = width
        self.shift: dict[int, int] = {}
        stride = 1
        for some in classes:
            for i, cards in enumerate(some):
                if cards:
                    self.shift[cards[0]] = i * stride * width * _BYTE
            stride *= max(len(some), 1)
        self._sizes = [prod(map(len, label)) for label in self._labels()]
        self.sizes = tuple([size for size in self._sizes if size])
        self.size = stride * width

    def _labels(self) -> Iterator[tuple[Sequence[int | None], ...]]:
        """Yield the classes of each label, in the order of the digits."""
        empty: Sequence[Sequence[int | None]] = [(None,)]
        for label in product(*(some or empty for some in reversed(self.classes))):
            yield label[::-1]

    def numbers(self, packed: int) -> Sequence[int]:
        """Return the number of each label."""
        return [*compress(split(packed, len(self._sizes), self.width), self._sizes)]

    def named(self, packed: int) -> dict[tuple[int | None, ...], int]:
        """Return the numbers above 0 by the hidden cards of each category."""
        return {
            cards: number
            for label, number in zip(
                compress(self._labels(), self._sizes), self.numbers(packed), strict=True
            )
            if number
            for cards in product(*label)
        }

    def first(self, category: int) -> int:
        """Return a mask of the labels with the first class of a category that has classes."""
        stride = prod(max(len(some), 1) for some in self.classes[:category]) * self.width * _BYTE
        period = stride * len(self.classes[category])
        return sum(((1 << stride) - 1) << at for at in range(0, self.size * _BYTE, period))

    def without(self, triples: Collection[int]) -> int:
        """Return a mask of all labels except those of some sets of hidden cards."""
        digit = (1 << self.width * _BYTE) - 1
        dropped = {sum(self.shift[card] for card in bits(triple)) for triple in triples}
        return (1 << self.size * _BYTE) - 1 - sum(digit << at for at in dropped)


def split(packed: int, count: int, width: int) -> Sequence[int]:
    """Split a packed int into its lowest digits, each of `width` bytes."""
    data = packed.to_bytes(count * width, "little")
    wide = next((size for size in _FORMATS if size >= width), None)
    if wide is None:
        return [int.from_bytes(data[i * width : (i + 1) * width], "little") for i in range(count)]
    if wide > width:
        spread = bytearray(count * wide)
        for i in range(width):
            spread[i::wide] = data[i::width]
        data = bytes(spread)
    return unpack(f"<{count}{_FORMATS[wide]}", data)
