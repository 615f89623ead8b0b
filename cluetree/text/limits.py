"""What an answer lacks where a question met its limit, in words."""

from collections.abc import Iterable, Iterator

from cluetree.advice import Advice, Rival
from cluetree.beliefs import Beliefs
from cluetree.text.figures import tenths
from cluetree.text.language import t


def estimate_lines(beliefs: Beliefs) -> Iterator[str]:
    """Say what estimated chances are worth; nothing of exact ones."""
    if beliefs.draws is not None:
        worst = max(
            beliefs.error(card, place)
            for card in beliefs.edition.cards
            if card not in beliefs.face_up
            for place in beliefs.counts
        )
        yield t("limit.draws", count=beliefs.draws, error=tenths(worst))


def advice_lines(advice: Advice) -> Iterator[str]:
    """Say what advice lacks; nothing of all suggestions judged exactly."""
    if not advice.suggestions:
        yield t("advice.none")
        return
    if not advice.exact:
        yield t("limit.advice")
    if not advice.complete:
        yield t("advice.not_all")


def rival_lines(found: Iterable[Rival]) -> Iterator[str]:
    """Say what is not counted of what rivals know."""
    if not all(rival.counted for rival in found):
        yield t("limit.rivals")
