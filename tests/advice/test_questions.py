"""Advice on questions to one player about one or two cards: enumeration, laws, limits."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, islice
from operator import attrgetter
from typing import Final, TypeAlias

import pytest
from hypothesis import assume, given, reject, strategies as st

from cluetree import (
    Category,
    ClueCard,
    ClueGuess,
    Edition,
    Evidence,
    InvalidTableError,
    LimitReached,
    Notebook,
    Questions,
    ReplyForm,
    Table,
)
from cluetree.advice import AdvisedQuestion, Missing, advise, public_evidence
from cluetree.advice.questions import Asked, QuestionScorer
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidGuessError
from cluetree.play.engine.layout import Layout
from tests.advice import heads
from tests.advice.oracle import information
from tests.brute import Deal, deals, envelope
from tests.exact.games import Game, play, seeded
from tests.strategies import Told, told_truly

MOST_DEALS: Final = 600
DECK: Final = Edition(("plum", "white"), ("rope", "knife", "axe"), ("hall", "study", "attic"))
SIZES: Final = {"one card": [1], "two cards": [2], "one or two cards": [1, 2]}


Answer: TypeAlias = tuple[str, ClueCard | None]
Joint = defaultdict[tuple[Answer, ClueGuess], Fraction]


def asked_in(table: Table, found: Sequence[Deal], one: AdvisedQuestion) -> Joint:
    """Ask in each of these deals, all equally likely; return the answers with the envelopes."""
    joint = Joint(Fraction)
    for deal in found:
        held = [card for card in one.cards if deal.get(card) == one.to]
        answers: list[Answer] = [("yes", None)] if held else [("no", None)]
        if held and table.replies == "card":
            answers = [("shows", card) for card in held]
        for answer in answers:
            joint[answer, envelope(deal)] += Fraction(1, len(found) * len(answers))
    return joint


def check(table: Table, found: Sequence[Deal], one: AdvisedQuestion) -> None:
    """Every figure of a question and the chances of its answers."""
    joint, heard = asked_in(table, found, one), asked_in(spoken(table), found, one)
    assert one.gain == pytest.approx(information(joint), abs=1e-9)
    assert one.leak == pytest.approx(information(heard), abs=1e-9)
    left, chances = defaultdict[Answer, set[ClueGuess]](set), defaultdict[Answer, float](float)
    for (answer, hidden), chance in joint.items():
        left[answer].add(hidden)
        chances[answer] += float(chance)
    replies = {(reply.answer, reply.card): reply.probability for reply in one.replies}
    assert replies == pytest.approx(chances)

    def known(of: Callable[[ClueGuess], object]) -> float:
        sure = (answer for answer, hidden in left.items() if len(set(map(of, hidden))) == 1)
        return sum(map(chances.__getitem__, sure))

    assert one.solves == pytest.approx(known(lambda hidden: hidden))
    possible = {each: {getattr(guess, each) for _, guess in joint} for each in Category}
    opened = (category for category, cards in possible.items() if len(cards) > 1)
    assert one.settles == pytest.approx({each: known(attrgetter(each)) for each in opened})


def spoken(table: Table) -> Table:
    """What an onlooker of a question hears."""
    return replace(table, replies=ReplyForm.WORD)


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
    some = chain(*(combinations(table.edition.cards, n) for n in SIZES[questions]))
    others = {name for name in table.names if name != table.viewpoint}
    every = {(to, cards) for cards in some for to in others}
    assert {(one.to, one.cards) for one in advice.questions} == every
    for one in advice.questions:
        check(table, found, one)
        assert 0 <= one.leak <= one.gain <= advice.entropy
    for one in to_win.questions:
        leak = information(asked_in(spoken(table), public, one))
        assert one.leak == pytest.approx(leak, abs=1e-9)
    ranks = [(-one.gain, -one.solves, one.leak) for one in advice.questions]
    assert ranks == sorted(ranks)
    values = [one.gain - 0.4 * one.leak for one in to_win.questions]
    assert values == pytest.approx(sorted(values, reverse=True), abs=1e-9)
    assert [len(advice.questions), len(to_win.questions)] == [len(every)] * 2


@pytest.mark.parametrize("replies", ReplyForm)
def test_questions_of_a_small_game_equal_enumeration(replies: ReplyForm) -> None:
    compare(play(seeded(19), DECK, 3, 1), Questions.ONE_OR_TWO, replies)


@pytest.mark.slow
@given(told_truly(), st.sampled_from([*Questions][1:]), st.sampled_from(ReplyForm))
def test_questions_equal_enumeration(told: Told, questions: Questions, replies: ReplyForm) -> None:
    assume(told.table.viewpoint is not None)
    compare(told, questions, replies)


GAME: Final = play(seeded(2), CLUE_US, 3, 1)
TABLE: Final = replace(GAME.table, questions=Questions.ONE_OR_TWO)
ask: Final = partial(advise, TABLE, Evidence.gather(GAME))


def test_a_shown_card_tells_more_than_a_word() -> None:
    shown = advise(replace(TABLE, replies=ReplyForm.CARD), Evidence.gather(GAME)).questions
    gains = {(one.to, one.cards): one.gain for one in shown}
    spoken = ask().questions
    assert all(one.gain <= gains[one.to, one.cards] for one in spoken)
    assert all(one.gain == gains[one.to, one.cards] for one in spoken if len(one.cards) == 1)
    assert any(one.gain < gains[one.to, one.cards] for one in spoken)


def test_questions_to_choose_from() -> None:
    whole, near = ask(), ask(rooms=["hall", "study"], top=400)
    rooms = {card.name for one in near.questions for card in one.cards if card.category == "room"}
    assert rooms == {"Hall", "Study"}
    assert len(near.questions) == 2 * (14 + 14 * 13 // 2)
    assert (len(whole.questions), whole.suggestions) == (2 * (21 + 21 * 20 // 2), ())
    assert Notebook(TABLE, GAME.events).advise(top=2).questions == whole.questions[:2]
    assert str(whole.questions[0]).startswith(f"{whole.questions[0].to}: ")
    with pytest.raises(InvalidGuessError, match="the best is not a suggestion but"):
        whole.best  # noqa: B018 -- a property
    with pytest.raises(InvalidTableError, match="questions of a simulation must be 'three cards'"):
        Layout.of(TABLE)


@pytest.mark.parametrize("lost", [False, True])
def test_at_the_limit_the_questions_scored_before(
    lost: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, left = public_evidence(GAME), iter(range(100))
    whole, score = ask(), QuestionScorer.score

    def slow(scorer: QuestionScorer, asked: Asked) -> AdvisedQuestion:
        if next(left, None) is None or (lost and scorer._evidence == public):
            raise LimitReached("the time is over")
        return score(scorer, asked)

    monkeypatch.setattr(QuestionScorer, "score", slow)
    few = ask(aim="win" if lost else "gain", public=public if lost else None)
    assert few.missing is (Missing.LEAKS if lost else Missing.SUGGESTIONS)
    assert (few.aim, len(few.questions)) == ("gain", 100)
    assert {*map(str, few.questions)} <= {*map(str, whole.questions)}
    assert few.questions[0].gain > 0.8 * whole.questions[0].gain
    with pytest.raises(LimitReached):
        ask()
