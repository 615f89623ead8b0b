"""Packed numbers: the digits of one int, one for each choice of hidden cards.

One sum or product of packed ints does the work of many (Kronecker substitution).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from struct import unpack
from typing import Final, TypeAlias

from cluetree.evidence import bits

Classes: TypeAlias = Sequence[Sequence[int]]
"""Cards of one category that may be hidden, interchangeable ones together."""

_BYTE: Final = 8
_FORMATS: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}


class Labels:
    """The digits of a packed int: one for each choice of a class in every category.

    Other digits may precede them.

    Attributes:
        classes: For each category the classes; none where the envelope needs no card.
        shift: For the first card of each class, by how much hiding it shifts the labels.
        sizes: For each label, the number of envelopes that it stands for.
        size: The bytes of a packed int.
        width: The bytes of a digit.
        start: The bit where the labels start.
        others: A mask of the digits before the labels.
    """

    def __init__(self, classes: Sequence[Classes], most: int, *, others: int = 0):
        """Number the labels, the first category's classes first; `most` is the largest number."""
        self.classes = classes
        self.width = -(-most.bit_length() // _BYTE)
        self.start = others * self.width * _BYTE
        self.others = (1 << self.start) - 1
        self.shift: dict[int, int] = {}
        stride = 1
        for alike in classes:
            for i, cards in enumerate(alike):
                self.shift[cards[0]] = i * stride * self.width * _BYTE
            stride *= max(len(alike), 1)
        self.sizes = tuple([prod(map(len, label)) for label in self._labels()])
        self.size = (others + stride) * self.width

    def _labels(self) -> Iterator[tuple[Sequence[int | None], ...]]:
        """Yield the classes of each label, in the order of the digits."""
        empty: Sequence[Sequence[int | None]] = [(None,)]
        for label in product(*(alike or empty for alike in reversed(self.classes))):
            yield label[::-1]

    def hide(self, packed: int, card: int) -> int:
        """Shift the labels of a packed int because the envelope gets a card."""
        if not self.others:
            return packed << self.shift[card]
        others = packed & self.others
        return others | packed - others << self.shift[card]

    def numbers(self, packed: int) -> Sequence[int]:
        """Return the number of each label; the int has no other digits."""
        return split(packed, len(self.sizes), self.width)

    def named(self, packed: int) -> dict[tuple[int | None, ...], int]:
        """Return the positive numbers by the hidden cards of each category."""
        found = zip(self._labels(), self.numbers(packed), strict=True)
        return {cards: number for label, number in found if number for cards in product(*label)}

    def packed(self, numbers: Mapping[tuple[int | None, ...], int]) -> int:
        """Pack the numbers of choices of hidden cards; those of one label are equal."""
        firsts = dict[int | None, int]((*self.shift.items(), (None, 0)))
        return sum(
            number << sum(firsts[card] for card in cards)
            for cards, number in numbers.items()
            if all(card in firsts for card in cards)
        )

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
