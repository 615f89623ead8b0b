"""The plain loop: agents play one game under a referee."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from cluetree.errors import AgentError, InvalidTableError
from cluetree.events import Event
from cluetree.play import referee
from cluetree.play.agent import Agent, deliver
from cluetree.play.agent_code import fault_of
from cluetree.play.dealt import Dealt, shuffle
from cluetree.play.legality import Request, ask
from cluetree.play.pawns import Pawns
from cluetree.play.result import Result
from cluetree.play.rules import Rules
from cluetree.play.state import Act, GameState, Message, Roll


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

    It raises the errors of `play_game`.
    """
    names = dealt.rules.players
    if len(agents) != len(names):
        raise InvalidTableError(f"agents must be {len(names)}, one a seat, got {len(agents)}")
    if len({id(agent) for agent in agents}) < len(agents):
        raise InvalidTableError("each seat must have a separate agent, got one agent twice")
    return _Loop(dict(zip(names, agents, strict=True))).play(dealt, seed)


class GameInProgress:
    """A game at some moment, with its dice and the messages so far.

    Args:
        dealt: The cards.
        seed: The seed of the dice.
        deliver: Called with a player's name, and an event or the pawns to show to that player.
    """

    def __init__(
        self, dealt: Dealt, seed: int | str, deliver: Callable[[str, Event | Pawns], None]
    ):
        self.state: GameState = referee.start(dealt)
        self.messages: list[Message] = []
        self._dice = stream(seed, "dice")
        self._deliver = deliver
        self._show_pawns()

    def apply(self, act: Act) -> None:
        """Make an act, and deliver to each player what that player may know of it.

        Raises:
            IllegalActError: If it is not legal; the game is unchanged.
        """
        before = self.state
        self.state, messages = referee.apply(before, act)
        self.messages += messages
        for message in messages:
            for name in message.to:
                self._deliver(name, message.event)
        if self.state.pawns is not before.pawns:
            self._show_pawns()

    def roll(self, by: str) -> Roll:
        """Roll the dice."""
        return Roll(by, self._dice.randint(1, 6) + self._dice.randint(1, 6))

    @property
    def result(self) -> Result:
        """The game so far."""
        return Result.of(self.state, tuple(self.messages))

    def _show_pawns(self) -> None:
        if self.state.pawns is not None:
            for name in self.state.rules.players:
                self._deliver(name, self.state.pawns)


class _Loop:
    def __init__(self, agents: Mapping[str, Agent]):
        self._agents = agents
        self._turn = 0
        # The player whose code runs, so that errors name them.
        self._running: str | None = None

    def play(self, dealt: Dealt, seed: int | str) -> Result:
        try:
            for seat, (name, agent) in enumerate(self._agents.items()):
                table, rng = dealt.table(name), stream(seed, f"seat {seat}")
                self._running = name
                agent.begin(table, rng)
            self._running = None
            game = GameInProgress(dealt, seed, self._deliver)
            while (actor := game.state.actor) is not None:
                self._turn = game.state.turn
                # `apply` raises for an illegal act while the actor is still the one to blame.
                self._running = actor
                request = Request.of(game.state)  # a roll is not chosen
                act = ask(self._agents[actor], request, actor) if request else game.roll(actor)
                game.apply(act)
                self._running = None
        except BaseException as error:
            if self._running is None:
                raise
            name, reason = type(self._agents[self._running]).__name__, fault_of(error)
            raise AgentError(self._running, name, self._turn, reason) from error
        return game.result

    def _deliver(self, name: str, received: Event | Pawns) -> None:
        self._running = name
        deliver(self._agents[name], received)
