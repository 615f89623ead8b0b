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
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from cluetree import (
    Category,
    ClueCard,
    ClueGuess,
    ContradictionError,
    Edition,
    Evidence,
    InvalidEventError,
    InvalidTableError,
    LimitReached,
    Notebook,
    Table,
    UnknownCardError,
    count,
)
from cluetree.advice import (
    Advice,
    Advised,
    Aim,
    Missing,
    ReplyModel,
    advise,
    in_order,
    public_evidence,
    suggestions,
    uniform,
)
from cluetree.advice.suggestions import Learned, Left
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidGuessError
from cluetree.events import Event, Holds, Lacks
from cluetree.limit import Limit
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


def leaning(player: str, guess: ClueGuess, held: tuple[ClueCard, ...], /) -> list[Fraction]:
    """A model that depends on player, guess and card, and never shows some cards."""
    seed = sum(map(ord, f"{player}{guess}"))
    weights = [Fraction((seed + ord(card.name[0]) * 7) % 5, 3) for card in held]
    return weights if any(weights) else [Fraction(1) for _ in held]


def in_floats(player: str, _guess: ClueGuess, held: tuple[ClueCard, ...], /) -> list[float]:
    """Return weights that are not round numbers."""
    return [0.1 + 0.3 * (len(player) + ord(card.name[-1]) % 4) for card in held]


MODELS: Final[tuple[ReplyModel, ...]] = (uniform, uniform, in_order, leaning, in_floats)


def positions() -> st.SearchStrategy[Told]:
    return st.one_of(told_truly(), wide_true())


def figures(advice: Advice) -> dict[str, tuple[float, ...]]:
    """The figures by the words of the guess."""
    return {str(each.guess): (each.gain, each.solves, each.leak) for each in advice.suggestions}


def check(told: Told, model: ReplyModel) -> None:
    """Every figure of every suggestion."""
    assume(told.table.viewpoint is not None)
    found = list(islice(deals(told.table, told.events), MOST_DEALS + 1))
    assume(len(found) <= MOST_DEALS)
    advice = advise(told.table, Evidence.gather(told), model=model)
    assert {each.guess for each in advice.suggestions} == {
        ClueGuess(*cards) for cards in product(*map(told.table.edition.of, Category))
    }
    for each in advice.suggestions:
        right = expected(told.table, found, each.guess, model)
        assert isclose(each.gain, right.gain, abs_tol=1e-9)
        assert isclose(each.leak, right.leak, abs_tol=1e-9)
        assert isclose(each.solves, right.solves, abs_tol=1e-9)
        replies = {
            tuple((by, card.name) for by, card in reply.cards(each.guess).items()): (
                reply.probability
            )
            for reply in each.replies
        }
        assert replies == pytest.approx(right.replies, abs=1e-9, rel=0)
        assert 0 <= each.leak <= each.gain <= advice.entropy


@given(positions(), st.sampled_from(MODELS))
@some
def test_scores_equal_enumeration_of_all_deals(told: Told, model: ReplyModel) -> None:
    check(told, model)


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


@pytest.mark.slow
@given(st.one_of(positions(), accused(), accused()), st.data())
@some
def test_narrower_questions_have_the_same_answers(told: Told, data: st.DataObject) -> None:
    """By rooms, by number, one suggestion at a time, and asked again."""
    table = told.table
    assume(table.viewpoint is not None)
    evidence = Evidence.gather(table, told.events)
    questions: dict[Aim, partial[Advice]] = {
        "gain": partial(advise, table, evidence),
        "win": partial(
            advise, table, evidence, aim="win", public=public_evidence(table, told.events)
        ),
    }
    entropy = count(evidence).entropy
    rooms = data.draw(st.lists(st.sampled_from(table.edition.of(Category.ROOM)), unique=True))
    top = data.draw(st.integers(1, 5))
    for ask in questions.values():
        suggestions._known.clear()
        advice = ask()
        assert advice.entropy == pytest.approx(entropy, abs=1e-9)
        for one in advice.suggestions:
            assert sum(reply.probability for reply in one.replies) == pytest.approx(1, abs=1e-9)
        assert ask() == advice
        for singly in (False, True):
            suggestions._known.clear()
            with patch.object(suggestions, "_MOST_GUESSES", 1 if singly else 1000):
                assert same(ask().suggestions, advice.suggestions)
                assert same(ask(top=top).suggestions, advice.suggestions[:top])
                near = [one for one in advice.suggestions if one.guess.room in rooms]
                assert same(ask(rooms=rooms).suggestions, near)


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
        advice = figures(advise(state.record.table, state.gathered))
        found = [advice[guess][0] for guess in guesses]
        assert found == pytest.approx(state.line.gains, abs=1e-9, rel=0)


