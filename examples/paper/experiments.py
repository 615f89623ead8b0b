"""The experiments by name: their games, and our values beside the paper's."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import stdev
from typing import Final, Literal, TypeAlias, get_args, get_type_hints

from cluetree.errors import UnknownNameError
from cluetree.limit import verify_limit
from cluetree.play.agents import Heuristic, RandomStateful
from cluetree.play.engine.policies import Tie
from cluetree.play.result_store import Played, ResultStore
from cluetree.play.rules import AccusationRule, Rules
from cluetree.play.standings import Interval, standings
from cluetree.play.tournament import Entrant, Tournament, run
from paper.rollout_agent import Base, Order, PolicyRollout, TransitionName

SEATINGS: Final = 6
"""Games on each deal among agents without a rollout: the orders of three players."""
TURNS: Final = "turns"
"""Suggestions per game."""
WIN_TURNS: Final = "turns a win"
"""Suggestions by all players per game that the rollout wins; the figures' "turns"."""
SEATS: Final = ("seat 1 %", "seat 2 %", "seat 3 %")
"""Percentage of games won by each seat."""
WON: Final = "won %"
"""Percentage of games that the rollout wins against two others."""

TABLE_1: Final[Mapping[str, Mapping[str, float]]] = {
    agent: dict(zip((TURNS, *SEATS), values, strict=True))
    for agent, values in {
        "random stateless": (111.0, 33.7, 33.4, 32.8),
        "random stateful": (15.8, 39.0, 29.7, 31.3),
        "random rollout": (12.9, 38.7, 30.2, 31.2),
        "heuristic": (11.7, 35.2, 29.7, 35.1),
        "heuristic rollout": (13.0, 40.7, 26.8, 32.5),
    }.items()
}
"""The paper's table: turns per game and percentage of games won from each seat, by agent."""


@dataclass(frozen=True)
class Settings:
    """All that decides the result of an experiment.

    Raises:
        UnknownNameError: If an option has an unknown value.
        InvalidLimitError: If a number is below 1, or a list of values is empty.
    """

    seed: int = 0
    """The seed of all random choices."""
    deals: int = 1_000
    """Deals per agent without a rollout; six games each, with the same cards by seat."""
    rollout_deals: int = 20
    """Deals per rollout setting: one game each against copies, three against others."""
    w: int = 10
    """Simulations per suggestion, unless varied."""
    horizon: int = 10
    """Suggestions per simulation, unless varied."""
    ws: tuple[int, ...] = (1, 3, 10)
    """The values of `w` where it is varied."""
    horizons: tuple[int, ...] = (1, 3, 10)
    """The horizons where they are varied."""
    tie: Tie = "first"
    """Which of equally good cards the heuristic names; simulations always use the first."""
    transition: TransitionName = "deals"
    """Where the answers in simulations come from."""
    order: Order = "uniform"
    """The order of deals, if the answers come from deals."""

    def __post_init__(self) -> None:
        options = get_type_hints(Settings)
        for option in ("tie", "transition", "order"):
            UnknownNameError.verify(getattr(self, option), get_args(options[option]))
        for name in ("deals", "rollout_deals", "w", "horizon"):
            verify_limit(name, getattr(self, name), least=1, whole=True)
        for name in ("ws", "horizons"):
            verify_limit(name, min(getattr(self, name), default=0), least=1, whole=True)

    def __str__(self) -> str:
        return f"tie {self.tie}, transition {self.transition}, order {self.order}; seed {self.seed}"


@dataclass(frozen=True)
class Context:
    """Where the games of an experiment are played; it changes no result."""

    executor: Executor | None = None
    """Plays the games; if `None`, they are played in this process."""
    store: ResultStore = field(default_factory=ResultStore)
    """Keeps the games of rollouts, so that an interrupted run can resume."""
    progress: Callable[[int, int], None] = lambda done, total: None  # noqa: ARG005
    """Called with the number of games done for a row and the total."""


@dataclass(frozen=True)
class Row:
    """One row of a table, or one point of a figure."""

    agent: str
    games: int
    measures: Mapping[str, Interval | None]
    """Each mean with its 95 % interval clustered by deal; `None` without games."""
    w: int | None = None
    """Simulations per suggestion, for rollouts."""
    horizon: int | None = None
    """Suggestions per simulation, for rollouts."""


Over: TypeAlias = Literal["agent", "w", "horizon"]


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of the paper."""

    name: str
    title: str
    over: Over
    """The parameter that varies between rows."""
    shown: tuple[str, ...]
    """The measures to report, of those of the rows."""
    play: Callable[[Settings, Context], Iterator[Row]]
    best_turns: float | None = None
    """The lowest number of turns that the paper's text reports for it."""

    def run(self, settings: Settings | None = None, context: Context | None = None) -> list[Row]:
        """Play all games and measure them; the rows depend on the settings only."""
        return list(self.play(settings or Settings(), context or Context()))

    def printed(self, row: Row, measure: str) -> float | None:
        """Return the paper's value of a measure, if it is printed as a number."""
        return TABLE_1[row.agent].get(measure) if self.over == "agent" else None


