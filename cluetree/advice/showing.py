"""Which card to show to whoever asks: what each choice gives away, and simple policies.

That *some* card is shown everybody sees; which one, only the asker. What the asker learns from
it depends on what they hold and have seen, which is drawn as in `cluetree.advice.rivals`: deals
that fit what the viewpoint knows, each equally likely, and in each deal the cards that others
showed them. In each such position the deals that fit the asker's log are counted, before the
show and after each choice; so the choices are compared in the same positions.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, Protocol, TypeAlias

from cluetree.advice._draws import Draws, Progress, verify_samples
from cluetree.advice._opponents import OVERLOOKED, Opponents, some
from cluetree.advice._perspectives import Hands, Mind, Perspectives, View, told
from cluetree.advice.estimate import Estimate, chance, mean
from cluetree.advice.replies import ReplyModel, uniform
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import InvalidEventError, InvalidTableError
from cluetree.events import Event, Suggestion, entries
from cluetree.evidence import Evidence
from cluetree.exact import is_possible, weigh
from cluetree.limit import Bound
from cluetree.table import Answering, CluePlayer, Table

_TABLE: Final = 0.1
"""The share of the work that goes into what everybody learns, before and after."""
_UNSURE: Final = 2
"""Differences of fewer standard errors than this say nothing."""


_Position: TypeAlias = Mapping[ClueCard | None, Mind]
"""What the asker knows in one case: after each card that may be shown; `None`: before."""


class Verdict(StrEnum):
    """The reason for showing a card, or against it."""

    SEEN = "seen"
    """The asker has seen it from the viewpoint before."""
    KNOWN = "known"
    """The asker knows that the viewpoint holds it."""
    BEST = "best"
    """It gives least away."""
    ONLY = "only"
    """No other card can be shown."""
    UNSURE = "unsure"
    """It leaves the asker less sure, but better informed."""
    ALIKE = "alike"
    """It is about as good as the best."""
    WORSE = "worse"
    """It gives more away than the best."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One card that could be shown."""

    card: ClueCard
    bits: Estimate
    """How much less open the envelope is to the asker after seeing it, in bits. Negative if
    they are less sure then, having thought it likely to be hidden."""
    knows: Estimate
    """The chance, from 0 to 1, that the asker knows the answer then."""
    more: Estimate
    """By how many bits this exceeds the best choice."""
    seen: bool
    """Whether the asker has surely seen it from the viewpoint before."""
    known: bool
    """Whether the asker knew that the viewpoint holds it, in every deal looked at."""
    verdict: Verdict
    """The reason for showing the card, or against it."""


@dataclass(frozen=True)
class Showing:
    """The cards that can be shown, the one that gives least away first."""

    asker: str
    guess: ClueGuess
    choices: tuple[Choice, ...]
    """First what was shown before, then what the asker knows anyway, for these tell nothing at
    all. Then by bits, by the chance that the asker knows the answer then, and as the guess goes."""
    table: float
    """How much everybody learns from seeing that some card is shown, in bits, exactly (unless
    counting met the limit); all choices have that in common."""
    knew: Estimate
    """The chance, from 0 to 1, that the asker knows the answer already before the show."""

    @property
    def best(self) -> ClueCard:
        """The card to show."""
        return self.choices[0].card


