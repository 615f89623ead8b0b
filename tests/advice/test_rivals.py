import itertools
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from cluetree import Accusation, CluePlayer, Edition, Event, Holds, Show, Suggestion, Table
from cluetree.advice import Estimate, public_evidence
from cluetree.advice.replies import in_order
from cluetree.advice.rivals import Rival, rivals
from cluetree.editions import CLUE_US
from cluetree.errors import LimitReached
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.limit import Limit
from cluetree.table import Answering, Unanswered
from tests import brute
from tests.advice import heads
from tests.exact.games import Game, blurred, play, seeded
from tests.record.samples import log_of

DECK = Edition(("Plum", "Green", "White"), ("Rope", "Knife", "Axe"), ("Hall", "Study", "Lounge"))
ALL = 10**6
"""More deals than any tiny table has, so that every one is looked at."""


def equals_enumeration(found: Sequence[Rival], table: Table, events: Sequence[Event]) -> None:
    """Compare each estimate with the mean over all heads in all deals."""
    for rival in found:
        if rival.out:
            assert (rival.bits.value, rival.knows.value) == (0, 1)
            continue
        own = heads.heads(table, events, rival.name)
        bits = sum(chance * head.bits for head, chance in own.items())
        knows = sum(chance * head.knows for head, chance in own.items())
        assert rival.bits.value == pytest.approx(bits, abs=1e-9)
        assert rival.knows.value == pytest.approx(knows, abs=1e-9)
        assert rival.bits.error == rival.knows.error == 0


@pytest.mark.parametrize("answering", Answering)
def test_others_hear_the_answers_that_the_viewpoint_missed(answering: Answering) -> None:
    deck = Edition(("Plum", "Green", "White"), ("Rope", "Knife"), ("Hall", "Study", "Lounge"))
    sizes = {"Ann": 2, "Bob": 1, "Cid": 1, "Dee": 1}
    table = Table.set_up(deck, sizes, viewpoint="Ann", hand=("Plum", "Rope"), answering=answering)
    events = (Suggestion("Bob", deck.guess("Green", "Knife", "Study"), (Show(None),)),)
    equals_enumeration(rivals(table, events, samples=ALL), table, events)


def test_rule_gives_each_unanswered_asker_another_card_face_down() -> None:
    hand = ("Plum", "Rope", "Hall")
    sizes = {"Ann": 3, "Bob": 0}
    table = Table.set_up(
        DECK,
        sizes,
        viewpoint="Ann",
        hand=hand,
        face_down={"Pool": 3},
        unanswered=Unanswered.LOOK,
    )
    log = [Suggestion("Bob", DECK.guess("Green", "Axe", "Study"), "nobody")] * 2
    (bob,) = rivals(table, log, samples=ALL)
    bits = list[float]()
    for deal in brute.deals(table, log):
        lying = [card for card, place in deal.items() if place == "Pool"]
        for seen in itertools.permutations(lying, 2):
            looks = [Holds("Pool", card) for card in seen]
            own = replace(
                table, viewpoint="Bob", players=(CluePlayer("Ann", 3), CluePlayer("Bob", 0))
            )
            bits.append(count(Evidence.gather(own, [*log, *looks])).entropy)
    assert bob.bits.value == pytest.approx(sum(bits) / len(bits), abs=1e-9)


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("answering", Answering)
@pytest.mark.parametrize("kind", ["plain", "leftover face-up", "sizes unknown"])
def test_rival_counts_like_a_viewpoint(players: int, answering: Answering, kind: str) -> None:
    """A viewpoint with private knowledge of the deal gets exact numbers, in games of full size."""
    leftover = kind == "leftover face-up"
    rng = seeded(players)
    game = play(rng, CLUE_US, players, 3, answering=answering, leftover_face_up=leftover)
    table = blurred(game.table, rng) if kind == "sizes unknown" else game.table
    events = tuple(_open(event, game) for event in game.events)
    deal = dict(game.deal)
    looks = tuple(Holds(name, card, only_me=True) for card, name in deal.items())
    found = rivals(table, (*events, *looks))
    assert {rival.name for rival in found} == {*table.names} - {table.viewpoint}
    for rival in found:
        if rival.out:
            continue
        own = (one for event in events for one in heads.seen_by(rival.name, event, deal))
        seated = heads.seat(table, deal, rival.name)
        beliefs = count(Evidence.gather(seated, own))
        assert rival.bits.value == pytest.approx(beliefs.entropy, abs=1e-9)
        assert rival.knows.value == (beliefs.answer is not None)


def _open(event: Event, game: Game) -> Event:
    """The event with every shown card seen: the first asked one that the shower holds."""
    if not isinstance(event, Suggestion):
        return event
    return replace(
        event,
        shows=tuple(
            Show(s.by, s.card or next(c for c in event.guess if game.deal.get(c) == s.by))
            for s in event.shows
        ),
    )


