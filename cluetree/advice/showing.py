"""Which card to show: what each choice reveals to the asker.

All players see that a card is shown; only the asker sees which. Their information depends on
their hand and on the cards shown to them, which are drawn as in `cluetree.advice.rivals`. In each
such position the deals that fit the asker's log are counted, before the show and after each choice,
so the choices are compared in the same positions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias, Unpack

from cluetree._names import listed
from cluetree._results import Results
from cluetree.advice._perspectives import Conclusions, View
from cluetree.advice._viewpoint import Cases, Sampling, Viewpoint
from cluetree.beliefs import Estimate
from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Quota
from cluetree.errors import InvalidEventError, InvalidGuessError, InvalidTableError
from cluetree.events import Event, Game, Question, Saw, Suggestion, entries, log_of
from cluetree.exact import count, is_possible
from cluetree.limit import Bound, limited
from cluetree.table import Answering, CluePlayer, Table

_UNSURE: Final = 2
"""Smaller differences, in standard errors, are not significant."""

_KnowledgeByCard: TypeAlias = Mapping[ClueCard | None, Conclusions]
"""The asker's knowledge in one case after each possible card; `None` stands for before."""


class Verdict(StrEnum):
    """The reason for or against showing a card."""

    SEEN = "seen"
    """The asker has seen it before."""
    KNOWN = "known"
    """The asker knows that the viewpoint holds it."""
    BEST = "best"
    """It reveals the least."""
    ONLY = "only"
    """No other card can be shown."""
    UNSURE = "unsure"
    """It makes the asker less certain, but better informed."""
    ALIKE = "alike"
    """It is not significantly worse than the best."""
    WORSE = "worse"
    """It reveals more than the best."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that the viewpoint can show."""

    card: ClueCard
    bits: Estimate
    """The asker's information about the envelope from the card, in bits; negative if the asker's
    uncertainty grows."""
    knows: Estimate
    """The probability, from 0 to 1, that the asker then knows the answer."""
    more: Estimate
    """The difference to the best choice, in bits."""
    seen: bool
    """Whether the viewpoint has certainly shown it to the asker before."""
    known: bool
    """Whether the asker knows in every examined deal that the viewpoint holds it."""
    verdict: Verdict
    """The reason for or against showing the card."""


@dataclass(frozen=True)
class Showing(Results[Choice]):
    """The cards that the viewpoint can show, the least revealing first."""

    asker: str
    guess: ClueGuess
    choices: tuple[Choice, ...]
    """First cards shown before, then cards known to the asker: both reveal nothing. The others by
    bits, then by `knows`, then in the order of the guess."""
    table: float
    """The information of all players from seeing that a card is shown, in bits; equal for all
    choices."""
    knew: Estimate
    """The probability, from 0 to 1, that the asker knows the answer before the show."""
    complete: bool
    """Whether all drawn deals were examined within the limit."""

    @property
    def _results(self) -> tuple[Choice, ...]:
        return self.choices

    @property
    def best(self) -> ClueCard:
        """The card to show."""
        return self.choices[0].card


