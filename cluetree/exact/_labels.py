"""Labels: what the envelope holds, up to cards that are as good as each other; packed numbers.

A packed int has a digit for each label. As long as it is open what the envelope holds of a
category, that counts as a label too; in the end no such label has a number left. One big product
or sum so does the work of many small ones (Kronecker substitution).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from struct import unpack
from typing import Final

from cluetree.deduction import bits
from cluetree.exact._problem import Problem, most_ways

_BYTE: Final = 8
_FORMATS: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}


@dataclass(frozen=True, slots=True)
class Group:
    """Interchangeable cards."""

    cards: tuple[int, ...]
    candidate: int | None
    """The card that stands for the others; `None` if none of them is asked for."""
    is_plain: bool
    """Whether every player may get them and no branch names them."""

    @property
    def others(self) -> tuple[int, ...]:
        """The cards that are never asked for."""
        return tuple(card for card in self.cards if card != self.candidate)


def group(problem: Problem, asked: Collection[int]) -> list[Group]:
    """Sort the cards of a problem into groups, with a candidate where a card of it is asked for."""
    found: dict[tuple[object, ...], list[int]] = {}
    everybody = (1 << problem.envelope) - 1
    plain: set[int] = set()
    for card, (category, places) in enumerate(problem.cards):
        branches = tuple(
            (i, place)
            for i, branch in enumerate(problem.branches)
            for place, cards in branch
            if cards >> card & 1
        )
        failed = tuple(triple for triple in problem.failed_accusations if triple >> card & 1)
        found.setdefault((category, places, branches, failed), []).append(card)
        if not branches and places & everybody == everybody:
            plain.add(card)
    return [
        Group(
            tuple(cards), next((card for card in cards if card in asked), None), cards[0] in plain
        )
        for cards in found.values()
    ]


class Labels:
    """The labels of one problem.

    The first of a group's cards that are never asked for stands for the others: only deals that
    hide it are counted, and its label stands for several envelopes.

    Attributes:
        hidden: For each category, the cards from which one is hidden, those of a group together.
            Empty where the envelope needs none.
        sizes: For each label that leaves nothing open, how many envelopes it stands for.
        shift: For each card that is hidden in the count, how far it shifts a packed int.
        open: For each category, a mask of the labels that leave it open.
        fit: A mask of the labels without a failed accusation.
    """

    def __init__(self, problem: Problem, groups: Sequence[Group], most: int):
        """Number the labels; a digit gets room for `most`, and for any number on the way."""
        self._width = -(-max(most, most_ways(problem)).bit_length() // _BYTE)
        self.hidden = hideable(problem, groups)
        self.shift: dict[int, int] = {}
        strides: list[int] = []
        sizes = [1]
        for choices, needed in zip(self.hidden, problem.needs, strict=True):
            strides.append(len(sizes))
            self.shift.update(
                {cards[0]: self._at(len(sizes) * i) for i, cards in enumerate(choices, start=1)}
            )
            if needed:
                sizes = [number * size for number in (0, *map(len, choices)) for size in sizes]
        self._count = len(sizes)
        self._is_settled = [size > 0 for size in sizes]
        self.sizes = tuple(size for size in sizes if size)
        self.open = [
            self._mask(stride, stride * (len(choices) + 1)) if choices else 0
            for stride, choices in zip(strides, self.hidden, strict=True)
        ]
        failed = {
            sum(self.shift[card] for card in bits(triple)) for triple in problem.failed_accusations
        }
        self.fit = self._mask(1, 1) & ~sum(self._mask(1, self._count) << at for at in failed)

    @property
    def size(self) -> int:
        """The bytes of a packed int with all labels."""
        return self._count * self._width

    def _at(self, label: int) -> int:
        """Where a label's digit begins."""
        return label * self._width * _BYTE

    def _mask(self, length: int, period: int) -> int:
        """The first `length` labels of every `period`."""
        block = (1 << self._at(length)) - 1
        return sum(block << self._at(start) for start in range(0, self._count, period))

    def numbers(self, packed: int) -> tuple[int, ...]:
        """Return the numbers of the labels that leave nothing open."""
        width = self._width
        data = packed.to_bytes(self._count * width, "little")
        return tuple(compress(_split(data, self._count, width), self._is_settled))


def _split(data: bytes, count: int, width: int) -> Sequence[int]:
    """Read `count` numbers, each of `width` bytes."""
    wide = next((size for size in _FORMATS if size >= width), None)
    if wide is None:
        return [int.from_bytes(data[i * width : (i + 1) * width], "little") for i in range(count)]
    if wide > width:
        spread = bytearray(count * wide)
        for i in range(width):
            spread[i::wide] = data[i::width]
        data = bytes(spread)
    return unpack(f"<{count}{_FORMATS[wide]}", data)


def hideable(problem: Problem, groups: Sequence[Group]) -> list[tuple[tuple[int, ...], ...]]:
    """For each category, list the cards from which one is hidden, those of a group together.

    There are none where the envelope needs none.
    """
    return [
        tuple(_hideable(problem, groups, category)) if needed else ()
        for category, needed in enumerate(problem.needs)
    ]


def _hideable(
    problem: Problem, groups: Sequence[Group], category: int
) -> Iterator[tuple[int, ...]]:
    for each in groups:
        if problem.hideable(category, each.cards[:1]):
            if each.candidate is not None:
                yield (each.candidate,)
            if each.others:
                yield each.others
