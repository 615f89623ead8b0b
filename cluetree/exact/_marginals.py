"""Count a problem with three cards left out, for every three that may be asked for at once.

Of cards that are as good as each other one, the candidate, stands for all that may be asked for.
The others are dealt first, then the candidates by halves: to leave out each card of one half, all
of the other half are dealt, once, and the same again within the half. So with n candidates most
work is done about log n times instead of n times. What is left over in the hands at the end is
the room for the asked cards: it says who may hold them.
"""

from collections.abc import Iterator, Sequence

from cluetree.exact._dealer import Asked, Dealer, Patterns, States
from cluetree.exact._groups import Group
from cluetree.exact._problem import CATEGORIES


def leave_out(
    dealer: Dealer, groups: Sequence[Group], asked: Sequence[Sequence[int]]
) -> Iterator[tuple[Asked, Patterns]]:
    """For every choice of a candidate in each category, find where the chosen may lie.

    Args:
        dealer: Deals the cards.
        groups: All cards.
        asked: For each category the candidates, every one there is; may be none.
    """
    plain = [card for each in groups if each.is_plain for card in each.others]
    special = [card for each in groups if not each.is_plain for card in each.others]
    ahead = sum(1 << card for cards in (special, *asked) for card in cards)
    states = dealer.start(plain, ahead)
    for card in special:
        ahead &= ~(1 << card)
        states = dealer.deal(states, card, ahead)
    yield from _halve(dealer, states, asked, ahead)


def _halve(
    dealer: Dealer, states: States, asked: Sequence[Sequence[int]], ahead: int
) -> Iterator[tuple[Asked, Patterns]]:
    category = max(range(CATEGORIES), key=lambda c: len(asked[c]))
    cards = asked[category]
    if len(cards) <= 1:
        chosen = tuple(some[0] if some else None for some in asked)
        yield chosen, dealer.place(states, chosen)
        return
    middle = len(cards) // 2
    first, second = cards[:middle], cards[middle:]
    for kept, dealt in ((first, second), (second, first)):
        then, left = states, ahead
        for card in dealt:
            left &= ~(1 << card)
            then = dealer.deal(then, card, left)
        narrowed = [kept if c == category else asked[c] for c in range(CATEGORIES)]
        yield from _halve(dealer, then, narrowed, left)
