"""A bot that uses a `SolverTree` while it plays: grow, prune, ask, and accuse when certain.

The bot (Ann) plays three-handed against two players who ask what a script tells them. A small
referee knows the deal and answers; the bot sees only what Ann would see.
"""

from collections.abc import Iterator, Mapping

from cluetree import Category, ClueCard, ClueGuess, Event, Show, SolverTree, Suggestion, Table
from cluetree.editions import CLUE_US as DECK
from cluetree.table import ENVELOPE

HANDS = {
    "Ann": DECK.hand("mustard", "knife", "rope", "hall", "study", "lounge"),
    "Bob": DECK.hand("white", "plum", "revolver", "wrench", "library", "kitchen"),
    "Eve": DECK.hand("green", "peacock", "candlestick", "ballroom", "dining", "billiard"),
}
HIDDEN = DECK.guess("scarlet", "lead pipe", "conservatory")
SCRIPT = (  # what Bob asks for, then Eve, round by round
    ("peacock rope library", "white wrench dining"),
    ("scarlet candlestick billiard", "plum revolver hall"),
    ("green knife conservatory", "scarlet pipe kitchen"),
    ("mustard pipe dining", "green rope library"),
)


class Bot:
    """A player's knowledge and decisions: a table, a tree, and two methods."""

    def __init__(self, table: Table):
        self.table = table
        self.tree = SolverTree.at(table)

    def observe(self, event: Event) -> None:
        """Add an event to the tree, and prune contradicted alternatives."""
        self.tree.tell(event)

    def accusation(self) -> ClueGuess | None:
        """Return the envelope once it is certain."""
        return self.tree.get_answer()

    def suggestion(self) -> ClueGuess:
        """Ask for the first card of each category that may still be hidden."""
        evidence = self.tree.evidence()
        return ClueGuess(
            *(
                next(
                    card
                    for card in DECK.of(category)
                    if evidence.knows(ENVELOPE, card) is not False
                )
                for category in Category
            )
        )


def referee(
    table: Table, hands: Mapping[str, tuple[ClueCard, ...]], by: str, guess: ClueGuess
) -> Suggestion:
    """Let the first player asked who can show a card do so, as Ann sees it."""
    for name in table.asked_by(by):
        card = next((card for card in hands[name] if card in guess), None)
        if card is not None:
            seen = card if table.viewpoint in {by, name} else None
            return Suggestion(by, guess, (Show(name, seen),))
    return Suggestion(by, guess, "nobody")


def turns() -> Iterator[tuple[str, str]]:
    """Yield whose turn it is and, for the scripted players, what they ask for."""
    for bob, eve in SCRIPT:
        yield from (("Ann", ""), ("Bob", bob), ("Eve", eve))


def main() -> None:
    """Play until the bot knows the answer."""
    sizes = {name: len(hand) for name, hand in HANDS.items()}
    bot = Bot(Table.set_up(DECK, sizes, viewpoint="Ann", hand=HANDS["Ann"]))
    for name, cards in turns():
        guess = DECK.guess(*cards.split()) if cards else bot.suggestion()
        event = referee(bot.table, HANDS, name, guess)
        bot.observe(event)
        print(event)
        answer = bot.accusation()
        if answer is not None:
            print(f"\nAnn accuses {answer}: {'right' if answer == HIDDEN else 'wrong'}")
            for finding in bot.tree.findings().values():
                print(f"  {finding}, by events {', '.join(map(str, finding.because))}")
            break


if __name__ == "__main__":
    main()
