"""How well `strongest` reads its opponents.

`python -m tests.bench.reading 24` plays 24 games against two of each of several opponents. It
prints how often cards lie where they are taken to lie, draws that in `reading.png` in the folder
where it runs, and prints how well the envelope is foretold: without reading, with it, and with
opponents remembered for ten games.
"""

# Matplotlib leaves the types of its keyword arguments open.
# pyright: reportUnknownMemberType=false

import sys
from collections.abc import Callable, Iterator, Sequence
from math import log, prod, sqrt
from random import Random
from statistics import stdev
from typing import Final, TypeAlias

import numpy as np
from matplotlib.figure import Figure

from cluetree.deduction import bits
from cluetree.editions import CLUE_US
from cluetree.events import Event, Suggestion
from cluetree.play import Rules, deal_of, play_game
from cluetree.play.agents import DealRollout, Strongest
from cluetree.play.agents._deals import envelopes
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.simulation import Worlds
from cluetree.play.interval import Interval
from cluetree.play.roster import agent_named
from tests.bench.timing import say

LAYOUT: Final = Layout.even(CLUE_US, 3)
READ: Final = (
    "heuristic:tie=random",
    "wensel",
    *(
        f"tests.bench.adversaries:{name}"
        for name in ("Turncoat", "Penitent", "Decoy", "Bluffer", "Parrot")
    ),
)
FORETOLD: Final = (
    *READ,
    "random",
    "seeker:aim=solve,accuses=1",
    "deal-rollout:deals=100,playouts=1000",
    *(f"tests.bench.foes:{n}" for n in ("Checklist", "Camouflage", "Copycat", "Sleeper")),
    *(f"tests.bench.foes:{n}" for n in ("Regular", "Concealer")),
)
MARKERS: Final = "os^Dv<>"
EVENING: Final = 10
"""The number of games for which opponents are remembered."""

Seen: TypeAlias = tuple[str, Sequence[Event]]
"""The seed of a game, and the events seen by the first seat."""


def seen(opponent: str, games: int) -> Iterator[Seen]:
    """Play games of a plain rollout against two opponents of a kind."""
    for number in range(games):
        seed = f"reading-{number}"
        agent = DealRollout(deals=100, playouts=600)
        agents = [agent, agent_named(opponent), agent_named(opponent)]
        yield seed, [*play_game(agents, Rules(most_turns=60), seed).seen_by("Ann")]


def looks(agent: DealRollout, game: Seen) -> Iterator[Worlds]:
    """Yield the deals that an agent draws before each suggestion of the first seat."""
    seed, events = game
    agent.begin(deal_of(Rules(), seed).table("Ann"), Random(seed))
    for event in events:
        if isinstance(event, Suggestion) and event.by == "Ann":
            yield agent.trials.worlds(agent.known)
        agent.observe(event)


def cards(agent: DealRollout, game: Seen) -> Iterator[tuple[float, bool]]:
    """Yield a chance and whether it comes true, for each open card and opponent."""
    hands = [LAYOUT.set_of(hand) for hand in deal_of(Rules(), game[0]).hands]
    for worlds in looks(agent, game):
        for seat in (1, 2):
            for at in bits(agent.known.may[seat] & ~agent.known.held[seat]):
                share = (worlds.hands[seat] >> np.uint64(at) & np.uint64(1)).mean()
                yield float(share), bool(hands[seat] >> at & 1)


def nats(agent: DealRollout, game: Seen) -> list[float]:
    """Return minus the log of the true envelope's chance, from the second suggestion on."""
    envelope = np.uint64(LAYOUT.set_of(deal_of(Rules(), game[0]).envelope))
    found: list[float] = []
    for worlds in looks(agent, game):
        hidden = agent.known.may[-1]
        answers = prod((hidden & of).bit_count() for of in LAYOUT.categories)
        drawn = envelopes(worlds.hands, sum(LAYOUT.categories))
        # Two more draws, of any answer, because the draws can miss the truth.
        chance = (np.count_nonzero(drawn == envelope) + 2 / answers) / (len(drawn) + 2)
        found.append(-log(chance))
    return found[1:]


def calibration(games: int) -> None:
    """Print the table of claimed chances, and draw it."""
    columns: dict[str, dict[int, tuple[float, float]]] = {}
    for name in READ:
        agent = Strongest(accusing="proven")
        found = np.array([pair for game in seen(name, games) for pair in cards(agent, game)])
        tenths = np.minimum(found[:, 0] * 10, 9).astype(int)
        columns[name] = {at: tuple(found[tenths == at].mean(axis=0)) for at in {*tenths.tolist()}}
        say(f"{name}: {len(found):,} cards")
    say(f"| claimed, % | {' | '.join(columns)} |")
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


def foretelling(games: int) -> None:
    """Print nats with reading, and the differences that reading and memory make."""
    say("| opponents | nats | reading | remembering |")
    say("|---|---|---|---|")
    for name in FORETOLD:
        played = [*seen(name, games)]
        plain, read, both = (
            [nats(agent, game) for agent, game in zip(agents, played, strict=False)]
            for agents in (
                _fresh(games, lambda: DealRollout(deals=1600)),
                _fresh(games, Strongest),
                _evenings(games),
            )
        )
        usual = sum(map(sum, read)) / sum(map(len, read))
        short = name.rpartition(":")[2] if "foes" in name else name.split(":")[0]
        say(f"| {short} | {usual:.2f} | {_apart(plain, read)} | {_apart(read, both)} |")


def _fresh(games: int, make: Callable[[], DealRollout]) -> list[DealRollout]:
    return [make() for _ in range(games)]


def _evenings(games: int) -> list[DealRollout]:
    """Return an agent for each game: the same for ten games, and then another."""
    return [
        agent
        for _ in range(0, games, EVENING)
        for agent in [Strongest(remember=True)]
        for _ in range(EVENING)
    ]


def _apart(before: Sequence[Sequence[float]], after: Sequence[Sequence[float]]) -> str:
    """Return the difference of the means with its 95 % interval, by game."""
    pairs = zip(after, before, strict=True)
    apart = [sum(one) - sum(other) for one, other in pairs]
    lengths = [len(one) for one in before]
    mean = sum(apart) / sum(lengths)
    residuals = [one - mean * length for one, length in zip(apart, lengths, strict=True)]
    error = stdev(residuals) * sqrt(len(residuals)) / sum(lengths)
    found = Interval.student(mean, error, len(residuals))
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def main(games: int = 24) -> None:
    """Print both tables, and draw the first."""
    calibration(games)
    foretelling(games)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
