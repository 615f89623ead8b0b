"""An impossible log: its conflicting entries, its repairs, and the facts after a repair.

The log contains "Bob passes, Eve shows Library", but Bob showed the Library.
"""

from cluetree import Notebook, record
from cluetree.explain import find_conflicts
from cluetree.explain.repairs import find_repairs

GAME = """\
edition  clue-us
players  Ann 6, Bob 6, Eve 6
me       Ann
hand     Mustard, Knife, Rope, Hall, Study, Lounge

Ann: Scarlet, Wrench, Kitchen -> Bob passes, Eve shows Kitchen
Eve: White, Wrench, Library -> Bob shows
Ann: Green, Candlestick, Library -> Bob passes, Eve shows Library
Eve: Plum, Knife, Study -> Ann shows Knife
Ann: White, Revolver, Hall -> Bob passes, Eve shows Revolver
"""


def main() -> None:
    """Name the clash, list the likeliest repairs, make the first one and count again."""
    game = record.loads_clue(GAME)
    for conflict in find_conflicts(game).sets:
        print("These cannot all be true:")
        for number in conflict:
            print(f"  {number}. {game.events[number - 1]}")

    repairs = find_repairs(game)
    print("\nRepairs, likeliest first:")
    for repair in repairs.found[:4]:
        change = f"event {repair.event}: {repair.replacement or 'dropped'}"
        print(f"  {repair.chance:4.0%}  {change}, which leaves {repair.deals} deals")

    best = repairs.found[0]
    print(f"\nThe first one it is: {best.replacement}")
    book = Notebook(*best.apply(game))
    for category, odds in book.beliefs.envelope.items():
        chances = ", ".join(f"{card} {float(chance):.0%}" for card, chance in odds.items())
        print(f"  {category}: {chances}")


if __name__ == "__main__":
    main()