def card_to_show(
    game: Game,
    events: Iterable[Event] = (),
    *,
    asker: str,
    guess: Iterable[ClueCard | str],
    limit: Bound = None,
    **options: Unpack[Sampling],
) -> Showing:
    """Rank the cards that the viewpoint can show by how little they reveal.

    The log is the one before the suggestion; `guess` is a guess or three cards. The other
    arguments and further errors are those of `cluetree.advice.rivals`. By the rule "first" the
    players between the asker and the viewpoint are assumed to have passed; by the rule "all"
    nothing is assumed about other answers. In the classic game 200 deals take well under a second
    from the third round on, and up to about four seconds in the first rounds of six players.

    Raises:
        InvalidTableError: If the table has no viewpoint.
        InvalidEventError: If the viewpoint is the asker, holds none of the cards, or is not asked
            because an earlier player is known to hold one.
        UnknownPlayerError: If the asker is not at the table.
        UnknownCardError: If a card is not in this deck.
        InvalidGuessError: If the cards are not one suspect, one weapon and one room.
    """
    before = Viewpoint(*log_of(game, events), **options)
    table = before.table
    guess = table.edition.guess(*listed("a guess", guess, InvalidGuessError))
    me = _asked(table, asker, guess)
    others = table.asked_by(asker)
    passed = others[: others.index(me.name)] if table.answering is Answering.FIRST else ()
    asking = Suggestion(table.player(asker).name, guess, (), passed)
    asked = replace(before, events=(*before.events, asking))
    perspectives, frame = asked.perspectives, asked.perspectives.frame
    mine = frame.place(me.name)
    cards = [card for card in guess if card in me.hand]
    shows: list[tuple[ClueCard | None, int]] = [(None, 0)]
    shows += [(card, frame.bit(card)) for card in cards]

    def known(view: View) -> _KnowledgeByCard:
        return {card: perspectives.conclusions(view.shown(mine, bit)) for card, bit in shows}

    public = perspectives.public
    shown = public.assuming(Quota.show([me.name], guess))
    with limited(limit):
        if not is_possible(asked.evidence) and is_possible(before.evidence):
            raise InvalidEventError(f"{me} is not asked: an earlier player holds one of {guess}")
        told = count(public).entropy - count(shown).entropy
        positions = asked.examine([asking.by], known)[asking.by]
    choices = _choices(positions, cards, shown_before(table, before.events, asking.by))
    knew = positions.chance(lambda position: position[None].knows)
    return Showing(asking.by, guess, choices, told, knew, positions.complete)


def shown_before(table: Table, events: Iterable[Event], asker: str) -> frozenset[ClueCard]:
    """Return the cards of the viewpoint that a player has certainly seen."""
    name, me = table.player(asker).name, table.viewpoint
    seen = set[ClueCard | None]()
    for event in entries(table, events):
        match event:
            case Suggestion(by, _, shows) if by == name:
                seen.update(show.card for show in shows if show.by == me)
            case Question(by, to, _, _, card) | Saw(by, to, card) if (by, to) == (name, me):
                seen.add(card)
            case _:
                pass
    return frozenset(card for card in seen if card is not None)


def _asked(table: Table, asker: str, guess: ClueGuess) -> CluePlayer:
    if table.me is None:
        raise InvalidTableError("advice on showing needs a viewpoint")
    if table.player(asker) == table.me:
        raise InvalidEventError(f"asker must be another player, got {table.me}")
    if not any(card in table.me.hand for card in guess):
        raise InvalidEventError(f"{table.me} holds none of {guess} and must pass")
    return table.me


def _choices(
    positions: Cases[_KnowledgeByCard], cards: Sequence[ClueCard], seen: frozenset[ClueCard]
) -> tuple[Choice, ...]:
    """Compare the choices in the same positions."""

    def bits(card: ClueCard, before: ClueCard | None = None) -> Estimate:
        """Return the information of a card, compared with no card or with another card."""
        return positions.mean(lambda position: position[before].bits - position[card].bits)

    def knows(card: ClueCard) -> Estimate:
        return positions.chance(lambda position: position[card].knows)

    revealed = {card: (bits(card), knows(card)) for card in cards}
    cases = [position for position, _ in positions.weighted]
    known = {card: all(case[None].deals == case[card].deals for case in cases) for card in cards}

    def rank(card: ClueCard) -> tuple[bool, bool, float, float]:
        # Rounded so that floating-point noise does not break ties.
        gain, knows = (round(estimate.value, 9) for estimate in revealed[card])
        return card not in seen, not known[card], gain, knows

    best, *others = sorted(cards, key=rank)

    def choice(card: ClueCard) -> Choice:
        more = bits(card, best)
        if card in seen:
            verdict = Verdict.SEEN
        elif known[card]:
            verdict = Verdict.KNOWN
        elif card == best:
            verdict = Verdict.BEST if others else Verdict.ONLY
        elif more.value < 0:
            verdict = Verdict.UNSURE
        else:
            verdict = Verdict.ALIKE if more.value <= _UNSURE * more.error else Verdict.WORSE
        return Choice(card, *revealed[card], more, card in seen, known[card], verdict)

    return tuple(map(choice, (best, *others)))
