"""The plain loop: agents play one game under a referee."""

from collections.abc import Mapping, Sequence
from random import Random

from cluetree.errors import AgentError, ClueError, InvalidTableError
from cluetree.play import referee
from cluetree.play.agent import Agent, Watcher
from cluetree.play.dealt import Dealt, shuffle
from cluetree.play.legality import Request, ask
from cluetree.play.result import Result
from cluetree.play.rules import Rules
from cluetree.play.state import Act, Message, Roll


def stream(seed: int | str, name: str) -> Random:
    """Return a separate source of chance for one use within a game.

    Streams of different names are independent: one seat's draws change neither the deal nor
    the draws of another seat. The same seed and name give the same stream anywhere.
    """
    return Random(f"{seed}/{name}")


def deal_of(rules: Rules, seed: int | str) -> Dealt:
    """Return the deal of the game with this seed, for any agents."""
    return shuffle(rules, stream(seed, "deal"))


def play_game(agents: Sequence[Agent], rules: Rules, seed: int | str) -> Result:
    """Let agents play a game, the first in the first seat.

    The same agents, rules and seed give the same game. With other agents, or the same in other
    seats, the deal, the dice and each seat's source of chance are still the same.

    Raises:
        AgentError: If an agent raises or acts illegally; it names the player.
        InvalidTableError: If there is not one agent for each seat.
    """
    return play_dealt(agents, deal_of(rules, seed), seed)


def play_dealt(agents: Sequence[Agent], dealt: Dealt, seed: int | str) -> Result:
    """Let agents play a game with these cards; all chance but the deal follows from the seed.

    Raises:
        AgentError: If an agent raises or acts illegally; it names the player.
        InvalidTableError: If there is not one agent for each seat.
    """
    names = dealt.rules.players
    if len(agents) != len(names):
        raise InvalidTableError(f"agents must be {len(names)}, one a seat, got {len(agents)}")
    if len({id(agent) for agent in agents}) < len(agents):
        raise InvalidTableError("each seat must have a separate agent, got one agent twice")
    return _Loop(dict(zip(names, agents, strict=True)), dealt, seed).play()


class _Loop:
    def __init__(self, agents: Mapping[str, Agent], dealt: Dealt, seed: int | str):
        self._agents = agents
        self._watchers = {n: agent for n, agent in agents.items() if isinstance(agent, Watcher)}
        self._state = referee.start(dealt)
        self._seed = seed
        self._dice = stream(seed, "dice")
        self._messages: list[Message] = []
        self._turn = 0
        # The player whose code runs, so that errors name them.
        self._running: str | None = None

    def play(self) -> Result:
        try:
            self._begin()
            while (actor := self._state.actor) is not None:
                self._turn = self._state.turn
                self._step(actor)
        except Exception as error:
            if self._running is None:
                raise
            agent = type(self._agents[self._running]).__name__
            reason = str(error) if isinstance(error, ClueError) else repr(error)
            raise AgentError(self._running, agent, self._turn, reason) from error
        return Result.of(self._state, tuple(self._messages))

    def _begin(self) -> None:
        for seat, (name, agent) in enumerate(self._agents.items()):
            table = self._state.dealt.table(name)
            rng = stream(self._seed, f"seat {seat}")
            self._running = name
            agent.begin(table, rng)
        self._running = None
        self._show_pawns()

    def _step(self, actor: str) -> None:
        before = self._state
        # `apply` raises for an illegal act while the actor is still the one to blame.
        self._running = actor
        act = self._ask(actor, self._agents[actor])
        self._state, messages = referee.apply(before, act)
        self._messages += messages
        for message in messages:
            for name in message.to:
                self._running = name
                self._agents[name].observe(message.event)
        self._running = None
        if self._state.pawns is not before.pawns:
            self._show_pawns()

    def _ask(self, name: str, agent: Agent) -> Act:
        request = Request.of(self._state)
        if request is None:  # a roll is not chosen
            return Roll(name, self._dice.randint(1, 6) + self._dice.randint(1, 6))
        return ask(agent, request, name)

    def _show_pawns(self) -> None:
        pawns = self._state.pawns
        if pawns is not None:
            for name, watcher in self._watchers.items():
                self._running = name
                watcher.watch(pawns)
            self._running = None
