"""Advice on questions to one player about one or two cards: enumeration, laws, limits."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, islice
from operator import attrgetter
from typing import Final

import pytest
from hypothesis import assume, given, reject, strategies as st

from cluetree import Category, ClueCard, ClueGuess, LimitReached, Table
from cluetree.advice import AdvisedQuestion, Missing, advise, public_evidence
from cluetree.advice.questions import QuestionScorer
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidGuessError, InvalidTableError
from cluetree.evidence import Evidence
from cluetree.play.engine.layout import Layout
from cluetree.table import Questions, ReplyForm
from tests.advice import heads
from tests.advice.oracle import information
from tests.advice.test_suggestions import MOST_DEALS, SMALL
from tests.brute import Deal, deals, envelope
from tests.exact.games import Game, play, seeded
from tests.strategies import Told, told_truly

SIZES: Final = {"one card": [1], "two cards": [2], "one or two cards": [1, 2]}
GAME: Final = play(seeded(2), CLUE_US, 3, 1)
TABLE: Final = replace(GAME.table, questions=Questions.ONE_OR_TWO)
ask: Final = partial(advise, TABLE, Evidence.gather(GAME))
Joint = defaultdict[tuple[str, ClueGuess], Fraction]


def asked(table: Table, found: Sequence[Deal], to: str, cards: Sequence[ClueCard]) -> Joint:
    """Ask in each of these deals, all equally likely; return the answers with the envelopes."""
    joint = Joint(Fraction)
    for deal in found:
        held = [card.name for card in cards if deal.get(card) == to]
        answers = (held if table.replies == "card" else held and ["yes"]) or ["no"]
        for answer in answers:
            joint[answer, envelope(deal)] += Fraction(1, len(found) * len(answers))
    return joint


def check(table: Table, found: Sequence[Deal], one: AdvisedQuestion) -> None:
    """Every figure of a question and the chances of its answers."""
    joint = asked(table, found, one.to, one.cards)
    heard = asked(replace(table, replies=ReplyForm.WORD), found, one.to, one.cards)
    assert one.gain == pytest.approx(information(joint), abs=1e-9)
    assert one.leak == pytest.approx(information(heard), abs=1e-9)
    left, chances = defaultdict[str, set[ClueGuess]](set), defaultdict[str, float](float)
    for (answer, hidden), chance in joint.items():
        left[answer].add(hidden)
        chances[answer] += float(chance)
    assert one.replies == pytest.approx(chances)
    assert "no" not in [*one.replies][:-1]

    def known(of: Callable[[ClueGuess], object]) -> float:
        return sum(chances[said] for said, some in left.items() if len(set(map(of, some))) == 1)

    assert one.solves == pytest.approx(known(str))
    opened = (c for c in Category if len({getattr(hidden, c) for _, hidden in joint}) > 1)
    assert one.settles == pytest.approx({each: known(attrgetter(each)) for each in opened})


def compare(told: Told | Game, questions: Questions, replies: ReplyForm) -> None:
    """Compare all questions with the enumeration of all deals."""
    table = replace(told.table, questions=questions, replies=replies)
    onlooker = heads.onlooker(told.table, told.events)
    found = list(islice(deals(table, told.events), MOST_DEALS + 1))
    public = list(islice(deals(onlooker.table, onlooker.events), MOST_DEALS + 1))
    if max(len(found), len(public)) > MOST_DEALS:
        reject()
    evidence, known = Evidence.gather(table, told.events), public_evidence(table, told.events)
    advice, to_win = advise(table, evidence), advise(table, evidence, aim="win", public=known)
    others = [name for name in table.names if name != table.viewpoint]
    some = [cards for n in SIZES[questions] for cards in combinations(table.edition.cards, n)]
    for one in advice.questions:
        check(table, found, one)
        assert 0 <= one.leak <= one.gain <= advice.entropy
    for one in to_win.questions:
        heard = asked(replace(table, replies=ReplyForm.WORD), public, one.to, one.cards)
        assert one.leak == pytest.approx(information(heard), abs=1e-9)
    for each in (advice, to_win):
        assert len({(one.to, one.cards) for one in each.questions}) == len(each.questions)
        assert len(each.questions) == len(others) * len(some)
    ranks = [(-one.gain, -one.solves, one.leak) for one in advice.questions]
    assert ranks == sorted(ranks)
    values = [one.gain - 0.4 * one.leak for one in to_win.questions]
    assert values == pytest.approx(sorted(values, reverse=True), abs=1e-9)


@pytest.mark.parametrize("replies", ReplyForm)
def test_questions_of_a_small_game_equal_enumeration(replies: ReplyForm) -> None:
    compare(SMALL, Questions.ONE_OR_TWO, replies)


@pytest.mark.slow
@given(told_truly(), st.sampled_from([*Questions][1:]), st.sampled_from(ReplyForm))
def test_questions_equal_enumeration(told: Told, questions: Questions, replies: ReplyForm) -> None:
    assume(told.table.viewpoint is not None)
    compare(told, questions, replies)


def test_a_shown_card_tells_more_than_a_word() -> None:
    shown = advise(replace(TABLE, replies=ReplyForm.CARD), Evidence.gather(GAME)).questions
    gains = {(one.to, one.cards): one.gain for one in shown}
    more = [gains[one.to, one.cards] - one.gain for one in ask().questions]
    alone = [len(one.cards) == 1 for one in ask().questions]
    assert min(more) > -1e-9
    assert {extra > 1e-9 for extra, single in zip(more, alone, strict=True) if single} == {False}
    assert max(more) > 0


def test_rules_of_questions() -> None:
    near = ask(rooms=["hall", "study"], top=400).questions
    rooms = {card.name for one in near for card in one.cards if card.category == "room"}
    assert (rooms, len(near)) == ({"Hall", "Study"}, 2 * (14 + 14 * 13 // 2))
    with pytest.raises(InvalidGuessError, match="the best is not a suggestion but"):
        ask().best  # noqa: B018 -- a property
    with pytest.raises(InvalidTableError, match="questions of a simulation must be 'three cards'"):
        Layout.of(TABLE)


def test_at_the_limit_the_questions_scored_before(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, score, left = ask().questions, QuestionScorer.score, iter(range(0))

    def slow(scorer: QuestionScorer, to: str, cards: tuple[ClueCard, ...]) -> AdvisedQuestion:
        if next(left, None) is None:
            raise LimitReached("the time is over")
        return score(scorer, to, cards)

    monkeypatch.setattr(QuestionScorer, "score", slow)
    for number, public, missing, found in (
        (100, None, Missing.SUGGESTIONS, 100),
        (len(whole), public_evidence(GAME), Missing.LEAKS, len(whole)),
        (len(whole) + 100, public_evidence(GAME), Missing.SUGGESTIONS, 100),
    ):
        left = iter(range(number))
        few = ask(aim="gain" if public is None else "win", public=public)
        assert (few.missing, len(few.questions)) == (missing, found)
        assert few.aim == ("win" if number > len(whole) else "gain")
        assert {*map(str, few.questions)} <= {*map(str, whole)}
        assert few.questions[0].gain > 0.8 * whole[0].gain
    with pytest.raises(LimitReached):
        ask()
