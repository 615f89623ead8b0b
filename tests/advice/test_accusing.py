from fractions import Fraction

import pytest

from cluetree import Accusation, ContradictionError, Edition, Event, Holds, Notebook, Table
from cluetree.advice import Sampling, in_order, rivals, uniform
from cluetree.advice.accusing import accuse_now
from cluetree.editions import CLUE_US
from cluetree.errors import InvalidEventError, InvalidTableError, LimitReached
from cluetree.limit import Limit
from tests.exact.games import play, seeded
from tests.record.samples import log_of

DECK = Edition(("Plum", "Green", "White"), ("Rope", "Knife"), ("Hall", "Study"))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(3))
def test_probabilities_follow_from_the_beliefs_and_the_rivals(players: int, seed: int) -> None:
    game = play(seeded(seed), CLUE_US, players, 2 if players < 4 else 1)
    options: Sampling = {"samples": 30, "model": in_order if seed else uniform}
    advice = accuse_now(game, **options)
    again, known = 1.0, rivals(game, **options)
    assert accuse_now(game, known=known) == advice
    assert [*advice.wins] == [rival.name for rival in known if not rival.out]
    for rival in known:
        if rival.out:
            continue
        random_guess = 0.5**rival.bits.value
        knows = rival.knows.value
        wins = 0.9 if 1.75 * random_guess > 1 else 0.9 * (knows + 1.75 * random_guess * (1 - knows))
        assert advice.wins[rival.name] == pytest.approx(again * wins)
        again *= 1 - wins
    assert advice.again == pytest.approx(again)
    beliefs = Notebook(game.table, game.events).beliefs
    assert advice.guess == beliefs.triples[0].guess
    assert advice.right == Fraction(beliefs.triples[0].deals, beliefs.deals)
    assert sum(advice.wins.values()) == pytest.approx(1 - advice.again)
    assert advice.accuse == (advice.right == 1 or advice.right > advice.again)


def holding() -> Table:
    return Table.set_up(
        DECK, {"Ann": 2, "Bob": 1, "Cid": 1}, viewpoint="Ann", hand=("Plum", "Rope")
    )


WRONG = DECK.guess("White", "Knife", "Study")


def test_opponents_who_know_more_leave_fewer_turns() -> None:
    """At the end, only Cid's card is unknown to Bob, and it was just named in public."""
    facts = log_of(holding(), "Ann holds Plum; Ann holds Rope; Cid holds Hall")
    again = [accuse_now(holding(), facts[:number]).again for number in range(len(facts))]
    assert again == sorted(again, reverse=True)
    advice = accuse_now(holding(), facts)
    assert advice.again < again[-1]
    assert advice.wins["Bob"] == pytest.approx(0.9)
    assert advice.accuse


@pytest.mark.parametrize("out", [(), ("Bob",), ("Bob", "Cid")])
def test_certain_answer_is_an_accusation(out: tuple[str, ...]) -> None:
    """Even if another turn is certain."""
    cards = ("Green", "Knife", "Study")
    asked = f"Ann: {', '.join(cards)} -> nobody"
    log = log_of(holding(), f"{asked}; {'; '.join(f'Ann lacks {c} (only me)' for c in cards)}")
    events = (*log, *(Accusation(name, WRONG, correct=False) for name in out))
    advice = accuse_now(holding(), events)
    assert advice.right == 1
    assert advice.accuse
    assert (advice.again == 1) == (len(out) == 2)


def test_opponents_who_are_out_do_not_win() -> None:
    other = DECK.guess("Green", "Knife", "Study")
    events = Accusation("Bob", WRONG, False), Accusation("Cid", other, False)
    assert accuse_now(holding(), events[:1]).wins.keys() == {"Cid"}
    advice = accuse_now(holding(), events)
    assert advice.again == 1
    assert advice.wins == {}
    assert not advice.accuse


@pytest.mark.parametrize(
    ("table", "event", "error", "message"),
    [
        (
            *(Table.set_up(DECK, {"Ann": 2, "Bob": 2}), Holds("Bob", DECK.card("Plum"))),
            *(InvalidTableError, "needs a viewpoint"),
        ),
        (holding(), Accusation("Ann", WRONG, False), InvalidEventError, "Ann made a failed accus"),
        (
            *(holding(), Accusation("Bob", WRONG, correct=True), InvalidEventError),
            "the game is over: Bob made a correct accusation",
        ),
        (holding(), Holds("Bob", DECK.card("Plum")), ContradictionError, "no deal fits"),
    ],
)
def test_advice_needs_a_player_in_the_game(
    table: Table, event: Event, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        accuse_now(table, (event,))


def test_count_beyond_the_limit_is_an_error() -> None:
    game = play(seeded(3), CLUE_US, 3, 1)
    with pytest.raises(LimitReached):
        accuse_now(game, limit=Limit(seconds=0))
