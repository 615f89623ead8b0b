"""Players to measure agents by that have no model of them."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from cluetree.advice.suggestions import Advised, advise
from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event, Suggestion
from cluetree.exact import count
from cluetree.play.agent import Gamble
from cluetree.play.agents import Seeker, Strongest
from cluetree.play.engine.policies import one_of
from cluetree.table import Table

_NEARLY: Final = 0.7
"""The share of the largest expected gain that a suggestion must have to be considered."""
_BLUFFS: Final = 3
"""One in this many suggestions names an own card where that costs little."""

_OWN: Final = 0.3
"""How often an expert names an own card."""
_LIKELY: Final = 0.7
"""The chance of an envelope at which an expert accuses."""


class Patient(Strongest):
    """The strongest agent, but it accuses with proof only."""

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known; a gamble is thought of, but not made."""
        guess = super().accuse()
        unproven, self.gambled = self.gambled is not None, None
        return None if unproven else guess


class Guarantor(Seeker):
    """Makes the suggestion with the largest guaranteed information about the deal."""

    def _merit(self, advised: Advised) -> tuple[float, ...]:
        return round(-max(reply.probability for reply in advised.replies), 9), advised.gain


class Concealer(Seeker):
    """Asks for what others have asked for, as its choice then says least about itself.

    It chooses among the suggestions that gain nearly most. One time in three it prefers those
    that name an own card, so that no card is known to be wanted. It shows what the asker has
    seen, or else the card most often named when it showed one: that explains many of its shows.
    """

    def __init__(self) -> None:
        super().__init__(accuses=1)

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._heard: list[ClueCard] = []
        self._asked: list[ClueCard] = []
        self._shown: set[tuple[str, ClueCard]] = set()

    def observe(self, event: Event) -> None:
        """Deduce what follows from the event, and remember the cards that others name."""
        super().observe(event)
        if isinstance(event, Suggestion) and event.by != self.me.name:
            self._heard += event.guess

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        known, frame = self.known, self.known.frame
        found = advise(self.table, known.evidence(), rooms=rooms).suggestions
        least = _NEARLY * max(advised.gain for advised in found)
        near = [advised.guess for advised in found if advised.gain >= least]
        if not self.rng.randrange(_BLUFFS):
            near = [guess for guess in near if known.hand & frame.set_of(guess)] or near
        heard = [card for card in self._heard if known.may[-1] & frame.set_of((card,))]
        self.rng.shuffle(near)
        return max(near, key=lambda guess: sum(map(heard.count, guess)))

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Show what the asker has seen, or the card that explains the most shows."""
        seen = [card for card in cards if (asker, card) in self._shown]
        best = max(seen or self.rng.sample(cards, len(cards)), key=self._asked.count)
        self._shown.add((asker, best))
        self._asked += guess
        return best


class Prober(Seeker):
    """Asks for the card most likely to be hidden, beside own or located cards."""

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        known, beliefs = self.known, count(self.known.evidence())
        deck, hidden = known.frame, {}
        suspects, weapons, _ = deck.categories
        among = (suspects, weapons, deck.set_of(rooms))
        for card in self.table.edition.cards:
            hidden[card] = float(beliefs.chance("envelope", card))
        asked = max(
            (card for cards in among for card in deck.cards(cards) if 0 < hidden[card] < 1),
            key=lambda card: (hidden[card], self.rng.random()),
            default=None,
        )
        guess = 0
        for cards in among:
            wanted = deck.set_of((asked,)) & cards if asked else 0
            safe = cards & (known.hand | known.held[-1]) or cards & known.located
            guess |= wanted or one_of(safe or cards, self.rng)
        return deck.guess(guess)


class Halver(Seeker):
    """Asks so that a show is as likely as not, and accuses with proof only."""

    def __init__(self) -> None:
        super().__init__(accuses=1)

    def _merit(self, advised: Advised) -> tuple[float, ...]:
        shown = sum(reply.probability for reply in advised.replies if reply.shows)
        return -abs(shown - 1 / 2), self.rng.random()


class Expert(Concealer):
    """Asks for cards by their chance to be hidden, and for an own card three times in ten.

    It shows what the asker has seen, and accuses an envelope whose chance is .7 or more.
    """

    gambled: Gamble | None = None

    def _best(self, rooms: Iterable[ClueCard]) -> ClueGuess:
        beliefs, frame = count(self.known.evidence()), self.known.frame
        suspects, weapons, _ = frame.categories
        own = self.rng.choice(frame.categories) if self.rng.random() < _OWN else 0
        guess = 0
        for every in (suspects, weapons, frame.set_of(rooms)):
            mine = every & self.known.hand & own
            cards = frame.cards(mine or every)
            chances = [1.0 if mine else float(beliefs.chance("envelope", c)) for c in cards]
            weights = chances if any(chances) else [1.0] * len(cards)
            guess |= frame.set_of(self.rng.choices(cards, weights))
        return frame.guess(guess)

    def accuse(self) -> ClueGuess | None:
        """Name the envelope once it is known, or likely."""
        proven, beliefs = super().accuse(), count(self.known.evidence())
        likeliest = max(beliefs.triples, key=lambda triple: triple.deals)
        chance = likeliest.deals / beliefs.deals
        self.gambled = Gamble(likeliest.guess, chance) if chance >= _LIKELY and not proven else None
        return self.gambled.guess if self.gambled else proven


class Closer(Seeker):
    """Makes the suggestion that is likeliest to settle a category, and gambles."""

    def _merit(self, advised: Advised) -> tuple[float, ...]:
        return round(sum(advised.settles.values()), 9), self.rng.random()
