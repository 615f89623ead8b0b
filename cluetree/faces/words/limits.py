"""What an answer lacks where a question met its limit, in words."""

from collections.abc import Iterator

from cluetree.beliefs import Beliefs
from cluetree.faces.words.numbers import many


def estimate_lines(beliefs: Beliefs) -> Iterator[str]:
    """Say what estimated chances are worth; nothing of exact ones."""
    if beliefs.draws is not None:
        worst = max(
            beliefs.error(card, place)
            for card in beliefs.edition.cards
            if card not in beliefs.face_up
            for place in beliefs.counts
        )
        yield (
            f"Not all deals could be counted in time: chances are estimates from "
            f"{many(beliefs.draws, 'draw')}, within {worst:.1%} (one standard error). What is "
            "marked as known is certain; more may follow."
        )
