"""A bot that uses a `SolverTree` while it plays: grow, prune, ask, and accuse when certain.

The bot (Ann) plays three-handed against two players who ask what a script tells them. A referee
knows the deal and answers with `Notebook.reply`; the bot sees only what Ann would see.
"""

from collections.abc import Iterator
from random import Random

from cluetree import ENVELOPE, Category, ClueGuess, Notebook, SolverTree, Table
from cluetree.editions import CLUE_US as DECK

HANDS = {
    "Ann": DECK.hand("mustard", "knife", "rope", "hall", "study", "lounge"),
    "Bob": DECK.hand("white", "plum", "revolver", "wrench", "library", "kitchen"),
    "Eve": DECK.hand("green", "peacock", "candlestick", "ballroom", "dining", "billiard"),
}
HIDDEN = DECK.guess("scarlet", "lead pipe", "conservatory")
DEAL = {card: name for name, hand in {**HANDS, ENVELOPE: HIDDEN.cards}.items() for card in hand}
SCRIPT = (  # what Bob asks for, then Eve, round by round
    ("peacock rope library", "white wrench dining"),
    ("scarlet candlestick billiard", "plum revolver hall"),
    ("green knife conservatory", "scarlet pipe kitchen"),
    ("mustard pipe dining", "green rope library"),
)


def suggestion(tree: SolverTree) -> ClueGuess:
    """Ask for the first card of each category that may still be hidden."""
    evidence = tree.evidence()
    hidden = [card for card in DECK.cards if evidence.knows(ENVELOPE, card) is not False]
    return ClueGuess(*(next(c for c in hidden if c.category is kind) for kind in Category))


def turns() -> Iterator[tuple[str, str]]:
    """Yield whose turn it is and, for the scripted players, what they ask for."""
    for bob, eve in SCRIPT:
        yield from (("Ann", ""), ("Bob", bob), ("Eve", eve))


def main() -> None:
    """Play until the bot knows the answer."""
    sizes = {name: len(hand) for name, hand in HANDS.items()}
    table = Table.set_up(DECK, sizes, viewpoint="Ann", hand=HANDS["Ann"])
    tree, referee, rng = SolverTree.at(table), Notebook(table), Random(1)
    for name, cards in turns():
        guess = DECK.guess(*cards.split()) if cards else suggestion(tree)
        event = referee.reply(DEAL, guess, rng=rng, by=name)
        tree.tell(event)
        print(event)
        answer = tree.get_answer()
        if answer is not None:
            print(f"\nAnn accuses {answer}: {'right' if answer == HIDDEN else 'wrong'}")
            for finding in tree.findings().values():
                print(f"  {finding}, by events {', '.join(map(str, finding.because))}")
            break


if __name__ == "__main__":
    main()