# Laws, in games of real size


def position(seed: int, players: int = 4, rounds: int = 2) -> tuple[Table, tuple[Event, ...]]:
    game = play(seeded(seed), CLUE_US, players, rounds)
    return game.table, game.after(rounds)


def test_suggestions_are_ranked_best_first() -> None:
    table, events = position(5)
    evidence = Evidence.gather(table, events)
    found = advise(table, evidence).suggestions
    assert advise(table, evidence, top=3).suggestions == found[:3]
    book = Notebook(table, events)
    assert book.advise(top=3).suggestions == found[:3]
    solving = [each.solves for each in book.advise(aim="solve").suggestions]
    assert solving == pytest.approx(sorted((each.solves for each in found), reverse=True))
    to_win = advise(table, evidence, aim="win", public=public_evidence(table, events))
    assert book.advise(aim="win") == to_win
    ranks = [(-each.gain, -each.solves, each.leak) for each in found]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) < len(ranks)  # cards that are alike share their figures


def test_certainly_settled_categories_have_probability_one() -> None:
    table = Table.set_up(
        CLUE_US,
        {"Ann": 6, "Bob": 6, "Eve": 6},
        viewpoint="Ann",
        hand=("Mustard", "Scarlet", "Rope", "Hall", "Study", "Lounge"),
    )
    hidden = ("White", "Knife", "Kitchen")
    known = [Holds("envelope", CLUE_US.card(name)) for name in ("White", "Kitchen")]
    weapons = [card for card in CLUE_US.of(Category.WEAPON) if card.name not in {"Rope", *hidden}]
    bob = [Holds("Bob", card) for card in weapons[:3]]
    advice = advise(table, Evidence.gather(table, [*known, *bob]))
    guess = CLUE_US.guess("Mustard", "Knife", "Hall")
    asked = next(each for each in advice.suggestions if each.guess == guess)
    assert asked.settles == {Category.WEAPON: 1}
    assert asked.gain == advice.entropy
    assert asked.solves == 1
    assert str(asked) == f"Colonel Mustard, Knife, Hall: {asked.gain:.2f} bits"


def test_known_envelope_leaves_nothing_to_settle() -> None:
    deck = Edition(("plum", "white"), ("rope", "knife"), ("hall", "study", "attic"))
    table = Table.set_up(deck, {"Ann": 1, "Bob": 3}, viewpoint="Ann", hand=("hall",))
    told = [Holds("Bob", deck.card(name)) for name in ("plum", "rope", "study")]
    assert advise(table, Evidence.gather(table, told[:2])).suggestions[0].settles
    found = advise(table, Evidence.gather(table, told)).suggestions
    assert all(one.settles == {} and one.left is Left.ALL for one in found)


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


def test_onlooker_gets_no_advice() -> None:
    game = play(seeded(1), CLUE_US, 3, 1, onlooker=True)
    with pytest.raises(InvalidTableError, match="viewpoint"):
        advise(game.table, Evidence.gather(game))


def test_impossible_log_gets_no_advice() -> None:
    table, events = position(1)
    card = table.edition.card("hall")
    lacks = [Lacks(player.name, card) for player in table.players]
    evidence = Evidence.gather(table, [*events, *lacks, Lacks("envelope", card)])
    with pytest.raises(ContradictionError):
        advise(table, evidence)


@pytest.mark.parametrize(
    ("room", "error"), [("rope", InvalidGuessError), ("cellar", UnknownCardError)]
)
def test_rooms_must_be_rooms_of_the_deck(room: str, error: type[Exception]) -> None:
    table, events = position(1)
    with pytest.raises(error):
        advise(table, Evidence.gather(table, events), rooms=[room])


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
    suggestions._known.clear()
    few = advise(game.table, evidence, limit=Limit(600))
    whole = advise(game.table, evidence)
    assert (few.missing, whole.missing) == (Missing.SUGGESTIONS, None)
    assert 0 < len(few.suggestions) < len(whole.suggestions)
    assert all(one in whole.suggestions for one in few.suggestions)
    suggestions._known.clear()
    monkeypatch.setattr("cluetree.limit.MOST_BYTES", 1 << 12)
    with pytest.raises(LimitReached, match="MB of memory"):
        advise(game.table, evidence, limit=Limit(60))
