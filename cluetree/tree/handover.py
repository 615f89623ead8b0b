"""From the tree to the counter: what the ledger knows, closed under what follows at once."""

from collections.abc import Iterable, Set as AbstractSet

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Fact, OneOf
from cluetree.deduction import Frame
from cluetree.evidence import Evidence
from cluetree.table import ENVELOPE
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
    held, lacked = [0] * len(frame.names), [0] * len(frame.names)
    for place, name in enumerate(frame.names):
        for card in frame.edition.cards:
            knows = _knows(ledger, found, name, card)
            if knows is not None:
                (held if knows else lacked)[place] |= frame.bit(card)
    opened = (frame.branch(OneOf(standing)) for standing in branches)
    return Evidence(
        frame,
        frame.set_of(card for card in frame.edition.cards if ledger.face_up(card)),
        tuple(held),
        tuple(lacked),
        tuple(
            dict.fromkeys(
                branch for branch in opened if not any(held[p] & cards for p, cards in branch)
            )
        ),
        frozenset(map(frame.set_of, failed)),
    )


def _knows(
    ledger: Ledger, found: AbstractSet[ClueCard], holder: str, card: ClueCard
) -> bool | None:
    """Say whether a card is there, is not, or may be."""
    hidden = card in found
    if card in ledger.hand(holder) or (hidden and holder == ENVELOPE.name):
        return True
    elsewhere = hidden or ledger.holder(card) or ledger.face_up(card)
    taken = holder == ENVELOPE.name and any(c.category is card.category for c in found)
    full = ledger.no_room(holder, card) is not None
    return False if elsewhere or taken or full or ledger.lack(holder, card) else None
