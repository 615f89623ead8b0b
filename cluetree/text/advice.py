"""Advice in sentences: what to do next, why, and what an answer lacks at its limit."""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Final, TypeAlias

from cluetree._turns import eliminated, next_turn
from cluetree.advice import (
    Accusing,
    Advice,
    Advised,
    AdvisedQuestion,
    Choice,
    Left,
    Missing,
    Reply,
    Rival,
    Showing,
    Verdict,
)
from cluetree.cards import ClueGuess
from cluetree.events import Show
from cluetree.notebook import Notebook
from cluetree.text import Words
from cluetree.text.events import either, sentence, short_name, shown
from cluetree.text.language import enumeration, number, t
from cluetree.text.numbers import percent

_CERTAIN: Final = 1 - 1e-9
"""Sums of floats of at least this value count as 1."""
_RARE: Final = 0.01
"""The least chance to solve the game that is mentioned."""
_KNOWS: Final = {
    0.99: "rivals.knows",
    0.5: "rivals.probably",
    0.1: "rivals.may",
    -1: "rivals.choosing",
}
"""What an opponent knows by the chance of knowing the answer, which is above this value."""
_MISSING: Final = {Missing.SUGGESTIONS: "advice.not_all", Missing.LEAKS: "advice.no_leaks"}
_FEW: Final = 3
"""Candidates up to this number are listed by name."""


def to_do(book: Notebook) -> str | None:
    """Say what to do with a known answer; `None` while it is open.

    Onlookers and players who are out cannot accuse, and no player can once the game is over.
    """
    if book.answer is None:
        return None
    me = book.table.me
    over = next_turn(book) is None
    cannot = me is None or over or me.name in eliminated(book)
    return t("move.solved" if cannot else "banner.accuse", cards=str(book.answer))


_Choice: TypeAlias = Advised | AdvisedQuestion


def worth(advice: Advice, one: _Choice) -> list[str]:
    """Say what the asker and the others can expect to learn from a suggestion or a question."""
    learned = t(f"advice.learn.{one.learned}")
    if advice.aim == "win":
        gain = t("number.bits", value=number(one.gain, 2))
        learned = t("advice.bits", gain=gain, leak=number(one.leak, 2))
    left = t(f"advice.left.{one.left}")
    return [left] if one.left is Left.ALL else [left, learned]


def reason(book: Notebook, one: _Choice) -> str:
    """Say what a choice may settle, which of its cards are the asker's, and who will answer."""
    return t("fact.and").join(_grounds(book, one))


def _grounds(book: Notebook, one: _Choice) -> Iterator[str]:
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
    if mine := _own(book, one):
        yield t("ground.mine", count=len(mine), cards=enumeration(mine))
    answers = ", ".join(_answers(book, one))
    if answers:
        yield answers


def _own(book: Notebook, one: _Choice) -> list[str]:
    me, cards = book.table.me, one.cards if isinstance(one, AdvisedQuestion) else one.guess
    return [card.name for card in cards if me is not None and card in me.hand]


def _answers(book: Notebook, one: _Choice) -> Iterator[str]:
    """Yield the chance that the first undecided player passes, and that no player shows.

    To a question to one player, yield the chance of "no".
    """
    if isinstance(one, AdvisedQuestion):
        *_, (words, chance) = _replies(one)
        yield t("ground.chance", what=words, chance=percent(chance))
        return
    for name in book.table.asked_by(book.table.viewpoint or ""):
        shows = fsum(reply.probability for reply in one.replies if name in reply.shows)
        if 0 < shows < _CERTAIN:
            yield t("ground.chance", what=t("told.passes", name=name), chance=percent(1 - shows))
            break
    nobody = fsum(reply.probability for reply in one.replies if not reply.shows)
    if nobody:
        yield t("ground.chance", what=t("advice.nobody"), chance=percent(nobody))


def advice_words(book: Notebook, advice: Advice) -> Words:
    """Say what each suggestion can be expected to bring, and what the advice lacks."""
    parts = tuple(_choice_words(book, advice, one) for one in advice)
    return Words(notes=tuple(advice_lines(advice)), parts=parts)


