"""The steps of a proof: what each concludes, by which rule, from what."""

from dataclasses import dataclass
from enum import StrEnum

from cluetree.claims import Fact


class ProofRule(StrEnum):
    """Why a step follows; the easiest rules come first."""

    SET_UP = "set_up"
    """The viewpoint's own hand, or a card that lies face-up."""
    SHOWN = "shown"
    """The player showed the card, and it was seen."""
    PASS = "pass"  # noqa: S105 -- the game's word
    """The player passed on a suggestion that names the card."""
    TOLD = "told"
    """An event says just this: a bare fact, or a right accusation."""
    HELD_ELSEWHERE = "held_elsewhere"
    """A card is in one place only."""
    CATEGORY_TAKEN = "category_taken"
    """The envelope holds another card of the category."""
    HAND_FULL = "hand_full"
    """The player's known cards are as many as the hand has."""
    LAST_PLACE = "last_place"
    """No other place is left for the card."""
    LAST_CARDS = "last_cards"
    """The player lacks so many cards that the hand needs all others."""
    LAST_OF_CATEGORY = "last_of_category"
    """The envelope lacks all other cards of the category."""
    ONE_OF = "one_of"
    """The player showed (or holds) one of some cards, and lacks the others."""
    FAILED_ACCUSATION = "failed_accusation"
    """The triple is a failed accusation, and the envelope holds its other two cards."""
    PIGEONHOLE = "pigeonhole"
    """So many shows that share no card need all the room left in the hand."""
    SHARED_CARDS = "shared_cards"
    """As many shows as there are cards between them: nobody else has any of these cards."""
    FULL_PLACES = "full_places"
    """Some cards can only be in some places, and fill them: these places take no other card."""
    LAST_FOR_PLACES = "last_for_places"
    """Some places can only get some cards, and need them all: no other place has one."""
    ASSUMED = "assumed"
    """Suppose the opposite, to see it fail."""
    REFUTED = "refuted"
    """What was assumed leads to a fact and its opposite, so the assumption is false."""
    COUNTED = "counted"
    """No deal fits these events and the opposite: found by counting, or by trying all cases."""


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step: what it concludes, by which rule, from which events and earlier steps.

    A step made under an assumption may be used only under it; `REFUTED` lifts it again.
    """

    id: int
    rule: ProofRule
    concludes: Fact
    events: tuple[int, ...] = ()
    """The numbers of the events it rests on directly."""
    uses: tuple[int, ...] = ()
    """The ids of the steps it rests on."""
    under: int | None = None
    """The id of the innermost assumption it is made under."""

    @property
    def scope(self) -> int | None:
        """The assumption under which it may be used; an assumption is its own scope."""
        return self.id if self.rule is ProofRule.ASSUMED else self.under

    def __str__(self) -> str:
        reasons = [f"event {number}" for number in self.events]
        reasons += [f"step {number}" for number in self.uses]
        rests = f" from {', '.join(reasons)}" if reasons else ""
        indent = "" if self.under is None else "  "
        word = "suppose " if self.rule is ProofRule.ASSUMED else ""
        return f"{self.id}. {indent}{word}{self.concludes} ({self.rule.replace('_', ' ')}{rests})"
