"""Full-game rollouts: what to do now, judged by how games go on from here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from random import Random
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import ClueCard, ClueGuess
from cluetree.deduction import bits, union
from cluetree.events import Accusation, Event, Suggestion
from cluetree.exact import count
from cluetree.play.agents._budget import Budget
from cluetree.play.agents._deals import draw_hands
from cluetree.play.agents._reading import Reading
from cluetree.play.agents._screening import promising
from cluetree.play.batch import (
    Asked,
    BatchLayout,
    BatchRules,
    Games,
    HeuristicPolicy,
    Masks,
    Opening,
    Outcomes,
    Policy,
    ShownFirst,
    playouts,
    replay,
)
from cluetree.play.batch.masks import sizes
from cluetree.play.gamble import Gamble
from cluetree.play.knowledge import Knowledge
from cluetree.play.rules import AccusationRule
from cluetree.table import Answering, Table

Open: TypeAlias = Callable[[Masks], Opening]
"""Makes openings out of what is to be tried: one suggestion a game, or one card shown a game."""

_UNFINISHED: Final = 0.04
"""The share of games that numpy does not play to their ends; the longest are."""
_MOST_TURNS: Final = 100
"""After so many turns a game played on is left unfinished."""
_DISCOUNT: Final = 0.99
"""What a win is worth that comes a turn later: nobody gains by waiting for ever."""
_TELLING: Final = 0.5
"""After a round without news, a question is left out that is likely to tell less than this share
of what the most telling one is likely to."""
_RASH: Final = 0.1
"""How likely another is taken to be to accuse when two answers are left."""
_USUAL: Final = 2.25
"""What an agent of this kind wins, as a multiple of its share: three in four of three."""
_LONG_SHOTS: Final = 60
"""With more possible answers, nobody looks whether to gamble."""
_MARGIN: Final = 0.03
"""By how much a gamble has to be better than to play on, whatever is believed."""


class RolloutOptions(Protocol):
    """How an agent is set up that decides by rollouts; its own docstring says what each is."""

    deals: int
    playouts: int
    finalists: int
    seconds: float
    claims: AccusationRule


class ReadingOptions(RolloutOptions, Protocol):
    """How one is set up that reads what others ask for, besides."""

    candidates: int


class Rollout:
    """Judges choices of one seat in one game, with the options of its agent.

    Half of its playouts are to choose the finalists among many, half to choose among these.

    Attributes:
        layout: Deck and seats.
        seat: Whose choices.
        history: The suggestions so far, as this seat saw them.
        eliminated: The seats that accused wrongly.
    """

    def __init__(self, options: RolloutOptions, table: Table, rng: Random):
        self._options = options
        self._rng = rng
        self._table = table
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self.layout = BatchLayout.of(table)
        self.seat = table.names.index(table.viewpoint or "")
        rash = tuple(0.0 if seat == self.seat else _RASH for seat in range(self.layout.players))
        self._rules = BatchRules("uniform", options.claims, most_turns=_MOST_TURNS, rash=rash)
        self._budget = Budget(options.playouts, options.seconds)
        self._last_news: list[int] = []
        self._asked_since: set[int] = set()
        self.history: list[Asked] = []
        self.eliminated: frozenset[int] = frozenset()

    def hear(self, event: Event) -> None:
        """Note what is needed to play the game again."""
        if isinstance(event, Suggestion):
            self.history.append(Asked.of(event, self._table, self.layout))
        elif isinstance(event, Accusation) and not event.correct:
            self.eliminated |= {self._table.names.index(self._table.player(event.by).name)}

    # What to choose

    def suggestion(self, known: Knowledge, rooms: int) -> ClueGuess | None:
        """Return the best suggestion that names one of these rooms; `None` without a room."""
        actions = [guess for guess in self.layout.guesses if guess & rooms]
        if not actions:
            return None
        actions = self._distinct(known, actions)
        with self._budget.decision() as number:
            worlds = replace(self.worlds(known), seat=self.seat)
            actions = self._telling(known, actions)
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
        """Return the best of the cards to show for somebody's guess."""
        seat, asked = self._table.names.index(asker), self.layout.mask(guess)
        known = known.copy()
        if self.layout.answering is Answering.FIRST:
            others = self.layout.left_of(seat)
            for before in others[: others.index(self.seat)]:
                known.lack(before, asked)
            known.settle()

        def opening(shown: Masks) -> Opening:
            guesses = np.full(len(shown), asked, dtype=np.uint64)
            return Opening(guesses, ShownFirst(self.seat, shown))

        actions = [self.layout.mask((card,)) for card in cards]
        with self._budget.decision() as number:
            worlds = replace(self.worlds(known), seat=seat)
            return cards[actions.index(self._best(worlds, actions, number, opening))]

    def gamble(self, known: Knowledge) -> Gamble | None:
        """Return the likeliest envelope, if to accuse it now is better than to play on."""
        hidden = known.may[-1]
        answers = prod((hidden & cards).bit_count() for cards in self.layout.categories)
        if answers > _LONG_SHOTS:
            return None
        with self._budget.decision() as number:
            worlds = self.worlds(known)
            dealt = np.uint64(known.dealt)
            found, times = np.unique(
                dealt & ~np.bitwise_or.reduce(worlds.hands, axis=0), return_counts=True
            )
            best = int(times.argmax())
            chance = self._sober(float(times[best] / times.sum()))
            is_mine = self._rules.claims is AccusationRule.SUGGESTER or not self.history
            turn = self.seat if is_mine else self.history[-1].asker
            worlds = replace(worlds, seat=turn, eliminated=self.eliminated)
            worlds = replace(worlds, seat=worlds.next_seat)
            deals = self._shuffled(worlds.views.games, max(1, number // 6))
            outcomes = self._played(worlds, deals, None)
        is_better = chance > self._worth_of_playing_on(outcomes) + _MARGIN
        return Gamble(self.layout.guess(int(found[best])), chance) if is_better else None

    def _worth_of_playing_on(self, outcomes: Outcomes) -> float:
        """Return the chance to win from here on.

        How the others play on is known too badly for the games tried alone to tell it: who
        misleads is slower than he seems, who keeps still is faster.
        """
        tried = float((outcomes.winners == self.seat).mean())
        usual = min(1.0, _USUAL / (self.layout.players - len(self.eliminated)))
        return (tried + usual) / 2

    def _sober(self, share: float) -> float:
        """Return how likely an envelope is that so many of the deals have."""
        return share

    def _best(self, worlds: Games, actions: Sequence[int], number: int, opening: Open) -> int:
        tries = max(1, number // 2 // len(actions))
        return actions[int(self._try(worlds, actions, tries, opening).argmax())]

    def _telling(self, known: Knowledge, actions: Sequence[int]) -> list[int]:
        """Leave out what tells too little, if the last question has told nothing.

        So no game goes on for ever: somebody who waits for others to ask would wait in vain
        where they do the same, or ask for the same cards again and again. What was asked since
        the last news is not asked again, and how much a question tells is looked up in deals of
        which each is equally likely, whatever was read.
        """
        if known.may != self._last_news:
            self._last_news = known.may[:]
            self._asked_since.clear()
            return [*actions]
        hands = self._hands(known)
        tells = {action: self._tells(known, hands, action) for action in actions}
        fresh = [a for a in actions if tells[a] and a not in self._asked_since] or [*actions]
        most = max(tells[action] for action in fresh)
        return [action for action in fresh if tells[action] >= _TELLING * most]

    def _tells(self, known: Knowledge, hands: Masks, action: int) -> float:
        """Return how likely it is that the answers to a suggestion are news."""
        is_news = np.zeros(hands.shape[1])
        is_asked = np.ones(hands.shape[1], dtype=np.bool_)
        for seat in self.layout.left_of(self.seat):
            cards = hands[seat] & np.uint64(action)
            passes = is_asked & (cards == 0)
            if known.may[seat] & action:
                is_news[passes] = 1
            unknown = sizes(cards & ~np.uint64(known.held[seat])) / np.maximum(sizes(cards), 1)
            is_news = np.where(is_asked & ~passes, np.maximum(is_news, unknown), is_news)
            if self.layout.answering is Answering.FIRST:
                is_asked = passes
        return float(is_news.mean())

    def _distinct(self, known: Knowledge, actions: Sequence[int]) -> list[int]:
        """Keep one of those that differ only in cards of which nobody knows anything different."""
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

    def _kind(self, known: Knowledge, card: int) -> str:
        """Say what sort of card it is to ask for."""
        if known.held[self.seat] >> card & 1:
            return "own"
        if known.held[-1] >> card & 1:
            return "hidden"
        return "located" if known.located >> card & 1 else "open"

    # How games go on

    def worlds(self, known: Knowledge) -> Games:
        """Draw deals, and find what every seat would know in them."""
        hands = self._hands(known)
        dealt = np.full(hands.shape[1], known.dealt, dtype=np.uint64)
        show, generator = self._rules.show, self._generator
        views = replay(self.layout, hands, dealt, self.history, show=show, rng=generator)
        return Games(self.layout, hands, views)

    def _hands(self, known: Knowledge) -> Masks:
        """Draw deals of which each is equally likely. Axes: seat, deal."""
        beliefs, number = count(known.evidence()), self._options.deals
        return draw_hands(self.layout, known, beliefs, number, self._rng, self._generator)

    def _policies(self) -> list[Policy]:
        """Return how the seats are taken to play on."""
        return [HeuristicPolicy("random")] * self.layout.players

    def _try(
        self, worlds: Games, actions: Sequence[int], tries: int, opening: Open
    ) -> NDArray[np.float64]:
        """Return the mean outcome of trying each action so often, from 0 (lost) to 1 (won now).

        Actions tried as often as there are deals, or more often, meet the same deals. Others
        meet deals of their own, so that a card that several of them name meets many.
        """
        rows = len(actions) * tries
        is_common = tries >= worlds.views.games
        deals = self._shuffled(worlds.views.games, tries if is_common else rows)
        if is_common:
            deals = np.repeat(deals, len(actions))
        numbers = np.tile(np.arange(len(actions)), tries)
        tried = np.array(actions, dtype=np.uint64)[numbers]
        worth = self._worth(self._played(worlds, deals, opening(tried)))
        sums = np.bincount(numbers, weights=worth, minlength=len(actions))
        means: NDArray[np.float64] = sums / tries
        return means

    def _shuffled(self, deals: int, number: int) -> NDArray[np.intp]:
        """Return so many numbers of deals in random order, all about equally often."""
        rounds = -(-number // deals)
        return np.concatenate([self._generator.permutation(deals) for _ in range(rounds)])[:number]

    def _played(self, worlds: Games, deals: NDArray[np.intp], opening: Opening | None) -> Outcomes:
        """Play on from given deals."""
        return playouts(
            replace(worlds, eliminated=self.eliminated),
            deals,
            self._policies(),
            self._generator,
            self._rules,
            opening=opening,
            unfinished=_UNFINISHED,
        )

    def _worth(self, outcomes: Outcomes) -> NDArray[np.float64]:
        """Return what games are worth; one not finished counts as one to be won by anybody."""
        won = np.where(outcomes.winners == self.seat, 1.0, 0.0)
        won[outcomes.winners < 0] = 1 / (self.layout.players - len(self.eliminated))
        worth: NDArray[np.float64] = won * _DISCOUNT ** outcomes.turns.astype(np.float64)
        return worth


class ReadingRollouts(Rollout):
    """Judges choices in deals that the others' suggestions speak for."""

    def __init__(self, options: ReadingOptions, table: Table, rng: Random):
        super().__init__(options, table, rng)
        self._candidates = options.candidates
        self.reading = Reading(self.layout, self.seat, rng, self._generator)

    def worlds(self, known: Knowledge) -> Games:
        """Draw deals by how well they explain what was asked, and what each seat would know."""
        worlds = self.reading.worlds(known, self.history, self._candidates, self._options.deals)
        self._rules = replace(self._rules, show=self.reading.shows())
        return worlds

    def _policies(self) -> list[Policy]:
        return self.reading.policies()

    def _sober(self, share: float) -> float:
        return self.reading.trust.sober(share)

    def hear(self, event: Event) -> None:
        """Note what is needed to play the game again, and test what was read by it."""
        super().hear(event)
        if isinstance(event, Suggestion):
            self.reading.trust.hear(self.history[-1])
