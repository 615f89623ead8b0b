"""Advice on suggestions: small games against enumeration, questions, laws."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice, product
from math import inf, isclose, nan
from typing import Final, get_args
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings, strategies as st

from cluetree import (
    Category,
    ClueCard,
    ClueGuess,
    ContradictionError,
    Edition,
    LimitReached,
    Notebook,
    Table,
)
from cluetree.advice import (
    Advice,
    Advised,
    Aim,
    Learned,
    Left,
    Missing,
    ReplyModel,
    advise,
    in_order,
    public_evidence,
    suggestions,
    uniform,
)
from cluetree.editions import CLUE_US
from cluetree.errors import (
    InvalidEventError,
    InvalidGuessError,
    InvalidTableError,
    UnknownCardError,
)
from cluetree.events import Event, Holds, Lacks
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import Limit
from cluetree.table import Unanswered
from tests.advice import heads
from tests.advice.oracle import expected
from tests.brute import deals
from tests.exact.data import states
from tests.exact.games import play, seeded
from tests.exact.strategies import accused, wide_true
from tests.strategies import Told, told_truly

MOST_DEALS: Final = 600
DECK: Final = Edition(("plum", "white"), ("rope", "knife", "axe"), ("hall", "study", "attic"))
some = settings(suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    """An answer in the cache would need no time, whatever the limit."""
    suggestions._known.clear()


def leaning(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> list[Fraction]:
    """A model that depends on player, guess and card, and never shows some cards."""
    seed = sum(map(ord, f"{player}{guess}"))
    weights = [Fraction((seed + ord(card.name[0]) * 7) % 5, 3) for card in held]
    return weights if any(weights) else [Fraction(1) for _ in held]


def in_floats(player: str, _guess: ClueGuess, held: tuple[ClueCard, ...], /) -> list[float]:
    """Return weights that are not round numbers."""
    return [0.1 + 0.3 * (len(player) + ord(card.name[-1]) % 4) for card in held]


MODELS: Final[tuple[ReplyModel, ...]] = (uniform, uniform, in_order, leaning, in_floats)


SMALL: Final = play(seeded(19), DECK, 3, 1)
"""A small game with suggestions that are equal, and some that differ by the leak alone."""


def positions() -> st.SearchStrategy[Told]:
    return st.one_of(told_truly(), wide_true())


def check(table: Table, events: Sequence[Event], model: ReplyModel) -> None:
    """Every figure of every suggestion, and the order of suggestions and replies."""
    found = list(islice(deals(table, events), MOST_DEALS + 1))
    if len(found) > MOST_DEALS:
        reject()
    evidence = Evidence.gather(table, events)
    lying = {hand.name for hand in table.face_down}
    try:
        advice = advise(table, evidence, model=model)
    except InvalidTableError:
        assert table.unanswered == "look"
        assert None in [hand.hand_size for hand in table.players]
        assert None in [hand.hand_size for hand in table.face_down]
        return
    seen = {fact.card for fact in evidence.facts if fact.holds and fact.player in lying}
    assert {each.guess for each in advice.suggestions} == {
        ClueGuess(*cards) for cards in product(*map(table.edition.of, Category))
    }
    for each in advice.suggestions:
        right = expected(table, found, each.guess, model, seen)
        assert isclose(each.gain, right.gain, abs_tol=1e-9)
        assert isclose(each.leak, right.leak, abs_tol=1e-9)
        assert isclose(each.solves, right.solves, abs_tol=1e-9)
        shown = [reply.cards(each.guess) for reply in each.replies]
        chances = (reply.probability for reply in each.replies)
        named = (tuple((by, card.name) for by, card in cards.items()) for cards in shown)
        replies = dict(zip(named, chances, strict=True))
        assert replies == pytest.approx(right.replies, abs=1e-9, rel=0)
        asked = table.asked_by(table.viewpoint or "")
        first = [asked.index(next(iter(cards))) if cards else len(asked) for cards in shown]
        assert first == sorted(first), "in asking order"
        assert 0 <= each.leak <= each.gain <= advice.entropy
        assert all(chance == 1 or chance < 1 - 1e-9 for chance in each.settles.values())
    ranks = [(-each.gain, -each.solves, each.leak) for each in advice.suggestions]
    assert ranks == sorted(ranks)


@given(positions(), st.sampled_from(MODELS), st.sampled_from(Unanswered))
@some
def test_scores_equal_enumeration_of_all_deals(
    told: Told, model: ReplyModel, unanswered: Unanswered
) -> None:
    assume(told.table.viewpoint is not None)
    check(replace(told.table, unanswered=unanswered), told.events, model)


@pytest.mark.parametrize("model", MODELS)
def test_scores_of_a_small_game_equal_enumeration(model: ReplyModel) -> None:
    check(SMALL.table, SMALL.events, model)


@pytest.mark.slow
@given(positions(), st.sampled_from(MODELS))
@some
def test_leak_to_an_onlooker_equals_enumeration(told: Told, model: ReplyModel) -> None:
    """Also with facts that only the viewpoint knows: what it saw, and cards of the envelope."""
    table, onlooker = told.table, heads.onlooker(told.table, told.events)
    assume(table.viewpoint is not None)
    public = list(islice(deals(onlooker.table, onlooker.events), MOST_DEALS + 1))
    assume(len(public) <= MOST_DEALS)
    evidence = Evidence.gather(table, told.events)
    known = public_evidence(table, told.events)
    found = advise(table, evidence, aim="win", public=known, model=model)
    gains = {each.guess: each.gain for each in advise(table, evidence, model=model).suggestions}
    for each in found.suggestions:
        assert each.leak == pytest.approx(expected(table, public, each.guess, model).leak, abs=1e-9)
        assert each.gain == gains[each.guess]
    values = [each.gain - 0.4 * each.leak for each in found.suggestions]
    assert values == sorted(values, reverse=True)
    assert len(found.suggestions) == len(gains)


def test_narrower_questions_of_a_small_game_have_the_same_answers() -> None:
    assert_narrower_questions_agree(SMALL.table, SMALL.events, ["attic", "hall"], 3)
    ask = partial(advise, SMALL.table, Evidence.gather(SMALL))
    assert ask(rooms=["attic", "study", "hall"]) == ask(), "equal ones are in the edition's order"


@pytest.mark.slow
@given(st.one_of(positions(), accused(), accused()), st.data())
@some
def test_narrower_questions_have_the_same_answers(told: Told, data: st.DataObject) -> None:
    assume(told.table.viewpoint is not None)
    sizes = [hand.hand_size for hand in told.table.players]
    rule = data.draw(st.sampled_from(Unanswered)) if None not in sizes else Unanswered.NOTHING
    table = replace(told.table, unanswered=rule)
    every_room = st.sampled_from(told.table.edition.of(Category.ROOM))
    rooms = data.draw(st.lists(every_room, unique=True))
    top = data.draw(st.integers(1, 5))
    assert_narrower_questions_agree(table, told.events, rooms, top)


def assert_narrower_questions_agree(
    table: Table, events: Sequence[Event], named: Sequence[ClueCard | str], top: int
) -> None:
    """By rooms, by number, one suggestion at a time, and asked again."""
    evidence, public = Evidence.gather(table, events), public_evidence(table, events)
    rooms = {table.edition.card(room) for room in named}
    for ask in (
        partial(advise, table, evidence),
        partial(advise, table, evidence, aim="win", public=public),
    ):
        suggestions._known.clear()
        advice = ask()
        assert advice.entropy == pytest.approx(count(evidence).entropy, abs=1e-9)
        for one in advice.suggestions:
            assert sum(reply.probability for reply in one.replies) == pytest.approx(1, abs=1e-9)
        near = [one for one in advice.suggestions if one.guess.room in rooms]
        assert ask() == advice
        for most in (1000, 1):
            suggestions._known.clear()
            with patch.object(suggestions, "_MOST_GUESSES", most):
                assert ask().complete
                assert same(ask().suggestions, advice.suggestions)
                assert same(ask(top=top).suggestions, advice.suggestions[:top])
                assert same(ask(rooms=named).suggestions, near)


def same(found: Sequence[Advised], expected: Sequence[Advised]) -> bool:
    """Whether suggestions agree up to the order of those whose figures differ by rounding."""
    return len(found) == len(expected) and all(
        (one.gain, one.leak, one.solves, *one.settles.values())
        == pytest.approx((other.gain, other.leak, other.solves, *other.settles.values()), abs=1e-9)
        for one, other in zip(found, expected, strict=True)
    )


@pytest.mark.slow
def test_gains_equal_those_of_another_counter() -> None:
    positions = [state for state in states() if state.line.gains]
    assert len(positions) == 16
    for state in positions:
        edition = state.record.table.edition
        guesses = [str(ClueGuess(*cards)) for cards in product(*map(edition.of, Category))]
        advice = advise(state.record.table, state.gathered).suggestions
        gains = {str(each.guess): each.gain for each in advice}
        found = [gains[guess] for guess in guesses]
        assert found == pytest.approx(state.line.gains, abs=1e-9, rel=0)


# Laws, in games of real size


def position(seed: int, players: int = 4, rounds: int = 2) -> tuple[Table, tuple[Event, ...]]:
    game = play(seeded(seed), CLUE_US, players, rounds)
    return game.table, game.after(rounds)


def test_notebook_ranks_suggestions_by_the_aim() -> None:
    book, evidence = Notebook(SMALL.table, SMALL.events), Evidence.gather(SMALL)
    found = advise(SMALL.table, evidence).suggestions
    assert book.advise(top=3).suggestions == found[:3]
    solving = [each.solves for each in book.advise(aim="solve").suggestions]
    assert solving == sorted((each.solves for each in found), reverse=True)
    to_win = advise(SMALL.table, evidence, aim="win", public=public_evidence(SMALL))
    assert book.advise(aim="win") == to_win
    assert len({(one.gain, one.solves, one.leak) for one in found}) < len(found), "some are alike"


def test_settled_categories() -> None:
    table = Table.set_up(DECK, {"Ann": 2, "Bob": 3}, viewpoint="Ann", hand=("plum", "hall"))
    told = [Holds("Bob", DECK.card(name)) for name in ("rope", "study")]
    known = advise(table, Evidence.gather(table, told[:1]))
    (asked,) = (one for one in known.suggestions if str(one.guess) == "plum, knife, hall")
    assert asked.settles == {Category.WEAPON: 1, Category.ROOM: 0}
    assert asked.gain < known.entropy
    assert str(asked) == f"plum, knife, hall: {asked.gain:.2f} bits"
    whole = advise(table, Evidence.gather(table, [*told, Holds("Bob", DECK.card("axe"))]))
    assert all(one.settles == {} and one.left is Left.ALL for one in whole.suggestions)


def test_gain_and_leak_have_codes() -> None:
    table, events = position(1)
    bounds = dict(zip(Left, (0.05, 0.35, 0.75, 1.25, 1.75, 2.5, inf), strict=False))
    for one in advise(table, Evidence.gather(table, events)).suggestions:
        assert one.left is next(code for code, most in bounds.items() if one.gain < most)
        if one.leak < one.gain / 4:
            assert one.learned is Learned.LITTLE
        elif one.leak > one.gain * 3 / 4:
            assert one.learned is Learned.AS_MUCH
        else:
            assert one.learned is Learned.SOME


# Invalid questions


def test_invalid_question_is_rejected() -> None:
    onlooker, (table, events) = play(seeded(1), CLUE_US, 3, 1, onlooker=True), position(1)
    ask = partial(advise, table, Evidence.gather(table, events))
    with pytest.raises(InvalidTableError, match="viewpoint"):
        advise(onlooker.table, Evidence.gather(onlooker))
    nowhere = [Lacks(place, table.edition.card("hall")) for place in (*table.names, "envelope")]
    with pytest.raises(ContradictionError):
        advise(table, Evidence.gather(table, [*events, *nowhere]))
    with pytest.raises(InvalidGuessError):
        ask(rooms=["rope"])
    with pytest.raises(UnknownCardError):
        ask(rooms=["cellar"])


@pytest.mark.parametrize(
    "weights", [(), (1,) * 4, (-1, 2, 3), (0, 0, 0), (nan, nan, nan), (inf, inf, inf)]
)
def test_invalid_model_is_rejected(weights: tuple[float, ...]) -> None:
    def model(_player: str, _guess: ClueGuess, held: tuple[ClueCard, ...], /) -> tuple[float, ...]:
        return weights if len(weights) != 3 else weights[: len(held)]

    table, events = position(1)
    with pytest.raises(InvalidEventError, match="weight"):
        advise(table, Evidence.gather(table, events), model=model)


def test_limit_stops_or_changes_nothing() -> None:
    table, events = position(4)
    evidence = Evidence.gather(table, events)
    with pytest.raises(LimitReached):
        advise(table, evidence, limit=Limit(seconds=0))
    assert advise(table, evidence, limit=Limit(seconds=600)) == advise(table, evidence)


def test_advice_at_the_limit_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play(seeded(3), CLUE_US, 6, 0)
    evidence, public = Evidence.gather(game), public_evidence(game)
    whole = advise(game.table, evidence)
    monkeypatch.setattr(suggestions, "_MOST_GUESSES", 1)
    monkeypatch.setattr(suggestions, "_MOST_SINGLE", 30)
    suggestions._known.clear()
    few = advise(game.table, evidence)
    assert (few.missing, few.complete, len(few.suggestions)) == (Missing.SUGGESTIONS, False, 30)
    assert few.entropy == pytest.approx(whole.entropy)
    found = {one.guess for one in few.suggestions}
    assert few.suggestions == tuple(one for one in whole.suggestions if one.guess in found)
    assert few.suggestions[0].gain > 0.8 * whole.suggestions[0].gain

    def no_leaks(question: suggestions._Question, told: Evidence) -> Advice:
        if told == public:
            raise LimitReached("the time is over")
        return scored(question, told)

    scored = suggestions._Question._scored
    monkeypatch.setattr(suggestions._Question, "_scored", no_leaks)
    by_gain = advise(game.table, evidence, aim="win", public=public)
    assert by_gain == replace(few, missing=Missing.LEAKS)


@pytest.mark.parametrize("aim", get_args(Aim))
@pytest.mark.parametrize("lost", [False, True])
def test_leaks_one_at_a_time(aim: Aim, lost: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best are those of all suggestions, or the answer says that a leak is missing."""
    game = play(seeded(4), DECK, 3, 1)
    evidence = Evidence.gather(game)
    public = public_evidence(game)
    best = partial(advise, game.table, evidence, aim=aim, public=public, top=1)
    whole, left = best(), iter([lost])

    def one_leak(question: suggestions._Question, told: Evidence) -> Advice:
        if told == public and (len(question.asked[0]) > 1 or next(left, False)):
            raise LimitReached("too much memory")
        return scored(question, told)

    scored = suggestions._Question._scored
    monkeypatch.setattr(suggestions._Question, "_scored", one_leak)
    suggestions._known.clear()
    found = best()
    assert found.missing is Missing.SUGGESTIONS if lost else found == whole


def test_noise_does_not_break_ties_to_win() -> None:
    table, events = position(4)
    one = advise(table, Evidence.gather(table, events)).suggestions[0]
    equal = (1.0, 0.311278124459), (1.459147917027, 1.459147917027)
    ranks = [suggestions._merit(replace(one, gain=g, leak=leak), "win") for g, leak in equal]
    assert ranks[0][0] == ranks[1][0]


def test_limit_bounds_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play(seeded(3), CLUE_US, 6, 1)
    evidence = Evidence.gather(game)
    monkeypatch.setattr("cluetree.limit.MOST_BYTES", 1 << 17)
    few = advise(game.table, evidence, limit=Limit(600))
    whole = advise(game.table, evidence)
    assert (few.missing, whole.missing) == (Missing.SUGGESTIONS, None)
    assert 0 < len(few.suggestions) < len(whole.suggestions)
    assert all(one in whole.suggestions for one in few.suggestions)
    suggestions._known.clear()
    monkeypatch.setattr("cluetree.limit.MOST_BYTES", 1 << 12)
    with pytest.raises(LimitReached, match="MB of memory"):
        advise(game.table, evidence, limit=Limit(60))
