"""Players as people are, to measure agents by that have no model of them."""

from collections.abc import Sequence
from random import Random

from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Event, Suggestion
from cluetree.play.agent import Gamble
from cluetree.play.agents import Heuristic
from cluetree.play.policies import one_of
from cluetree.table import Table


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
