"""An agent that keeps a `Notebook`: check it, and play it against three fast opponents.

It asks for what may still be hidden, shows what the asker has seen before, and accuses when it
knows. `check_agent` says whether it keeps to the protocol; a few games, how it does.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

from cluetree import Category, ClueCard, ClueGuess, Event, Notebook, Table
from cluetree.play import NAMES, BaseAgent, ErraticAgent, Rules, check_agent, play_game

PLAYERS = NAMES[:4]


class Thinker(BaseAgent):
    """An agent that suggests open cards and knows all certain facts."""

    def begin(self, table: Table, rng: Random) -> None:
        """Open a new notebook."""
        super().begin(table, rng)
        self.book = Notebook(table)
        self.seen_by: defaultdict[str, set[ClueCard]] = defaultdict(set)

    def observe(self, event: Event) -> None:
        """Add the event to the notebook."""
        self.book.tell(event)

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess:
        """Ask for cards that may be hidden."""
        deck = self.table.edition
        return ClueGuess(
            self.open(deck.of(Category.SUSPECT)),
            self.open(deck.of(Category.WEAPON)),
            self.open(rooms),
        )

    def open(self, cards: Sequence[ClueCard]) -> ClueCard:
        """Return the card that is likeliest to be hidden, but not hidden for certain."""
        chances = {card: self.book.beliefs.chance("envelope", card) for card in cards}
        return max(cards, key=lambda card: (0 < chances[card] < 1, chances[card]))

    def show(
        self,
        asker: str,
        guess: ClueGuess,  # noqa: ARG002 -- required by the protocol
        cards: Sequence[ClueCard],
    ) -> ClueCard:
        """Show a card again rather than a new one."""
        seen = self.seen_by[asker]
        card = self.rng.choice([card for card in cards if card in seen] or cards)
        seen.add(card)
        return card

    def accuse(self) -> ClueGuess | None:
        """Accuse when it is certain."""
        return self.book.answer


def main() -> None:
    """Check the agent, then play it in every seat on the same deals."""
    print(check_agent(Thinker, seeds=[1]))
    rules = Rules(players=PLAYERS)
    wins: Counter[int] = Counter()
    for seed in range(4):
        for seat in range(len(PLAYERS)):
            agents = [Thinker() if at == seat else ErraticAgent() for at in range(len(PLAYERS))]
            result = play_game(agents, rules, seed)
            wins[seat] += result.winner == PLAYERS[seat]
    print(f"\nwon of 4 games in each seat: {', '.join(str(wins[seat]) for seat in range(4))}")

    print("\nThe end of one game, as Ann saw it:")
    result = play_game([Thinker(), ErraticAgent(), ErraticAgent(), ErraticAgent()], rules, seed=2)
    for event in result.seen_by("Ann")[-4:]:
        print(f"  {event}")


if __name__ == "__main__":
    main()
