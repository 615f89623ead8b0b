"""The chance to come to each room in some turns, by backward induction over the places."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from cluetree.board.places import Place
from cluetree.cards import ClueCard
from cluetree.errors import InvalidEventError

_FACES = 6
Reachable: TypeAlias = Callable[[Place, int], frozenset[Place]]
"""Where a pawn that stands somewhere may end with a roll."""


class _Turn(NamedTuple):
    """What a pawn can do with a turn that begins at a place."""

    rolls: tuple[tuple[int, frozenset[Place]], ...]
    """In how many ways the dice fall so, and where the pawn may end then."""
    passage: ClueCard | None

    @property
    def ends(self) -> frozenset[Place]:
        """Wherever the turn may end."""
        through = () if self.passage is None else (self.passage,)
        return frozenset(through).union(*(ends for _, ends in self.rolls))

    def best(self, after: Mapping[Place, int], ways: int) -> int:
        """The most that the turn is worth, in ways of all dice that are still to fall."""
        rolled = sum(often * max(after[end] for end in ends) for often, ends in self.rolls)
        return rolled if self.passage is None else max(rolled, ways * after[self.passage])


def chances_to_reach(
    rooms: Collection[ClueCard],
    passages: Mapping[ClueCard, ClueCard],
    reachable: Reachable,
    start: Place,
    *,
    turns: int,
    dice: int,
) -> dict[ClueCard, Fraction]:
    """Return for each room the chance of the best player to be there within so many turns.

    Raises:
        InvalidEventError: If there are fewer than 0 turns or no dice.
    """
    if turns < 0 or dice < 1:
        raise InvalidEventError(f"turns are 0 or more and dice 1 or more, not {turns} and {dice}")
    ways = _FACES**dice
    turn_at: dict[Place, _Turn] = {}
    stages = [frozenset((start,))]
    for _ in range(turns):
        for place in stages[-1] - turn_at.keys():
            turn_at[place] = _turn(passages, reachable, place, dice)
        stages.append(frozenset[Place]().union(*(turn_at[place].ends for place in stages[-1])))
    return {
        room: Fraction(_ways_to_win(room, stages, turn_at, ways), ways**turns) for room in rooms
    }


def _turn(
    passages: Mapping[ClueCard, ClueCard], reachable: Reachable, place: Place, dice: int
) -> _Turn:
    falls = Counter(map(sum, product(range(1, _FACES + 1), repeat=dice)))
    stay = frozenset((place,))
    rolls = tuple((often, reachable(place, roll) or stay) for roll, often in falls.items())
    return _Turn(rolls, passages.get(place) if isinstance(place, ClueCard) else None)


def _ways_to_win(
    goal: ClueCard,
    stages: Sequence[frozenset[Place]],
    turn_at: Mapping[Place, _Turn],
    ways: int,
) -> int:
    """Count the ways of all dice that bring the best player from the first stage to the goal."""
    worth = {place: int(place == goal) for place in stages[-1]}
    won = 1
    for stage in reversed(stages[:-1]):
        won *= ways
        worth = {
            place: won if place == goal else turn_at[place].best(worth, ways) for place in stage
        }
    (found,) = worth.values()
    return found
