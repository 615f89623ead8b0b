"""A second counter, as plain as can be: deal card by card and remember how full each hand is.

It shares no code with the first, and no idea but counting states; it is slow.
"""

from collections import Counter
from math import factorial, prod
from typing import TypeAlias

from cluetree import Category, ClueCard, Evidence, Fact

State: TypeAlias = tuple[tuple[int, ...], frozenset[int], frozenset[Category]]
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
    start: State = (sizes, frozenset(range(len(branches))), frozenset(Category))
    states = Counter({start: 1})
    for number, card in enumerate(special):
        after = special[number + 1 :]
        lost = {i for i, (_, among) in enumerate(branches) if not among & {*after, *plain}}
        most = [sum(name in may[c] for c in after) + len(plain) for name in names[:-1]]
        met = {
            name: {i for i, (who, among) in enumerate(branches) if who == name and card in among}
            for name in names
        }
        out: Counter[State] = Counter()
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