def _choice_words(book: Notebook, advice: Advice, one: _Choice) -> Words:
    mine, own = _own(book, one) if one.gain else [], ""
    if mine and isinstance(one, Advised):
        own = t("advice.mine", count=len(mine), cards=enumeration(mine))
    elif mine:
        own = sentence(t("ground.mine", count=len(mine), cards=enumeration(mine)))
    may_solve = one.settles and one.solves >= _RARE
    solves = t("advice.solves", chance=percent(one.solves)) if may_solve else ""
    odds = (f"{t(f'one.{each}')} {percent(chance)}" for each, chance in one.settles.items())
    replies = (
        t("advice.reply", chance=percent(chance), answer=words) for words, chance in _replies(one)
    )
    left, *learned = worth(advice, one)
    return Words(
        text=" ".join(filter(None, (left, own, solves, *learned))),
        figures=t("advice.settles", odds=", ".join(odds)),
        notes=tuple(replies),
    )


def _replies(one: _Choice) -> Iterator[tuple[str, float]]:
    """Yield each possible reply in words, and its probability."""
    if isinstance(one, AdvisedQuestion):
        yield from ((said(one.to, reply), chance) for reply, chance in one.replies.items())
    else:
        yield from ((answer(one.guess, reply), reply.probability) for reply in one.replies)


def said(to: str, reply: str) -> str:
    """Say what a player answers to a question: yes, no, or a card."""
    if reply in {"yes", "no"}:
        return t(f"advice.{reply}", name=to)
    return t("advice.shows", name=to, card=reply)


def answer(guess: ClueGuess, reply: Reply) -> str:
    """Say which players show which cards of a suggestion."""
    shows = (shown(Show(by, card)) for by, card in reply.cards(guess).items())
    return ", ".join(shows) or t("advice.nobody")


def verdict(showing: Showing, choice: Choice) -> str:
    """Say whether a card should be shown, and why."""
    why = _verdict(showing, choice)
    if choice.seen or choice.known:
        return t("show.safe", why=why)
    return t("show.best", why=why) if choice.verdict is Verdict.BEST else why


def _verdict(showing: Showing, choice: Choice) -> str:
    return t(f"show.why.{choice.verdict}", asker=showing.asker, best=showing.best.name)


def showing_words(_: Notebook, showing: Showing) -> Words:
    """Say what speaks for or against showing each card, and in figures what it gives away."""
    parts = tuple(_card_words(showing, choice) for choice in showing.choices)
    return Words(parts=parts)


def _card_words(showing: Showing, choice: Choice) -> Words:
    note = t("show.safest") if choice is showing.choices[0] else ""
    text = t("show.choice", card=choice.card.name, note=note, why=_verdict(showing, choice))
    figures = t("show.numbers", asker=showing.asker, chance=percent(choice.knows))
    return Words(text=text, figures=figures)


def rivals_words(rivals: Sequence[Rival]) -> Words:
    """Say how near each opponent is to the answer."""
    return Words(parts=tuple(map(_rival_words, rivals)))


def _rival_words(rival: Rival) -> Words:
    if rival.out:
        return Words(text=t("rivals.out", name=rival.name))
    key = next(key for least, key in _KNOWS.items() if rival.knows.value > least)
    text = t(key, count=max(2, round(2**rival.bits.value)), name=rival.name)
    return Words(text=text, figures=t("rivals.numbers", chance=percent(rival.knows)))


def accusing_words(book: Notebook, accusing: Accusing) -> Words:
    """Say whether to accuse now, and how likely the accusation and another turn are."""
    cards = enumeration(short_name(card, book.table.edition) for card in accusing.guess)
    right, again = percent(accusing.right), percent(accusing.again)
    why = t("rivals.certain", cards=cards)
    if accusing.right < 1:
        why = t("rivals.chances", cards=cards, right=right, again=again)
    what = t("rivals.accuse" if accusing.accuse else "rivals.wait")
    return Words(text=why, short=what.strip())


# What an answer lacks where a question met its limit


def advice_lines(advice: Advice) -> Iterator[str]:
    """Yield what advice lacks; nothing if everything was judged."""
    if not advice:
        yield t("advice.none")
        return
    if advice.missing is not None:
        yield t(_MISSING[advice.missing])
