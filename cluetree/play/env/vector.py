"""Thousands of games at once as a vector environment of Gymnasium, for learning in minutes."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cluetree.cards import Edition
from cluetree.editions import CLUE_US
from cluetree.errors import IllegalActError, InvalidTableError
from cluetree.play.batch import BatchLayout, Games, Masks, Policy, Rows, ShowRules, Views, deal
from cluetree.play.env.observation_layout import Array
from cluetree.play.env.seat_view import ME, SeatViews
from cluetree.play.rules import AccusationRule
from cluetree.turns import accusers

Numbers: TypeAlias = NDArray[np.int64]
Rewards: TypeAlias = NDArray[np.float64]
Ended: TypeAlias = NDArray[np.bool_]


class Observations(TypedDict):
    """The learner's observations in all games: the parts of `Observation`, one a game."""

    observation: Array
    events: Array
    """Overwritten by the next step: copy what is kept."""
    event_mask: Array


class ClueVectorEnv(VectorEnv[Observations, Numbers, Rewards | Ended]):
    """Boardless games in which one learner suggests, against policies that play many games.

    An action is the number of a suggestion, as in `Actions`; every one is legal. Cards are shown
    by a rule, and a player who knows the envelope for certain wins, so only suggesting is learnt.
    Observations are those of `ClueEnv` with `accusations="sure"`, number by number: a policy
    trained here plays there, and anywhere with `PolicyAgent`.

    The reward is 1 for a win, -1 once another has won, 0 in all other steps. A game begins again
    in the step after its last (Gymnasium's next-step autoreset), which ignores its action. The
    first player is drawn each time.

    >>> from cluetree.play.batch import RandomStatefulPolicy
    >>> games = ClueVectorEnv(1000, (RandomStatefulPolicy(), RandomStatefulPolicy()))
    >>> observations, infos = games.reset(seed=1)
    >>> observations["observation"].shape, observations["events"].shape
    ((1000, 553), (1000, 64, 94))
    >>> observations, rewards, *_ = games.step(games.action_space.sample())

    Args:
        num_envs: The number of games.
        opponents: How the others play, in turn order after the learner.
        edition: The deck.
        show: Which cards are shown.
        claims: Which players win after a suggestion, if they know the envelope.
        most_turns: After this many suggestions a game is truncated.

    `views.layout` describes the observations.

    Raises:
        InvalidTableError: If a number is below 1, or there are too many players for the deck.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 -- Gymnasium declares it

    def __init__(
        self,
        num_envs: int,
        opponents: Sequence[Policy],
        *,
        edition: Edition = CLUE_US,
        show: ShowRules = "first",
        claims: AccusationRule = AccusationRule.SUGGESTER,
        most_turns: int = 500,
    ):
        if num_envs < 1:
            raise InvalidTableError(f"num_envs must be positive, got {num_envs}")
        self.num_envs = num_envs
        self.opponents = tuple(opponents)
        self._show: ShowRules = show
        self._claims = claims
        self._most_turns = most_turns
        self._seats = BatchLayout.even(edition, 1 + len(self.opponents))
        self._guesses = np.array(self._seats.guesses, np.uint64)
        self.views = SeatViews(self._seats, num_envs)
        self.single_observation_space = spaces.Dict(self.views.layout.boxes)
        self.single_action_space = spaces.Discrete(len(self._guesses))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,  # noqa: ARG002 -- Gymnasium passes them
    ) -> tuple[Observations, dict[str, object]]:
        """Start all games; the same seed and actions give the same games."""
        super().reset(seed=seed)
        hands, dealt = deal(self._seats, self.num_envs, self.np_random)
        self._games = Games(self._seats, hands, Views.at_start(self._seats, hands, dealt))
        everywhere = np.arange(self.num_envs)
        self.views.begin(everywhere)
        self._turns = np.zeros(self.num_envs, np.intp)
        self._winners = np.full(self.num_envs, -1)
        self._is_over = np.zeros(self.num_envs, np.bool_)
        self._others_turn(everywhere, np.zeros(self.num_envs, np.bool_))
        return self._observed(), {}

    def step(
        self, actions: Numbers
    ) -> tuple[Observations, Rewards, Ended, Ended, dict[str, object]]:
        """Let the learner suggest in every game, and the others until it is its turn again.

        Raises:
            IllegalActError: If an action is not the number of a suggestion.
        """
        chosen = np.asarray(actions)
        wrong = (chosen < 0) | (chosen >= len(self._guesses))
        if chosen.shape != (self.num_envs,) or wrong.any():
            raise IllegalActError(
                f"expected one action per game, each a number from 0 to {len(self._guesses) - 1}"
            )
        (new,) = self._is_over.nonzero()
        is_played = ~self._is_over
        if len(new):
            hands, dealt = deal(self._seats, len(new), self.np_random)
            self._games.replace(new, hands, Views.at_start(self._seats, hands, dealt))
            self.views.begin(new)
            self._turns[new] = 0
            self._winners[new] = -1
        self._suggest(ME, self._guesses[chosen], is_played)
        self._others_turn(new, is_played)
        terminations = self._winners >= 0
        truncations = ~terminations & (self._turns >= self._most_turns)
        self._is_over = terminations | truncations
        rewards = np.where(terminations, np.where(self._winners == ME, 1.0, -1.0), 0.0)
        return self._observed(), rewards, terminations, truncations, {}

    def _others_turn(self, new: Rows, is_played: Ended) -> None:
        """Let the others suggest in turn; a new game from a first player on, drawn by chance."""
        first = np.full(self.num_envs, -1)
        first[new] = self.np_random.integers(self._seats.players, size=len(new))
        for seat, policy in enumerate(self.opponents, start=1):
            is_played |= first == seat
            guesses = policy.choose(self._games.views.of(seat), self.np_random)
            self._suggest(seat, guesses, is_played)

    def _suggest(self, seat: int, guesses: Masks, is_played: Ended) -> None:
        """Let a seat suggest in the games that are played and not over; note the winners."""
        is_on = is_played & (self._winners < 0) & (self._turns < self._most_turns)
        games = self._games
        games.seat = seat
        # A suggestion of no cards changes nothing, so the other games stay as they are.
        answers = games.answer(np.where(is_on, guesses, np.uint64(0)), self._show, self.np_random)
        games.views.learn(answers)
        self.views.observe_answers(answers, is_on)
        self._turns += is_on
        all_may = self._claims is AccusationRule.ALL
        for claimer in accusers(seat, self._seats.players, all_may=all_may):
            won = is_on & (self._winners < 0) & games.views.solved(claimer)
            self._winners[won] = claimer

    def _observed(self) -> Observations:
        events, mask = self.views.history()
        return {
            "observation": self.views.observe(self._games.views.of(ME)),
            "events": events,
            "event_mask": mask,
        }
