from dataclasses import replace
from random import Random

import pytest

from cluetree import (
    Category,
    ClueCard,
    ClueGuess,
    ContradictionError,
    Edition,
    Holds,
    Show,
    Suggestion,
    Table,
)
from cluetree.advice import Estimate
from cluetree.advice.showing import Showing, Verdict, card_to_show
from cluetree.editions import CLUE_US
from cluetree.errors import (
    InvalidEventError,
    InvalidTableError,
    UnknownCardError,
    UnknownPlayerError,
)
from cluetree.table import Answering
from tests.advice import heads
from tests.exact.games import play, seeded
from tests.record.samples import log_of
from tests.strategies import Dice, Told

DECK = Edition(("Plum", "Green", "White"), ("Rope", "Knife", "Axe"), ("Hall", "Study", "Lounge"))
ALL = 10**6


def asking(table: Table, asker: str, guess: ClueGuess) -> Suggestion:
    """The suggestion before the viewpoint answers."""
    assert table.me is not None
    others = table.asked_by(asker)
    passed = others[: others.index(table.me.name)] if table.answering is Answering.FIRST else ()
    return Suggestion(asker, guess, passed=passed, shows="nobody")


def expected(told: Told, asker: str, guess: ClueGuess) -> dict[ClueCard, tuple[float, float]]:
    """For each card, the given information and the chance that the asker then knows, enumerated."""
    table = told.table
    assert table.me is not None
    log = (*told.events, asking(table, asker, guess))
    right = {card: (0.0, 0.0) for card in guess if card in table.me.hand}
    for head, chance in heads.heads(table, log, asker).items():
        before = head.bits
        for card, (bits, knows) in right.items():
            after = head.told(Holds(table.me.name, card))
            right[card] = bits + chance * (before - after.bits), knows + chance * after.knows
    return right


def equals_enumeration(told: Told, dice: Dice) -> None:
    """Compare the cards to show when a player asks the viewpoint first, for a held card."""
    table = told.table
    assert table.me is not None
    mine, asker = dice.one(table.me.hand), table.asked_by(table.me.name)[-1]
    cards = {card.category: card for card in (*dice.guess(table.edition), mine)}
    guess = ClueGuess(*(cards[category] for category in Category))
    showing = card_to_show(told, asker=asker, guess=guess, samples=ALL)
    right = expected(told, asker, guess)
    assert {choice.card for choice in showing.choices} == right.keys()
    best, *_ = showing.choices
    for choice in showing.choices:
        bits, knows = right[choice.card]
        assert choice.bits.value == pytest.approx(bits, abs=1e-9)
        assert choice.knows.value == pytest.approx(knows, abs=1e-9)
        assert choice.more.value == pytest.approx(bits - right[best.card][0], abs=1e-9)
        assert choice.bits.error == choice.knows.error == choice.more.error == 0
    assert showing.table == pytest.approx(leak(told, asker, guess), abs=1e-9)


def leak(told: Told, asker: str, guess: ClueGuess) -> float:
    """Return the information of all players from the show, by enumeration."""
    table, asked = told.table, asking(told.table, asker, guess)
    assert table.me is not None
    before = heads.onlooker(table, (*told.events, asked))
    after = before.told(replace(asked, shows=(Show(table.me.name),)))
    return before.bits - after.bits


def holding() -> Table:
    sizes = {"Ann": 3, "Bob": 2, "Cid": 1}
    return Table.set_up(DECK, sizes, viewpoint="Ann", hand=("Plum", "Rope", "Hall"))


GUESS = DECK.guess("Plum", "Rope", "Hall")


SHOWN = "Bob: Plum, Rope, Study -> Cid passes, Ann shows Rope"


def show(lines: str = "", *, asker: str = "Bob", guess: ClueGuess = GUESS) -> Showing:
    events = log_of(holding(), lines) if lines else ()
    return card_to_show(holding(), events, asker=asker, guess=guess, samples=ALL)


def test_card_shown_before_comes_first_and_reveals_nothing() -> None:
    best, other, last = show(SHOWN).choices
    assert (best.card.name, best.seen, best.known) == ("Rope", True, True)
    assert best.bits == best.more == Estimate(0.0)
    assert not other.known
    assert 0 < other.bits.value <= last.bits.value


def test_shown_cards_come_before_known_cards() -> None:
    choices = show(f"{SHOWN}; Ann holds Plum").choices
    assert [choice.card.name for choice in choices] == ["Rope", "Plum", "Hall"]


def test_card_known_in_some_deals_is_not_known() -> None:
    """Cid was shown the Rope. Bob may hold the two other cards of that guess, or may not."""
    to_cid = "Cid: Green, Rope, Study -> Ann shows Rope"
    assert not any(choice.known for choice in show(to_cid).choices)
    both = show(f"{to_cid}; Ann lacks Green; Ann lacks Study").choices
    assert [choice.card.name for choice in both if choice.known] == ["Rope"]


def test_known_card_comes_before_a_negative_gain() -> None:
    """Bob thinks the Hall is hidden; that it is not makes him unsure, but brings him further."""
    game = play(seeded(7), CLUE_US, 6, 3)
    guess = CLUE_US.guess("Scarlet", "Revolver", "Kitchen")
    found = card_to_show(game, asker="Fay", guess=guess, rng=Random(1))
    *known, kitchen = found.choices
    assert all(choice.known for choice in known)
    assert kitchen.bits.value < 0
    assert kitchen.verdict is Verdict.UNSURE


def test_verdicts() -> None:
    found = show(f"{SHOWN}; Ann holds Plum")
    verdicts = [choice.verdict for choice in found.choices]
    assert verdicts == [Verdict.SEEN, Verdict.KNOWN, Verdict.WORSE]
    found = show()
    assert [choice.verdict for choice in found.choices][:2] == [Verdict.BEST, Verdict.ALIKE]
    assert found.best is found.choices[0].card
    (only,) = show(guess=DECK.guess("Green", "Axe", "Hall")).choices
    assert (only.card.name, only.verdict) == ("Hall", Verdict.ONLY)


def test_onlooker_has_no_card_to_show() -> None:
    table = Table.set_up(DECK, {"Ann": 3, "Bob": 3})
    with pytest.raises(InvalidTableError, match="advice on showing needs a viewpoint"):
        card_to_show(table, (), asker="Bob", guess=GUESS)


@pytest.mark.parametrize(
    ("asker", "guess", "lines", "error", "message"),
    [
        ("Ann", GUESS, "", InvalidEventError, "asker must be another player"),
        (
            *("Bob", DECK.guess("Green", "Axe", "Study"), "", InvalidEventError),
            "Ann holds none of Green, Axe, Study and must pass",
        ),
        (
            *("Bob", DECK.guess("Plum", "Axe", "Study"), "Cid holds Axe", InvalidEventError),
            "Ann is not asked: an earlier player holds one",
        ),
        ("Bob", GUESS, "Bob holds Plum", ContradictionError, "no deal fits"),
        ("Zoe", GUESS, "", UnknownPlayerError, "Zoe"),
        ("Bob", CLUE_US.guess("Plum", "Rope", "Hall"), "", UnknownCardError, "Professor Plum"),
    ],
)
def test_invalid_questions_are_rejected(
    asker: str, guess: ClueGuess, lines: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        show(lines, asker=asker, guess=guess)
