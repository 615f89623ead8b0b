"""Positions of random true games, their facts, and the depth of a proof."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from cluetree import Event, Holds, HoldsOneOf, Lacks
from cluetree.claims import Fact
from cluetree.editions import CLUE_US
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.explain import Proof, ProofRule
from cluetree.table import Answering
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
    return sorted(count(Evidence.gather(game)).facts, key=str)


def depth(proof: Proof) -> int:
    """The greatest depth of nested assumptions."""
    depths: dict[int | None, int] = {None: 0}
    for step in proof.steps:
        if step.rule is ProofRule.ASSUMED:
            depths[step.id] = depths[step.under] + 1
    return max(depths.values())
