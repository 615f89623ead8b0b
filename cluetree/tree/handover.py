"""From the tree to the counter: what the ledger knows, closed under what follows at once."""

from collections.abc import Iterable, Set as AbstractSet

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Fact, OneOf
from cluetree.deduction import Frame, union
from cluetree.evidence import Evidence
from cluetree.tree.known import Ledger


def hand_over(
    *,
    frame: Frame,
    ledger: Ledger,
    found: AbstractSet[ClueCard],
    branches: Iterable[tuple[Fact, ...]],
    failed: Iterable[ClueGuess],
) -> Evidence:
    """Put what a tree knows into the form that is counted.

    Args:
        frame: The numbers of cards and places.
        ledger: The certain facts.
        found: The cards found to be in the envelope.
        branches: The open branches: of each, the alternatives that stand.
        failed: The triples accused in vain.
    """
    deck = frame.edition.cards
    face_up = frame.set_of(card for card in deck if ledger.face_up(card) is not None)
    held = [frame.set_of(ledger.hand(name)) for name in frame.names]
    held[-1] |= frame.set_of(found)
    settled = face_up | union(held)
    lacked = [settled] * len(held)
    for name, card in ledger.lacks():
        lacked[frame.place(name)] |= frame.bit(card)
    for place, size in enumerate(frame.sizes):
        if size is not None and held[place].bit_count() >= size:
            lacked[place] = frame.deck
    for category in frame.categories:
        if held[-1] & category:
            lacked[-1] |= category
    opened = (frame.branch(OneOf(standing)) for standing in branches)
    return Evidence(
        frame,
        face_up,
        tuple(held),
        tuple(all_ & ~there for all_, there in zip(lacked, held, strict=True)),
        tuple(
            dict.fromkeys(
                branch for branch in opened if not any(held[p] & cards for p, cards in branch)
            )
        ),
        frozenset(map(frame.set_of, failed)),
    )
