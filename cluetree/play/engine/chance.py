"""Chance: a small generator whose state is passed along.

It is xoroshiro64* by Blackman and Vigna: two words of 32 bits, of which each step gives one. Every
game begins a stream of its own, so that the order of games and the number of workers do not matter.
"""

from typing import Final

from cluetree.play.engine.compiling import Row, compilable, size

_WORD: Final = 0xFFFF_FFFF


@compilable
def _mixed(word: int) -> int:
    """Spread every bit of a word over all bits (the finalizer of MurmurHash3)."""
    word = ((word ^ (word >> 16)) * 0x85EB_CA6B) & _WORD
    word = ((word ^ (word >> 13)) * 0xC2B2_AE35) & _WORD
    return word ^ (word >> 16)


@compilable
def begin_stream(chance: Row, seed: Row, number: int) -> None:
    """Begin the stream of a game.

    Args:
        chance: The state, two ints, which is overwritten.
        seed: Two words of 32 bits.
        number: The number of the game.
    """
    first = _mixed((seed[0] + number) & _WORD)
    second = _mixed(seed[1] ^ first ^ _mixed((number >> 32) & _WORD))
    chance[0], chance[1] = first, second | 1  # not both may be 0


@compilable
def word(chance: Row) -> int:
    """Draw a number of 32 bits."""
    first, second = chance[0], chance[1]
    second ^= first
    turned = ((first << 26) | (first >> 6)) & _WORD
    chance[0] = (turned ^ second ^ (second << 9)) & _WORD
    chance[1] = ((second << 13) | (second >> 19)) & _WORD
    return (first * 0x9E37_79BB) & _WORD


@compilable
def below(chance: Row, number: int) -> int:
    """Draw a number from 0 to one less than `number`, which has at most 31 bits."""
    return (word(chance) * number) >> 32


@compilable
def share(chance: Row) -> float:
    """Draw a number from 0 to 1, 1 excluded, in steps of 2**-32."""
    return word(chance) / 4294967296.0


@compilable
def drawn(cards: int, chance: Row) -> int:
    """Draw a card of a set, each equally likely; the empty set from the empty set."""
    if cards & (cards - 1):
        for _ in range(below(chance, size(cards))):
            cards &= cards - 1
    return cards & -cards
