"""Thousands of games at once as a vector environment of Gymnasium, for learning in minutes."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import IllegalActError, InvalidTableError
from cluetree.play.engine.arrays import Numbers, layers, numbers, row, rows, run
from cluetree.play.engine.chance import begin_stream
from cluetree.play.engine.compiling import Rows  # noqa: TC001 -- one name only
from cluetree.play.engine.games import STATE, TURNS, WINNER
from cluetree.play.engine.layout import Layout
from cluetree.play.engine.observations import LEARNER, MOST, ObservedGames, step_games
from cluetree.play.engine.policies import Mixture, Policy, ShowRule, anything
from cluetree.play.engine.simulation import GameRules, Simulator, blank_views
from cluetree.play.env.aec import ActionSpace  # noqa: TC001 -- a type
from cluetree.play.env.observing import Array, length_of
from cluetree.play.rules import AccusationRule

Rewards: TypeAlias = NDArray[np.float64]
Ended: TypeAlias = NDArray[np.bool_]


class ClueVectorEnv(VectorEnv[Array, Numbers, Rewards | Ended]):
    """Boardless games in which one learner suggests, against policies that play many games.

    An action is the number of a suggestion, in the order of the edition (the room changes
    fastest); every one is legal. Cards are shown by a rule, and a player who knows the envelope
    for certain wins, so only suggesting is learnt. `split` returns the parts of observations.
    `LearntPlayer` lets a policy that is trained here play anywhere.

    The first step compiles the games; the compiled code is kept for the user.

    The reward is 1 for a win, -1 once another has won, 0 in all other steps. A game begins again
    in the step after its last (Gymnasium's next-step autoreset), which ignores its action. The
    first player is drawn each time.

    >>> from cluetree.play.engine.policies import Policy, not_located
    >>> games = ClueVectorEnv(100, (Policy(not_located), Policy(not_located)))
    >>> observations, infos = games.reset(seed=1)
    >>> observations.shape
    (100, 297)
    >>> observations, rewards, *_ = games.step(games.action_space.sample())

    Args:
        num_envs: The number of games.
        opponents: How the others play, in turn order after the learner.
        edition: The deck.
        show: Which cards are shown.
        accusers: Which players win after a suggestion, if they know the envelope.
        most_turns: After this many suggestions a game is truncated.

    Raises:
        InvalidTableError: If a number is below 1, or there are too many players for the deck.
    """

    metadata: dict[str, object] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 -- Gymnasium declares it

    def __init__(
        self,
        num_envs: int,
        opponents: Sequence[Policy | Mixture],
        *,
        edition: Edition = CLUE_US,
        show: ShowRule = "first",
        accusers: AccusationRule = AccusationRule.SUGGESTER,
        most_turns: int = 500,
    ):
        if num_envs < 1:
            raise InvalidTableError(f"num_envs must be positive, got {num_envs}")
        self.num_envs = num_envs
        self.opponents: tuple[Policy | Mixture, ...] = tuple(opponents)
        seats = Layout.even(edition, 1 + len(self.opponents))
        rules = GameRules(show, accusers, most_turns=most_turns)
        self._rules = Simulator(seats, (Policy(anything), *self.opponents), rules).rules
        self._guesses = np.array(seats.guesses, np.uint64)
        self._cards = len(edition.cards)
        length = length_of(len(seats.players), self._cards)
        self._games = ObservedGames(
            layers(np.repeat(blank_views(seats)[None], num_envs, axis=0)),
            rows(np.zeros((num_envs, STATE), np.int64)),
            row(np.zeros(len(seats.players), np.int64)),
            cast("Rows", np.zeros((num_envs, length), np.int8)),
            rows(np.zeros((0, 0), np.int64)),
        )
        # Narrower than Gymnasium declares them.
        self.single_observation_space: spaces.Box = spaces.Box(0, MOST, (length,), np.int8)  # pyright: ignore[reportIncompatibleVariableOverride]
        self.single_action_space: ActionSpace = spaces.Discrete(len(self._guesses))  # pyright: ignore[reportIncompatibleVariableOverride]
        self.observation_space: spaces.Space[Array] = batch_space(
            self.single_observation_space, num_envs
        )
        self.action_space: spaces.Space[Numbers] = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,  # noqa: ARG002 -- Gymnasium passes them
    ) -> tuple[Array, dict[str, object]]:
        """Start all games; the same seed and actions give the same games."""
        super().reset(seed=seed)
        words: list[int] = self.np_random.integers(2**32, size=2).tolist()
        states, stream = numbers(self._games.states), [0, 0]
        for number in range(self.num_envs):
            begin_stream(stream, words, number)
            states[number, : len(stream)] = stream
        states[:, WINNER] = LEARNER  # so that a new game begins
        return self._step(np.zeros(self.num_envs, np.int64)), {}

    def step(self, actions: Numbers) -> tuple[Array, Rewards, Ended, Ended, dict[str, object]]:
        """Let the learner suggest in every game, and the others until it is its turn again.

        Raises:
            IllegalActError: If an action is not the number of a suggestion.
        """
        try:
            chosen = np.asarray(actions)
        except ValueError:  # lists of different lengths
            chosen = np.empty(0, np.int64)
        if (
            chosen.shape != (self.num_envs,)
            or not np.issubdtype(chosen.dtype, np.integer)
            or ((chosen < 0) | (chosen >= len(self._guesses))).any()
        ):
            raise IllegalActError(
                f"expected one action per game, each a number from 0 to {len(self._guesses) - 1}"
            )
        observed = self._step(chosen)
        states = numbers(self._games.states)
        winners = states[:, WINNER]
        terminations = winners <= len(self.opponents)
        truncations = ~terminations & (states[:, TURNS] >= self._rules.most_turns)
        rewards = np.where(terminations, np.where(winners == LEARNER, 1.0, -1.0), 0.0)
        return observed, rewards, terminations, truncations, {}

    def _step(self, chosen: Numbers) -> Array:
        run(step_games, self._rules, self._games, row(self._guesses[chosen]), self._cards)
        return cast("Array", self._games.observations).copy()
