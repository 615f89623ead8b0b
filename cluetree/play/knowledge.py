"""What one seat knows for certain, kept up to date in microseconds.

Two kinds of knowledge, as in the paper on Clue as a Markov decision process: *certain* (for
each place and card: there, not there, or open) and *uncertain* (somebody showed one of some
cards). Sets of cards are ints, bit `i` for `edition.cards[i]`; places are numbered as in
`cluetree.evidence`: the players in seat order, then the envelope.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.errors import ContradictionError, UnknownNameError
from cluetree.events import Event, InfoKind, Suggestion
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.table import ENVELOPE, Table

Deduction: TypeAlias = Literal["certain", "propagation", "exact"]
"""How much a seat draws from what it was told; what it knows only grows from left to right.

- "certain": the paper's certain knowledge alone: cards seen, passes, a card lies in one place,
  and what no player can have is in the envelope.
- "propagation": unit propagation over certain and uncertain knowledge, hand sizes, places,
  the envelope's one card of each category, and accusations in vain. This is the reading that
  reproduces the paper's numbers.
- "exact": every fact that is true in all deals that fit, found by counting them.
"""

DEDUCTIONS: Final[tuple[Deduction, ...]] = get_args(Deduction)
"""The levels of deduction, weakest first."""


def verify_deduction(deduction: str) -> None:
    """Check that this is a level of deduction.

    Raises:
        UnknownNameError: If it is none.
    """
    if deduction not in DEDUCTIONS:
        raise UnknownNameError(deduction, DEDUCTIONS)


class Frame:
    """What never changes in a game: the table's names and cards as numbers and bit sets.

    Attributes:
        table: The set-up, as one player (or an onlooker) sees it.
        envelope: The number of the envelope's place: one above the last player's.
        me: The number of the viewpoint's place; `None` for an onlooker.
        out: The cards that lie face-up.
        categories: For each category, its cards.
        sizes: For each player, the hand size where known.
    """

    def __init__(self, table: Table):
        self.table = table
        self.envelope = len(table.players)
        self.sizes = tuple(player.hand_size for player in table.players)
        self._place = {player.name: i for i, player in enumerate((*table.players, ENVELOPE))}
        self._bit = {card: 1 << i for card, i in table.edition.position.items()}
        self.me = None if table.viewpoint is None else self._place[table.viewpoint]
        self.out = self.set_of(table.face_up)
        self.categories = tuple(self.set_of(table.edition.of(category)) for category in Category)

    def place(self, name: str) -> int:
        """Return the number of a player's place, or of the envelope's.

        Raises:
            UnknownPlayerError: If it is nobody's name.
        """
        if name in self._place:
            return self._place[name]
        return self._place[self.table.holder(name).name]

    def set_of(self, cards: Iterable[ClueCard]) -> int:
        """Return cards as a bit set.

        Raises:
            UnknownCardError: If a card is not of this deck.
        """
        found = 0
        for card in cards:
            bit = self._bit.get(card)
            found |= bit if bit is not None else self._bit[self.table.edition.card(card)]
        return found

    def guess(self, cards: int) -> ClueGuess:
        """Return the guess that names these cards, one of each category.

        Raises:
            InvalidGuessError: If they are not one of each.
        """
        return self.table.edition.guess(*(c for c, bit in self._bit.items() if cards & bit))

    @cached_property
    def hand(self) -> int:
        """The viewpoint's cards; none for an onlooker."""
        return self.set_of(self.table.me.hand if self.table.me is not None else ())

    @cached_property
    def deck(self) -> int:
        """Every card that does not lie face-up."""
        return sum(self.categories) & ~self.out


