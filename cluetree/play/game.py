"""The plain loop: agents play one game under a referee."""

from collections.abc import Callable, Sequence
from random import Random

from cluetree.errors import AgentError, InvalidTableError
from cluetree.events import Event
from cluetree.play import referee
from cluetree.play.agent import Agent, deliver
from cluetree.play.conduct import fault_of
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
    seated = dict(zip(names, agents, strict=True))
    turn = 0
    running: str | None = None  # the player whose code runs, so that errors name them

    def tell(name: str, received: Event | Pawns) -> None:
        nonlocal running
        running = name
        deliver(seated[name], received)

    try:
        for seat, (name, agent) in enumerate(seated.items()):
            table, rng = dealt.table(name), stream(seed, f"seat {seat}")
            running = name
            agent.begin(table, rng)
        running = None
        game = GameInProgress(dealt, seed, tell)
        while (actor := game.state.actor) is not None:
            turn = game.state.turn
            # `apply` raises for an illegal act while the actor is still the one to blame.
            running = actor
            request = Request.of(game.state)  # a roll is not chosen
            game.apply(ask(seated[actor], request, actor) if request else game.roll(actor))
            running = None
    except Exception as error:
        if running is None:
            raise
        raise AgentError(running, type(seated[running]).__name__, turn, fault_of(error)) from error
    return game.result


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
