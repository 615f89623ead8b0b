"""Estimate the value of suggestions from the probability of each card at each place.

The estimate assumes that cards lie independently. Hand sizes and shows make this inexact, but
counting is slow only where little is known, and there it nearly holds. The information of a reply
about the envelope is then its information about which of the asked cards are hidden.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress, product
from math import fsum, log2, prod
from typing import Final, NamedTuple

from cluetree.advice._scoring import Score, in_bits
from cluetree.advice.replies import Habits
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.exact.replies import Hidden, Holders
from cluetree.table import ENVELOPE, Answering, Table

_SETS: Final = 1 << len(Category)


class _Option(NamedTuple):
    """A possible place of an asked card, as far as it affects the reply."""

    chance: float
    seat: int | None = None
    """The seat of a player who has to answer."""
    is_hidden: bool = False


class Rough:
    """Scores of guesses from probabilities alone."""

    def __init__(self, table: Table, beliefs: Beliefs):
        self._order = tuple(map(table.names.index, table.left_of(table.viewpoint or "")))
        self.hidden: Hidden = tuple(
            tuple((card,) for card in beliefs.envelope[category]) for category in Category
        )
        self._is_first = table.answering is Answering.FIRST
        self._options = {card: self._rounds(beliefs, card) for card in table.edition.cards}

    def _rounds(self, beliefs: Beliefs, card: ClueCard) -> list[list[_Option]]:
        """Return the possible places of a card for each round of asking.

        By the rule "first" each player is one round, because a show ends the asking, and the last
        round is that no player shows. By the rule "all" there is one round.
        """
        places = tuple(beliefs.counts)
        inside = float(beliefs.chance(card, ENVELOPE.name))
        hidden = _Option(inside, is_hidden=True)
        players = [_Option(float(beliefs.chance(card, places[s])), s) for s in self._order]
        left = 1 - inside
        rounds: list[list[_Option]] = []
        for each in players:
            left = max(left - each.chance, 0.0)
            rounds.append([each, hidden, _Option(left)])
        rounds.append([hidden, _Option(left)])
        if not self._is_first:
            rounds = [[*players, *rounds[-1]]]
        return [[option for option in some if option.chance] for some in rounds]

    def _ways(self, guess: ClueGuess) -> Iterator[tuple[Holders, int, float]]:
        """Yield the holders and their cards, the hidden asked cards, and the probability."""
        rounds = list(zip(*(self._options[card] for card in guess), strict=True))
        for number, options in enumerate(rounds, start=1):
            for chosen in product(*options):
                held: dict[int, int] = {}
                hidden = 0
                for bit, option in zip((1, 2, 4), chosen, strict=True):
                    if option.seat is not None:
                        held[option.seat] = held.get(option.seat, 0) | bit
                    elif option.is_hidden:
                        hidden |= bit
                if held or number == len(rounds):
                    holders = tuple((seat, held[seat]) for seat in self._order if seat in held)
                    yield holders, hidden, prod(option.chance for option in chosen)

    def score(self, guess: ClueGuess, habits: Habits, scale: int) -> Score:
        """Score a guess, with the shares of shown cards on this scale."""
        shown: dict[tuple[tuple[int, int], ...], list[float]] = {}
        public: dict[tuple[int, ...], list[float]] = {}
        for holders, hidden, chance in self._ways(guess):
            seats = tuple(seat for seat, _ in holders)
            public.setdefault(seats, [0.0] * _SETS)[hidden] += chance
            for cards, weight in habits.ways(holders):
                shown.setdefault(cards, [0.0] * _SETS)[hidden] += chance * weight / scale
        gain = _information(shown.values())
        totals = [sum(parts) for parts in shown.values()]
        settled = [tuple(self._settled(guess, parts)) for parts in shown.values()]
        return Score(
            gain=gain,
            leak=min(_information(public.values()), gain),
            solves=fsum(compress(totals, map(all, settled))),
            settles=tuple(fsum(compress(totals, known)) for known in zip(*settled, strict=True)),
            shown=dict(zip(shown, totals, strict=True)),
        )

    def _settled(self, guess: ClueGuess, parts: Sequence[float]) -> Iterator[bool]:
        """Yield for each category whether its card is known after a reply."""
        for bit, card, groups in zip((1, 2, 4), guess, self.hidden, strict=True):
            inside = {bool(asked & bit) for asked, chance in enumerate(parts) if chance}
            # With two candidates left, ruling one out proves the other.
            others = len(groups) - ((card,) in groups)
            yield len(groups) == 1 or inside == {True} or (inside == {False} and others == 1)


def _information(parts: Collection[Sequence[float]]) -> float:
    """Return the mutual information of the sets and the parts, in bits."""
    sets = _entropy(map(fsum, zip(*parts, strict=True)))
    return in_bits(sets + _entropy(map(fsum, parts)) - fsum(map(_entropy, parts)))


def _entropy(chances: Iterable[float]) -> float:
    return -fsum(chance * log2(chance) for chance in chances if chance)
