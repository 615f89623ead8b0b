"""Reply counts: the possible answerers and cards of each suggestion, for any asker."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from cluetree import Accusation, Category, ContradictionError, Edition, Lacks, LimitReached, Table
from cluetree.cards import ClueCard, ClueGuess
from cluetree.editions import CLUE_US
from cluetree.errors import UnknownCardError
from cluetree.events import HoldsSome
from cluetree.evidence import Evidence
from cluetree.exact import Replies
from cluetree.exact.replies import Holders
from cluetree.limit import limited
from cluetree.table import Answering
from tests.brute import Deal, asked as asked_by, deals, envelope
from tests.exact.games import play, seeded
from tests.exact.strategies import accused, logs
from tests.strategies import Told

pytestmark = pytest.mark.usefixtures("path")

MOST_DEALS = 1500
some = settings(max_examples=150, suppress_health_check=list(HealthCheck))


def everything(edition: Edition) -> list[tuple[ClueCard, ...]]:
    return [edition.of(category) for category in Category]


def labels(replies: Replies) -> list[list[ClueGuess]]:
    """The envelopes of each label."""
    suspects, weapons, rooms = replies.hidden
    return [
        [ClueGuess(*cards) for cards in product(*label[::-1])]
        for label in product(rooms, weapons, suspects)
    ]


def numbers(replies: Replies, packed: int) -> dict[ClueGuess, int]:
    """The number of deals for each envelope."""
    return {
        guess: deals
        for guesses, deals in zip(labels(replies), replies.numbers(packed), strict=True)
        for guess in guesses
        if deals
    }


def who_answers(table: Table, asker: str, deal: Deal, guess: ClueGuess) -> Holders:
    names = [player.name for player in table.players]
    found = []
    for player in asked_by(table, asker):
        held = sum(1 << i for i, card in enumerate(guess) if deal.get(card) == player.name)
        if held:
            found.append((names.index(player.name), held))
    return tuple(found[:1] if table.answering is Answering.FIRST else found)


@pytest.mark.slow
@given(st.one_of(logs(), accused(), accused()), st.data())
@some
def test_reply_counts_equal_enumeration(told: Told, data: st.DataObject) -> None:
    found = []
    for deal in deals(told.table, told.events):
        found.append(deal)
        assume(len(found) <= MOST_DEALS)
    evidence = Evidence.gather(told)
    asker = data.draw(st.sampled_from([player.name for player in told.table.players]))
    # Few asked cards leave several kinds of other cards, such as those of failed accusations.
    asked = [
        data.draw(st.lists(st.sampled_from(cards), min_size=1, unique=True))
        for cards in everything(told.table.edition)
    ]
    if not found:
        with pytest.raises(ContradictionError):
            Replies(evidence, asked, table=told.table, asker=asker)
        return
    verify_replies(told.table, evidence, asker, asked, found)


@pytest.mark.parametrize("most", [1, 2])
def test_asked_cards_may_exceed_a_quota(most: int) -> None:
    """The three asked cards can all be there, at a player who may have fewer of them."""
    deck = Edition(["S", "T", "U"], ["V", "W", "X"], ["Y", "Z", "Q"])
    table = Table.set_up(deck, {"Ann": 2, "Bob": 4})
    few = HoldsSome("Bob", deck.hand("S", "T", "V", "W", "Y"), 0, most)
    evidence = Evidence.gather(table, [few])
    found = [*deals(table, [few])]
    for asked in (everything(deck), [[each] for each in deck.guess("S", "V", "Y")]):
        verify_replies(table, evidence, "Ann", asked, found)


def verify_replies(
    table: Table,
    evidence: Evidence,
    asker: str,
    asked: Sequence[Sequence[ClueCard]],
    found: Sequence[Deal],
) -> None:
    """Compare the replies to each suggestion with the deals that fit."""
    replies = Replies(evidence, asked, table=table, asker=asker)
    assert replies.deals == len(found)
    assert [len(guesses) for guesses in labels(replies)] == [*replies.sizes]
    assert numbers(replies, replies.envelopes) == Counter(map(envelope, found))
    for cards, guess_class in zip(product(*asked), product(*replies.classes), strict=True):
        guess = ClueGuess(*cards)
        expected: dict[Holders, Counter[ClueGuess]] = {}
        for deal in found:
            holders = who_answers(table, asker, deal, guess)
            expected.setdefault(holders, Counter())[envelope(deal)] += 1
        counted = replies.holders[guess_class]
        totals = {holders: numbers(replies, packed) for holders, packed in counted.items()}
        # Alike cards have the same numbers only up to which of them is meant.
        assert totals.keys() == expected.keys()
        for holders, each in totals.items():
            assert sorted(each.values()) == sorted(expected[holders].values())


def test_packed_numbers_may_be_weighted() -> None:
    game = play(seeded(3), CLUE_US, 5, 2)
    evidence = Evidence.gather(game)
    asked = everything(CLUE_US)
    plain = Replies(evidence, asked, table=game.table, asker="Ann")
    scale = 10**40
    wide = Replies(evidence, asked, table=game.table, asker="Ann", scale=scale)
    assert plain.holders.keys() == wide.holders.keys()
    for guess_class, holders in plain.holders.items():
        for who, packed in holders.items():
            weighted = wide.numbers(wide.holders[guess_class][who] * scale)
            assert [*weighted] == [number * scale for number in plain.numbers(packed)]


def test_uncountable_replies() -> None:
    game = play(seeded(1), CLUE_US, 3, 1)
    evidence = Evidence.gather(game)
    asked = everything(CLUE_US)
    with pytest.raises(UnknownCardError):
        Replies(
            evidence,
            [[ClueCard("Zoe", Category.SUSPECT)], *asked[1:]],
            table=game.table,
            asker="Ann",
        )
    with limited(0), pytest.raises(LimitReached):
        Replies(evidence, asked, table=game.table, asker="Ann")
    nowhere = [Lacks(name, CLUE_US.card("rope")) for name in (*game.table.names, "envelope")]
    with pytest.raises(ContradictionError):
        Replies(Evidence.gather(game.table, nowhere), asked, table=game.table, asker="Ann")


def test_contradiction_beyond_the_rules_has_no_replies() -> None:
    deck = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
    table = Table.set_up(deck, {"Ann": 2, "Bob": 1})
    wrong = [Accusation("Ann", ClueGuess(*cards), False) for cards in product(*everything(deck))]
    few = Evidence.gather(table, wrong[1:])
    assert Replies(few, everything(deck), table=table, asker="Ann").deals
    with pytest.raises(ContradictionError, match="no deal fits"):
        Replies(Evidence.gather(table, wrong), everything(deck), table=table, asker="Ann")
