"""Full-game rollouts: what to do now, judged by how games go on from here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random
from typing import Final

import numpy as np

from cluetree.cards import ClueCard, ClueGuess
from cluetree.events import Accusation, Event, Suggestion
from cluetree.evidence import bits, union
from cluetree.exact import count
from cluetree.play.agent import Gamble
from cluetree.play.agents._deals import draw_hands, envelopes, seed_from
from cluetree.play.agents._opponent_models import OpponentModels
from cluetree.play.agents._race import Speeds, chance_to_win, expected_chance, race_values
from cluetree.play.engine.arrays import Numbers, Reals, Sets, row
from cluetree.play.engine.games import Opening
from cluetree.play.engine.layout import Asked, Distances, Layout
from cluetree.play.engine.simulation import GameRules, Outcomes, Simulator, Worlds
from cluetree.play.knowledge import Knowledge
from cluetree.play.pawns import Pawns
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering, Table

_MOST_TURNS: Final = 100
"""After this many turns a playout is left unfinished."""
_DISCOUNT: Final = 0.99
"""The value of a win that comes a turn later, so that waiting for ever gains nothing."""
_INFORMATIVE: Final = 0.5
"""After a round without news, a suggestion is left out if its chance of news is less than this
share of the best one's."""
_FINALISTS: Final = 16
"""The suggestions that get the second half of the playouts."""
_SCREENED: Final = 6
"""The suggestions tried at first, for each finalist: those worth most in the race."""
_FEW: Final = 6
"""The same of suggestions in all, where playouts do not imitate another player well."""
_EXPLAINED: Final = 0.5
"""The least chance that playouts imitate the others well, to choose among more than a few."""
_LONG_SHOTS: Final = 60
"""With more possible answers, a gamble is not considered."""
_MARGIN: Final = 0.03
"""By how much a gamble has to be better than playing on, whatever is believed."""


def _best_of(actions: Sequence[int], worth: Reals, number: int) -> list[int]:
    """Return the actions that are worth most, best first."""
    return [actions[int(at)] for at in np.argsort(-worth, kind="stable")[:number]]


@dataclass(frozen=True)
class Effort:
    """How much is tried for a decision; see `Strongest`."""

    candidates: int
    deals: int
    playouts: int


