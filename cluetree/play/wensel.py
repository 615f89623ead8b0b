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

*Show.* Suspect before weapon before room: `cluetree.play.policies.FixedOrder`.
"""

from collections.abc import Iterable
from typing import assert_never

from cluetree.board import Board, Place
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.deduction import Frame, Marks, bits, union
from cluetree.errors import InvalidTableError
from cluetree.events import Event
from cluetree.table import CluePlayer, Table


def unknown(marks: Marks) -> int:
    """Return the cards, as a set, that are not located and not known to be hidden."""
    return marks.frame.deck & ~marks.face_up & ~union(marks.held)


def score(marks: Marks, seat: int, card: int) -> int:
    """Return the number of unsolved shows with a card, plus the other players who lack it."""
    shows = sum(cards >> card & 1 for _, cards in marks.shows)
    others = (may for place, may in enumerate(marks.may[:-1]) if place != seat)
    return shows + sum(not may >> card & 1 for may in others)


def rooms_worth_naming(marks: Marks, seat: int) -> int:
    """Return the unknown rooms, or the options once the hidden room is known."""
    rooms = marks.frame.categories[-1]
    hidden = marks.held[-1] & rooms
    return hidden | marks.held[seat] & rooms if hidden else unknown(marks) & rooms


def choice(marks: Marks, seat: int, rooms: int) -> int:
    """Return the three cards that he suggests, naming one of these rooms; 0 if none is worth it.

    This is the definition of the policy, for whatever level of deduction made the marks.
    """
    *others, _ = marks.frame.categories
    hidden, own = marks.held[-1], marks.held[seat]
    scores = {card: score(marks, seat, card) for card in bits(unknown(marks))}

    def lowest(cards: int) -> int:
        return cards & -cards

    def named(cards: int, is_hidden: int) -> int:
        if is_hidden:
            return lowest(own & cards) or hidden & cards
        best = max(bits(cards & unknown(marks)), key=scores.__getitem__, default=None)
        return 0 if best is None else 1 << best

    room = named(rooms & rooms_worth_naming(marks, seat), hidden & marks.frame.categories[-1])
    suspect, weapon = (named(cards, hidden & cards) for cards in others)
    if not room:
        return 0
    if not hidden:  # three unknown cards: the worse of suspect and weapon gives way to an option
        if scores[weapon.bit_length() - 1] > scores[suspect.bit_length() - 1]:
            suspect = lowest(own & others[0]) or suspect
        else:
            weapon = lowest(own & others[1]) or weapon
    return suspect | weapon | room


class WenselNotes(Marks):
    """The notes of Wensel's agent on the events so far, and its choices.

    Everything marked is true in each deal that fits the events; not all that could be known is
    marked.

    Attributes:
        table: The set-up, from the seat that the notes are for.
        seat: The index of that seat.

    Raises:
        InvalidTableError: If the table is an onlooker's.
        ClueError: As `tell` raises it for an event.
    """

    def __init__(self, table: Table, events: Iterable[Event] = ()):
        if table.me is None:
            raise InvalidTableError("only a player suggests; say whose hand it is with viewpoint")
        # Without hand sizes no rule counts cards.
        frame = Frame(table.edition, tuple(map(CluePlayer, table.names)))
        super().__init__(frame, frame.set_of(table.face_up))
        self.table = table
        self.seat = table.names.index(table.me.name)
        self.see_hand(table)
        self.settle()
        for event in events:
            self.tell(event)

    def tell(self, event: Event) -> None:
        """Add an event and its consequences.

        Raises:
            ClueError: If the event alone is invalid.
            ContradictionError: If his rules leave a card no place, a show no card or the envelope
                none of a category. The notes are then invalid.
        """
        for info in event.infos(self.table):
            for claim in info.claims:
                self.take(claim)
        self.settle()

    def take(self, claim: Claim) -> bool:
        """Add a claim that he uses; return whether it is new."""
        match claim:
            case NotTriple():
                return False
            case OneOf():
                return claim.player is not None and super().take(claim)
            case Fact() | FaceUp():
                return super().take(claim)
            case _:
                assert_never(claim)

    @property
    def rooms(self) -> tuple[ClueCard, ...]:
        """The rooms worth a suggestion: unknown ones, or options once the hidden one is known."""
        return self.frame.cards(rooms_worth_naming(self, self.seat))

    def suggestion(self, rooms: Iterable[ClueCard] | None = None) -> ClueGuess | None:
        """Return his suggestion in one of these rooms (default: any); `None` if he has none."""
        allowed = self.table.edition.of(Category.ROOM) if rooms is None else rooms
        cards = choice(self, self.seat, self.frame.set_of(allowed))
        return self.frame.guess(cards) if cards else None

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
