"""Players as people are, to measure agents by that have no model of them.

The last four were written when the models were complete, without knowledge of them.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from cluetree.advice.suggestions import Advised, advise
from cluetree.cards import ClueCard, ClueGuess
from cluetree.deduction import bits
from cluetree.events import Event, Suggestion
from cluetree.exact import count
from cluetree.play.agent import Gamble
from cluetree.play.agents import Heuristic, Seeker
from cluetree.play.engine.views import view_of
from cluetree.play.policies import fewest_holders, one_of
from cluetree.table import Table

_UNNOTICED: Final = 12
"""One in this many suggestions of others goes unnoticed."""
_TESTS: Final = 3
"""A suspicion that is open after this many tests is isolated."""
_NEARLY: Final = 0.7
"""The share of the largest expected gain that a suggestion must have to be considered."""
_BLUFFS: Final = 3
"""One in this many suggestions names an own card where that costs little."""

_OWN: Final = 0.3
"""How often an expert names an own card."""
_LIKELY: Final = 0.7
"""The chance of an envelope at which an expert accuses."""


class Checklist(Heuristic):
    """Goes down a private list: the first card of each category that it has not located."""

    _order: Sequence[int] = ()
    _own_cards = False

    def begin(self, table: Table, rng: Random) -> None:
        """Make the list."""
        super().begin(table, rng)
        self._order = rng.sample(range(len(table.edition.cards)), len(table.edition.cards))
        self._asked = 0

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for the first open card of each category."""
        if not rooms:
            return None
        self._asked += 1
        frame = self.known.frame
        suspects, weapons, _ = frame.categories
        guess = 0
        for number, cards in enumerate((suspects, weapons, frame.set_of(rooms))):
            is_own = self._own_cards and self._asked % 3 == number
            among = (is_own and cards & self.known.hand) or cards & ~self.known.located or cards
            guess |= next(1 << card for card in self._order if among >> card & 1)
        return frame.guess(guess)


class Camouflage(Checklist):
    """Goes down a private list and names an own card in one category, by turns."""

    _own_cards = True


class Copycat(Heuristic):
    """Asks for what another player asked for last, as far as it has not located that."""

    _heard = 0

    def __init__(self) -> None:
        super().__init__(tie="random")

    def observe(self, event: Event) -> None:
        """Remember a suggestion."""
        super().observe(event)
        if isinstance(event, Suggestion) and event.by != self.me.name:
            self._heard = self.known.frame.set_of(event.guess)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask as the heuristic does, with cards replaced."""
        honest = super().suggest(rooms)
        if honest is None:
            return None
        frame = self.known.frame
        guess = frame.set_of(honest)
        suspects, weapons, _ = frame.categories
        for cards in (suspects, weapons, frame.set_of(rooms)):
            heard = self._heard & cards & ~self.known.located
            guess = guess & ~cards | heard if heard else guess
        return frame.guess(guess)


class Sleeper(Heuristic):
    """Draws no conclusion from a show that it did not see."""

    def __init__(self) -> None:
        super().__init__(tie="random", deduction="certain")


class Daredevil(Heuristic):
    """Accuses one of two answers that are left, four times in five."""

    gambled: Gamble | None = None

    def __init__(self) -> None:
        super().__init__(tie="random")

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self.gambled = None

    def accuse(self) -> ClueGuess | None:
        """Name the envelope, or one of two."""
        proven = super().accuse()
        frame, hidden = self.known.frame, self.known.may[-1]
        if proven is not None or hidden.bit_count() != len(frame.categories) + 1:
            return proven
        if self.rng.randrange(5) == 0:
            return None
        guess = frame.guess(sum(one_of(hidden & cards, self.rng) for cards in frame.categories))
        self.gambled = Gamble(guess, 1 / 2)
        return guess


class Guarantor(Seeker):
    """Makes the suggestion with the largest guaranteed information about the deal."""

    def _merit(self, advised: Advised) -> tuple[float, ...]:
        return round(-max(reply.probability for reply in advised.replies), 9), advised.gain


class Regular(Heuristic):
    """Suspects a card of each category, tests all three, and isolates one that stays open.

    It suspects what others ask for most often, names own cards where it needs no answer, and
    misses some suggestions of others. It shows again what the asker has seen, or else a card of
    the category that it holds most of.
    """

    def __init__(self) -> None:
        super().__init__(tie="random")

    def begin(self, table: Table, rng: Random) -> None:
        """Forget the last game."""
        super().begin(table, rng)
        self._suspected = 0
        self._heard = [0] * len(table.edition.cards)
        self._tests = [0] * len(table.edition.cards)
        self._shown: set[tuple[str, ClueCard]] = set()

    def observe(self, event: Event) -> None:
        """Note the event and count the cards that others ask for, unless it goes unnoticed."""
        if isinstance(event, Suggestion) and event.by != self.me.name:
            if not self.rng.randrange(_UNNOTICED):
                return
            for card in bits(self.known.frame.set_of(event.guess)):
                self._heard[card] += 1
        super().observe(event)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess | None:
        """Ask for the suspicions, or for one that stays open and own cards."""
        if not rooms:
            return None
        known, (suspects, weapons, every) = self.known, self.known.frame.categories
        may_name = (suspects, weapons, known.frame.set_of(rooms) & every)
        among = [cards & known.may[-1] & ~known.held[-1] for cards in may_name]
        found = [self._suspicion(cards) if cards else 0 for cards in among]
        self._suspected = sum(found)
        isolated = max(bits(self._suspected), key=self._tests.__getitem__, default=0)
        cover = self._suspected & ~(1 << isolated) if self._tests[isolated] >= _TESTS else 0
        guess = 0
        for suspicion, cards in zip(found, may_name, strict=True):
            own = known.hand & cards
            asked = 0 if suspicion & cover and own else suspicion
            guess |= asked or one_of(own or known.held[-1] & cards or cards, self.rng)
        for card in bits(guess):
            self._tests[card] += 1
        return known.frame.guess(guess)

    def _suspicion(self, among: int) -> int:
        most = max(self._heard[card] for card in bits(among))
        often = sum(1 << card for card in bits(among) if self._heard[card] == most)
        fewest = fewest_holders(view_of(self.known), often, 0)
        return often & self._suspected or one_of(fewest, self.rng)

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:  # noqa: ARG002
        """Show what the asker has seen, or a card of the category that it holds most of."""
        held = [card.category for card in self.me.hand or ()]
        seen = [card for card in cards if (asker, card) in self._shown]
        best = max(seen or cards, key=lambda card: held.count(card.category))
        self._shown.add((asker, best))
        return best


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
            hidden[card] = float(beliefs.chance(card, "envelope"))
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
            chances = [1.0 if mine else float(beliefs.chance(c, "envelope")) for c in cards]
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
