"""Arguments of the library: normalized in the same way by every package, or rejected."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

import cluetree
from cluetree import (
    Accusation,
    ClueError,
    ContradictionError,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Limit,
    Notebook,
    Show,
    SolverTree,
    Suggestion,
    Table,
    record,
)
from cluetree._turns import next_turn
from cluetree.advice import accuse_now, card_to_show, public_evidence, rivals
from cluetree.claims import Fact, Quota
from cluetree.editions import CLUE_US as DECK
from cluetree.errors import (
    InvalidEventError,
    InvalidLimitError,
    InvalidTableError,
    UnknownCardError,
    UnknownPlayerError,
)
from cluetree.events import Correction, HoldsSome, OneHolds, Question, Saw, entries
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import Proof, find_conflicts, find_repairs, find_suspicious, prove, review
from cluetree.play.agents.published import Heuristic
from cluetree.play.engine.layout import Asked, Layout
from cluetree.play.game import play_game
from cluetree.play.rules import Rules
from cluetree.record import Record
from tests.strategies import Told, told_anyhow

HAND: Final = ("mustard", "knife", "rope", "hall", "study", "lounge")
TABLE: Final = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)
BOB: Final = TABLE.player("Bob")
GUESS: Final = DECK.guess("white", "wrench", "library")

# Loosely typed events, each with its strict equivalent.
untyped: Any = cluetree
WORDS: Final = ("white", "wrench", "library")
WHITE: Final = DECK.card("white")
LOOSE: Final[list[tuple[Any, Event]]] = [
    (untyped.Holds("bob", "plum"), Holds("Bob", DECK.card("plum"))),
    (untyped.Lacks(" EVE ", "Prof. Plum"), Lacks("Eve", DECK.card("plum"))),
    (untyped.Lacks("Envelope", "hall"), Lacks("envelope", DECK.card("hall"))),
    (untyped.HoldsOneOf("bob", WORDS[1:]), HoldsOneOf("Bob", GUESS.cards[1:])),
    (untyped.Suggestion("BOB", WORDS, [Show("eve")]), Suggestion("Bob", GUESS, [Show("Eve")])),
    (
        untyped.Suggestion("ann", GUESS, [untyped.Show("eve", "Mrs. White")], ["bob"]),
        Suggestion("Ann", GUESS, [Show("Eve", WHITE)], ["Bob"]),
    ),
    (Suggestion("bob", GUESS, ["eve"]), Suggestion("Bob", GUESS, [Show("Eve")])),
    (
        untyped.Suggestion("ann", GUESS, {"bob": "white"}),
        Suggestion("Ann", GUESS, [Show("Bob", WHITE)]),
    ),
    (Suggestion("ann", GUESS, {"bob": None}), Suggestion("Ann", GUESS, [Show("Bob")])),
    (untyped.Accusation("bob", WORDS, correct=False), Accusation("Bob", GUESS, correct=False)),
]


@pytest.mark.parametrize(("loose", "strict"), LOOSE, ids=lambda event: f"{event!s:.40}")
def test_every_package_normalizes_an_event(loose: Event, strict: Event) -> None:
    assert loose.at(TABLE) == strict == strict.at(TABLE)
    assert loose.claims(TABLE) == strict.claims(TABLE)
    assert entries(TABLE, [loose]) == (strict,)

    told, inserted, edited = Notebook(TABLE), Notebook(TABLE), Notebook(TABLE, [Holds("Bob", PLUM)])
    told.tell(loose)
    inserted.insert(1, loose)
    edited.edit(1, loose)
    for book in (told, inserted, edited, Notebook(TABLE, [loose]), Notebook(TABLE).suppose(loose)):
        assert book.events == (strict,)
        assert book == Notebook(TABLE, [strict])

    assert Evidence.gather(TABLE, [loose]) == Evidence.gather(TABLE, [strict])
    assert str(SolverTree.at(TABLE, [loose])) == str(SolverTree.at(TABLE, [strict]))
    for dumps in (record.dumps_clue, record.dumps_json):
        assert dumps(Record(TABLE, (loose,))) == dumps(Record(TABLE, (strict,)))


PLUM: Final = DECK.card("plum")


def unkempt(event: Event) -> Event:
    """The same event as people spell it."""
    match event:
        case Suggestion(by, guess, shows, passed):
            loose = [Show(show.by and f" {show.by.upper()}", show.card) for show in shows]
            return Suggestion(
                by.upper(), guess, loose, passed and [f"{name} ".lower() for name in passed]
            )
        case Accusation(by) | Correction(by):
            return replace(event, by=by.upper())
        case Holds(player) | Lacks(player) | HoldsSome(player):
            return replace(event, player=player.upper())
        case OneHolds(players):
            return replace(event, players=tuple(name.upper() for name in players))
        case Question(by, to):
            return replace(event, by=by.upper(), to=to.lower())
        case Saw(by, player):
            return replace(event, by=by.upper(), player=player.lower())


@given(told_anyhow(), st.data())
def test_same_log_in_other_spellings_gives_the_same_answers(
    told: Told, data: st.DataObject
) -> None:
    table, events, loose = told.table, told.events, [unkempt(event) for event in told.events]
    assert entries(table, loose) == events
    begun, rest = Record(table, tuple(loose[:1])), loose[1:]
    for ask in (find_conflicts, find_repairs, find_suspicious, review, public_evidence, next_turn):
        assert ask(begun, rest) == ask(table, events)
    card = data.draw(st.sampled_from(table.edition.cards))
    name = data.draw(st.sampled_from((*table.names, "envelope")))
    if count(Evidence.gather(table, events)).deals:
        reason = prove(begun, rest, fact=Fact(name.upper(), card, holds=True))
        assert reason == prove(table, events, fact=Fact(name, card, holds=True))
        if isinstance(reason, Proof):
            reason.check(begun, rest)


def test_suggestion_is_read_in_any_spelling() -> None:
    whole = play_game((Heuristic(), Heuristic(), Heuristic()), Rules(), 1).whole_record
    layout = Layout.of(whole.table)
    asked = next(event for event in whole.events if isinstance(event, Suggestion))
    shouted = replace(asked, by=asked.by.upper())
    assert Asked.of(shouted, whole.table, layout) == Asked.of(asked, whole.table, layout)


def test_advice_reads_a_log_in_any_spelling() -> None:
    asked = DECK.guess("plum", "rope", "hall")
    shown = Suggestion("Eve", asked, [Show("Ann", DECK.card("rope"))], ["Bob"])
    events: list[Event] = [Suggestion("Bob", GUESS, ["Eve"]), shown]
    first, *rest = map(unkempt, events)
    show = partial(card_to_show, asker="eve", guess=("hall", "plum", "rope"))
    for ask in (rivals, accuse_now, show):
        assert ask(TABLE, events, samples=5) == ask(Record(TABLE, (first,)), rest, samples=5)
    assert show(TABLE, events, samples=5).best == DECK.card("rope"), "for Eve has seen it before"
    with pytest.raises(InvalidEventError, match="holds none"):
        Notebook(TABLE).card_to_show("Bob", ("plum", "wrench", "library"))


# Rejected arguments


def test_error_gives_the_number_of_the_event() -> None:
    log = [Holds("Bob", PLUM), Holds("Zoe", PLUM)]
    for take in (Notebook, find_repairs, find_conflicts, SolverTree.at, review):
        with pytest.raises(UnknownPlayerError) as caught:
            take(TABLE, log)
        assert caught.value.__notes__ == ["in event 2"]


def test_questions_accept_any_spelling_and_reject_unknown_players() -> None:
    events = [Holds("Bob", PLUM)]
    evidence = Evidence.gather(TABLE, events)
    beliefs = count(evidence)
    tree = SolverTree.at(TABLE, events)
    knows: Callable[..., bool | None] = evidence.knows
    assert knows("BOB", "plum") is knows("Bob", PLUM) is True
    assert beliefs.chance("bob", "plum") == 1
    assert beliefs.count("ENVELOPE", "plum") == 0
    assert beliefs.hand("bob") == (PLUM,)
    assert beliefs.hand("Ann") == tuple(
        card for card in DECK.cards if card in TABLE.player("Ann").hand
    )
    assert beliefs.hand("envelope") == beliefs.hand("Eve") == ()
    assert evidence.assuming(Fact("eve", GUESS.suspect, holds=True)).knows("Eve", GUESS.suspect)
    with pytest.raises(UnknownPlayerError, match="Zoe"):
        knows("Zoe", PLUM)
    with pytest.raises(UnknownCardError, match="banana"):
        beliefs.chance("Bob", "banana")

    tree.grow_back([Fact("eve", GUESS.suspect, holds=True)])
    assert tree.evidence().knows("Eve", GUESS.suspect)
    assert tree.evidence().knows("envelope", GUESS.suspect) is False
    with pytest.raises(UnknownPlayerError, match="Zoe"):
        tree.grow_back([Fact("Zoe", GUESS.suspect, holds=True)])


@pytest.mark.parametrize("wrong", [None, 1, 2.5, b"Bob", ["Bob"], ("plum", "rope"), BOB, GUESS])
def test_wrong_type_is_rejected_where_it_enters(wrong: Any) -> None:  # noqa: ANN401 -- any type
    """Names, cards, lists and flags in every event and question."""
    book, knows = untyped.Notebook(TABLE), untyped.evidence.Evidence.gather(TABLE, ()).knows
    asks: list[Callable[[], object]] = [
        lambda: book.tell_suggestion(wrong, *WORDS, shows=()),
        lambda: book.tell_suggestion("Bob", *WORDS, shows=(), passed=[wrong]),
        lambda: book.tell_suggestion("Bob", *WORDS, shows=[wrong]),
        lambda: book.tell_suggestion("Bob", *WORDS, shows={"Eve": wrong or 5}),
        lambda: book.tell_suggestion("Bob", "plum", "rope", wrong, shows=()),
        lambda: book.tell_holds_one_of("Bob", wrong),
        *(lambda ask=ask: ask("Bob", wrong) for ask in (book.tell_holds, book.knows, book.why)),
        *(lambda ask=ask: ask(wrong, "rope") for ask in (book.tell_lacks, knows, book.why)),
        lambda: book.advise(rooms=[wrong]),
        lambda: book.card_to_show(wrong, WORDS),
        lambda: book.tell_accusation("Bob", *WORDS, correct=wrong),
        lambda: Record(TABLE, (), wrong),
    ]
    for ask in asks:
        with pytest.raises(ClueError, match="must be"):
            ask()
    assert book.events == ()


def test_nobody_is_never_implied() -> None:
    with pytest.raises(TypeError, match="'shows'"):
        untyped.Suggestion("Bob", GUESS)
    with pytest.raises(TypeError, match="'correct'"):
        untyped.Accusation("Bob", GUESS)
    assert Suggestion("Bob", GUESS, "nobody") == Suggestion("Bob", GUESS, ())
    with pytest.raises(InvalidEventError, match="shows must be a list"):
        Suggestion("Bob", GUESS, "Nobody else")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Limit(-1),
        lambda: Limit(seconds=float("nan")),
        lambda: Notebook(TABLE).rivals(samples=1),
        lambda: Notebook(TABLE).rivals(samples=-1),
        lambda: Notebook(TABLE).accuse_now(samples=1),
        lambda: Notebook(TABLE).card_to_show("Bob", ("plum", "rope", "hall"), samples=0),
        lambda: Notebook(TABLE).beliefs.sample(-1, rng=Random(0)),
        lambda: Notebook(TABLE).rivals(samples=10**30),
        lambda: Notebook(TABLE).accuse_now(samples=10**30),
        lambda: Notebook(TABLE).beliefs.sample(10**30, rng=Random(0)),
        lambda: Notebook(TABLE).advise(top=-1),
    ],
)
def test_invalid_limit_is_rejected(make: Callable[[], object]) -> None:
    with pytest.raises(InvalidLimitError):
        make()


# Notebooks


class Marked(Notebook):
    """A notebook with an attribute and a parameter of its own."""

    def __init__(self, *, mark: str):
        super().__init__(TABLE, title="Friday", limit=Limit(seconds=12.5))
        self.mark = mark


def test_copy_is_independent() -> None:
    book = Marked(mark="mine")
    book.tell_holds("Bob", "plum")
    book.tell_lacks("Eve", "white")
    book.undo()
    assert book.beliefs.deals > 0  # so that there is something worked out that could be shared
    pickled: Marked = pickle.loads(pickle.dumps(book))  # noqa: S301 -- our own bytes
    supposed = book.suppose(Lacks("Eve", PLUM))
    assert (type(supposed), supposed.mark, supposed.limit) == (Marked, "mine", book.limit)
    for other in (book.copy(), copy.copy(book), copy.deepcopy(book), pickled):
        assert other == book
        assert (type(other), other.mark) == (Marked, "mine")
        assert (other.title, other.limit) == ("Friday", book.limit)
        other.tell_holds("Eve", "white")
        assert other != book
        assert len(book) == 1
        assert book.beliefs.chance("Eve", "white") < 1 == other.beliefs.chance("Eve", "white")
        assert other.undo()
        assert other.undo()
        assert not other.undo()
        assert len(book) == 1
    assert book.copy().redo(), "what was undone can be made again in the copy"
    assert book.redo()


def test_notebook_of_an_impossible_log_has_a_possible_part() -> None:
    book = Marked(mark="mine")
    book.tell_holds("Bob", "plum")
    assert book.possible_part() is book
    book.tell_holds("Eve", "plum")
    with pytest.raises(ContradictionError):
        book.advise()
    part = book.possible_part()
    assert (part.mark, part.events) == ("mine", book.events[:1])
    assert len(part.advise().best.names) == 3


def test_tree_takes_events() -> None:
    tree, events = SolverTree.at(TABLE), [event for _, event in LOOSE[:5]]
    for event in events:
        tree.tell(event)
    assert str(tree) == str(SolverTree.at(TABLE, events))
    with pytest.raises(InvalidTableError, match=r"SolverTree\.at"):
        SolverTree(None, TABLE.players, DECK).tell(events[0])


def test_notebooks_are_equal_by_table_and_events() -> None:
    one, other = Notebook(TABLE, title="one"), Notebook(TABLE, title="other")
    one.tell_holds("Bob", "plum")
    assert one != other
    other.tell(Holds("bob", PLUM))
    assert one == other
    assert one != Notebook(Table.set_up(DECK, {"Ann": 9, "Bob": 9}), one.events)
    assert one != one.events
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


# Values


VALUES: Final = (
    *(DECK, PLUM, GUESS, BOB, TABLE, Fact("Ann", PLUM, holds=True), Show("Bob", PLUM)),
    Quota.show(["Ann", "Eve"], [PLUM]),
    *(event for _, event in LOOSE),
    *(claim for _, event in LOOSE for claim in event.claims(TABLE)),
    Evidence.gather(TABLE, [event for _, event in LOOSE[:4]]),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__}-{value!s:.20}")
def test_value_is_frozen_and_can_be_copied_and_pickled(value: object) -> None:
    """Lazily computed values do not matter."""
    before = hash(value)
    fresh: object = pickle.loads(pickle.dumps(value))  # noqa: S301 -- our own bytes
    for name in dir(type(value)):
        if isinstance(vars(type(value)).get(name), cached_property):
            getattr(value, name)
    copies = [pickle.loads(pickle.dumps(value, number)) for number in range(2, 6)]  # noqa: S301
    for again in (fresh, copy.copy(value), copy.deepcopy(value), *copies):
        assert again == value
        assert hash(again) == hash(value) == before
    for name in ("name", "guess", "card", "edition", "facts", "player", "suspects", "by"):
        if hasattr(value, name):
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, None)


# Representations


def test_repr_of_a_card_can_be_evaluated() -> None:
    rope = DECK.card("rope")
    assert repr(rope) == "ClueCard('Rope', Category.WEAPON)"
    for value in (*DECK.cards, GUESS, TABLE.player("Ann")):
        assert eval(repr(value), vars(cluetree)) == value  # noqa: S307 -- what is ours
