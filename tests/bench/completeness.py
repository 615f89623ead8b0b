"""How much counting knows beyond the pruned tree, on random true games.

    python -m tests.bench.completeness --games 300 --seed 1

A position is what one player knows at the end of a round. Games go on until the envelope is
known, or for fifteen rounds. Facts are those about a place and a card; of the two, the tree has
those in its evidence and counting has all. A row tells of one number of players.
"""

from dataclasses import dataclass, field
from statistics import mean

from cyclopts import run

from cluetree import SolverTree
from cluetree.editions import CLUE_US
from cluetree.exact import count
from tests.bench.timing import say
from tests.exact.games import Game, play, seeded

ROUNDS = 15


@dataclass
class Tally:
    """Results for one number of players."""

    positions: int = 0
    more: list[int] = field(default_factory=list)
    """Of each position where counting knows more: how many facts."""
    facts: int = 0
    by_tree: int = 0
    turns: list[tuple[int, int]] = field(default_factory=list)
    """For each game when counting and the tree know the envelope; `ROUNDS + 1` for never."""

    def add(self, game: Game) -> None:
        """Play one game through."""
        tree = SolverTree.at(game.table)
        known: dict[str, int] = {}
        for rounds in range(ROUNDS + 1):
            told = game.rounds[max(rounds - 1, 0)], game.rounds[rounds]
            for number in range(*told):
                for info in game.events[number].infos(game.table):
                    tree.grow(info, number=number + 1)
            tree.prune()
            beliefs = count(tree.evidence())
            settled = tree.evidence().facts
            self.positions += 1
            self.facts += len(beliefs.facts)
            self.by_tree += len(settled)
            if len(beliefs.facts) > len(settled):
                self.more.append(len(beliefs.facts) - len(settled))
            if beliefs.answer is not None:
                known.setdefault("counting", rounds)
            if tree.get_answer() is not None:
                known.setdefault("tree", rounds)
                break
        never = ROUNDS + 1
        self.turns.append((known.get("counting", never), known.get("tree", never)))

    def row(self, players: int) -> str:
        """Sum up."""
        counted, pruned = ([pair[i] for pair in self.turns] for i in (0, 1))
        cells = (
            str(players),
            str(self.positions),
            f"{len(self.more) / self.positions:.0%}",
            f"{mean(self.more):.1f}" if self.more else "-",
            str(max(self.more, default=0)),
            f"{self.by_tree / self.facts:.1%}",
            f"{mean(counted):.1f}",
            f"{mean(pruned):.1f}",
        )
        return f"| {' | '.join(cells)} |"


COLUMNS = (
    "players",
    "positions",
    "counting knows more",
    "by facts (mean)",
    "(most)",
    "share of all facts the tree has",
    "envelope by counting (round)",
    "by the tree (round)",
)


def main(*, games: int = 300, seed: int = 1) -> None:
    """Play and print the table."""
    say(f"| {' | '.join(COLUMNS)} |")
    say(f"|{' --- |' * len(COLUMNS)}")
    for players in (3, 4, 5, 6):
        rng = seeded(seed * 100 + players)
        found = Tally()
        for _ in range(games):
            found.add(play(rng, CLUE_US, players, ROUNDS, leftover_face_up=rng.random() < 1 / 2))
        say(found.row(players))


if __name__ == "__main__":
    run(main)
