"""Statistics of proofs in random true games: rules, lengths, assumptions and times.

    python -m tests.bench.proofs --positions 400 --facts 20

A position is what one observer knows after some rounds with three to six players. Of each, some
facts are drawn and proved; every proof is checked. Counted are those that rest on an event,
unless said otherwise: what only the set-up says needs one step and no thought. Times are of
this process, for one proof, the search and the counting that it asks for.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from statistics import mean, median
from time import process_time

from cyclopts import run

from cluetree import (
    Answering,
    Event,
    Evidence,
    Fact,
    Holds,
    HoldsOneOf,
    Lacks,
    Open,
    Proof,
    ProofRule,
    count,
    prove,
)
from cluetree.editions import CLUE_US
from tests.bench.timing import say
from tests.exact.games import Game, blurred, play, seeded

_MOST_ROUNDS = 8


def position(seed: int) -> Game:
    """A true game of full size, cut after some rounds, over every kind of table."""
    rng = seeded(seed)
    game = play(
        rng,
        CLUE_US,
        players=3 + seed % 4,
        rounds=1 + seed // 4 % _MOST_ROUNDS,
        answering=Answering.ALL if seed % 7 == 6 else Answering.FIRST,
        leftover_face_up=seed % 3 == 0,
        onlooker=seed % 11 == 10,
    )
    if seed % 5 == 4:
        game = replace(game, events=(*game.events, *_bare_facts(rng, game)))
    return replace(game, table=blurred(game.table, rng)) if seed % 13 == 12 else game


def _bare_facts(rng: Random, game: Game) -> Iterator[Event]:
    """Yield bare facts: a held card, a missing card, one of three cards."""
    seats = (name for name in game.table.names if name != game.table.viewpoint)
    name = rng.choice([*seats])
    here = [card for card, place in game.deal.items() if place == name]
    others = [card for card, place in game.deal.items() if place != name]
    yield Lacks(name, rng.choice(others))
    yield HoldsOneOf(name, (rng.choice(here), *rng.sample(others, 2)))
    if rng.random() < 1 / 2:
        yield Holds(name, rng.choice(here))


def facts_of(game: Game) -> list[Fact]:
    """Every fact that follows, always in one order."""
    return sorted(count(Evidence.gather(game.table, game.events)).facts, key=str)


def depth(proof: Proof) -> int:
    """The greatest depth of nested assumptions."""
    depths: dict[int | None, int] = {None: 0}
    for step in proof.steps:
        if step.rule is ProofRule.ASSUMED:
            depths[step.id] = depths[step.under] + 1
    return max(depths.values())


@dataclass
class Tally:
    """Counts over all positions."""

    positions: int = 0
    rules: Counter[ProofRule] = field(default_factory=Counter)
    """How often each rule is a step."""
    ends: Counter[ProofRule] = field(default_factory=Counter)
    """How often each rule is the last step."""
    depths: Counter[int] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    set_up: int = 0
    """How many facts rest on no event."""
    longest: str = ""

    def add(self, seed: int, most: int) -> None:
        """Prove some facts of one position."""
        game = position(seed)
        facts = facts_of(game)
        self.positions += 1
        for fact in seeded(seed).sample(facts, min(most, len(facts))):
            start = process_time()
            proof = prove(game.table, game.events, fact)
            spent = process_time() - start
            if isinstance(proof, Open):
                raise TypeError(f"position {seed}: {fact} is open")
            proof.check(game.table, game.events)
            self._take(seed, proof, spent * 1000)

    def _take(self, seed: int, proof: Proof, milliseconds: float) -> None:
        if not proof.events:
            self.set_up += 1
            return
        if len(proof.steps) > max(self.lengths, default=0):
            self.longest = f"position {seed}, {proof.fact}"
        self.rules.update(step.rule for step in proof.steps)
        self.ends[proof.steps[-1].rule] += 1
        self.depths[depth(proof)] += 1
        self.lengths.append(len(proof.steps))
        self.events.append(len(proof.events))
        self.milliseconds.append(milliseconds)

    def rows(self) -> None:
        """Print the tables."""
        proofs = len(self.lengths)
        say(
            f"{self.positions} positions, {proofs + self.set_up} facts, all proofs accepted; "
            f"{self.set_up} follow from the set-up alone, {proofs} rest on events.\n"
        )
        say("| rule | share of steps | ends proofs |\n| --- | ---: | ---: |")
        for rule in ProofRule:
            share = self.rules[rule] / self.rules.total()
            say(f"| {rule} | {share:.2%} | {self.ends[rule] / proofs:.2%} |")
        say("\n| of a proof | mean | median | most |\n| --- | ---: | ---: | ---: |")
        for what, numbers in (("steps", self.lengths), ("events", self.events)):
            say(f"| {what} | {mean(numbers):.1f} | {median(numbers):g} | {max(numbers)} |")
        times = self.milliseconds
        say(f"| milliseconds | {mean(times):.1f} | {median(times):.1f} | {max(times):.0f} |")
        say(f"\nThe longest: {self.longest}.")
        say("\n| assumptions within each other | proofs |\n| --- | ---: |")
        for level, number in sorted(self.depths.items()):
            say(f"| {level} | {number} ({number / proofs:.2%}) |")


def main(*, positions: int = 400, facts: int = 20, seed: int = 0) -> None:
    """Prove and print; the seed is that of the first position."""
    tally = Tally()
    for number in range(seed, seed + positions):
        tally.add(number, facts)
    tally.rows()


if __name__ == "__main__":
    run(main)