def card_to_show(
    table: Table,
    events: Iterable[Event],
    asker: str,
    guess: Iterable[ClueCard | str],
    *,
    rng: Random,
    samples: int = 200,
    model: ReplyModel = uniform,
    overlooked: float = OVERLOOKED,
    limit: Bound = None,
    private: Collection[int] = (),
    progress: Progress | None = None,
) -> Showing:
    """Say of each card that the viewpoint could show how much it gives away.

    By the rule "first" it is taken that whoever sits between the asker and the viewpoint has
    passed; by the rule "all" nothing is assumed about the others' answers. The same seed gives
    the same numbers, unless time runs out; if few deals fit, the numbers are exact. In the
    classic game 200 deals take well under a second from the third round on, and up to some four
    seconds in the first rounds of six players.

    Args:
        table: The set-up, seen by the player who is asked.
        events: What happened before the suggestion.
        asker: Who suggests.
        guess: What they suggest: a guess, or its three cards.
        rng: Where all chance comes from.
        samples: How many deals to draw, at least 2.
        model: How players choose what to show to each other.
        overlooked: The chance, from 0 to 1, that somebody who could know the answer on their
            turn does not see it. With 1, nothing is made of the asker's not having accused.
        limit: How much work it may take; then fewer deals are looked at, and errors are wider.
        private: The numbers of bare facts that nobody else heard, from 1.
        progress: Is told how many deals are looked at, and of how many.

    Raises:
        InvalidTableError: If the table is an onlooker's.
        InvalidEventError: If the viewpoint asks, holds none of the cards or is not asked because
            somebody before them is known to hold one; or as for `cluetree.advice.rivals`.
        UnknownPlayerError: If the asker does not sit at this table.
        UnknownCardError: If a card is not of this deck.
        InvalidGuessError: If they are not one suspect, one weapon and one room.
        ContradictionError: If no deal fits; or nothing may be overlooked, but has been.
        InvalidLimitError: If fewer than 2 samples are asked for.
        LimitReached: If the limit was met before two deals were looked at.
        ClueError: If an event breaks the rules by itself.
    """
    verify_samples(samples)
    log = entries(table, events)
    guess = table.edition.guess(*guess)
    me = _asked(table, asker, guess)
    asking = Suggestion(table.player(asker).name, guess, passed=_passed(table, me, asker))
    evidence = Evidence.gather(table, (*log, asking))
    perspectives = Perspectives(table, (*log, asking), model, private, limit)
    meter = perspectives.meter
    if not is_possible(evidence, limit=meter) and is_possible(
        Evidence.gather(table, log), limit=meter
    ):
        raise InvalidEventError(f"{me} is not asked: somebody before {me} holds one of {guess}")
    seat, mine = perspectives.seat(asking.by), perspectives.seat(me.name)
    draws = Draws.make(evidence, perspectives, (seat,), samples, rng)
    cards = {card: perspectives.set_of((card,)) for card in guess if card in me.hand}
    others = Opponents.of(perspectives, (seat,), overlooked, rng)

    def positions(hands: Hands) -> list[tuple[_Position, float]]:
        cases = others.cases(hands, exact=draws.exact)[seat]
        return [(_position(perspectives, case.view, mine, cards), case.weight) for case in cases]

    told_to_all = _told_to_all(perspectives, mine, guess)
    seen, exact = draws.each(positions, progress)
    comparison = _Comparison(some([case for cases in seen for case in cases]), exact=exact)
    return Showing(
        asking.by,
        guess,
        comparison.choices([*cards], shown_before(table, log, asking.by)),
        told_to_all,
        comparison.knows(None),
    )


def _told_to_all(perspectives: Perspectives, by: int, guess: ClueGuess) -> float:
    """Return how much everybody learns from some card being shown, in bits."""
    everybody = told(perspectives.public, by, one_of=perspectives.set_of(guess))
    before, after = (
        weigh(known, limit=perspectives.meter.part(_TABLE))
        for known in (perspectives.public, everybody)
    )
    return before.entropy - after.entropy


def shown_before(table: Table, events: Iterable[Event], asker: str) -> frozenset[ClueCard]:
    """Return the cards that the viewpoint has surely shown to a player.

    Raises:
        UnknownPlayerError: If the player does not sit at this table.
        ClueError: If an event breaks the rules by itself.
    """
    name = table.player(asker).name
    return frozenset(
        show.card
        for event in entries(table, events)
        if isinstance(event, Suggestion) and event.by == name
        for show in event.shows
        if show.card is not None and show.by == table.viewpoint
    )


def _asked(table: Table, asker: str, guess: ClueGuess) -> CluePlayer:
    if table.me is None:
        raise InvalidTableError("an onlooker shows nothing: advice needs a viewpoint")
    if table.player(asker) == table.me:
        raise InvalidEventError(f"{table.me} asks, and does not show a card to {table.me}")
    if not any(card in table.me.hand for card in guess):
        raise InvalidEventError(f"{table.me} holds none of {guess}, and passes")
    return table.me


def _passed(table: Table, me: CluePlayer, asker: str) -> tuple[str, ...]:
    if table.answering is Answering.ALL:
        return ()
    others = table.left_of(asker)
    return others[: others.index(me.name)]


def _position(
    perspectives: Perspectives, view: View, by: int, cards: Mapping[ClueCard, int]
) -> _Position:
    """Look at what follows from a view, and from each card that a player may show."""
    minds: dict[ClueCard | None, Mind] = {
        card: perspectives.mind(view.shown(by, bit)) for card, bit in cards.items()
    }
    minds[None] = perspectives.mind(view)
    return minds


