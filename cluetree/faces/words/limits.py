"""What an answer lacks where a question met its limit, in words."""

from collections.abc import Iterable, Iterator

from cluetree.advice import Advice, Rival
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


def advice_lines(advice: Advice) -> Iterator[str]:
    """Say what advice lacks; nothing of all suggestions judged exactly."""
    if not advice.suggestions:
        yield "No suggestion could be judged in time."
        return
    if not advice.exact:
        yield (
            "Not all deals could be counted in time: these figures are estimates from the "
            "chances of single cards."
        )
    if not advice.complete:
        yield "Not every suggestion could be judged in time: others may be better."


def rival_lines(found: Iterable[Rival]) -> Iterator[str]:
    """Say what is not counted of what rivals know."""
    if not all(rival.counted for rival in found):
        yield (
            "Not all that they know could be counted in time: it is estimated from drawn deals, "
            "rather too many bits than too few."
        )
