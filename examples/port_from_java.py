"""A Java bot's use of `SolverTree`, call by call, in Python's spelling.

For authors of bots on EvanGibsonSmith/clue-solver: the classes keep their names, camelCase
becomes snake_case, and three things move. Cards come from an `Edition` (Java: `new
ClueCard("rope")`), a hand is given whole when the player is made (Java: `addCard`), and
`prune` and `build` raise if the log cannot be true (Java: goes on in silence). The page "Java
to Python" in the docs has every method.
"""

from cluetree import ClueInfo, CluePlayer, ContradictionError, Edition, SolverTree

# The deck that the Java classes have built in: eight rooms, no kitchen.
DECK = Edition(
    suspects=("scarlett", "mustard", "white", "green", "peacock", "plum"),
    weapons=("candlestick", "knife", "lead pipe", "pistol", "rope", "wrench"),
    rooms=(
        *("conservatory", "dining", "ballroom", "study"),
        *("hall", "lounge", "library", "billiard"),
    ),
)


OPEN = ("green", "lead pipe", "wrench", "ballroom", "dining", "lounge", "billiard")


def main() -> None:
    """Build a tree, prune it and ask it, as a Java caller would."""
    # new CluePlayer("me", 3), then me.getHand().addCard(...) three times
    me = CluePlayer("me", 3, DECK.hand("scarlett", "rope", "hall"))
    left, right = CluePlayer("left", 3), CluePlayer("right", 4)

    # new SolverTree(me, players, centerCards, people, rooms, weapons)
    tree = SolverTree(me, (me, left, right), DECK, center_cards=OPEN)

    # new ClueInfo(guessingPlayer, guess, revealingPlayer, card[, hasCard])
    guess = DECK.guess("plum", "study", "pistol")
    infos = [
        ClueInfo(right, guess, left, None),  # shown to another: three alternatives
        ClueInfo(me, DECK.guess("plum", "knife", "library"), left, None, has_card=False),
        ClueInfo(me, DECK.guess("plum", "knife", "study"), right, DECK.card("study")),
    ]

    tree.build_no_prune(infos)  # tree.buildNoPrune(infos)
    print("Before pruning:")
    print(report(tree))

    tree.prune()  # tree.prune()
    print("\nAfter pruning:")
    print(report(tree))
    for player, cards in tree.player_cards().items():  # tree.playerCards(known), a Map
        print(f"{player} holds {', '.join(map(str, cards))}")

    # tree.build(infos, finalGuesses), then tree.getAnswer(): an array, or null
    infos += [
        ClueInfo(me, DECK.guess("mustard", "rope", "hall"), left, DECK.card("mustard")),
        ClueInfo(me, DECK.guess("white", "rope", "hall"), left, DECK.card("white")),
        ClueInfo(me, DECK.guess("peacock", "rope", "hall"), right, DECK.card("peacock")),
        ClueInfo(me, DECK.guess("scarlett", "candlestick", "hall"), right, DECK.card("candle")),
    ]
    tree.build(infos)
    print(f"\nWith two rooms left: {tree.get_answer()}")

    tree.set_final_guesses([DECK.guess("plum", "knife", "conservatory")])  # a Set in Java
    print(f"After one failed accusation: {tree.get_answer()}")

    # For an impossible log, Java continues silently; Python names the conflicting infos.
    try:
        tree.build([*infos, ClueInfo(left, guess, right, None, has_card=False)])
    except ContradictionError as error:
        print(f"\nImpossible, by infos {error.causes}: {error}")


def report(tree: SolverTree) -> str:
    """Draw the tree without the set-up."""
    return "\n".join(line for line in str(tree).splitlines() if "set-up" not in line)


if __name__ == "__main__":
    main()
