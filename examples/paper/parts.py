"""The parts of an experiment; each measures one agent in one setting."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import stdev

from cluetree.play.agent import Agent
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.interval import Interval
from cluetree.play.policies import FixedOrder, ShowPolicy, Uniform
from cluetree.play.result_store import Played
from cluetree.play.rules import AccusationRule, Rules
from cluetree.play.standings import standings
from cluetree.play.tournament import Entrant, Tournament, run
from paper.measures import SEATS, TABLE_1, TURNS, WIN_TURNS, WON, Measure, Row
from paper.rollout_agent import Base, PolicyRollout
from paper.settings import SEATINGS, Interpretation, RunContext, Settings


@dataclass(frozen=True)
class Part:
    """One agent in one setting."""

    agent: str
    """Its name in the paper's table."""
    games: int
    """Number of games to play."""
    measure: Callable[[RunContext], Row]
    """Play the games and return the result."""


def without_rollout(agent: str, settings: Settings) -> Part:
    """Measure an agent without a rollout against copies of itself; needs the extra `fast`."""
    games = settings.deals * SEATINGS

    def measure(context: RunContext) -> Row:
        from paper import alike_agents  # noqa: PLC0415 -- needs the extra `fast`

        turns, *won = alike_agents.play_alike(agent, settings, context).tolist()
        set_up = repr(alike_agents.policy_of(agent, settings.interpretation))
        measures = _table_1(agent, Interval.of(turns), map(Interval.of_shares, won))
        return Row(agent, set_up, settings.deals, games, measures)

    return Part(agent, games, measure)


def rollouts_alike(base: Base, settings: Settings) -> Part:
    """Measure a rollout against copies of itself, playing each deal once.

    Six seatings of three copies would repeat the same game; new deals give more information.
    """
    agent, w, horizon = f"{base} rollout", settings.w, settings.horizon

    def measure(context: RunContext) -> Row:
        rollout = _rollout(base, settings, w, horizon)
        games = _played([Entrant(agent, rollout)] * len(SEATS), settings, context)
        found = standings(games)
        measures = _table_1(agent, found.turns, found.seats)
        return Row(agent, repr(rollout), found.deals, found.games, measures, w, horizon)

    return Part(agent, settings.rollout_deals, measure)


def rollout_against_base(base: Base, w: int, horizon: int, settings: Settings) -> Part:
    """Measure a rollout against two of its base agent, in three seatings."""
    agent = f"{base} rollout"

    def measure(context: RunContext) -> Row:
        rollout = _rollout(base, settings, w, horizon)
        other = Entrant(base, _base(base, settings.interpretation))
        games = _played([Entrant(agent, rollout), other, other], settings, context)
        found = standings(games)
        (its,) = (row for row in found.entrants if row.name == agent)
        measures = (
            Measure(WIN_TURNS, turns_a_win(games, agent)),
            Measure(TURNS, found.turns),
            Measure(WON, its.share * 100),
        )
        return Row(agent, repr(rollout), found.deals, found.games, measures, w, horizon)

    return Part(agent, settings.rollout_deals * len(SEATS), measure)


def _table_1(agent: str, turns: Interval, seats: Iterable[Interval]) -> tuple[Measure, ...]:
    """Pair turns and shares of wins by seat with those of the paper's table."""
    paper = TABLE_1[agent]
    found = dict(zip(SEATS, (seat * 100 for seat in seats), strict=True))
    return tuple(Measure(name, mean, paper[name]) for name, mean in {TURNS: turns, **found}.items())


def turns_a_win(games: Iterable[Played], name: str) -> Interval | None:
    """Return the suggestions by all players per game that an entrant won; `None` if it won none.

    The standard error of the ratio is that of the residuals `turns - ratio * wins` of the deals
    (linearization). Deals that it did not win carry no information.
    """
    deals: dict[int, list[int]] = {}
    for game in games:
        won = deals.setdefault(game.deal, [])
        won += [game.turns] if game.won_by == name else []
    wins = sum(map(len, deals.values()))
    if not wins:
        return None
    mean = sum(map(sum, deals.values())) / wins
    residuals = [sum(turns) - mean * len(turns) for turns in deals.values()]
    error = stdev(residuals) * sqrt(len(residuals)) / wins if len(residuals) > 1 else 0.0
    return Interval.student(mean, error, sum(map(bool, deals.values())), least=0)


def _played(entrants: list[Entrant], settings: Settings, context: RunContext) -> tuple[Played, ...]:
    rules = Rules(accusers=AccusationRule(settings.interpretation.claims))
    contest = Tournament(tuple(entrants), rules, settings.seed)
    deals, executor, progress = settings.rollout_deals, context.executor, context.progress
    return run(contest, deals, context.store, executor=executor, progress=progress)


def _rollout(base: Base, settings: Settings, w: int, horizon: int) -> PolicyRollout:
    interpretation = settings.interpretation
    return PolicyRollout(
        base,
        w=w,
        horizon=horizon,
        beta=settings.beta,
        transition=interpretation.transition,
        order=interpretation.order,
        show=_show(interpretation),
    )


def _base(base: Base, interpretation: Interpretation) -> Agent:
    show, deduction = _show(interpretation), interpretation.deduction
    if base == "random":
        return RandomStateful(deduction=deduction, show=show)
    return Heuristic(tie=interpretation.tie, deduction=deduction, show=show)


def _show(interpretation: Interpretation) -> ShowPolicy:
    return FixedOrder() if interpretation.show == "first" else Uniform()
