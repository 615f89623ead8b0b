"""Advice in sentences: what to do next, why, and what an answer lacks at its limit."""

from collections.abc import Iterator
from math import fsum
from typing import Final

from cluetree.advice import Accusing, Advice, Advised, Choice, Left, Reply, Rival, Showing, Verdict
from cluetree.beliefs import Beliefs
from cluetree.cards import ClueGuess
from cluetree.events import Show
from cluetree.notebook import Notebook
from cluetree.text.events import either, shown
from cluetree.text.language import enumeration, t
from cluetree.text.numbers import bits, percent, tenths
from cluetree.turns import eliminated, next_turn

_CERTAIN: Final = 1 - 1e-9
"""Sums of floats of at least this value count as 1."""
_FEW: Final = 3
"""Candidates up to this number are listed by name."""


def to_do(book: Notebook) -> str | None:
    """Say what to do with a known answer; `None` while it is open.

    Onlookers and players who are out cannot accuse, and no player can once the game is over.
    """
    if book.answer is None:
        return None
    me = book.table.me
    over = next_turn(book.table, book.events) is None
    cannot = me is None or over or me.name in eliminated(book.table, book.events)
    return t("move.solved" if cannot else "banner.accuse", cards=str(book.answer))


def worth(one: Advised) -> str:
    """Say what the asker and the others can expect to learn from a suggestion."""
    said = t(f"advice.left.{one.left}")
    return said if one.left is Left.ALL else f"{said} {t(f'advice.learn.{one.learned}')}"


def reason(book: Notebook, one: Advised) -> str:
    """Say what a suggestion may settle, which of its cards are the asker's, and who will answer."""
    return t("fact.and").join(_grounds(book, one))


def _grounds(book: Notebook, one: Advised) -> Iterator[str]:
    if not one.settles:
        yield t("ground.known")
        return
    if not one.gain:
        yield t("ground.nothing")
        return
    hidden = book.beliefs.envelope
    sure = [
        either(card.name for card in hidden[category])
        if len(hidden[category]) <= _FEW
        else t(f"the.{category}")
        for category, chance in one.settles.items()
        if chance == 1
    ]
    maybe = [
        t("ground.chance", what=t(f"the.{category}"), chance=percent(chance))
        for category, chance in one.settles.items()
        if 0 < chance < 1
    ]
    if sure:
        yield t("ground.surely", what=enumeration(sure))
    if maybe:
        yield t("ground.perhaps", what=", ".join(maybe))
    if not sure and not maybe:
        yield t("ground.shifts")
    me = book.table.me
    mine = [card.name for card in one.guess if me is not None and card in me.hand]
    if mine:
        yield t("ground.mine", count=len(mine), cards=enumeration(mine))
    answers = ", ".join(_answers(book, one))
    if answers:
        yield answers


def _answers(book: Notebook, one: Advised) -> Iterator[str]:
    """Yield the chance that the first undecided player passes, and that no player shows."""
    for name in book.table.left_of(book.table.viewpoint or ""):
        shows = fsum(reply.probability for reply in one.replies if name in reply.shows)
        if 0 < shows < _CERTAIN:
            yield t("ground.chance", what=t("told.passes", name=name), chance=percent(1 - shows))
            break
    nobody = fsum(reply.probability for reply in one.replies if not reply.shows)
    if nobody:
        yield t("ground.chance", what=t("advice.nobody"), chance=percent(nobody))


def answer(guess: ClueGuess, reply: Reply) -> str:
    """Say which players show which cards of a suggestion."""
    shows = (shown(Show(by, card)) for by, card in reply.cards(guess).items())
    return ", ".join(shows) or t("advice.nobody")


def verdict(found: Showing, choice: Choice) -> str:
    """Say whether a card should be shown, and why."""
    why = t(
        f"show.why.{choice.verdict}",
        asker=found.asker,
        best=found.best.name,
        bits=t("number.bits", value=bits(choice.more)),
    )
    if choice.seen or choice.known:
        return t("show.safe", why=why)
    return t("show.best", why=why) if choice.verdict is Verdict.BEST else why


# What an answer lacks where a question met its limit


def estimate_lines(beliefs: Beliefs) -> Iterator[str]:
    """Yield how exact estimated chances are; nothing for exact ones."""
    if beliefs.draws is not None:
        worst = max(
            beliefs.error(card, place)
            for card in beliefs.edition.cards
            if card not in beliefs.face_up
            for place in beliefs.counts
        )
        yield t("limit.draws", count=beliefs.draws, error=tenths(worst))


def advice_lines(advice: Advice) -> Iterator[str]:
    """Yield what advice lacks; nothing if all suggestions were judged exactly."""
    if not advice.suggestions:
        yield t("advice.none")
        return
    if not advice.exact:
        yield t("limit.advice")
    if not advice.complete:
        yield t("advice.not_all")


def rival_lines(*found: Rival | Showing | Accusing) -> Iterator[str]:
    """Yield what was not counted about the players' knowledge."""
    if not all(each.counted for each in found):
        yield t("limit.rivals")
