"""What Wensel's agent would do: a policy from a student report, as advice.

The report keeps plain lists and few rules, and plays on the board. What it leaves open is marked
"ours" here.

*Deduce.* A card seen, a pass, and shows unsolved: of a show whose card was not seen, the cards
that the shower lacks are struck out until one is left. A card that all others lack is in the
envelope; once the envelope's card of a type is known, another one that all players but one lack
is with that one; once all cards of a type but one are located, that one is in the envelope. All
rules are applied again on every new fact. Hand sizes are not counted. An accusation in vain
teaches nothing, nor does a show of which the shower is not known (ours).

*Suggest.* A card is unknown until it is located or known to be hidden. The score of an unknown
card is the number of unsolved shows that it is in, plus the number of players known to lack it.
Two unknown cards are named and no more, so that an answer tells much; the third is an *option*:
a card that nobody else can show, one's own or the envelope's. Where the envelope's card of a type
is known, an option is named; else the best unknown. If the room is unknown too, the better of
suspect and weapon is kept and the other replaced by an option, if there is one. Equal scores go
to the suspect, and to the edition's order (ours). Of several options the first in one's own hand
is named, for the envelope's card may give itself away (ours).

*Where.* A room is worth a suggestion while it is unknown; once the envelope's room is known, if
it is an option. In other rooms he suggests nothing. Where several rooms can be named, it is the
one with the best score (ours: on the board there is one).

*Go.* From the start to the nearest room; from there to a neighbour, or through a passage, where
a suggestion is worth it; else to the closest neighbour not visited last. All rooms count as
neighbours, near ones first, and a passage is no step (ours); underway in the corridor it is the
same as in a room (ours).

*Show.* Suspect before weapon before room: `cluetree.advice.showing.FixedOrder`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from cluetree.board import Board, Place
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.errors import ContradictionError, InvalidTableError
from cluetree.events import Event
from cluetree.table import ENVELOPE, CluePlayer, Table


@dataclass(frozen=True, slots=True)
class WenselAdvice:
    """What he would suggest, and why."""

    guess: ClueGuess
    scores: Mapping[ClueCard, int]
    """The score of each unknown card, in the edition's order."""
    reasons: tuple[str, ...]
    """Why he names the suspect, the weapon and the room, in this order."""

    def __str__(self) -> str:
        return f"{self.guess} ({'; '.join(self.reasons)})"


