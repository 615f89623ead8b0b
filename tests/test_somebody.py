"""Somebody showed, and it is not known who: every room against all deals of small games."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from cluetree import (
    Answering,
    Category,
    Edition,
    Evidence,
    Notebook,
    Proof,
    Show,
    SolverTree,
    Suggestion,
    Table,
)
from cluetree.errors import InvalidEventError
from cluetree.events import Event
from cluetree.exact import count
from cluetree.explain import SlipKind
from cluetree.play.knowledge import Knowledge
from cluetree.record import dumps_clue, dumps_json, loads_clue, loads_json
from cluetree.tree import ClashKind
from tests import brute

DECK: Final = Edition(("Plum", "Green", "White"), ("Rope", "Knife", "Axe"), ("Hall", "Study"))
NAMES: Final = ("Ann", "Bob", "Cid", "Dee")


def deal_out(rng: Random, names: tuple[str, ...]) -> brute.Deal:
    hidden = DECK.guess(*(rng.choice(DECK.of(category)) for category in Category))
    rest = [card for card in DECK.cards if card not in hidden]
    rng.shuffle(rest)
    hands = {card: names[i % len(names)] for i, card in enumerate(rest)}
    return {card: hands.get(card, brute.HIDDEN) for card in DECK.cards}


def seated(rng: Random, names: tuple[str, ...], deal: brute.Deal, me: str | None) -> Table:
    hands = {name: tuple(c for c, place in deal.items() if place == name) for name in names}
    return Table.set_up(
        DECK,
        {name: len(hand) if rng.random() < 0.8 else None for name, hand in hands.items()}
        | ({} if me is None else {me: len(hands[me])}),
        viewpoint=me,
        hand=() if me is None else hands[me],
        answering=rng.choice([*Answering]),
    )


def asked(rng: Random, table: Table, deal: brute.Deal) -> Suggestion:
    """A suggestion answered by the rule; who showed is often not seen."""
    by = rng.choice(table.names)
    guess = DECK.guess(*(rng.choice(DECK.of(category)) for category in Category))
    order = table.left_of(by)
    able = [name for name in order if any(deal[card] == name for card in guess)]
    first = able[:1] if table.answering is Answering.FIRST else able
    me = table.viewpoint
    if any(name != me for name in first) and me != by and rng.random() < 0.6:
        before = order[: order.index(able[0])]
        return Suggestion(by, guess, (Show(None),), before if rng.random() < 0.5 else None)
    return Suggestion(by, guess, tuple(map(Show, first)))


def games(count: int) -> list[tuple[Table, tuple[Event, ...], brute.Deal]]:
    found: list[tuple[Table, tuple[Event, ...], brute.Deal]] = []
    rng = Random(2026)
    while len(found) < count:
        names = NAMES[: rng.choice((3, 4))]
        deal = deal_out(rng, names)
        table = seated(rng, names, deal, rng.choice((None, *names)))
        log = tuple(asked(rng, table, deal) for _ in range(rng.randint(1, 6)))
        if any(Show(None) in event.shows for event in log):
            found.append((table, log, deal))
    return found


def check(table: Table, log: tuple[Event, ...], deal: brute.Deal) -> None:
    fit = list(brute.deals(table, log))
    assert deal in fit
    certain = brute.certain(fit, table)
    book = Notebook(table, log)
    assert book.beliefs.deals == len(fit) == count(Evidence.gather(table, log)).deals
    assert book.beliefs.facts == certain
    assert {t.guess for t in book.beliefs.triples} == {brute.envelope(d) for d in fit}
    assert SolverTree.at(table, log).evidence().facts <= certain
    known = Knowledge(table, "exact")
    for event in log:
        known.tell(event)
    assert known.evidence().facts == certain
    assert loads_clue(dumps_clue(book.record)).events == log
    assert loads_json(dumps_json(book.record)).events == log


@pytest.mark.slow
def test_everywhere_as_all_deals_say() -> None:
    for game in games(600):
        check(*game)


@pytest.mark.slow
def test_every_fact_has_a_proof_that_the_checker_accepts() -> None:
    proved = 0
    for table, log, _ in games(120):
        book = Notebook(table, log)
        for fact in Evidence.gather(table, log).facts ^ book.beliefs.facts:
            proof = book.why(fact.player, fact.card)
            assert isinstance(proof, Proof)
            proof.check(table, log)
            proved += 1
    assert proved > 500


# What it says, and where it cannot stand


FOUR: Final = {"Ann": 2, "Bob": 1, "Cid": 1, "Dee": 1}
GUESS: Final = DECK.guess("plum", "rope", "hall")


def at(me: str | None, *hand: str, answering: Answering = Answering.FIRST) -> Table:
    return Table.set_up(DECK, FOUR, viewpoint=me, hand=hand, answering=answering)


@pytest.mark.parametrize(
    ("table", "passed", "names"),
    [
        (at(None), None, ("Cid", "Dee", "Ann")),
        (at(None), ("Dee",), ("Cid", "Ann")),
        (at("Ann", "white", "axe"), None, ("Cid", "Dee")),
        (at("Cid", "white"), None, ("Dee", "Ann")),
        (at("Dee", "rope"), None, ("Cid",)),
        (at("Cid", "rope"), None, ()),
        (at("Cid", "rope", answering=Answering.ALL), None, ("Dee", "Ann")),
        (at("Bob", "rope"), None, ("Cid", "Dee", "Ann")),
    ],
)
def test_who_it_can_have_been(
    table: Table, passed: tuple[str, ...] | None, names: tuple[str, ...]
) -> None:
    event = Suggestion("Bob", GUESS, (Show(None),), passed)
    assert event.can_have_shown(table) == names
    assert event.passes(table) == (passed or ())


@pytest.mark.parametrize(
    "shows",
    [(Show(None, DECK.card("plum")),), (Show(None), Show("Cid")), (Show(None), Show(None))],
)
def test_it_stands_alone_and_without_a_card(shows: tuple[Show, ...]) -> None:
    with pytest.raises(InvalidEventError, match="somebody shows"):
        Suggestion("Bob", GUESS, shows).verify(at(None, answering=Answering.ALL))


def test_if_nobody_can_have_shown_the_log_is_impossible() -> None:
    book = Notebook(at("Cid", "rope"), [Suggestion("Bob", GUESS, (Show(None),))])
    assert not book.consistent
    assert book.conflicts().sets == ((1,),)
    (clash,) = SolverTree.at(book.table, book.events, strict=False).clashes
    assert clash.kind is ClashKind.NO_SHOWER
    assert clash.causes == (1,)


def test_somebody_mends_a_shower_who_clashes() -> None:
    events = [
        Suggestion("Ann", GUESS, (Show("Cid", DECK.card("plum")),)),
        Suggestion("Dee", DECK.guess("white", "knife", "hall"), (Show("Cid"),), ()),
    ]
    book = Notebook(at(None), events)
    assert not book.consistent
    found = [each for each in book.repairs().found if each.kind is SlipKind.SOMEBODY]
    (mend,) = (each for each in found if each.event == 2)
    assert mend.replacement == replace(events[1], shows=(Show(None),))
    assert mend.deals > 0


def test_a_branch_over_several_places_is_drawn_with_whom() -> None:
    tree = SolverTree.at(at("Ann", "white", "axe"), [Suggestion("Bob", GUESS, (Show(None),))])
    drawn = str(tree)
    assert "event 1: somebody holds Plum or Rope or Hall" in drawn
    assert sum("open" in line for line in drawn.splitlines()) == 6
    assert "├── Dee holds Rope: open" in drawn


def test_who_sits_at_the_table_saw_who_showed() -> None:
    """Dee knows whether it was her; the asker has seen the card."""
    table = at("Ann", "white", "axe")
    unknown = Notebook(table, [Suggestion("Bob", GUESS, (Show(None),))])
    nothing = Notebook(table)
    before, after = ({r.name: r for r in book.rivals()} for book in (nothing, unknown))
    assert after["Bob"].bits.value < before["Bob"].bits.value
