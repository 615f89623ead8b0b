"""What to do next and why, in plain words."""

from collections.abc import Iterator
from math import fsum
from typing import Final

from cluetree.advice import Advised, Choice, Showing
from cluetree.notebook import Notebook
from cluetree.text.advice import learnt, left
from cluetree.text.figures import bits, percent
from cluetree.text.language import listed, t
from cluetree.turns import eliminated, next_turn

_CERTAIN: Final = 1 - 1e-9
"""From which chance on something is sure; chances are sums of floats."""


def to_do(book: Notebook) -> str | None:
    """Say what to do with a known answer; `None` while it is open.

    Whoever only watches, or has accused wrongly, cannot accuse; nor can anybody once the game
    is over.
    """
    if book.answer is None:
        return None
    me = book.table.me
    over = next_turn(book.table, book.events) is None
    cannot = me is None or over or me.name in eliminated(book.table, book.events)
    return t("move.solved" if cannot else "banner.accuse", cards=str(book.answer))


def worth(one: Advised) -> str:
    """Say what a suggestion can be expected to tell the asker, and what the others."""
    part = left(one.gain)
    said = t(f"advice.left.{part}")
    return said if part == "all" else f"{said} {t(f'advice.learn.{learnt(one)}')}"


def reason(book: Notebook, one: Advised) -> str:
    """Say what a suggestion may settle, which cards are only a screen, and who will answer."""
    return t("move.reason", reason=one.reason, grounds="; ".join(_grounds(book, one)))


def _grounds(book: Notebook, one: Advised) -> Iterator[str]:
    if not one.settles:
        yield t("ground.known")
        return
    if not one.gain:
        yield t("ground.nothing")
        return
    sure = [t(f"the.{category}") for category, chance in one.settles.items() if chance == 1]
    maybe = [
        t("ground.chance", what=t(f"the.{category}"), chance=percent(chance))
        for category, chance in one.settles.items()
        if 0 < chance < 1
    ]
    if sure:
        yield t("ground.surely", what=listed(sure))
    if maybe:
        yield t("ground.perhaps", what=", ".join(maybe))
    if not sure and not maybe:
        yield t("ground.shifts")
    me = book.table.me
    mine = [card.name for card in one.guess if me is not None and card in me.hand]
    if mine:
        yield t("ground.mine", count=len(mine), cards=listed(mine))
    answers = ", ".join(_answers(book, one))
    if answers:
        yield answers


def _answers(book: Notebook, one: Advised) -> Iterator[str]:
    """Tell of the first player who may pass or show, and of nobody's showing."""
    for name in book.table.left_of(book.table.viewpoint or ""):
        shows = fsum(r.probability for r in one.replies if any(s.by == name for s in r.shows))
        if 0 < shows < _CERTAIN:
            yield t("ground.chance", what=t("told.passes", name=name), chance=percent(1 - shows))
            break
    nobody = fsum(reply.probability for reply in one.replies if not reply.shows)
    if nobody:
        yield t("ground.chance", what=t("advice.nobody"), chance=percent(nobody))


def verdict(found: Showing, choice: Choice) -> str:
    """Say whether a card should be shown, and why."""
    why = t(
        f"show.why.{found.verdict(choice)}",
        asker=found.asker,
        best=found.best.name,
        bits=t("number.bits", value=bits(choice.more)),
    )
    if choice.seen or choice.known:
        return t("show.safe", why=why)
    best = choice.card == found.best and len(found.choices) > 1
    return t("show.best", why=why) if best else why
