"""The belief tree: it takes what is told, grows nodes, prunes them, and finds the envelope."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from typing import TypeAlias, TypeVar, Unpack

from cluetree._names import listed
from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Claim, Fact
from cluetree.errors import (
    ContradictionError,
    InvalidInfoError,
    InvalidTableError,
    UnknownPlayerError,
)
from cluetree.events import Event, Game, entry, log_of
from cluetree.evidence import Evidence, Frame, Marks
from cluetree.table import ENVELOPE_HAND, CluePlayer, Table, verify_names
from cluetree.tree import drawing
from cluetree.tree._anytree import walk
from cluetree.tree.java import ClueInfo, Told
from cluetree.tree.known import Clash, Finding
from cluetree.tree.node import SolverNode
from cluetree.tree.picture import Options, to_svg
from cluetree.tree.trunk import Trunk

T = TypeVar("T")
_Guesses: TypeAlias = Iterable[ClueGuess] | None


class SolverTree:
    """The information of one player as a tree whose impossible alternatives are pruned.

    A known answer grows one node, a pass three nodes in a row, and a show that the player did not
    see one alternative for each card. The order of events does not matter, so the alternatives
    rejoin at once and the tree is never wider than one guess. `prune` removes contradicted
    alternatives; `get_answer` returns the envelope.

    >>> from cluetree.editions import CLUE_US as deck
    >>> ann = CluePlayer("Ann", 6, deck.hand("mustard", "knife", "rope", "hall", "study", "lounge"))
    >>> bob, eve = CluePlayer("Bob", 6), CluePlayer("Eve", 6)
    >>> tree = SolverTree(ann, (ann, bob, eve), deck)
    >>> tree.build(
    ...     [
    ...         ClueInfo(ann, deck.guess("white", "wrench", "library"), bob, has_card=False),
    ...         ClueInfo(eve, deck.guess("white", "rope", "kitchen"), bob),
    ...     ]
    ... )
    >>> [str(card) for card in tree.player_cards()[bob]]
    ['Kitchen']

    The tree takes claims at once, and its nodes grow when somebody looks at them. So `told`, from
    which deals are counted, needs no nodes, and a copy shares all that was told.

    The tree is sound: a pruned alternative is true in no deal that fits. It is not complete: it
    uses hand sizes only as upper bounds. The exact engine finds the remaining facts by counting.
    If the rules find that a log is impossible, which they need not, a `strict` tree (the default)
    raises `ContradictionError`; otherwise `clashes` lists the contradictions.

    Args:
        player: The viewpoint with its hand; `None` for an onlooker.
        players: All players, in seat order.
        edition: The deck.
        face_up: The face-up cards; `center_cards` is the Java program's word.
        face_down: Hands without a player: cards that lie face down, with a name and a size.
        strict: Whether a contradiction raises.

    Raises:
        UnknownNameError: If `player` is not one of `players`, or a card not in this deck.
        InvalidTableError: If two hands share a name, or a name is "envelope".
    """

    def __init__(
        self,
        player: CluePlayer | None,
        players: Iterable[CluePlayer],
        edition: Edition,
        *,
        face_up: Iterable[ClueCard | str] = (),
        center_cards: Iterable[ClueCard | str] = (),
        face_down: Iterable[CluePlayer] = (),
        strict: bool = True,
    ):
        self.player = player
        self.players: tuple[CluePlayer, ...] = listed("players", players, InvalidTableError)
        self.face_down: tuple[CluePlayer, ...] = listed("face_down", face_down, InvalidTableError)
        self.edition = edition
        center = listed("center_cards", center_cards, InvalidTableError)
        opened = (*listed("face_up", face_up, InvalidTableError), *center)
        self.face_up: tuple[ClueCard, ...] = edition.hand(*opened)
        self.strict = strict
        self._seats = {seated.name for seated in self.players}
        self._frame = Frame(edition, self.players, self.face_down)
        self._names = {hand.name: hand for hand in verify_names(self._frame.hands)}
        if player is not None:
            UnknownPlayerError.verify(player.name, self._seats)
            edition.hand(*player.hand)
        self.table: Table | None = None  # of `at`, for events
        self._final_guesses: tuple[ClueGuess, ...] = ()
        self.clear()

    @classmethod
    def at(
        cls,
        game: Game,
        events: Iterable[Event] = (),
        *,
        prune: bool = True,
        strict: bool = True,
    ) -> "SolverTree":
        """Return the tree of a table (or of a notebook or record, whose events come first).

        First comes the set-up of the viewpoint, then the events, numbered from 1.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
            ClueError: If an event alone breaks the rules.
        """
        table, log = log_of(game, events)
        seats = table.me, table.players, table.edition
        face_up, face_down = table.face_up, table.face_down
        tree = cls(*seats, face_up=face_up, face_down=face_down, strict=strict)
        tree.table = table
        tree.set_up()
        tree._acts += tree._growth(log)
        if prune:
            tree.tell()
        return tree

    def __getstate__(self) -> dict[str, object]:
        kept = {"_marks": self._marks.copy(), "_acts": [*self._acts]}
        return {**vars(self), **kept, "_nodes": None, "_done": 0}

    def copy(self) -> "SolverTree":
        """Return an independent copy."""
        return copy(self)

    def __deepcopy__(self, memo: object) -> "SolverTree":
        return copy(self)

    def clear(self) -> None:
        """Remove everything but the root, including the set-up."""
        self._marks = Marks(self._frame)
        self._told: Evidence | None = None
        self._events = 0  # the number of events and infos
        self._acts: list[Callable[[Trunk], object]] = []
        self._done = 0  # how many of the acts the nodes show
        self._nodes: Trunk | None = None

    # What is told

    def set_up(self) -> None:
        """Take in the face-up cards, the player's cards, and the cards they lack.

        `player.hand` must be complete.
        """
        if self.face_up:
            self._marks.lay_open(self.face_up)
        self._marks.see_hand(self.player)
        self._told = None
        self._acts.append(partial(Trunk.set_up, me=self.player, face_up=self.face_up))

    def tell(self, *events: Event) -> None:
        """Take in the next events and prune; the nodes grow at the next look.

        A strict tree looks at once.

        Raises:
            InvalidTableError, ClueError, UnknownNameError: As for `grow`.
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        growth = self._growth(events)
        if self._acts[self._done :] and self._acts[-1] is Trunk.prune:
            del self._acts[-1]  # nobody looked since
        self._acts += [*growth, Trunk.prune]
        self._raise_clashes()

    def grow(self, told: Told, *, number: int | None = None) -> tuple[SolverNode, ...]:
        """Grow the tree by an event or an info, and return the new nodes of the trunk.

        This takes constant time. Nothing is pruned until `prune`.

        Args:
            told: The new information.
            number: Its number, for reasons; by default they are numbered from 1.

        Raises:
            InvalidTableError: If an event is given and the tree does not come from `at`: the seats
                imply who passed.
            ClueError: If the event alone breaks the rules; the tree is unchanged.
            UnknownNameError: If a player is not at the table, or a card not in this deck.
        """
        return self._act(*self._growth([told], number))

    def _growth(
        self, told: Sequence[Told], number: int | None = None
    ) -> list[Callable[[Trunk], tuple[SolverNode, ...]]]:
        """Take the claims of events and infos, of all or of none; return how they grow."""
        growth: list[Callable[[Trunk], tuple[SolverNode, ...]]] = []
        for each, claims in [(each, self._claims(each)) for each in told]:
            self._events += 1
            for claim in claims:
                self._marks.take(claim)
            numbered = self._events if number is None else number
            growth.append(partial(Trunk.grow, claims=claims, told=each, number=numbered))
        self._told = None
        return growth

    def _claims(self, told: Told) -> tuple[Claim, ...]:
        if not isinstance(told, ClueInfo):
            if self.table is None:
                raise InvalidTableError("events need the tree of a table: use SolverTree.at(table)")
            return entry(self.table, told).claims(self.table)
        known = self._names if told.guess is None else self._seats  # a face-down hand never answers
        for player in (told.guessing_player, told.revealing_player):
            if player is not None and player != ENVELOPE_HAND:
                UnknownPlayerError.verify(player.name, known)
        for card in (*told.cards, *(told.guess or ())):
            self.edition.card(card)
        return told.claims

    @property
    def told(self) -> Evidence:
        """What the set-up and the events state, without deduction; the same deals fit it."""
        if self._told is None:
            self._told = Evidence.of(self._marks)
        return self._told

    # Nodes

    def _act(self, act: Callable[[Trunk], T]) -> T:
        result = act(self._trunk)
        self._acts.append(act)
        self._done += 1
        return result

    def _verified(self, act: Callable[[Trunk], T]) -> T:
        """Change the nodes, and raise a contradiction if the tree is strict."""
        result = self._act(act)
        self._raise_clashes()
        return result

    @property
    def _trunk(self) -> Trunk:
        """The nodes, grown from all that was told."""
        if self._nodes is None:
            self._nodes = Trunk(self._frame)
        for act in self._acts[self._done :]:
            act(self._nodes)
        self._done = len(self._acts)
        return self._nodes

    def grow_back(self, facts: Iterable[Fact]) -> tuple[SolverNode, ...]:
        """Grow the facts found by counting, prune, and return the new nodes.

        Facts that the tree shows already grow no node. Given all facts that are true in every
        deal, the tree is complete afterwards: each remaining alternative is true in some deal.

        Raises:
            ClueError: If a fact names an unknown place or card, or as for `prune`.
        """
        found = Marks(self._frame)
        for fact in listed("facts", facts, InvalidInfoError):
            found.take(fact)
        return self.grow_back_sets(found.held, [self._frame.deck & ~may for may in found.may])

    def grow_back_sets(self, held: Sequence[int], lacked: Sequence[int]) -> tuple[SolverNode, ...]:
        """Grow back the facts given as the cards that each place has and lacks; see `grow_back`."""
        return self._verified(partial(Trunk.grow_back, held=held, lacked=lacked))

    def prune_once(self) -> tuple[SolverNode, ...]:
        """Prune every alternative that contradicts a known fact; return those pruned.

        The last alternatives that a branch needs become known, which may prune others at the next
        call.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        return self._verified(Trunk.prune_once)

    def prune(self) -> tuple[SolverNode, ...]:
        """Prune until nothing changes, in time linear over a game; return those pruned, in order.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        return self._verified(Trunk.prune)

    # Queries

    def _raise_clashes(self) -> None:
        if self.strict and self.clashes:
            raise ContradictionError(str(self.clashes[0]), self.clashes[0].causes)

    @property
    def root(self) -> SolverNode:
        """The root; the nodes of the trunk are its children."""
        return self._trunk.root

    @property
    def pruned(self) -> tuple[SolverNode, ...]:
        """All pruned alternatives, in order of pruning."""
        return tuple(self._trunk.pruned)

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """All contradictions found so far."""
        return self._trunk.clashes

    def player_cards(self) -> dict[CluePlayer, tuple[ClueCard, ...]]:
        """Return the known cards of each player and face-down hand, in the order found."""
        rooms = self._trunk.known.hands
        return {hand: tuple(rooms[hand.name].known) for hand in self._frame.hands}

    def get_answer(self) -> ClueGuess | None:
        """Return the envelope, or `None` if these rules do not settle it.

        A card is found if no other card of its category can be in the envelope, or if every
        hand lacks it, or if failed final guesses leave one triple.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        self._raise_clashes()
        found = self.findings()
        if self.clashes or len(found) < len(Category):
            return None
        return ClueGuess(*(found[category].card for category in Category))

    def findings(self) -> dict[Category, Finding]:
        """Return the cards of the envelope found so far, with the way and the nodes used."""
        return self._trunk.envelope().findings

    def evidence(self) -> Evidence:
        """Return the facts and open branches of the pruned tree as evidence.

        The facts are closed under direct consequences, such as that a full hand lacks all other
        cards. The same object is returned until a new fact is known.
        """
        return self._trunk.evidence()

    def nodes(self) -> Iterator[SolverNode]:
        """Yield every node, including pruned ones, from the root on in order of growth."""
        return walk(self.root)

    def __str__(self) -> str:
        """Draw the tree as text."""
        return drawing.to_text(self.root)

    def to_svg(self, **options: Unpack[Options]) -> str:
        """Draw the tree as SVG, which notebooks display."""
        return to_svg(self._trunk, **options)

    _repr_svg_ = to_svg

    # Calls of ports from the Java program

    initialize_known = set_up

    def build(self, told: Iterable[Told], final_guesses: _Guesses = None) -> None:
        """Rebuild from the set-up, the events or infos, and the failed final guesses; then prune.

        The final guesses default to those of the last `set_final_guesses`.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        self.build_no_prune(told, final_guesses)
        self.prune()

    def build_no_prune(self, told: Iterable[Told], final_guesses: _Guesses = None) -> None:
        """Rebuild as `build` does, without pruning."""
        self.clear()
        self.set_up()
        self._grow_all(told, final_guesses)

    def build_no_initialization(self, told: Iterable[Told], final_guesses: _Guesses = None) -> None:
        """Rebuild without the set-up and without pruning."""
        self.clear()
        self._grow_all(told, final_guesses)

    def _grow_all(self, told: Iterable[Told], final_guesses: _Guesses) -> None:
        guesses = self._final_guesses if final_guesses is None else final_guesses
        for each in listed("told", told, InvalidInfoError):
            self.grow(each)
        for guess in listed("final_guesses", guesses, InvalidInfoError):
            self.grow(ClueInfo(guess=guess, has_card=False))

    def set_final_guesses(self, guesses: Iterable[ClueGuess]) -> None:
        """Replace all failed final guesses, of all players, also for later builds.

        Raises:
            UnknownCardError: If a card is not in this deck.
        """
        given = listed("guesses", guesses, InvalidInfoError)
        cards = (listed("a guess", each, InvalidInfoError) for each in given)
        self._final_guesses = tuple(self.edition.guess(*each) for each in cards)
        accusation = self._frame.quota
        self._marks.quotas = [q for q in self._marks.quotas if not accusation(q).accusation]
        self._told = None
        self._act(Trunk.forget_accusations)
        self._grow_all((), None)
