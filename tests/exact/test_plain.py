"""Against a second counter that shares nothing with the first: real positions, ten players too.

The second deals card by card and remembers how full each hand is; it is slow.
"""

from collections import Counter
from math import factorial, prod
from typing import Final, TypeAlias

import pytest

from cluetree import Category, ClueCard, Evidence, Fact, Holds
from cluetree.editions import CLUE_US, MASTER_DETECTIVE
from cluetree.exact import count
from tests.exact.data import State, states
from tests.exact.games import play, seeded

Partial: TypeAlias = tuple[tuple[int, ...], frozenset[int], frozenset[Category]]
"""The room in each hand, the branches not yet met, the categories not yet hidden."""


def plain_deals(evidence: Evidence) -> int:
    """Count the deals, if every hand size is known and no triple was accused in vain."""
    assert not evidence.failed_accusations
    names = tuple(evidence.places)
    cards = [card for card in evidence.edition.cards if card not in evidence.face_up]
    facts = evidence.facts
    may: dict[ClueCard, list[str]] = {}
    for card in cards:
        holders = {name for name in names if Fact(name, card, holds=True) in facts}
        may[card] = [
            name
            for name in names
            if Fact(name, card, holds=False) not in facts and holders <= {name}
        ]
    branches = [(one.player, one.cards) for one in evidence.one_of]
    named = {card for _, among in branches for card in among}
    special = [card for card in cards if card in named or len(may[card]) < len(names)]
    special.sort(key=lambda card: len(may[card]))
    plain = [card for card in cards if card not in special]
    sizes = tuple(player.hand_size or 0 for player in evidence.players)
    start: Partial = (sizes, frozenset(range(len(branches))), frozenset(Category))
    states = Counter({start: 1})
    for number, card in enumerate(special):
        after = special[number + 1 :]
        lost = {i for i, (_, among) in enumerate(branches) if not among & {*after, *plain}}
        most = [sum(name in may[c] for c in after) + len(plain) for name in names[:-1]]
        met = {
            name: {i for i, (who, among) in enumerate(branches) if who == name and card in among}
            for name in names
        }
        out: Counter[Partial] = Counter()
        for (room, unmet, needs), ways in states.items():
            for name in may[card]:
                left = unmet - met[name]
                dealt = _deal(room, needs, card, names.index(name))
                if dealt is None or left & lost:
                    continue
                if all(r <= m for r, m in zip(dealt[0], most, strict=True)):
                    out[dealt[0], left, dealt[1]] += ways
        states = out
    return sum(
        ways * _ends(room, needs, plain)
        for (room, unmet, needs), ways in states.items()
        if not unmet
    )


def _deal(
    room: tuple[int, ...], needs: frozenset[Category], card: ClueCard, at: int
) -> tuple[tuple[int, ...], frozenset[Category]] | None:
    """The room and the needs once the card lies there, if it can; the envelope is last."""
    if at == len(room):
        return (room, needs - {card.category}) if card.category in needs else None
    return ((*room[:at], room[at] - 1, *room[at + 1 :]), needs) if room[at] else None


def _ends(room: tuple[int, ...], needs: frozenset[Category], plain: list[ClueCard]) -> int:
    """Hide any of the plain cards where one is needed, and deal the others in any order."""
    rest = len(plain) - len(needs)
    if rest != sum(room):
        return 0
    hidden = prod(sum(card.category is category for card in plain) for category in needs)
    return hidden * factorial(rest) // prod(map(factorial, room))


SMALL: Final = [state for state in states("c3", "c4", "c5", "c6") if state.line.turn in {1, 2}]
LARGE: Final = [state for state in states("m6", "m10") if state.line.turn <= 1]


@pytest.mark.slow
@pytest.mark.parametrize("state", SMALL, ids=lambda state: state.place)
def test_the_same_deals_card_by_card(state: State) -> None:
    if state.pruned.failed_accusations:
        pytest.skip("the second counter knows no accusations")
    beliefs = count(state.pruned)
    assert plain_deals(state.pruned) == beliefs.deals
    table = state.record.table
    card = seeded(state.line.turn).choice(table.edition.cards)
    for place in beliefs.counts:
        there = Evidence.gather(table, [*state.record.events, Holds(place, card)])
        assert beliefs.count(card, place) == plain_deals(there)


@pytest.mark.slow
@pytest.mark.parametrize("state", LARGE, ids=lambda state: state.place)
def test_the_same_deals_with_thirty_cards(state: State) -> None:
    assert plain_deals(state.pruned) == count(state.pruned).deals


@pytest.mark.parametrize("seed", range(6))
def test_the_same_deals_beyond_64_bits(seed: int) -> None:
    """An onlooker after the first suggestions at a table of ten: few cards are special yet."""
    game = play(seeded(seed), MASTER_DETECTIVE, 10, 1, onlooker=True)
    evidence = Evidence.gather(game.table, game.events[: 1 + seed // 3])
    beliefs = count(evidence)
    assert beliefs.deals > 2**64
    assert plain_deals(evidence) == beliefs.deals
    for place in (game.table.names[seed], "envelope"):
        card = game.hidden.cards[seed % 3]
        there = Evidence.gather(game.table, [*game.events[: 1 + seed // 3], Holds(place, card)])
        assert beliefs.count(card, place) == plain_deals(there)


def test_the_second_counter_starts_with_the_multinomial() -> None:
    game = play(seeded(1), CLUE_US, 3, 0, onlooker=True)
    assert plain_deals(Evidence.gather(game.table)) == 324 * 17_153_136
