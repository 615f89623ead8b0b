"""The classic board: distances from the Hall and the moves of a roll.

Mr. Green stands in the Hall. Miss Scarlet has just left it and stands before the Study.
"""

from cluetree.board import Square, board_of
from cluetree.editions import CLUE_US as DECK

HALL = DECK.card("Hall")
BEFORE_THE_STUDY = Square(20, 17)


def main() -> None:
    """Print the distances, the moves of one roll, and the rooms within reach."""
    board = board_of(DECK)
    if board is None:
        raise SystemExit("this edition has no board")

    print("Steps from the Hall")
    print(board.to_text(board.distances(HALL)))

    print("Where a roll of 6 can lead, with Miss Scarlet before the Study")
    ends = board.reachable(HALL, 6, blocked=[BEFORE_THE_STUDY])
    print(board.to_text({BEFORE_THE_STUDY: "S", **dict.fromkeys(ends, "o")}).partition("\n\n")[0])

    print("\nRooms that can be entered with this roll or a higher one")
    for roll in range(2, 13):
        now = board.rooms_within(HALL, roll, blocked=[BEFORE_THE_STUDY])
        before = board.rooms_within(HALL, roll - 1, blocked=[BEFORE_THE_STUDY])
        for room in DECK.hand(*sorted(now - before, key=str)):
            steps = board.distance(HALL, room, blocked=[BEFORE_THE_STUDY])
            print(f"  {roll:>2}  {room}, {steps} steps")


if __name__ == "__main__":
    main()
