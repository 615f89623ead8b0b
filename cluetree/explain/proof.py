"""The steps of a proof and their rules."""

from dataclasses import dataclass
from enum import StrEnum

from cluetree.claims import Fact


class ProofRule(StrEnum):
    """The rule behind a step; the easiest rules come first."""

    SET_UP = "set_up"
    """The viewpoint's own hand, or a card that lies face-up."""
    SHOWN = "shown"
    """The viewpoint saw the player show the card."""
    PASS = "pass"  # noqa: S105 -- the game's word
    """The player passed on a suggestion that names the card."""
    TOLD = "told"
    """An event states it: a bare fact, or a correct accusation."""
    HELD_ELSEWHERE = "held_elsewhere"
    """A card is in one place only."""
    CATEGORY_TAKEN = "category_taken"
    """The envelope holds another card of the category."""
    HAND_FULL = "hand_full"
    """The player's known cards fill the hand."""
    LAST_PLACE = "last_place"
    """The card can be in no other place."""
    LAST_CARDS = "last_cards"
    """The hand needs every card that the player is not known to lack."""
    LAST_OF_CATEGORY = "last_of_category"
    """The envelope lacks all other cards of the category."""
    ONE_OF = "one_of"
    """The player showed (or holds) one of some cards, and lacks the others."""
    QUOTA_NEEDED = "quota_needed"
    """The player holds some number of some cards, which needs all that are left of them."""
    FAILED_ACCUSATION = "failed_accusation"
    """The triple is a failed accusation, and the envelope holds its other two cards."""
    QUOTA_FULL = "quota_full"
    """The player holds as many of some cards as an event allows."""
    PIGEONHOLE = "pigeonhole"
    """Shows that share no card need all open cards of the hand; also any quotas, of another."""
    SHARED_CARDS = "shared_cards"
    """Shows need as many cards as are left for them, so no other place has these cards."""
    FULL_PLACES = "full_places"
    """Some cards can only be in some places and fill them, so other cards are elsewhere."""
    LAST_FOR_PLACES = "last_for_places"
    """Some places need all the cards they can hold, so no other place has one."""
    ASSUMED = "assumed"
    """The opposite, assumed to be refuted."""
    REFUTED = "refuted"
    """The assumption leads to a fact and its opposite, so it is false."""
    COUNTED = "counted"
    """No deal fits these events and the opposite, found by counting."""


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step of a proof.

    A step under an assumption may be used only under it; `REFUTED` discharges the assumption.
    """

    id: int
    rule: ProofRule
    concludes: Fact
    events: tuple[int, ...] = ()
    """The numbers of the events used directly."""
    uses: tuple[int, ...] = ()
    """The ids of the steps used."""
    under: int | None = None
    """The id of the innermost assumption."""

    @property
    def scope(self) -> int | None:
        """The assumption under which the step may be used; an assumption is its own scope."""
        return self.id if self.rule is ProofRule.ASSUMED else self.under

    def __str__(self) -> str:
        reasons = [f"event {number}" for number in self.events]
        reasons += [f"step {number}" for number in self.uses]
        rests = f" from {', '.join(reasons)}" if reasons else ""
        indent = "" if self.under is None else "  "
        word = "suppose " if self.rule is ProofRule.ASSUMED else ""
        return f"{self.id}. {indent}{word}{self.concludes} ({self.rule.replace('_', ' ')}{rests})"