@pytest.mark.slow
def test_samples_come_close_to_the_exact_numbers() -> None:
    scores: list[float] = []
    for seed in range(48):
        game = play(seeded(seed), DECK, 3, 1, onlooker=True)
        table, events = game.table, game.events
        exact = rivals(table, events, rng=Random(seed), samples=ALL)
        drawn = rivals(table, events, rng=Random(seed), samples=60)
        for sure, guessed in zip(exact, drawn, strict=True):
            for right, estimate in ((sure.bits, guessed.bits), (sure.knows, guessed.knows)):
                if estimate.error:
                    scores.append((estimate.value - right.value) / estimate.error)
    assert len(scores) > 40
    # The error is itself estimated from 60 draws, so a few are far off.
    assert sum(abs(score) > 3 for score in scores) < 0.02 * len(scores)
    assert abs(sum(scores)) / sqrt(len(scores)) < 4
    assert 0.4 < sum(score**2 for score in scores) / len(scores) < 2


def test_model_in_order_is_applied() -> None:
    """Bob may have shown Plum or Rope; under the model, he showed Plum."""
    sizes = {"Ann": 2, "Bob": 2, "Cid": 2}
    table = Table.set_up(DECK, sizes, viewpoint="Ann", hand=("Axe", "Hall"))
    looks = "Bob holds Plum (only me); Bob holds Rope (only me)"
    lines = f"{looks}; Cid: Plum, Rope, Study -> Ann passes, Bob shows"
    hidden, seen = log_of(table, lines), log_of(table, f"{lines} Plum")
    alike = rivals(table, hidden)[1]
    ordered = rivals(table, hidden, model=in_order)[1]
    told = rivals(table, seen)[1]
    assert ordered == told != alike


def holding() -> Table:
    return Table.set_up(DECK, {"Ann": 3, "Bob": 3}, viewpoint="Ann", hand=("Plum", "Rope", "Hall"))


def test_private_facts_are_unknown_to_others() -> None:
    heard = rivals(holding(), [Holds("Ann", DECK.card("Plum"))])
    private = rivals(holding(), [Holds("Ann", DECK.card("Plum"), only_me=True)])
    assert heard[0].bits.value < private[0].bits.value
    assert private == rivals(holding(), ())


def test_failed_accuser_is_eliminated_and_knows_the_answer() -> None:
    guess = DECK.guess("Green", "Axe", "Study")
    wrong = Accusation("bob", guess, correct=False)
    assert rivals(holding(), (wrong,)) == (Rival("Bob", Estimate(0.0), Estimate(1.0), out=True),)
    stays = Suggestion("Bob", DECK.guess("White", "Knife", "Lounge"), "nobody")
    (bob,) = rivals(holding(), (wrong, stays))
    assert not bob.out
    assert rivals(holding(), (wrong, stays, wrong))[0].out


def test_opponents_come_in_turn_order() -> None:
    game = play(seeded(1), CLUE_US, 4, 0)
    for name in game.table.names:
        table = heads.seat(game.table, dict(game.deal), name)
        found = rivals(table, samples=2)
        assert tuple(rival.name for rival in found) == table.left_of(name)
    onlooker = play(seeded(1), CLUE_US, 4, 0, onlooker=True).table
    found = rivals(onlooker, samples=2)
    assert tuple(rival.name for rival in found) == onlooker.names


def test_progress_is_reported_to_the_end() -> None:
    game = play(seeded(1), CLUE_US, 3, 0)
    reports: list[tuple[int, int]] = []
    rivals(game.table, samples=5, progress=lambda done, of: reports.append((done, of)))
    assert reports == [(done, 5) for done in range(6)]


def test_drawing_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances with every call."""
    game = play(seeded(1), CLUE_US, 3, 0)
    whole = rivals(game.table, samples=50)
    ticks = itertools.count()
    monkeypatch.setattr("cluetree.limit.monotonic", lambda: next(ticks))
    with pytest.raises(LimitReached):
        rivals(game.table, samples=50, limit=Limit(seconds=0))
    late = rivals(game.table, samples=50, limit=Limit(seconds=100))
    assert [rival.name for rival in late] == [rival.name for rival in whole]
    assert all(one.knows.error > other.knows.error for one, other in zip(late, whole, strict=True))


@pytest.mark.parametrize("others", [(), ("Cid",)])
def test_other_players_saw_a_show_that_the_log_leaves_out(others: tuple[str, ...]) -> None:
    """By the rule "all" the viewpoint's answer follows from the hand."""
    sizes, hand = {"Ann": 2, "Bob": 2, "Cid": 2}, ("Plum", "Rope")
    table = Table.set_up(DECK, sizes, viewpoint="Ann", hand=hand, answering=Answering.ALL)
    asked = DECK.guess("Plum", "Knife", "Hall")
    short, full = (Suggestion("Bob", asked, shows) for shows in (others, (*others, "Ann")))
    assert public_evidence(table, [short]) == public_evidence(table, [full])
    found = rivals(table, [short], samples=ALL)
    equals_enumeration(found, table, [short])