class Trials:
    """Judges choices of one seat in one game, with a given effort.

    Half of its playouts are to choose the finalists among many, half to choose among these.

    Attributes:
        layout: Deck and seats.
        seat: The seat.
        models: The models of the opponents, by which deals are weighed.
        history: The suggestions so far, as this seat saw them.
        eliminated: The seats that accused wrongly.
        speeds: How fast the others win.
    """

    def __init__(self, effort: Effort, accusers: AccusationRule, table: Table, rng: Random):
        self._effort = effort
        self._rng = rng
        self._table = table
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self.layout: Layout = Layout.of(table)
        self.seat: int = self.layout.place(table.viewpoint or "")
        self._rules = GameRules("uniform", accusers, most_turns=_MOST_TURNS)
        self._last_news: list[int] = []
        self._asked_since: set[int] = set()
        self.models: OpponentModels = OpponentModels(self.layout, self.seat, rng, self._generator)
        self.history: list[Asked] = []
        self.eliminated: frozenset[int] = frozenset()
        self.speeds: Speeds = Speeds(self.layout.left_of(self.seat))
        self._pawns: Pawns | None = None

    def observe(self, event: Event) -> None:
        """Note what is needed to replay the game, and test the models by it."""
        if isinstance(event, Suggestion):
            self.history.append(Asked.of(event, self._table, self.layout))
            self.speeds.note_turn(self.history[-1].asker)
            self.models.trust.test(self.history[-1])
        elif isinstance(event, Accusation):
            seat = self.layout.place(event.by)
            if event.correct:
                self.speeds.note_win(seat)
            else:
                self.eliminated |= {seat}

    def watch(self, pawns: Pawns) -> None:
        """Note where the pawns stand."""
        if self._pawns is None:
            distances = Distances.of(pawns.board, self.layout)
            self._rules = replace(self._rules, distances=distances)
        self._pawns = pawns

    # Choices

    def suggestion(self, known: Knowledge, rooms: int) -> ClueGuess | None:
        """Return the best suggestion that names one of these rooms; `None` without a room."""
        actions = [guess for guess in self.layout.guesses if guess & rooms]
        if not actions:
            return None
        actions = self._distinct(known, actions)
        worlds = replace(self.worlds(known), seat=self.seat)
        actions = self._informative(known, actions)
        values = race_values(self.layout, self.seat, worlds.hands, actions)
        most = _SCREENED * _FINALISTS if self._explained() >= _EXPLAINED else _FEW
        actions = _best_of(actions, values, most)
        if len(actions) > _FINALISTS:
            tries = max(1, self._effort.playouts // 2 // len(actions))
            actions = _best_of(actions, self._try(worlds, actions, tries), _FINALISTS)
        best = self._best(worlds, actions)
        self._asked_since.add(best)
        return self.layout.guess(best)

    def card(
        self, known: Knowledge, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]
    ) -> ClueCard:
        """Return the best of the cards to show for another player's guess."""
        seat, asked = self.layout.place(asker), self.layout.set_of(guess)
        known = known.copy()
        if self.layout.answering is Answering.FIRST:
            others = self.layout.left_of(seat)
            for before in others[: others.index(self.seat)]:
                known.lack(before, asked)
            known.settle()

        actions = [self.layout.set_of((card,)) for card in cards]
        worlds = replace(self.worlds(known), seat=seat)
        return cards[actions.index(self._best(worlds, actions, asked))]

    def gamble(self, known: Knowledge) -> Gamble | None:
        """Return the likeliest envelope, if to accuse it now is better than to play on."""
        hidden = known.may[-1]
        answers = prod((hidden & cards).bit_count() for cards in self.layout.categories)
        if answers > _LONG_SHOTS:
            return None
        worlds = self.worlds(known)
        found, times = np.unique(envelopes(self.layout, worlds.hands), return_counts=True)
        best = int(times.argmax())
        chance = float(times[best] / times.sum())
        actions = self._distinct(known, self.layout.guesses)
        then = expected_chance(self.layout, self.seat, worlds.hands, actions)
        others = self.speeds.chance_of_others(worlds, self.eliminated)
        value = chance_to_win(chance, then, others)
        chance = self.models.trust.corrected(chance, answers)
        is_better = chance > value + _MARGIN
        return Gamble(self.layout.guess(int(found[best])), chance) if is_better else None

    def _explained(self) -> float:
        """Return how likely playouts imitate all other players well."""
        left = self.models.shares.keys() - self.eliminated
        return min((self.models.explained(seat) for seat in left), default=1.0)

    def _best(self, worlds: Worlds, actions: Sequence[int], asked: int | None = None) -> int:
        """Return the best suggestion or, to show for a guess that is asked, the best card."""
        if len(actions) == 1:
            return actions[0]
        tries = max(1, self._effort.playouts // 2 // len(actions))
        return actions[int(self._try(worlds, actions, tries, asked).argmax())]

    def _informative(self, known: Knowledge, actions: Sequence[int]) -> list[int]:
        """Leave out suggestions with little chance of news, if the last one brought none.

        So no game goes on for ever, where all players wait for others to ask or repeat the same
        cards. Nothing asked since the last news is asked again. The chance of news is
        looked up in deals of which each is equally likely, whatever the models say.
        """
        if known.may != self._last_news:
            self._last_news = known.may[:]
            self._asked_since.clear()
            return [*actions]
        hands = self._hands(known)
        news = {action: self._news_chance(known, hands, action) for action in actions}
        fresh = [a for a in actions if news[a] and a not in self._asked_since] or [*actions]
        most = max(news[action] for action in fresh)
        return [action for action in fresh if news[action] >= _INFORMATIVE * most]

    def _news_chance(self, known: Knowledge, hands: Sets, action: int) -> float:
        is_news = np.zeros(hands.shape[1])
        is_asked = np.ones(hands.shape[1], dtype=np.bool_)
        for seat in self.layout.left_of(self.seat):
            cards = hands[seat] & np.uint64(action)
            passes = is_asked & (cards == 0)
            if known.may[seat] & action:
                is_news[passes] = 1
            unknown = np.bitwise_count(cards & ~np.uint64(known.held[seat])) / np.maximum(
                np.bitwise_count(cards), 1
            )
            is_news = np.where(is_asked & ~passes, np.maximum(is_news, unknown), is_news)
            if self.layout.answering is Answering.FIRST:
                is_asked = passes
        return float(is_news.mean())

    def _distinct(self, known: Knowledge, actions: Sequence[int]) -> list[int]:
        """Keep one of those that differ only in cards that all players know the same of."""
        named, spared = union(actions), 0
        for cards in self.layout.categories:
            met = set[tuple[object, ...]]()
            for at in bits(cards & named):
                traits = self._traits(known, 1 << at)
                spared |= (traits in met) << at
                met.add(traits)
        return [action for action in actions if not action & spared]

    def _traits(self, known: Knowledge, card: int) -> tuple[object, ...]:
        """Return all that is known of a card, but for its name."""
        places = tuple(place for place, may in enumerate(known.may) if may & card)
        asked = tuple(
            (number, card in asked.shown.values())
            for number, asked in enumerate(self.history)
            if asked.guess & card
        )
        return places, asked

    # Playouts

    def worlds(self, known: Knowledge) -> Worlds:
        """Draw deals by the models, and find what every seat would know."""
        effort = self._effort
        worlds = self.models.worlds(
            known, self.history, effort.candidates, effort.deals, self._rules
        )
        self._rules = replace(self._rules, show=self.models.shows())
        return worlds

    def _hands(self, known: Knowledge) -> Sets:
        beliefs, number = count(known.evidence()), self._effort.deals
        return draw_hands(self.layout, known, beliefs, number, self._rng, self._generator)

    def _try(
        self, worlds: Worlds, actions: Sequence[int], tries: int, asked: int | None = None
    ) -> Reals:
        """Return the mean outcome of `tries` of each action, from 0 (lost) to 1 (won now).

        Actions tried as often as there are deals, or more often, meet the same deals. Others
        meet separate deals, so that a card that several of them name meets many.
        """
        rows = len(actions) * tries
        is_common = tries >= len(worlds.views)
        deals = self._shuffled(len(worlds.views), tries if is_common else rows)
        if is_common:
            deals = np.repeat(deals, len(actions))
        numbers = np.tile(np.arange(len(actions)), tries)
        tried = np.array(actions, dtype=np.uint64)[numbers]
        if asked is None:
            opening = Opening(row(tried), row(np.zeros_like(tried)))
        else:
            opening = Opening(row(np.full_like(tried, asked)), row(tried), self.seat)
        worth = self._worth(self._played(worlds, deals, opening))
        sums = np.bincount(numbers, weights=worth, minlength=len(actions))
        means: Reals = sums / tries
        return means

    def _shuffled(self, deals: int, number: int) -> Numbers:
        """Return `number` indices of deals in random order, all about equally often."""
        rounds = -(-number // deals)
        return np.concatenate([self._generator.permutation(deals) for _ in range(rounds)])[:number]

    def _played(self, worlds: Worlds, deals: Numbers, opening: Opening) -> Outcomes:
        distances, pawns = self._rules.distances, self._pawns
        worlds = replace(
            worlds,
            eliminated=self.eliminated,
            pawns=() if distances is None or pawns is None else distances.of_pawns(pawns),
        )
        simulator = Simulator(self.layout, self.models.policies(), self._rules)
        seed = seed_from(self._generator)
        return simulator.play_from(worlds, deals, seed=seed, opening=opening)

    def _worth(self, outcomes: Outcomes) -> Reals:
        won = np.where(outcomes.winners == self.seat, 1.0, 0.0)
        won[outcomes.winners < 0] = 1 / (len(self.layout.players) - len(self.eliminated))
        worth: Reals = won * _DISCOUNT ** outcomes.turns.astype(np.float64)
        return worth
