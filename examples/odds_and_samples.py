"""Rosa's knowledge halfway through the Friday game: odds, likeliest envelopes, a few deals."""

from pathlib import Path
from random import Random

from cluetree import Category, SolverTree, record
from cluetree.beliefs import Beliefs
from cluetree.exact import count
from cluetree.table import ENVELOPE

FRIDAY = Path(__file__).parent / "friday.clue"
HALFWAY = 16


def odds(beliefs: Beliefs) -> None:
    """Print the probabilities of the cards that may be in the envelope."""
    for category in Category:
        cards = beliefs.envelope[category].items()
        print(f"{category:8}", ", ".join(f"{card} {float(chance):.0%}" for card, chance in cards))


def likeliest(beliefs: Beliefs, most: int) -> None:
    """Print the most probable envelopes."""
    for triple in beliefs.triples[:most]:
        print(f"{triple.deals:4} of {beliefs.deals}  {triple.guess}")


def few_deals(beliefs: Beliefs, number: int, rng: Random) -> None:
    """Print the hands and the envelope of a few possible deals."""
    for deal in beliefs.sample(number, rng=rng):
        for name in ("Tom", "Jules", ENVELOPE):
            opened = (card for card, place in deal.items() if place == name)
            unsure = [str(card) for card in opened if beliefs.chance(name, card) < 1]
            print(f"{name:9}", ", ".join(unsure) or "-")
        print()


def main() -> None:
    """Count, then ask."""
    friday = record.load(FRIDAY)
    tree = SolverTree.at(friday.table, friday.events[:HALFWAY])
    beliefs = count(tree.evidence())
    print(f"{beliefs.deals} deals fit; {beliefs.entropy:.2f} bits are not known\n")
    odds(beliefs)
    print("\nLikeliest envelopes:")
    likeliest(beliefs, 3)
    print("\nThree deals, as far as they are not certain:")
    few_deals(beliefs, 3, Random(4))


if __name__ == "__main__":
    main()