def _agents(settings: Settings, context: Context) -> Iterator[Row]:
    """Measure the agents of the paper's table against copies of themselves."""
    yield _without_rollout("random stateless", settings, context)
    yield _without_rollout("random stateful", settings, context)
    yield _rollouts_alike("random", settings, context)
    yield _without_rollout("heuristic", settings, context)
    yield _rollouts_alike("heuristic", settings, context)


def _without_rollout(agent: str, settings: Settings, context: Context) -> Row:
    from paper import alike_agents  # noqa: PLC0415 -- needs the extra `fast`

    turns, *won = alike_agents.play_alike(agent, settings, context).tolist()
    measures = _by_seat(Interval.of(turns), map(Interval.of_shares, won))
    return Row(agent, settings.deals * SEATINGS, measures)


def _rollouts_alike(base: Base, settings: Settings, context: Context) -> Row:
    """Measure a rollout against copies of itself, playing each deal once.

    Six seatings of three copies would repeat the same game; new deals give more information.
    """
    agent, w, horizon = f"{base} rollout", settings.w, settings.horizon
    entrants = [Entrant(agent, _rollout(base, w, horizon, settings))] * len(SEATS)
    table = standings(_played(entrants, settings, context))
    return Row(agent, table.games, _by_seat(table.turns, table.seats), w, horizon)


def _against_base(base: Base, w: int, horizon: int, settings: Settings, context: Context) -> Row:
    """Measure a rollout against two of its base agent, in three seatings."""
    agent = f"{base} rollout"
    other = Entrant(base, RandomStateful() if base == "random" else Heuristic(tie=settings.tie))
    entrants = [Entrant(agent, _rollout(base, w, horizon, settings)), other, other]
    games = _played(entrants, settings, context)
    table = standings(games)
    (its,) = (row for row in table.entrants if row.name == agent)
    measures = {WIN_TURNS: turns_a_win(games, agent), TURNS: table.turns, WON: its.share * 100}
    return Row(agent, table.games, measures, w, horizon)


def _by_seat(turns: Interval, seats: Iterable[Interval]) -> dict[str, Interval | None]:
    return {TURNS: turns, **dict(zip(SEATS, (seat * 100 for seat in seats), strict=True))}


def turns_a_win(games: Iterable[Played], name: str) -> Interval | None:
    """Return the suggestions by all players per game that an entrant won; `None` if it won none.

    The standard error of the ratio is that of the residuals `turns - ratio * wins` of the deals
    (linearization). Deals that it did not win carry no information.
    """
    deals: dict[int, list[int]] = {}
    for game in games:
        won = deals.setdefault(game.deal, [])
        if game.winner is not None and game.seating[game.winner] == name:
            won.append(game.turns)
    wins = sum(map(len, deals.values()))
    if not wins:
        return None
    mean = sum(map(sum, deals.values())) / wins
    residuals = [sum(turns) - mean * len(turns) for turns in deals.values()]
    error = stdev(residuals) * sqrt(len(residuals)) / wins if len(residuals) > 1 else 0.0
    return Interval.student(mean, error, sum(map(bool, deals.values())), least=0)


def _played(entrants: list[Entrant], settings: Settings, context: Context) -> tuple[Played, ...]:
    contest = Tournament(tuple(entrants), Rules(accusers=AccusationRule.ALL), settings.seed)
    deals, executor, progress = settings.rollout_deals, context.executor, context.progress
    return run(contest, deals, context.store, executor=executor, progress=progress)


def _rollout(base: Base, w: int, horizon: int, settings: Settings) -> PolicyRollout:
    transition, order = settings.transition, settings.order
    return PolicyRollout(base, w=w, horizon=horizon, transition=transition, order=order)


def _figure(name: str, base: Base, over: Over, best: float | None = None) -> Experiment:
    """Return a figure: a rollout against two of its base agent, varying `w` or the horizon."""

    def play(settings: Settings, context: Context) -> Iterator[Row]:
        varied = (
            [replace(settings, w=w) for w in settings.ws]
            if over == "w"
            else [replace(settings, horizon=horizon) for horizon in settings.horizons]
        )
        for each in varied:
            yield _against_base(base, each.w, each.horizon, each, context)

    title = f"{base.capitalize()} rollout against two {base}"
    return Experiment(name, title, over, (WIN_TURNS, TURNS, WON), play, best)


EXPERIMENTS: Final[Mapping[str, Experiment]] = {
    each.name: each
    for each in (
        Experiment("table1", "Turns a game, and wins by seat", "agent", (TURNS, *SEATS), _agents),
        Experiment("fig2", "Wins by seat", "agent", SEATS, _agents),
        _figure("fig3", "random", "w"),
        _figure("fig4", "random", "horizon"),
        # The lowest turns per win in the paper's text, for `w` up to 3,000.
        _figure("fig5", "heuristic", "w", best=10.7),
        _figure("fig6", "heuristic", "horizon"),
    )
}
"""The table and the figures by name."""
