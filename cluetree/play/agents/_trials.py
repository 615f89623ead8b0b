"""Full-game rollouts: what to do now, judged by how games go on from here."""

from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from random import Random
from time import perf_counter
from typing import Final, Protocol, TypeAlias

import numpy as np

from cluetree import turns
from cluetree.cards import ClueCard, ClueGuess
from cluetree.deduction import bits, union
from cluetree.events import Accusation, Event, Suggestion
from cluetree.exact import count
from cluetree.play.agent import Gamble
from cluetree.play.agents._deals import draw_hands, seed_from
from cluetree.play.agents._opponent_models import OpponentModels
from cluetree.play.engine.arrays import Numbers, Reals, Sets
from cluetree.play.engine.compiling import is_compiled
from cluetree.play.engine.layout import Asked, Distances, Layout
from cluetree.play.engine.simulation import (
    GameRules,
    Opening,
    Outcomes,
    Simulator,
    Worlds,
    replay,
)
from cluetree.play.knowledge import Knowledge
from cluetree.play.pawns import Pawns
from cluetree.play.policies import Mixture, Policy, fewest_holders
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering, Table

_NOISE: Final = 0.22
"""The variance of one game's outcome, won or not."""
_OF_A_CARD: Final = 0.004
"""The variance of the worth of suggestions from one card in them."""
_OF_KINDS: Final = 0.004
"""The variance from the kinds of their cards together."""
_OF_ITSELF: Final = 0.001
"""The remaining variance."""


def promising(
    actions: Sequence[int],
    kinds: Sequence[Hashable],
    means: Reals,
    tries: int,
    number: int,
) -> list[int]:
    """Return the numbers of the most promising suggestions, best first.

    The worth of a suggestion is mostly the sum of the worths of its cards and of the kinds of
    cards that it combines (an own one and two unknown, say). So suggestions that share a card
    inform each other: a least-squares fit, shrunk by the variances above, plus the shrunk rest of
    each suggestion. `means` are outcomes of so many `tries` each, from 0 to 1.
    """
    features, variances = _features(actions, kinds)
    weight = tries / _NOISE
    normal = weight * features.T @ features + np.diag(1 / variances)
    fit = features @ np.linalg.solve(normal, weight * features.T @ means)
    own = _OF_ITSELF / (_OF_ITSELF + 1 / weight)
    worth = fit + own * (means - fit)
    return [int(at) for at in np.argsort(-worth, kind="stable")[:number]]


def _features(actions: Sequence[int], kinds: Sequence[Hashable]) -> tuple[Reals, Reals]:
    column = {kind: at for at, kind in enumerate(dict.fromkeys(kinds))}
    cards = sorted({card for action in actions for card in bits(action)})
    number = {card: 1 + len(column) + at for at, card in enumerate(cards)}
    features = np.zeros((len(actions), 1 + len(column) + len(cards)))
    features[:, 0] = 1
    for row, (action, kind) in enumerate(zip(actions, kinds, strict=True)):
        features[row, 1 + column[kind]] = 1
        for card in bits(action):
            features[row, number[card]] = 1
    variances = [1e3, *[_OF_KINDS] * len(column), *[_OF_A_CARD] * len(cards)]
    return features, np.array(variances)


Open: TypeAlias = Callable[[Sets], Opening]
"""Makes openings of what is to be tried: one suggestion a game, or one card shown a game."""

_FIRST_PACE: Final = 50_000.0
"""Playouts a second, before any decision was timed."""
_PLAIN_PACE: Final = 500.0
"""The same without numba."""
_MOST_TURNS: Final = 100
"""After this many turns a playout is left unfinished."""
_DISCOUNT: Final = 0.99
"""The value of a win that comes a turn later, so that waiting for ever gains nothing."""
_INFORMATIVE: Final = 0.5
"""After a round without news, a suggestion is left out if its chance of news is less than this
share of the best one's."""
_RASH: Final = 0.1
"""The chance that another player accuses when two answers are left to them."""
_USUAL: Final = 2.25
"""The wins of an agent of this kind, as a multiple of its share: three in four of three."""
_LONG_SHOTS: Final = 60
"""With more possible answers, a gamble is not considered."""
_MARGIN: Final = 0.03
"""By how much a gamble has to be better than playing on, whatever is believed."""
_CORNERED: Final = 0.02
"""If a smaller share of the games tried is won by playing on, any better chance is taken."""


class TrialOptions(Protocol):
    """The options of an agent that decides by rollouts; its docstring describes each."""

    deals: int
    playouts: int
    finalists: int
    candidates: int
    seconds: float
    claims: AccusationRule


