"""The parts of an experiment: each measures one agent in one setting."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cluetree.advice.showing import FixedOrder, ShowPolicy, Uniform
from cluetree.play.agent import Agent
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.agents.policy_rollout import Base, PolicyRollout
from cluetree.play.experiments.paper import TABLE_1
from cluetree.play.experiments.rows import SEATS, TURNS, WIN_TURNS, WON, Measure, Row
from cluetree.play.experiments.run_context import RunContext
from cluetree.play.experiments.settings import SEATINGS, Reading, Settings
from cluetree.play.interval import Interval
from cluetree.play.rules import AccusationRule, Rules
from cluetree.play.standings import Standings, standings
from cluetree.play.tournament import Entrant, Tournament, run


@dataclass(frozen=True)
class Part:
    """One agent in one setting."""

    agent: str
    """Its name in the paper's table."""
    games: int
    """How many games it takes to measure it."""
    measure: Callable[[RunContext], Row]
    """Plays them, and says what came out."""


def without_rollout(agent: str, settings: Settings) -> Part:
    """An agent without a rollout against its like; needs numpy."""
    games = settings.deals * SEATINGS

    def measure(context: RunContext) -> Row:
        from cluetree.play.experiments import alike_agents  # noqa: PLC0415 -- needs numpy

        turns, *won = alike_agents.play_alike(agent, settings, context).tolist()
        set_up = repr(alike_agents.policy_of(agent, settings.reading))
        measures = _table_1(agent, Interval.of(turns), map(Interval.of_shares, won))
        return Row(agent, set_up, settings.deals, games, measures)

    return Part(agent, games, measure)


def rollouts_alike(base: Base, settings: Settings) -> Part:
    """A rollout against its like, each deal once.

    In six seatings of three alike agents the cards and the players stay as they are; fresh
    deals say more for the same work.
    """
    agent, w, horizon = f"{base} rollout", settings.w, settings.horizon

    def measure(context: RunContext) -> Row:
        rollout = _rollout(base, settings, w, horizon)
        found = _played([Entrant(agent, rollout)] * len(SEATS), settings, context)
        measures = _table_1(agent, found.turns, found.seat_shares)
        return Row(agent, repr(rollout), found.deals, found.games, measures, w, horizon)

    return Part(agent, settings.rollout_deals, measure)


def rollout_against_base(base: Base, w: int, horizon: int, settings: Settings) -> Part:
    """A rollout against two of the agents whose play its what-ifs follow, in three seatings."""
    agent = f"{base} rollout"

    def measure(context: RunContext) -> Row:
        rollout = _rollout(base, settings, w, horizon)
        other = Entrant(base, _base(base, settings.reading))
        found = _played([Entrant(agent, rollout), other, other], settings, context)
        (its,) = (row for row in found.rows if row.name == agent)
        measures = (
            Measure(WIN_TURNS, its.turns_a_win),
            Measure(TURNS, found.turns),
            Measure(WON, its.share * 100),
        )
        return Row(agent, repr(rollout), found.deals, found.games, measures, w, horizon)

    return Part(agent, settings.rollout_deals * len(SEATS), measure)


def _table_1(agent: str, turns: Interval, seats: Iterable[Interval]) -> tuple[Measure, ...]:
    """Put turns and shares of wins by seat beside those of the paper's table."""
    paper = TABLE_1[agent]
    found = dict(zip(SEATS, (seat * 100 for seat in seats), strict=True))
    return tuple(Measure(name, mean, paper[name]) for name, mean in {TURNS: turns, **found}.items())


def _played(entrants: list[Entrant], settings: Settings, context: RunContext) -> Standings:
    rules = Rules(claims=AccusationRule(settings.reading.claims))
    contest = Tournament(tuple(entrants), rules, settings.seed)
    deals, executor, progress = settings.rollout_deals, context.executor, context.progress
    return standings(run(contest, deals, context.store, executor=executor, progress=progress))


def _rollout(base: Base, settings: Settings, w: int, horizon: int) -> PolicyRollout:
    reading = settings.reading
    return PolicyRollout(
        base,
        w=w,
        horizon=horizon,
        beta=settings.beta,
        transition=reading.transition,
        order=reading.order,
        show=_show(reading),
    )


def _base(base: Base, reading: Reading) -> Agent:
    show, deduction = _show(reading), reading.deduction
    if base == "random":
        return RandomStateful(deduction=deduction, show=show)
    return Heuristic(tie=reading.tie, deduction=deduction, show=show)


def _show(reading: Reading) -> ShowPolicy:
    return FixedOrder() if reading.show == "first" else Uniform()
