"""The policy of Wensel's agent, from a student report.

The report uses plain lists and few rules, and plays on the board. Choices that it leaves open are
marked "ours" here.

*Deduce.* A card seen, a pass, and unsolved shows: of a show whose card was not seen, the cards
that the shower lacks are pruned until one is left. A card that all others lack is in the
envelope; once the envelope's card of a type is known, another one that all players but one lack
is with that one; once all cards of a type but one are located, that one is in the envelope. Hand
sizes, failed accusations and shows by an unknown player are not used (ours).

*Suggest.* A card is unknown until it is located or known to be hidden. Its score is the number of
unsolved shows that it is in, plus the number of players known to lack it. Two unknown cards are
named; the third is an *option* that nobody else can show, one's own or the envelope's. Where the
envelope's card of a type is known, an option is named; else the best unknown. If the room is
unknown too, the better of suspect and weapon is kept and the other replaced by an option, if there
is one. Equal scores go to the suspect, and to the edition's order (ours). Of several options the
first in one's own hand is named, for the envelope's card may give itself away (ours).

*Where.* A room is named while it is unknown; once the envelope's room is known, if it is an option.
Of several rooms, it is the one with the best score (ours: on the board there is one).

*Go.* From the start to the nearest room; from there to a neighbour, or through a passage, where
a suggestion can be made; else to the closest neighbour not visited last. All rooms count as
neighbours, near ones first, and a passage counts 0 steps (ours); so also in the corridor (ours).

*Show.* Suspect before weapon before room.

The choice is `cluetree.play.engine.policies.wensel`; here are the notes on which it is based.
"""

from dataclasses import replace

from cluetree.board import Board, Place
from cluetree.cards import Category, ClueCard
from cluetree.claims import Claim, Quota
from cluetree.play.engine.policies import rooms_worth_naming
from cluetree.play.engine.views import view_of
from cluetree.play.knowledge import Knowledge
from cluetree.table import Table


class WenselNotes(Knowledge):
    """The notes of Wensel's agent on the events so far, and its choices.

    Everything marked is true in each deal that fits the events; not all that could be known is
    marked.
    """

    def __init__(self, table: Table):
        # Without hand sizes no rule counts cards.
        sized = (p if p is table.me else replace(p, hand_size=None) for p in table.players)
        super().__init__(replace(table, players=tuple(sized)))

    def take(self, claim: Claim) -> bool:
        """Add a claim that he uses; return whether it is new."""
        if isinstance(claim, Quota) and (claim.player is None or not claim.least):
            return False  # a show by somebody, or a failed accusation
        return super().take(claim)

    @property
    def rooms(self) -> tuple[ClueCard, ...]:
        """The rooms worth a suggestion: unknown ones, or options once the hidden one is known."""
        return self.frame.cards(rooms_worth_naming(view_of(self)))

    def goal(self, board: Board, place: Place, last: ClueCard | None = None) -> ClueCard:
        """Return the room that he would go to, given his place and the room before, if any.

        Raises:
            UnknownPlaceError: If the board has no such place.
        """
        steps = board.distances(place)
        if isinstance(place, ClueCard) and place in board.passages:
            steps[board.passages[place]] = 0
        others = (room for room in self.table.edition.of(Category.ROOM) if room != place)
        rooms = sorted(others, key=steps.__getitem__)
        if place in board.starts.values():
            return rooms[0]
        worth = (room for room in rooms if room in self.rooms)
        return next(worth, next((room for room in rooms if room != last), rooms[0]))
