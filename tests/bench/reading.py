"""How often cards lie where `strongest` takes them to, after what it has read.

`python -m tests.bench.reading 24` plays 24 games against two of each of several opponents, prints
the table of the docs and draws it, in `reading.png` in the folder where it runs.
"""

# Matplotlib leaves the types of its keyword arguments open.
# pyright: reportUnknownMemberType=false

import sys
from collections.abc import Iterator
from random import Random
from typing import Final

import numpy as np
from matplotlib.figure import Figure

from cluetree.deduction import bits
from cluetree.editions import CLUE_US
from cluetree.events import Suggestion
from cluetree.play import Rules, deal_of, play_game
from cluetree.play.agents import Strongest
from cluetree.play.batch import BatchLayout
from cluetree.play.roster import agent_named
from tests.bench.timing import say

LAYOUT: Final = BatchLayout.even(CLUE_US, 3)
READ: Final = (
    "heuristic:tie=random",
    "wensel",
    "turncoat",
    "penitent",
    "decoy",
    "bluffer",
    "parrot",
)
MARKERS: Final = "os^Dv<>"


def main(games: int = 24) -> None:
    """How often a card lies where it is taken to lie, in tenths; a table, and a picture here."""
    columns: dict[str, dict[int, tuple[float, float]]] = {}
    for name in READ:
        found = np.array([pair for seed in range(games) for pair in _read(name, seed)])
        tenths = np.minimum(found[:, 0] * 10, 9).astype(int)
        columns[name] = {at: tuple(found[tenths == at].mean(axis=0)) for at in {*tenths.tolist()}}
        say(f"{name}: {len(found):,} cards")
    say(f"| taken to be, % | {' | '.join(columns)} |")
    for at in range(10):
        shares = (f"{100 * one[at][1]:.0f}" if at in one else "" for one in columns.values())
        say(f"| {10 * at}-{10 * at + 10} | {' | '.join(shares)} |")
    figure = Figure(figsize=(5.6, 4.6), layout="constrained")
    axes = figure.add_subplot(aspect=1, xlim=(0, 1), ylim=(0, 1))
    axes.plot((0, 1), (0, 1), color="0.6", linestyle=":", label="as said")
    for (name, one), marker in zip(columns.items(), MARKERS, strict=True):
        said, true = zip(*(one[at] for at in sorted(one)), strict=True)
        axes.plot(said, true, marker=marker, markersize=4, linewidth=1, label=name.split(":")[0])
    axes.set_xlabel("how likely a card is taken to be with a player")
    axes.set_ylabel("how often it is")
    figure.legend(loc="outside right upper")
    figure.savefig("reading.png", dpi=150, bbox_inches="tight")


def _read(opponent: str, seed: int) -> Iterator[tuple[float, bool]]:
    """Yield what is read before each suggestion: a chance, and whether the card lies there."""
    dealt = deal_of(Rules(), seed)
    agent = Strongest(accusing="proven", playouts=100)
    result = play_game([agent, agent_named(opponent), agent_named(opponent)], Rules(), seed)
    agent.begin(dealt.table("Ann"), Random(seed))
    hands = [LAYOUT.mask(hand) for hand in dealt.hands]
    for event in result.seen_by("Ann"):
        if isinstance(event, Suggestion) and event.by == "Ann":
            worlds = agent.rollout.worlds(agent.known).hands
            for seat in (1, 2):
                for at in bits(agent.known.may[seat] & ~agent.known.held[seat]):
                    share = (worlds[seat] >> np.uint64(at) & np.uint64(1)).mean()
                    yield float(share), bool(hands[seat] >> at & 1)
        agent.observe(event)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