class _Comparison:
    """The choices, side by side in the same positions."""

    def __init__(self, positions: Sequence[tuple[_Position, float]], *, exact: bool):
        self._positions = positions
        self._exact = exact

    def bits(self, card: ClueCard, before: ClueCard | None = None) -> Estimate:
        """How much less open the envelope is than before, or than after another card."""
        cases = [(minds[before].bits - minds[card].bits, w) for minds, w in self._positions]
        return mean(cases, exact=self._exact)

    def knows(self, card: ClueCard | None) -> Estimate:
        return chance([(minds[card].knows, w) for minds, w in self._positions], exact=self._exact)

    def is_known(self, card: ClueCard) -> bool:
        return all(minds[None].deals == minds[card].deals for minds, _ in self._positions)

    def choices(self, cards: Sequence[ClueCard], seen: frozenset[ClueCard]) -> tuple[Choice, ...]:
        bits = {card: self.bits(card) for card in cards}
        knows = {card: self.knows(card) for card in cards}
        known = {card: self.is_known(card) for card in cards}

        def rank(card: ClueCard) -> tuple[bool, bool, float, float]:
            # Rounded, so that choices that differ by the order of a sum alone stay in order.
            chances = round(bits[card].value, 9), round(knows[card].value, 9)
            return card not in seen, not known[card], *chances

        best, *others = sorted(cards, key=rank)

        def choice(card: ClueCard) -> Choice:
            more = self.bits(card, best)
            verdict = _verdict(more, is_best=card == best, is_only=not others)
            if card in seen:
                verdict = Verdict.SEEN
            elif known[card]:
                verdict = Verdict.KNOWN
            is_seen, is_known = card in seen, known[card]
            return Choice(
                card, bits[card], knows[card], more, seen=is_seen, known=is_known, verdict=verdict
            )

        return tuple(map(choice, (best, *others)))


def _verdict(more: Estimate, *, is_best: bool, is_only: bool) -> Verdict:
    if is_best:
        return Verdict.ONLY if is_only else Verdict.BEST
    if more.value < 0:
        return Verdict.UNSURE
    return Verdict.ALIKE if more.value <= _UNSURE * more.error else Verdict.WORSE


class ShowPolicy(Protocol):
    """Chooses which of the asked cards to show."""

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard:
        """Return one of `cards`: those of the guess that the chooser holds, at least one."""
        ...


@dataclass(frozen=True, slots=True)
class FixedOrder:
    """Show the category that comes first; suspect, weapon, room as in the literature.

    That is how Wensel's agent shows, and the players of the paper on Clue as a Markov decision
    process.
    """

    order: tuple[Category, ...] = tuple(Category)

    def choose(
        self,
        asker: str,  # noqa: ARG002 -- a policy's arguments
        guess: ClueGuess,  # noqa: ARG002
        cards: Sequence[ClueCard],
        rng: Random,  # noqa: ARG002
    ) -> ClueCard:
        """Return the card of the category that comes first."""
        return min(cards, key=lambda card: self.order.index(card.category))


ROOMS_FIRST: Final = FixedOrder((Category.ROOM, Category.WEAPON, Category.SUSPECT))
"""The other way round: of the rooms there are most, so one of them tells least."""


@dataclass(frozen=True, slots=True)
class Uniform:
    """Show any of them with the same chance."""

    def choose(
        self,
        asker: str,  # noqa: ARG002 -- a policy's arguments
        guess: ClueGuess,  # noqa: ARG002
        cards: Sequence[ClueCard],
        rng: Random,
    ) -> ClueCard:
        """Return any of the cards."""
        return rng.choice(cards)


@dataclass(frozen=True)
class SeenBefore:
    """Show what the asker has seen from the viewpoint before; else as another policy does."""

    table: Table
    events: Sequence[Event]
    """What happened so far."""
    otherwise: ShowPolicy = FixedOrder()

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard:
        """Return a card that was shown to the asker before, if there is one."""
        shown = shown_before(self.table, self.events, asker)
        again = [card for card in cards if card in shown]
        return self.otherwise.choose(asker, guess, again or cards, rng)


@dataclass(frozen=True)
class LeastGiven:
    """Show what gives least away (see `card_to_show`), a card shown before at once."""

    table: Table
    events: Sequence[Event]
    """What happened so far."""
    samples: int = 50
    model: ReplyModel = uniform

    def choose(
        self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard], rng: Random
    ) -> ClueCard:
        """Return the card that gives the asker the fewest bits.

        Raises:
            ClueError: Whatever `card_to_show` raises.
        """
        shown = shown_before(self.table, self.events, asker)
        if len(cards) == 1 or shown.intersection(cards):
            return next((card for card in cards if card in shown), cards[0])
        return card_to_show(
            self.table,
            self.events,
            asker,
            guess,
            rng=rng,
            samples=self.samples,
            model=self.model,
        ).best
