"""From the tree to the counter: what the ledger knows, closed under what follows at once."""

from collections.abc import Iterable, Set as AbstractSet

from cluetree.cards import ClueCard, ClueGuess, Edition
from cluetree.evidence import Evidence, Fact
from cluetree.table import ENVELOPE, CluePlayer
from cluetree.tree.known import Ledger


def hand_over(
    *,
    edition: Edition,
    players: tuple[CluePlayer, ...],
    ledger: Ledger,
    found: AbstractSet[ClueCard],
    branches: Iterable[tuple[Fact, ...]],
    failed: Iterable[ClueGuess],
) -> Evidence:
    """Put what a tree knows into the form that is counted.

    Args:
        edition: The deck.
        players: The players in seat order.
        ledger: The certain facts.
        found: The cards found to be in the envelope.
        branches: The open branches: of each, the alternatives that stand.
        failed: The triples accused in vain.
    """
    position = edition.position
    places = {player.name: i for i, player in enumerate((*players, ENVELOPE))}
    held, lacked = [0] * len(places), [0] * len(places)
    for name, place in places.items():
        for card, at in position.items():
            knows = _knows(ledger, found, name, card)
            if knows is not None:
                (held if knows else lacked)[place] |= 1 << at
    alternatives = (
        (places[facts[0].player], sum(1 << position[fact.card] for fact in facts))
        for facts in branches
    )
    return Evidence(
        edition,
        players,
        sum(1 << at for card, at in position.items() if ledger.face_up(card)),
        tuple(held),
        tuple(lacked),
        tuple({one: None for one in alternatives if not one[1] & held[one[0]]}),
        frozenset(sum(1 << position[card] for card in guess) for guess in failed),
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
