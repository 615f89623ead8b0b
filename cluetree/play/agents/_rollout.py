"""Full-game rollouts: what to do now, judged by how games go on from here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cluetree.cards import ClueCard, ClueGuess
from cluetree.deduction import bits
from cluetree.events import Accusation, Event, Suggestion
from cluetree.play.agents._deals import draw_hands
from cluetree.play.agents._reading import Reading
from cluetree.play.agents._screening import promising
from cluetree.play.batch import (
    Answers,
    Asked,
    BatchRules,
    Games,
    HeuristicPolicy,
    Layout,
    Masks,
    Policy,
    play_on,
    replay,
)
from cluetree.play.knowledge import Knowledge
from cluetree.table import Answering, Table

if TYPE_CHECKING:
    from cluetree.play.agents.deal_rollout import DealRollout
    from cluetree.play.agents.reading_rollout import ReadingRollout

Complete: TypeAlias = Callable[[Games, Masks], Answers]
"""Makes answers out of what is to be tried: one suggestion a game, or one card shown a game."""

_AT_ONCE: Final = 1 << 14
"""Games played side by side: few enough for the processor's cache."""
_UNFINISHED: Final = 0.04
"""The share of games that are not played to their ends; the longest are."""


class Rollout:
    """Judges choices of one seat in one game, with the options of its agent.

    Half of its playouts are to choose the finalists among many, half to choose among these.

    Attributes:
        layout: Deck and seats.
        seat: Whose choices.
        history: The suggestions so far, as this seat saw them.
        out: The seats that accused wrongly.
    """

    def __init__(self, options: "DealRollout", table: Table, rng: Random):
        self._options = options
        self._rules = BatchRules("uniform", options.claims)
        self._rng = rng
        self._table = table
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self.layout = Layout.of(table)
        self.seat = table.names.index(table.viewpoint or "")
        self.history: list[Asked] = []
        self.out: frozenset[int] = frozenset()

    def hear(self, event: Event) -> None:
        """Note what is needed to play the game again."""
        if isinstance(event, Suggestion):
            self.history.append(Asked.of(event, self._table, self.layout))
        elif isinstance(event, Accusation) and not event.correct:
            self.out |= {self._table.names.index(self._table.player(event.by).name)}

    # What to choose

    def suggestion(self, known: Knowledge, rooms: int) -> ClueGuess | None:
        """Return the best suggestion that names one of these rooms; `None` without a room."""
        actions = self._distinct(known, [g for g in self.layout.guesses if g & rooms])
        if not actions:
            return None
        worlds = self._worlds(known)

        def complete(games: Games, guesses: Masks) -> Answers:
            return games.answer(guesses, self._rules.show, self._generator)

        if len(actions) > self._options.finalists:
            tries = max(1, self._options.playouts // 2 // len(actions))
            means = self._try(worlds, self.seat, actions, tries, complete)
            kinds = [tuple(self._kind(known, card) for card in bits(a)) for a in actions]
            best = promising(actions, kinds, means, tries, self._options.finalists)
            actions = [actions[at] for at in best]
        return self.layout.guess(self._best(worlds, self.seat, actions, complete))

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

        def complete(games: Games, shown: Masks) -> Answers:
            guesses = np.full(len(shown), asked, dtype=np.uint64)
            answers = games.answer(guesses, self._rules.show, self._generator)
            answers.shown[self.seat] = shown
            return answers

        actions = [self.layout.mask((card,)) for card in cards]
        best = self._best(self._worlds(known), seat, actions, complete)
        return cards[actions.index(best)]

    def _best(self, worlds: Games, asker: int, actions: Sequence[int], complete: Complete) -> int:
        tries = max(1, self._options.playouts // 2 // len(actions))
        return actions[int(self._try(worlds, asker, actions, tries, complete).argmax())]

    def _distinct(self, known: Knowledge, actions: Sequence[int]) -> list[int]:
        """Keep one of those that differ only in cards of which nobody knows anything different."""
        alike: dict[tuple[object, ...], int] = {}
        traits = {1 << at: self._traits(known, 1 << at) for at in bits(self.layout.deck)}
        for action in actions:
            alike.setdefault(tuple(traits[1 << at] for at in bits(action)), action)
        return list(alike.values())

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

    def _worlds(self, known: Knowledge) -> Games:
        """Draw deals, and find what every seat would know in them."""
        hands = draw_hands(self.layout, known, self._options.deals, self._rng, self._generator)
        dealt = np.full(hands.shape[1], known.dealt, dtype=np.uint64)
        show, generator = self._rules.show, self._generator
        views = replay(self.layout, hands, dealt, self.history, show=show, rng=generator)
        return Games(self.layout, hands, views)

    def _policies(self) -> list[Policy]:
        """Return how the seats are taken to play on."""
        return [HeuristicPolicy("random")] * self.layout.players

    def _try(
        self, worlds: Games, asker: int, actions: Sequence[int], tries: int, complete: Complete
    ) -> NDArray[np.float64]:
        """Return the mean outcome of trying each action so often, from 0 (lost) to 1 (won).

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
        parts = [
            self._outcomes(worlds, asker, deals[part], tried[part], complete)
            for part in (slice(at, at + _AT_ONCE) for at in range(0, rows, _AT_ONCE))
        ]
        sums = np.bincount(numbers, weights=np.concatenate(parts), minlength=len(actions))
        means: NDArray[np.float64] = sums / tries
        return means

    def _shuffled(self, deals: int, number: int) -> NDArray[np.intp]:
        """Return so many numbers of deals in random order, all about equally often."""
        rounds = -(-number // deals)
        return np.concatenate([self._generator.permutation(deals) for _ in range(rounds)])[:number]

    def _outcomes(
        self,
        worlds: Games,
        asker: int,
        deals: NDArray[np.intp],
        tried: Masks,
        complete: Complete,
    ) -> NDArray[np.float64]:
        """Play on from given deals; games not finished count as one to be won by anybody."""
        games = Games(
            self.layout, worlds.hands[:, deals], worlds.views.drawn(deals), asker, self.out
        )
        outcomes = play_on(
            games,
            self._policies(),
            self._generator,
            self._rules,
            first=complete(games, tried),
            unfinished=_UNFINISHED,
        )
        playing = self.layout.players - len(self.out)
        won = np.where(outcomes.winners == self.seat, 1.0, 0.0)
        won[outcomes.winners < 0] = 1 / playing
        return won


class ReadingRollouts(Rollout):
    """Judges choices in deals that the others' suggestions speak for."""

    def __init__(self, options: "ReadingRollout", table: Table, rng: Random):
        super().__init__(options, table, rng)
        self._candidates = options.candidates
        self.reading = Reading(self.layout, self.seat, rng, self._generator)

    def _worlds(self, known: Knowledge) -> Games:
        worlds = self.reading.worlds(known, self.history, self._candidates, self._options.deals)
        self._rules = replace(self._rules, show=self.reading.shows())
        return worlds

    def _policies(self) -> list[Policy]:
        return self.reading.policies()
