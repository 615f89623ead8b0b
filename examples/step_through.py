"""A lesson: what each event adds to the tree, what it prunes, and why.

The deck is small enough to follow on paper: ten cards, of which Ann holds three, Bob and Eve
two each, and three are hidden. We sit in Ann's chair.
"""

from cluetree import Edition, Event, Show, SolverTree, Suggestion, Table

DECK = Edition(
    suspects=("Scarlet", "Plum", "Green"),
    weapons=("Rope", "Knife", "Axe"),
    rooms=("Hall", "Study", "Attic", "Cellar"),
)
TABLE = Table.set_up(
    DECK, {"Ann": 3, "Bob": 2, "Eve": 2}, viewpoint="Ann", hand=("Scarlet", "Rope", "Hall")
)


def asks(by: str, cards: str, shows: str = "", card: str = "") -> Suggestion:
    """Write a suggestion in few words; the seats imply who passed."""
    show = Show(shows, DECK.card(card) if card else None)
    return Suggestion(by, DECK.guess(*cards.split()), (show,) if shows else ())


LESSONS: tuple[tuple[Event, str], ...] = (
    (asks("Eve", "Green Axe Cellar", "Bob"), "A show we did not see: three alternatives."),
    (asks("Eve", "Plum Axe Attic"), "A pass tells three things, and one of them helps."),
    (asks("Eve", "Green Knife Study", "Bob"), "Another show. Nothing speaks against it yet."),
    (asks("Ann", "Scarlet Rope Cellar", "Eve", "Cellar"), "A card has only one holder."),
    (asks("Ann", "Plum Rope Study", "Bob", "Study"), "A full hand has no room for more."),
    (asks("Ann", "Plum Axe Hall", "Eve", "Axe"), "The last weapon that could be elsewhere."),
)


def main() -> None:
    """Add the events one by one and print the effect of each on the tree."""
    tree = SolverTree.at(TABLE)
    for number, (event, lesson) in enumerate(LESSONS, start=1):
        before = tree.findings()
        tree.grow(event, number=number)
        pruned = tree.prune()

        print(f"{number}. {event}\n   {lesson}")
        for node in pruned:
            print(f"   - {node.says} is pruned, {node.pruning}")
        for node in pruned:
            if node.parent is not None and len(node.parent.standing) == 1:
                print(f"   - so {node.parent.standing[0].words} is certain")
        for category, finding in tree.findings().items():
            if category not in before:
                print(f"   - the {category} is {finding.card}: {finding.way}")
        print()

    print(tree)
    print(f"\nThe answer: {tree.get_answer()}")


if __name__ == "__main__":
    main()