class WenselNotes:
    """What Wensel's agent has written down of what happened so far, and what it would do.

    Everything noted is true in each deal that fits the events; not all that could be known is
    noted.

    Attributes:
        table: The set-up, from the seat that the notes are for.
        me: The player in that seat.
        located: For each known card, the name of its place: a player or "envelope".
        lacks: For each player and "envelope", the cards known not to be there.
        unsolved: Shows whose card is not known: the shower, and the cards it can have been.

    Raises:
        InvalidTableError: If the table is an onlooker's.
        ClueError: Whatever `tell` raises of an event.
    """

    def __init__(self, table: Table, events: Iterable[Event] = ()):
        if table.me is None:
            raise InvalidTableError("only a player suggests; say whose hand it is with viewpoint")
        self.table = table
        self.me: CluePlayer = table.me
        self.located: dict[ClueCard, str] = {}
        self.lacks: dict[str, set[ClueCard]] = {
            place.name: set(table.face_up) for place in (*table.players, ENVELOPE)
        }
        self.unsolved: list[tuple[str, tuple[ClueCard, ...]]] = []
        self.lacks[self.me.name].update(set(table.edition.cards).difference(self.me.hand))
        for card in self.me.hand:
            self._locate(card, self.me.name)
        self._deduce()
        for event in events:
            self.tell(event)

    # What he knows

    @property
    def unknown(self) -> tuple[ClueCard, ...]:
        """The cards neither located nor face-up, in the edition's order."""
        seen = self.located.keys() | set(self.table.face_up)
        return tuple(card for card in self.table.edition.cards if card not in seen)

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once all its cards are known."""
        hidden = [card for card, place in self.located.items() if place == ENVELOPE.name]
        return self.table.edition.guess(*hidden) if len(hidden) == len(Category) else None

    def hidden(self, category: Category) -> ClueCard | None:
        """Return the envelope's card of a category, once it is known."""
        cards = self.table.edition.of(category)
        return next((c for c in cards if self.located.get(c) == ENVELOPE.name), None)

    def options(self, category: Category) -> tuple[ClueCard, ...]:
        """Return the cards that nobody else can show: those in hand, then the envelope's."""
        own = tuple(c for c in self.table.edition.of(category) if c in self.me.hand)
        hidden = self.hidden(category)
        return own if hidden is None else (*own, hidden)

    def score(self, card: ClueCard) -> int:
        """Return the number of unsolved shows with this card and of others who lack it."""
        return sum(self._counts(card))

    def _counts(self, card: ClueCard) -> tuple[int, int]:
        shows = sum(1 for _, cards in self.unsolved if card in cards)
        others = self.table.left_of(self.me.name)
        return shows, sum(1 for name in others if card in self.lacks[name])

    # How he comes to know it

    def tell(self, event: Event) -> None:
        """Write down an event and what follows from it.

        Raises:
            ClueError: If the event breaks the rules by itself.
            ContradictionError: If his rules leave a card no place, a show no card or the envelope
                none of a category; the notes must not be used after that.
        """
        for info in event.infos(self.table):
            for claim in info.claims:
                self._note(claim)
        self._deduce()

    def _note(self, claim: Claim) -> None:
        match claim:
            case Fact(player, card, holds=True):
                self.unsolved.append((player, (card,)))
            case Fact(player, card):
                self.lacks[player].add(card)
            case OneOf(options):
                if claim.player is not None:
                    self.unsolved.append((claim.player, tuple(fact.card for fact in options)))
            case FaceUp() | NotTriple():
                pass
            case _:
                assert_never(claim)

    def _locate(self, card: ClueCard, name: str) -> None:
        self.located[card] = name
        for other, lacked in self.lacks.items():
            if other != name:
                lacked.add(card)
            elif name == ENVELOPE.name:
                lacked.update(c for c in self.table.edition.of(card.category) if c != card)

    def _deduce(self) -> None:
        """Apply the rules until none finds anything new."""
        while self._solve() or self._find_places() or self._find_hidden():
            pass

    def _solve(self) -> bool:
        """Strike out what showers lack; say whether some card was found so."""
        unsolved, self.unsolved = self.unsolved, []
        for name, cards in unsolved:
            standing = tuple(card for card in cards if card not in self.lacks[name])
            if not standing:
                raise ContradictionError(f"{name} has none of {', '.join(map(str, cards))}")
            if len(standing) == 1:
                self._locate(standing[0], name)
            elif not any(self.located.get(card) == name for card in standing):
                self.unsolved.append((name, standing))
        return len(self.unsolved) < len(unsolved)

    def _find_places(self) -> bool:
        """Find cards that all places but one lack."""
        found = False
        for card in self.unknown:
            places = [name for name, lacked in self.lacks.items() if card not in lacked]
            if not places:
                raise ContradictionError(f"{card} is nowhere")
            if len(places) == 1:
                self._locate(card, places[0])
                found = True
        return found

    def _find_hidden(self) -> bool:
        """Find the last card of a category that can be in the envelope."""
        found = False
        for category in Category:
            cards = self.table.edition.of(category)
            left = [card for card in cards if card not in self.lacks[ENVELOPE.name]]
            if not left:
                raise ContradictionError(f"the envelope has no {category}")
            if len(left) == 1 and left[0] not in self.located:
                self._locate(left[0], ENVELOPE.name)
                found = True
        return found

    # What he does

    @property
    def rooms(self) -> tuple[ClueCard, ...]:
        """The rooms worth a suggestion: unknown ones, or options once the hidden one is known."""
        if self.hidden(Category.ROOM) is not None:
            return self.options(Category.ROOM)
        return tuple(card for card in self.unknown if card.category is Category.ROOM)

    def suggestion(self, rooms: Iterable[ClueCard] | None = None) -> WenselAdvice | None:
        """Return what he would suggest, naming one of these rooms (any room, if not given).

        `None` if none of them is worth a suggestion to him.
        """
        allowed = self.table.edition.of(Category.ROOM) if rooms is None else tuple(rooms)
        worth = [room for room in self.rooms if room in allowed]
        if not worth:
            return None
        scores = {card: self.score(card) for card in self.unknown}
        room = _best(worth, scores)
        suspect = self._named(Category.SUSPECT, scores)
        weapon = self._named(Category.WEAPON, scores)
        if {suspect, weapon, room} <= scores.keys():
            if scores[weapon] > scores[suspect]:
                suspect = next(iter(self.options(Category.SUSPECT)), suspect)
            else:
                weapon = next(iter(self.options(Category.WEAPON)), weapon)
        guess = ClueGuess(suspect, weapon, room)
        return WenselAdvice(guess, scores, tuple(map(self._reason, guess)))

    def _named(self, category: Category, scores: Mapping[ClueCard, int]) -> ClueCard:
        if self.hidden(category) is not None:
            return self.options(category)[0]
        return _best([card for card in scores if card.category is category], scores)

    def _reason(self, card: ClueCard) -> str:
        place = self.located.get(card)
        if place is not None:
            return f"{card} is {'hidden' if place == ENVELOPE.name else 'your own'}"
        shows, lacking = self._counts(card)
        return f"{card} scores {shows + lacking}: unsolved shows {shows}, lacked by {lacking}"

    def goal(self, board: Board, place: Place, last: ClueCard | None = None) -> ClueCard:
        """Return the room that he would make for.

        Args:
            board: The board that is played on.
            place: Where his pawn stands.
            last: The room that he was in before, if any.

        Raises:
            UnknownPlaceError: If there is no such place on this board.
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


def _best(cards: Sequence[ClueCard], scores: Mapping[ClueCard, int]) -> ClueCard:
    """The card with the highest score, the first of several; options have none."""
    return max(cards, key=lambda card: scores.get(card, 0))
