"""Moves on the board: `pytest tests/bench/test_board.py --benchmark-only -n 0`."""

from random import Random
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from cluetree.board import Board, Place, classic_board
from cluetree.editions import CLUE_US

MOVES: Final = 1000


def busy_moves(board: Board) -> list[tuple[Place, int, list[Place]]]:
    """Draw moves of two dice with five other pawns, three of them in the corridor near by."""
    rng = Random(7)
    places: list[Place] = [*sorted(board.squares), *board.rooms]
    moves: list[tuple[Place, int, list[Place]]] = []
    for _ in range(MOVES):
        start = rng.choice(places)
        near = [p for p, steps in board.distances(start).items() if 0 < steps < 8]
        taken = rng.sample(near, min(3, len(near))) + rng.sample(places, 2)
        moves.append((start, rng.randint(1, 6) + rng.randint(1, 6), taken))
    return moves


def test_thousand_moves_among_other_pawns(benchmark: BenchmarkFixture) -> None:
    board = classic_board(CLUE_US)
    moves = busy_moves(board)

    def walk() -> int:
        return sum(len(board.reachable(start, roll, blocked=taken)) for start, roll, taken in moves)

    assert benchmark(walk) > MOVES