class Trials:
    """Judges choices of one seat in one game, with the options of its agent.

    Half of its playouts are to choose the finalists among many, half to choose among these.

    Attributes:
        layout: Deck and seats.
        seat: The seat.
        models: The models of the opponents, if deals are weighed by them.
        history: The suggestions so far, as this seat saw them.
        eliminated: The seats that accused wrongly.
    """

    def __init__(self, options: TrialOptions, table: Table, rng: Random):
        self._options = options
        self._rng = rng
        self._table = table
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self.layout = Layout.of(table)
        self.seat = table.names.index(table.viewpoint or "")
        rash = tuple(0.0 if seat == self.seat else _RASH for seat in range(self.layout.players))
        self._rules = GameRules("uniform", options.claims, most_turns=_MOST_TURNS, rash=rash)
        self._pace = _FIRST_PACE if is_compiled() else _PLAIN_PACE
        self._last_news: list[int] = []
        self._asked_since: set[int] = set()
        self.models: OpponentModels | None = None
        if options.candidates:
            self.models = OpponentModels(self.layout, self.seat, rng, self._generator)
        self.history: list[Asked] = []
        self.eliminated: frozenset[int] = frozenset()
        self._pawns: Pawns | None = None

    def observe(self, event: Event) -> None:
        """Note what is needed to replay the game, and test the models by it."""
        if isinstance(event, Suggestion):
            self.history.append(Asked.of(event, self._table, self.layout))
            if self.models is not None:
                self.models.trust.test(self.history[-1])
        elif isinstance(event, Accusation) and not event.correct:
            self.eliminated |= {self._table.names.index(self._table.player(event.by).name)}

    def watch(self, pawns: Pawns) -> None:
        """Note where the pawns stand."""
        if self._pawns is None:
            distances = Distances.of(pawns.board, self.layout)
            self._rules = replace(self._rules, distances=distances)
        self._pawns = pawns

    def remember(self, last: "Trials") -> None:
        """Expect each opponent of the last game, known by name, to play as in that game."""
        if self.models is None:
            return
        for seat, name in enumerate(self._table.names):
            if seat != self.seat and name in last.shares:
                self.models.expect(seat, last.shares[name])

    @property
    def shares(self) -> dict[str, Reals]:
        """The shares of the models of each opponent, by name."""
        shares = {} if self.models is None else self.models.shares
        return {self._table.names[seat]: share for seat, share in shares.items()}

    @contextmanager
    def _decision(self) -> Generator[int, None, None]:
        """Give the number of playouts for a decision that is made within this context."""
        seconds = self._options.seconds
        if not seconds:
            yield self._options.playouts
            return
        started = perf_counter()
        number = max(1, int(self._pace * seconds))
        yield number
        self._pace = number / max(perf_counter() - started, 1e-6)

    # Choices

    def suggestion(self, known: Knowledge, rooms: int) -> ClueGuess | None:
        """Return the best suggestion that names one of these rooms; `None` without a room."""
        actions = [guess for guess in self.layout.guesses if guess & rooms]
        if not actions:
            return None
        actions = self._distinct(known, actions)
        with self._decision() as number:
            worlds = replace(self.worlds(known), seat=self.seat)
            actions = self._informative(known, actions)
            if len(actions) > self._options.finalists:
                tries = max(1, number // 2 // len(actions))
                means = self._try(worlds, actions, tries, Opening)
                kinds = [tuple(self._kind(known, card) for card in bits(a)) for a in actions]
                first = promising(actions, kinds, means, tries, self._options.finalists)
                actions = [actions[at] for at in first]
            best = self._best(worlds, actions, number, Opening)
        self._asked_since.add(best)
        return self.layout.guess(best)

    def card(
        self, known: Knowledge, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]
    ) -> ClueCard:
        """Return the best of the cards to show for another player's guess."""
        seat, asked = self._table.names.index(asker), self.layout.set_of(guess)
        known = known.copy()
        if self.layout.answering is Answering.FIRST:
            others = self.layout.left_of(seat)
            for before in others[: others.index(self.seat)]:
                known.lack(before, asked)
            known.settle()

        def opening(shown: Sets) -> Opening:
            guesses = np.full(len(shown), asked, dtype=np.uint64)
            return Opening(guesses, self.seat, shown)

        actions = [self.layout.set_of((card,)) for card in cards]
        with self._decision() as number:
            worlds = replace(self.worlds(known), seat=seat)
            return cards[actions.index(self._best(worlds, actions, number, opening))]

    def gamble(self, known: Knowledge) -> Gamble | None:
        """Return the likeliest envelope, if to accuse it now is better than to play on."""
        hidden = known.may[-1]
        answers = prod((hidden & cards).bit_count() for cards in self.layout.categories)
        if answers > _LONG_SHOTS:
            return None
        with self._decision() as number:
            worlds = self.worlds(known)
            envelopes = np.uint64(known.dealt) & ~np.bitwise_or.reduce(worlds.hands, axis=0)
            found, times = np.unique(envelopes, return_counts=True)
            best = int(times.argmax())
            chance = float(times[best] / times.sum())
            if self.models is not None:
                chance = self.models.trust.corrected(chance, answers)
            is_mine = self._rules.claims is AccusationRule.SUGGESTER or not self.history
            turn = self.seat if is_mine else self.history[-1].asker
            seat = turns.next_seat(turn, self.layout.players, self.eliminated)
            worlds = replace(worlds, seat=turn if seat is None else seat)
            deals = self._shuffled(len(worlds.views), max(1, number // 6))
            outcomes = self._played(worlds, deals, None)
        is_better = self._is_better(chance, float((outcomes.winners == self.seat).mean()))
        return Gamble(self.layout.guess(int(found[best])), chance) if is_better else None

    def _is_better(self, chance: float, tried: float) -> bool:
        """Return whether a gamble with this chance beats playing on.

        How the others play on is known too badly for the games tried alone to decide it: a
        player who misleads is slower than modelled, a silent one is faster. So half of the value
        of playing on is what an agent of this kind usually wins. In a position that is as good
        as lost in the games tried, anything better than those is worth a gamble.
        """
        usual = min(1.0, _USUAL / (self.layout.players - len(self.eliminated)))
        return chance > (tried + usual) / 2 + _MARGIN or tried < min(_CORNERED, chance)

    def _best(self, worlds: Worlds, actions: Sequence[int], number: int, opening: Open) -> int:
        tries = max(1, number // 2 // len(actions))
        return actions[int(self._try(worlds, actions, tries, opening).argmax())]

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

    @staticmethod
    def _kind(known: Knowledge, card: int) -> str:
        if known.hand >> card & 1:
            return "own"
        if known.held[-1] >> card & 1:
            return "hidden"
        return "located" if known.located >> card & 1 else "open"

    # Playouts

    def worlds(self, known: Knowledge) -> Worlds:
        """Draw deals, by the models if there are any, and find what every seat would know."""
        if self.models is not None:
            number, candidates = self._options.deals, self._options.candidates
            on_board = self._rules.distances is not None
            worlds = self.models.worlds(known, self.history, candidates, number, on_board=on_board)
            self._rules = replace(
                self._rules, show=self.models.shows(), habits=self.models.habits()
            )
            return worlds
        hands = self._hands(known)
        show, seed = self._rules.show, seed_from(self._generator)
        return replay(self.layout, hands, known.dealt, self.history, show=show, seed=seed)[0]

    def _hands(self, known: Knowledge) -> Sets:
        beliefs, number = count(known.evidence()), self._options.deals
        return draw_hands(self.layout, known, beliefs, number, self._rng, self._generator)

    def _policies(self) -> Sequence[Policy | Mixture]:
        if self.models is not None:
            return self.models.policies()
        return [Policy(fewest_holders)] * self.layout.players

    def _try(self, worlds: Worlds, actions: Sequence[int], tries: int, opening: Open) -> Reals:
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
        worth = self._worth(self._played(worlds, deals, opening(tried)))
        sums = np.bincount(numbers, weights=worth, minlength=len(actions))
        means: Reals = sums / tries
        return means

    def _shuffled(self, deals: int, number: int) -> Numbers:
        """Return `number` indices of deals in random order, all about equally often."""
        rounds = -(-number // deals)
        return np.concatenate([self._generator.permutation(deals) for _ in range(rounds)])[:number]

    def _played(self, worlds: Worlds, deals: Numbers, opening: Opening | None) -> Outcomes:
        last = {asked.asker: asked.guess for asked in self.history}
        distances, pawns = self._rules.distances, self._pawns
        worlds = replace(
            worlds,
            eliminated=self.eliminated,
            last=tuple(last.get(seat, 0) for seat in range(self.layout.players)),
            asker=self.history[-1].asker if self.history else None,
            pawns=() if distances is None or pawns is None else distances.of_pawns(pawns),
        )
        simulator = Simulator(self.layout, self._policies(), self._rules)
        seed = seed_from(self._generator)
        return simulator.play_from(worlds, deals, seed=seed, opening=opening)

    def _worth(self, outcomes: Outcomes) -> Reals:
        won = np.where(outcomes.winners == self.seat, 1.0, 0.0)
        won[outcomes.winners < 0] = 1 / (self.layout.players - len(self.eliminated))
        worth: Reals = won * _DISCOUNT ** outcomes.turns.astype(np.float64)
        return worth
