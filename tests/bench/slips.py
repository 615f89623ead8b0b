"""How often a planted slip is repaired or suspected, and how long that takes.

`python -m tests.bench.slips` plays 200 games and takes a minute or two; `... 1000 50` plays 50
from seed 1000 on. The weights of the slips were chosen on seeds from 3000 on.
"""

# ruff: noqa: T201 -- a program that prints

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import eq
from statistics import mean
from time import perf_counter

from cluetree.explain.repairs import find_repairs, find_suspicious
from tests.explain.slips import (
    SET_UPS,
    Planted,
    planted,
    planted_late,
    planted_number,
    planted_set_up,
)


@dataclass(frozen=True)
class Found:
    """One game: the rank of the true entry in the results."""

    kind: str
    events: int
    place: int | None
    entry: int | None
    """The first repair that is of the wrong entry, right or not."""
    seconds: float


def repaired(slip: Planted) -> Found:
    started = perf_counter()
    repairs = find_repairs(slip.table, slip.told).found
    seconds = perf_counter() - started
    entries = [repair.event for repair in repairs]
    entry = entries.index(slip.number) + 1 if slip.number in entries else None
    return Found(slip.kind, len(slip.told), slip.rank, entry, seconds)


def share(places: Iterable[int | None], most: int) -> str:
    return f"{mean(place is not None and place <= most for place in places):4.0%}"


def table(title: str, found: list[Found]) -> None:
    print(f"\n{title}: {len(found)} games, {mean(one.events for one in found):.0f} events each")
    print(f"{'slip':<17}{'games':>5}  1st  in 3  entry 1st  entry in 3")
    kinds = sorted({one.kind for one in found})
    for kind in (*kinds, ""):
        some = [one for one in found if kind in {"", one.kind}]
        shares = [share((one.place for one in some), most) for most in (1, 3)]
        entries = [share((one.entry for one in some), most) for most in (1, 3)]
        name = kind or "all"
        print(f"{name:<17}{len(some):>5} {shares[0]}  {shares[1]}{entries[0]:>11}{entries[1]:>12}")
    seconds = [one.seconds for one in found]
    print(f"seconds: mean {mean(seconds):.2f}, most {max(seconds):.2f}")


def suspected(logs: list[Planted]) -> None:
    """Print, for each least score, how many logs have a report, and whether it names the slip."""
    told = [find_suspicious(slip.table, slip.told, least=1).found for slip in logs]
    true = [find_suspicious(s.table, s.true[: len(s.told)], least=1).found for s in logs]
    print(f"\nSuspicious entries of {len(logs)} logs that stay possible")
    print("least score  right entry first  wrong entry first  correct logs with a report")
    for least in (1.0, 1.5, 2.0, 2.5, 3.0):
        first = [
            f[0].event == s.number
            for s, f in zip(logs, told, strict=True)
            if f and f[0].score >= least
        ]
        alarms = sum(bool(found) and found[0].score >= least for found in true)
        print(f"{least:>11}{sum(first):>19}{len(first) - sum(first):>19}{alarms:>28}")


def main(first: int = 1000, games: int = 200) -> None:
    seeds = range(first, first + games)
    slips = [planted(seed) for seed in seeds]
    clashing = [slip.at_the_clash for slip in slips]
    table("Whole games", [repaired(slip) for slip in slips])
    table("Up to the first clash", [repaired(slip) for slip in clashing])
    late = [planted_late(seed) for seed in seeds]
    table("Late corrections", [repaired(slip) for slip in late])
    told = [len(slip.told) for slip in late]
    blamed = [find_repairs(slip.table, slip.told).found[0].event for slip in late]
    print(f"the correction is blamed first: {mean(map(eq, blamed, told)):.0%}")
    some = range(first, first + max(1, games // 5))
    table("Wrong set-ups", [repaired(planted_set_up(s, kind)) for kind in SET_UPS for s in some])
    table("Numbers of cards", [repaired(planted_number(seed)) for seed in seeds])
    before = [replace(s, told=s.told[:-1]) for s in clashing if len(s.told) > s.number]
    suspected([*(planted(seed, possible=True) for seed in seeds), *before])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
