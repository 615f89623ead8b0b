"""The belief tree: grow it with information, prune it, and query the answer."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TypeAlias, Unpack

from more_itertools import unique_everseen

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Claim, Fact, Quota
from cluetree.deduction import Bounds, Frame
from cluetree.errors import (
    ContradictionError,
    InvalidInfoError,
    InvalidTableError,
    UnknownPlayerError,
    listed,
)
from cluetree.events import Event, Game, log_of
from cluetree.evidence import Evidence
from cluetree.table import ENVELOPE, CluePlayer, Table, verify_names
from cluetree.tree import drawing
from cluetree.tree._anytree import walk
from cluetree.tree.info import ClueInfo
from cluetree.tree.known import Clash, ClashKind, EnvelopeFindings, Finding, KnownFacts
from cluetree.tree.node import FaceUp, Links, Origin, Role, Rule, SolverNode, Told
from cluetree.tree.picture import Options, to_svg

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

    The tree is sound: a pruned alternative is true in no deal that fits. It is not complete: it
    uses hand sizes only as upper bounds. The exact engine finds the remaining facts by counting.
    If the rules find that a log is impossible, which they need not, a `strict` tree (the default)
    raises `ContradictionError`; otherwise `clashes` lists the contradictions.

    Args:
        player: The viewpoint with its hand; `None` for an onlooker.
        players: All players, in seat order.
        edition: The deck.
        center_cards: The face-up cards.
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
        center_cards: Iterable[ClueCard | str] = (),
        face_down: Iterable[CluePlayer] = (),
        strict: bool = True,
    ):
        self.player = player
        self.players: tuple[CluePlayer, ...] = listed("players", players, InvalidTableError)
        self.face_down: tuple[CluePlayer, ...] = listed("face_down", face_down, InvalidTableError)
        self.edition = edition
        face_up = listed("center_cards", center_cards, InvalidTableError)
        self.center_cards: tuple[ClueCard, ...] = edition.hand(*face_up)
        self.strict = strict
        self._seats = {seated.name for seated in self.players}
        self._frame = Frame(edition, self.players, self.face_down)
        self._names = {hand.name: hand for hand in verify_names(self._frame.hands)}
        if player is not None:
            UnknownPlayerError.verify(player.name, self._seats)
            edition.hand(*player.hand)
        self.table: Table | None = None  # of `at`, for `tell`
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
        """Grow the tree of a table (or of a notebook or record, whose events come first).

        First comes the set-up of the viewpoint, then the events, numbered from 1.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
            ClueError: If an event alone breaks the rules.
        """
        table, log = log_of(game, events)
        seats = table.me, table.players, table.edition
        face_up, face_down = table.face_up, table.face_down
        tree = cls(*seats, center_cards=face_up, face_down=face_down, strict=strict)
        tree.table = table
        tree.initialize_known()
        for number, event in enumerate(log, start=1):
            tree.grow(event, number=number)
        if prune:
            tree.prune()
        return tree

    def copy(self) -> "SolverTree":
        """Return an independent copy."""
        hands = self._frame.hands
        shared = (self.player, self.players, self.face_down, self.edition, self.center_cards)
        kept = (*shared, self.table, self._frame, *hands)
        return deepcopy(self, {id(each): each for each in kept})

    __copy__ = copy

    def __getstate__(self) -> tuple[dict[str, object], tuple[SolverNode, ...], Links]:
        nodes = tuple(self.nodes())
        kept: dict[str, object] = {**self.__dict__, "_hidden": None, "_evidence": None}
        return kept, nodes, Links.of(nodes)

    def __setstate__(self, state: tuple[dict[str, object], tuple[SolverNode, ...], Links]) -> None:
        kept, nodes, links = state
        self.__dict__.update(kept)
        links.restore(nodes)

    def clear(self) -> None:
        """Remove everything but the root, including the set-up."""
        self.root: SolverNode = SolverNode(Role.ROOT)
        self._known = KnownFacts(self._frame)
        self._failed: dict[ClueGuess, SolverNode] = {}
        self._clashes: list[Clash] = []
        self._numbers: dict[int, None] = {}
        self._told = 0
        self._due: list[SolverNode] = []
        self._open: dict[SolverNode, Bounds] = {}
        self._pruned: list[SolverNode] = []
        self._changed()

    def _changed(self) -> None:
        # Most events add no fact, so both results are cached until one does.
        self._hidden: EnvelopeFindings | None = None
        self._evidence: Evidence | None = None

    # Growing

    def initialize_known(self) -> None:
        """Grow the set-up: the face-up cards, the player's cards, and the cards they lack.

        `player.hand` must be complete.
        """
        for card in self.center_cards:
            node = SolverNode(Role.SINGLE, self.root, claim=FaceUp(card), origin=Origin.SETUP)
            self._clashes += filter(None, [self._known.lay_open(node, card)])
            for hand in self._frame.hands:
                self._grow(Fact(hand.name, card, holds=False), Origin.SETUP)
        if self.player is None:
            return
        for card in self.player.hand:
            self._grow(Fact(self.player.name, card, holds=True), Origin.SETUP)
        for card in self.edition.cards:
            if card not in self.player.hand and card not in self.center_cards:
                self._grow(Fact(self.player.name, card, holds=False), Origin.SETUP)

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
        claims = self._claims(told)
        self._told += 1
        number = self._told if number is None else number
        self._numbers[number] = None
        return tuple(self._grow(claim, Origin.TOLD, told, number) for claim in claims)

    def _claims(self, told: Told) -> tuple[Claim, ...]:
        if not isinstance(told, ClueInfo):
            if self.table is None:
                raise InvalidTableError("events need the tree of a table: use SolverTree.at(table)")
            return told.claims(self.table)
        known = self._names if told.guess is None else self._seats  # a face-down hand never answers
        for player in (told.guessing_player, told.revealing_player):
            if player is not None and player != ENVELOPE:
                UnknownPlayerError.verify(player.name, known)
        for card in (*told.cards, *(told.guess or ())):
            self.edition.card(card)
        return told.claims

    def tell(self, event: Event) -> tuple[SolverNode, ...]:
        """Grow the tree by the next event, prune, and return the pruned nodes.

        Raises:
            ClueError: As for `grow`.
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        self.grow(event, number=max(self._numbers, default=0) + 1)
        return self.prune()

    def grow_back(self, facts: Iterable[Fact]) -> tuple[SolverNode, ...]:
        """Grow the facts found by counting, prune, and return the new nodes.

        Facts that the tree shows already grow no node. Given all facts that are true in every
        deal, the tree is complete afterwards: each remaining alternative is true in some deal.

        Raises:
            ClueError: If a fact names an unknown place or card, or as for `prune`.
        """
        held, lacked = ([0] * len(self._frame.names) for _ in range(2))
        for fact in map(self._frame.spelled, listed("facts", facts, InvalidInfoError)):
            cards = held if fact.holds else lacked
            cards[self._frame.place(fact.player)] |= self._frame.bit(fact.card)
        return self.grow_back_sets(held, lacked)

    def grow_back_sets(self, held: Sequence[int], lacked: Sequence[int]) -> tuple[SolverNode, ...]:
        """Grow back the facts given as the cards that each place has and lacks; see `grow_back`."""
        grown: list[SolverNode] = []
        basis = tuple(self._numbers)
        for holds, found in ((True, held), (False, lacked)):
            for fact in self._known.news(found, self.evidence(), holds=holds):
                node = self._grow(fact, Origin.COUNTED)
                node.basis = basis
                grown.append(node)
            self.prune()
        return tuple(grown)

    def _grow(
        self, claim: Claim, origin: Origin, told: Told | None = None, number: int | None = None
    ) -> SolverNode:
        failed = None if isinstance(claim, Fact) else claim.accusation
        role = Role.SINGLE if isinstance(claim, Fact) or failed else Role.BRANCH
        node = SolverNode(role, self.root, claim=claim, told=told, number=number, origin=origin)
        if isinstance(claim, Fact):
            self._learn(node, claim)
        elif failed is None:
            self._fork(node, claim)
        else:
            self._changed()
            if self._failed.setdefault(failed, node) is node:
                self._known.take(claim)
        return node

    def _fork(self, branch: SolverNode, claim: Quota) -> None:
        """Grow the alternatives of a branch, and the point where they rejoin."""
        told, number = branch.told, branch.number
        if claim.is_bounded:
            self._clashes += filter(None, [self._known.limit(branch)])
        for fact in claim.facts:
            node = SolverNode(Role.ALTERNATIVE, branch, claim=fact, told=told, number=number)
            node.met_by = self._known.node(fact.player, fact.card, holds=True)
            for room in self._known.rooms(fact):
                room.alternatives.append(node)
            self._known.count_alternative(fact, 1)
            self._due.append(node)
        SolverNode(Role.JOIN, branch, number=number)
        if not claim.facts:
            self._clashes.append(Clash(ClashKind.NO_SHOWER, (branch,)))
        else:
            self._open[branch] = self._frame.bounds(claim)
            self._evidence = None

    def _learn(self, node: SolverNode, fact: Fact) -> None:
        """Enter a certain fact, and queue the alternatives that it may prune."""
        if self._known.knows(fact):
            return
        clash = self._known.enter(node, fact)
        if clash is not None:
            self._clashes.append(clash)
            return
        self._changed()
        # Each room has the alternatives that a new fact can affect, so that a pass is no full scan.
        place, *others = self._known.rooms(fact)
        self._due.extend(place.alternatives)
        for alternative in place.alternatives:
            if alternative.fact == fact and alternative is not node:
                alternative.met_by = node
        for room in others:
            if fact.holds and room.is_full:
                self._due.extend(room.alternatives)

    # Pruning

    def prune_once(self) -> tuple[SolverNode, ...]:
        """Prune every alternative that contradicts a known fact; return those pruned.

        The last alternatives that a branch needs become known, which may prune others at the next
        call.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        pruned = self._prune_due()
        self._raise_clashes()
        return pruned

    def prune(self) -> tuple[SolverNode, ...]:
        """Prune until nothing changes, in time linear over a game; return those pruned, in order.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        before = len(self._pruned)
        while self._prune_due():
            pass
        self._raise_clashes()
        return self.pruned[before:]

    def _prune_due(self) -> tuple[SolverNode, ...]:
        due, self._due = self._due, []
        doomed = [
            (node, pruning)
            for node in unique_everseen(due, key=id)
            # A known alternative stays: its contradiction was recorded on entry.
            if not node.is_known and node.pruning is None
            if node.fact and (pruning := self._known.pruning(node.fact)) is not None
        ]
        for node, pruning in doomed:
            node.pruning = pruning
            self._pruned.append(node)
            self._known.count_alternative(node.fact, -1)
            self._evidence = None
            if pruning.rule is Rule.QUOTA_FULL and node.fact is not None:
                self._learn_lack(node, node.fact.opposite)
        for branch in unique_everseen((node.parent for node, _ in doomed), key=id):
            if branch is not None:
                self._settle(branch)
        return tuple(node for node, _ in doomed)

    def _learn_lack(self, pruned: SolverNode, fact: Fact) -> None:
        """Grow the fact that follows because no more of a branch's alternatives can be true."""
        told, number = pruned.told, pruned.number
        node = SolverNode(Role.SINGLE, self.root, claim=fact, told=told, number=number)
        node.basis = pruned.because
        self._learn(node, fact)

    def _settle(self, branch: SolverNode) -> None:
        standing, least = branch.standing, branch.quota.least
        facts = tuple(node.fact for node in standing if node.fact)
        if branch in self._open:
            self._open[branch] = self._frame.bounds(replace(branch.quota, facts=facts))
        if len(standing) == least:
            for node, fact in zip(standing, facts, strict=True):
                self._learn(node, fact)
        elif len(standing) < least:
            kind = ClashKind.TOO_FEW if standing else ClashKind.ALL_PRUNED
            self._clashes.append(Clash(kind, branch.alternatives))

    def _raise_clashes(self) -> None:
        for clash in self.clashes[: self.strict]:
            raise ContradictionError(str(clash), clash.causes)

    @property
    def pruned(self) -> tuple[SolverNode, ...]:
        """All pruned alternatives, in order of pruning."""
        return tuple(self._pruned)

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """All contradictions found so far."""
        return (*self._clashes, *self._envelope().clashes)

    # Building

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
        self.initialize_known()
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
        for node in self.root.children:
            if isinstance(node.claim, Quota) and node.claim.accusation:
                node.parent = None
        self._failed.clear()
        self._known.quotas.clear()
        self._changed()
        self._grow_all((), None)

    # Queries

    def player_cards(self) -> dict[CluePlayer, tuple[ClueCard, ...]]:
        """Return the known cards of each player and face-down hand, in the order found."""
        return {hand: tuple(self._known.hand(hand.name)) for hand in self._frame.hands}

    def get_answer(self) -> ClueGuess | None:
        """Return the envelope, or `None` if these rules do not settle it.

        A card is found if no other card of its category can be in the envelope, or if every
        hand lacks it, or if failed final guesses leave one triple.

        Raises:
            ContradictionError: If the tree is strict and the log is contradictory.
        """
        self._raise_clashes()
        return None if self._clashes else self._envelope().answer

    def findings(self) -> dict[Category, Finding]:
        """Return the cards of the envelope found so far, with the way and the nodes used."""
        return self._envelope().findings

    def _envelope(self) -> EnvelopeFindings:
        if self._hidden is None:
            self._hidden = EnvelopeFindings(self._known, self._failed)
        return self._hidden

    def evidence(self) -> Evidence:
        """Return the facts and open branches of the pruned tree as evidence.

        The facts are closed under direct consequences, such as that a full hand lacks all other
        cards. The same object is returned until a new fact is known.
        """
        if self._evidence is None:
            # A settled branch stays settled, so only the open ones are checked.
            held = self._known.held
            self._open = {
                branch: quota
                for branch, quota in self._open.items()
                if quota.options and not quota.is_met(held)
            }
            found = {finding.card for finding in self.findings().values()}
            self._evidence = self._known.evidence(found, self._open.values())
        return self._evidence

    def nodes(self) -> Iterator[SolverNode]:
        """Yield every node, including pruned ones, from the root on in order of growth."""
        return walk(self.root)

    def __str__(self) -> str:
        """Draw the tree as text."""
        return drawing.to_text(self.root)

    def to_svg(self, **options: Unpack[Options]) -> str:
        """Draw the tree as SVG, which notebooks display."""
        return to_svg(self.root.children, self._pruned, self._envelope(), self.clashes, **options)

    _repr_svg_ = to_svg