class Knowledge:
    """What one seat knows, at one level of deduction.

    >>> from cluetree.editions import CLUE_US as deck
    >>> table = Table.set_up(
    ...     deck,
    ...     {"Ann": 6, "Bob": 6, "Eve": 6},
    ...     viewpoint="Ann",
    ...     hand=("Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"),
    ... )
    >>> known = Knowledge(table)
    >>> known.tell(Suggestion("Ann", deck.guess("white", "rope", "hall")))
    >>> str(deck.cards[known.held[known.frame.envelope].bit_length() - 1])
    'Mrs. White'

    The order of telling does not matter, and nothing told is lost: `evidence` stands for the
    same deals as the events. All that is marked is true in every deal that fits them.

    Attributes:
        frame: The table in numbers.
        deduction: The level of deduction.
        held: For each place, the cards known to be there.
        may: For each place, the cards that can be there, those of `held` among them.
        open: Shows whose card is not known: a place, and the cards of which one or more is there.
        vain: The triples that were accused in vain and may still look possible.
    """

    __slots__ = ("deduction", "frame", "held", "may", "open", "vain")

    def __init__(self, table: Table, deduction: Deduction = "propagation"):
        verify_deduction(deduction)
        self.frame = frame = Frame(table)
        self.deduction: Deduction = deduction
        self.held = [0] * (frame.envelope + 1)
        self.may = [frame.deck] * (frame.envelope + 1)
        self.open: list[tuple[int, int]] = []
        self.vain: list[int] = []
        if frame.me is not None:
            self.held[frame.me] = self.may[frame.me] = frame.hand
        self.settle()

    def copy(self) -> "Knowledge":
        """Return the same knowledge, to go on from here another way."""
        other = object.__new__(Knowledge)
        other.frame, other.deduction = self.frame, self.deduction
        other.held, other.may = self.held[:], self.may[:]
        other.open, other.vain = self.open[:], self.vain[:]
        return other

    def tell(self, event: Event) -> None:
        """Take in an event and draw what follows.

        Raises:
            ClueError: If a name or a card is nobody's and nothing's.
            ContradictionError: If it is seen that no deal fits any more; the knowledge must not
                be used after that.
        """
        news = self._suggestion(event) if isinstance(event, Suggestion) else self._bare(event)
        if news:
            self.settle()

    def _suggestion(self, event: Suggestion) -> bool:
        frame = self.frame
        cards = frame.set_of(event.guess.cards)
        news = False
        for name in event.passes(frame.table):
            news |= self.lack(frame.place(name), cards)
        for show in event.shows:
            place = frame.place(show.by)
            shown = cards if show.card is None else frame.set_of((show.card,))
            news |= self.hold_one_of(place, shown)
        return news

    def _bare(self, event: Event) -> bool:
        news = False
        for info in event.infos(self.frame.table):
            cards = self.frame.set_of(info.cards)
            if info.kind is InfoKind.FAILED_GUESS:
                self.vain.append(cards)
                news = True
            elif info.revealing_player is not None:
                place = self.frame.place(info.revealing_player.name)
                change = self.hold_one_of if info.has_card else self.lack
                news |= change(place, cards)
        return news

    def lack(self, place: int, cards: int) -> bool:
        """Note that a place has none of these cards; say whether that is news.

        Follow-up is left to `settle`.
        """
        news = bool(self.may[place] & cards)
        self.may[place] &= ~cards
        return news

    def hold_one_of(self, place: int, cards: int) -> bool:
        """Note that a place has one or more of these cards; say whether that is news.

        Follow-up is left to `settle`.
        """
        if self.held[place] & cards:
            return False
        if cards.bit_count() == 1:
            self.held[place] |= cards
        else:
            self.open.append((place, cards))
        return True

    def settle(self) -> None:
        """Draw what follows from all that was noted, as far as the level of deduction goes.

        Raises:
            ContradictionError: If it is seen that no deal fits.
        """
        if self.deduction == "certain":
            self._look()
            return
        self._propagate()
        if self.deduction == "exact" and not self._is_settled:
            self._count()
            self._propagate()

    @property
    def _is_settled(self) -> bool:
        return self.held == self.may

    def _look(self) -> None:
        """Draw what certain knowledge alone shows at a glance."""
        seen = self._one_place_a_card()
        anybody = 0
        for may in self.may[:-1]:
            anybody |= may
        self.held[-1] |= self.may[-1] & ~seen & ~anybody

    def _propagate(self) -> None:
        """Apply unit propagation until nothing changes."""
        before: tuple[int, ...] = ()
        while before != (now := (*self.held, *self.may)):
            before = now
            self._only_place()
            self._fill_hands()
            self._fill_envelope()
            if self.open:
                self._settle_open()
            if self.vain:
                self._settle_vain()

    def _one_place_a_card(self) -> int:
        """Strike out held cards everywhere else, and return them."""
        seen = 0
        for held, may in zip(self.held, self.may, strict=True):
            if held & (seen | ~may):
                raise _contradiction()
            seen |= held
        self.may = [may & (~seen | held) for held, may in zip(self.held, self.may, strict=True)]
        return seen

    def _only_place(self) -> None:
        seen = self._one_place_a_card()
        once = more = 0
        for may in self.may:
            more |= once & may
            once |= may
        if once != self.frame.deck:
            raise _contradiction()
        only = once & ~(more | seen)
        if only:
            for place, may in enumerate(self.may):
                self.held[place] |= only & may

    def _fill_hands(self) -> None:
        held, may = self.held, self.may
        for place, size in enumerate(self.frame.sizes):
            if size is None:
                continue
            least, most = held[place].bit_count(), may[place].bit_count()
            if not least <= size <= most:
                raise _contradiction()
            if least == size:
                may[place] = held[place]
            elif most == size:
                held[place] = may[place]

    def _fill_envelope(self) -> None:
        for category in self.frame.categories:
            held, may = self.held[-1] & category, self.may[-1] & category
            if not may or held & (held - 1):
                raise _contradiction()
            if held:
                self.may[-1] &= ~category | held
            elif not may & (may - 1):
                self.held[-1] |= may

    def _settle_open(self) -> None:
        left: list[tuple[int, int]] = []
        for place, cards in self.open:
            standing = cards & self.may[place]
            if standing & self.held[place]:
                continue
            if not standing:
                raise _contradiction()
            if standing & (standing - 1):
                left.append((place, standing))
            else:
                self.held[place] |= standing
        self.open = left

    def _settle_vain(self) -> None:
        left: list[int] = []
        for triple in self.vain:
            if triple & ~self.may[-1]:
                continue
            standing = triple & ~self.held[-1]
            if not standing:
                raise _contradiction()
            if standing & (standing - 1):
                left.append(triple)
            else:
                self.may[-1] &= ~standing
        self.vain = left

    def _count(self) -> None:
        beliefs = count(self.evidence())
        if not beliefs.deals:
            raise _contradiction()
        for place, counts in enumerate(beliefs.counts.values()):
            for card, deals in enumerate(counts):
                if deals == beliefs.deals:
                    self.held[place] |= 1 << card
                elif not deals:
                    self.may[place] &= ~(1 << card)

    def evidence(self) -> Evidence:
        """Return all that was told as evidence, for counting."""
        table, every = self.frame.table, self.frame.deck | self.frame.out
        return Evidence(
            table.edition,
            table.players,
            self.frame.out,
            tuple(self.held),
            tuple(every & ~may for may in self.may),
            tuple(self.open),
            frozenset(self.vain),
        )

    @property
    def located(self) -> int:
        """The cards known to be elsewhere than in the envelope: with a player, or face-up."""
        found = self.frame.out
        for held in self.held[:-1]:
            found |= held
        return found

    @property
    def answer(self) -> ClueGuess | None:
        """The envelope, once a card of each category is known to be there."""
        hidden = self.held[-1]
        return self.frame.guess(hidden) if hidden.bit_count() == len(Category) else None


def _contradiction() -> ContradictionError:
    return ContradictionError("what this seat was told cannot all be true")
