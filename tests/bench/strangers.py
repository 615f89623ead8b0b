"""Players outside the family of models of `strongest`, to measure it by and never to fit it to.

They choose by exact values, where the models have estimates, and with any degree of care. Two
more have aims that no model has.
"""

from collections.abc import Iterable, Sequence
from math import exp, log2
from random import Random
from typing import Final

from cluetree.advice.suggestions import Advised, advise
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event, Suggestion
from cluetree.exact import count
from cluetree.play.agent import Gamble
from cluetree.play.agents import Seeker
from cluetree.table import Table

CARES: Final = (3, 6, 12, 24)
"""The degrees of care: how much likelier, as a logarithm, one more bit makes a suggestion."""
_NEARLY: Final = 0.6
"""The share of the largest gain that a suggestion with own cards must have."""
_LIKELY: Final = 0.75
"""The chance of an envelope at which a believer accuses."""


class Stranger(Seeker):
    """Draws a suggestion by its value: one more bit makes it e to the power of `care` as likely.

    It accuses with proof only, and shows again what the asker has seen.
    """

    def __init__(self, *, care: float = 6.0):
        super().__init__(accuses=1)
        self.care: float = care

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._seen: set[tuple[str, ClueCard]] = set()

    def value(self, advised: Advised) -> float:
        """Return the value of a suggestion, in bits."""
        return advised.gain

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        found = advise(self.table, self.known.evidence(), rooms=rooms).suggestions
        values = [self.value(advised) for advised in found]
        most = max(values)
        weights = [exp(self.care * (value - most)) for value in values]
        [chosen] = self.rng.choices(found, weights)
        return chosen.guess

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:  # noqa: ARG002
        """Show a card that the asker has seen, else any."""
        seen = [card for card in cards if (asker, card) in self._seen]
        card = self.rng.choice(seen or cards)
        self._seen.add((asker, card))
        return card


class Gainer(Stranger):
    """Values the expected information about the envelope."""


class Keeper(Stranger):
    """Values the gain less half of the leak."""

    def value(self, advised: Advised) -> float:
        """Return the value of a suggestion, in bits."""
        return advised.gain - advised.leak / 2


class Pessimist(Stranger):
    """Values the information about the deal that the likeliest reply gives."""

    def value(self, advised: Advised) -> float:
        """Return the value of a suggestion, in bits."""
        return -log2(max(reply.probability for reply in advised.replies))


class Hider(Stranger):
    """Names own cards as often as it can without losing much.

    Of the suggestions whose gain is at least three fifths of the largest, it takes one with the
    most own cards that is worth most.
    """

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        found = advise(self.table, self.known.evidence(), rooms=rooms).suggestions
        least = _NEARLY * max(advised.gain for advised in found)
        hand = set(self.me.hand)
        near = [advised for advised in found if advised.gain >= least]
        own = {advised.guess: len(hand.intersection(advised.guess)) for advised in near}
        best = max(near, key=lambda a: (own[a.guess], round(a.gain, 9), self.rng.random()))
        return best.guess


class Believer(Stranger):
    """Names the likeliest envelope, a different one each time, and accuses it at three in four."""

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._named: set[ClueGuess] = set()

    def observe(self, event: Event) -> None:
        """Deduce what follows from the event, and note an own suggestion."""
        super().observe(event)
        if isinstance(event, Suggestion) and event.by == self.me.name:
            self._named.add(event.guess)

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        allowed = set(rooms)
        chances = {
            triple.guess: triple.deals
            for triple in count(self.known.evidence()).triples
            if triple.guess.room in allowed
        }
        if not chances:
            return super()._best(allowed)
        return max(
            chances,
            key=lambda guess: (guess not in self._named, chances[guess], self.rng.random()),
        )

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known, or has a chance of three in four."""
        beliefs = count(self.known.evidence())
        likeliest = max(beliefs.triples, key=lambda triple: triple.deals)
        chance = likeliest.deals / beliefs.deals
        if chance < _LIKELY:
            return None
        self.gambled = Gamble(likeliest.guess, chance) if chance < 1 else None
        return likeliest.guess
