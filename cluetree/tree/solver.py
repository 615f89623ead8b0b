"""`SolverTree`: grow it with what was told, prune it, and ask it for the answer."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import assert_never

from more_itertools import unique_everseen

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Claim, FaceUp, Fact, NotTriple, OneOf
from cluetree.deduction import Frame
from cluetree.errors import ContradictionError, UnknownPlayerError
from cluetree.events import Event, entries
from cluetree.evidence import Evidence
from cluetree.infos import ClueInfo, InfoKind
from cluetree.table import ENVELOPE, CluePlayer, Table, verify_names
from cluetree.tree import drawing
from cluetree.tree._anytree import walk
from cluetree.tree.answer import Envelope, Finding
from cluetree.tree.handover import hand_over
from cluetree.tree.known import Clash, ClashKind, Ledger
from cluetree.tree.node import Links, Origin, Role, SolverNode, branch_out, verify_info


class SolverTree:
    """Everything told to one player, as a tree whose impossible alternatives are pruned.

    A known answer grows one node, a pass three in a row, and a show that the player did not
    see parts into one alternative a card. Because the order of events does not matter, the
    alternatives rejoin at once, so the tree never grows wider than one guess. `prune` prunes
    what contradicts, `get_answer` reads the envelope off what is left.

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

    The tree is sound: an alternative that it prunes is true in no deal that fits. It is not
    complete: it never needs the deal to add up, and a hand size is only a most. What counting
    finds beyond it is the exact engine's part.

    An impossible log is noticed, as far as these rules reach. With `strict` (the default)
    `prune`, `build` and `get_answer` then raise `ContradictionError`; without it they go on
    with what was known first, and `clashes` tells what is wrong.

    Args:
        player: Whose knowledge this is, with their hand; `None` for an onlooker.
        players: Everyone at the table, in seat order.
        edition: The deck.
        center_cards: Cards that lie face-up, held by nobody.
        strict: Whether a contradiction raises.

    Raises:
        UnknownPlayerError: If `player` is not one of `players`.
        UnknownCardError: If a card is not of this deck.
        InvalidTableError: If two players share a name, or one is called "envelope".
    """

    def __init__(
        self,
        player: CluePlayer | None,
        players: Iterable[CluePlayer],
        edition: Edition,
        *,
        center_cards: Iterable[ClueCard | str] = (),
        strict: bool = True,
    ):
        self.player = player
        self.players = tuple(players)
        self.edition = edition
        self.center_cards = edition.hand(*center_cards)
        self.strict = strict
        verify_names(self.players)
        self._names = {seated.name: seated for seated in self.players}
        self._frame = Frame(edition, self.players)
        if player is not None:
            self._verify_player(player)
            edition.hand(*player.hand)
        self._final_guesses: tuple[ClueGuess, ...] = ()
        self.clear()

    @classmethod
    def at(
        cls,
        table: Table,
        events: Iterable[Event] = (),
        *,
        prune: bool = True,
        strict: bool = True,
    ) -> "SolverTree":
        """Plant the tree of a table's viewpoint: the set-up, then events numbered from 1.

        Raises:
            ContradictionError: If the tree is strict and something clashes.
            ClueError: If an event breaks the rules by itself.
        """
        tree = cls(
            table.me, table.players, table.edition, center_cards=table.face_up, strict=strict
        )
        tree.initialize_known()
        for number, event in enumerate(entries(table, events), start=1):
            for info in event.infos(table):
                tree.grow(info, number=number)
        if prune:
            tree.prune()
        return tree

    def copy(self) -> "SolverTree":
        """Return an independent tree: what is grown or pruned on one does not change the other."""
        shared = (self.player, self.players, self.edition, self.center_cards, self._frame)
        return deepcopy(self, {id(each): each for each in (*shared, *self.players)})

    __copy__ = copy

    def __getstate__(self) -> tuple[dict[str, object], tuple[SolverNode, ...], Links]:
        nodes = tuple(self.nodes())
        kept = {**self.__dict__, "_hidden": None, "_handed": None}
        return kept, nodes, Links.of(nodes)

    def __setstate__(self, state: tuple[dict[str, object], tuple[SolverNode, ...], Links]) -> None:
        kept, nodes, links = state
        self.__dict__.update(kept)
        links.restore(nodes)

    def clear(self) -> None:
        """Forget everything told, the set-up too; only the root is left."""
        self.root = SolverNode(Role.ROOT)
        self._ledger = Ledger({player.name: player.hand_size for player in self.players})
        self._failed: dict[ClueGuess, SolverNode] = {}
        self._clashes: list[Clash] = []
        self._told = 0
        self._numbers: dict[int, None] = {}
        # Which alternatives a new certainty may touch, so that no pass looks at all of them.
        self._by_card: defaultdict[ClueCard, list[SolverNode]] = defaultdict(list)
        self._by_player: defaultdict[str, list[SolverNode]] = defaultdict(list)
        self._due: list[SolverNode] = []
        self._open: list[SolverNode] = []
        self._fallen: list[SolverNode] = []
        self._changed()

    def _changed(self) -> None:
        # Most events tell nothing new, so it pays to keep what was worked out until one does.
        self._hidden: Envelope | None = None
        self._handed: Evidence | None = None

    # Growing

    def initialize_known(self) -> None:
        """Grow the set-up: the face-up cards, the player's hand, and what is in neither.

        The player lacks every card that is not in `player.hand`, so the hand must be whole.
        """
        for card in self.center_cards:
            self._grow(ClueInfo(card=card), None, Origin.SETUP)
            for player in self.players:
                self._set_up(player, card, has_card=False)
        if self.player is None:
            return
        for card in self.player.hand:
            self._set_up(self.player, card, has_card=True)
        for card in self.edition.cards:
            if card not in self.player.hand and card not in self.center_cards:
                self._set_up(self.player, card, has_card=False)

    def _set_up(self, player: CluePlayer, card: ClueCard, *, has_card: bool) -> None:
        info = ClueInfo(revealing_player=player, card=card, has_card=has_card)
        self._grow(info, None, Origin.SETUP)

    def grow(self, info: ClueInfo, *, number: int | None = None) -> tuple[SolverNode, ...]:
        """Grow the tree by one piece of information and return the nodes put on the trunk.

        Nothing is pruned until the next `prune`. Takes constant time, whatever grew before.

        Args:
            info: What was told.
            number: What the caller counts it under, for reasons; several infos may share one
                (an event often gives several). Left out, infos are counted from 1.

        Raises:
            InvalidInfoError: If it is not a `ClueInfo`.
            UnknownPlayerError: If the info is about a player who is not at the table.
            UnknownCardError: If a card is not of this deck.
        """
        verify_info(info)
        named = (info.guessing_player, info.revealing_player, *(info.revealing_among or ()))
        for player in named:
            if player is not None and player != ENVELOPE:
                self._verify_player(player)
        for card in (*info.cards, *(info.guess or ())):
            self.edition.card(card)
        self._told += 1
        number = self._told if number is None else number
        self._numbers[number] = None
        return self._grow(info, number, Origin.TOLD)

    def grow_back(self, facts: Iterable[Fact]) -> tuple[SolverNode, ...]:
        """Grow what counting found beyond the tree, prune, and return the new nodes.

        Facts that the tree knows grow nothing; nor do those that follow from it at once, unless
        they pruning an alternative. Given all facts that are true in every deal, the tree is
        complete afterwards: every alternative that still stands is true in some deal.

        Raises:
            ContradictionError: If the tree is strict and something clashes.
            UnknownPlayerError: If a fact is about nobody's place.
            UnknownCardError: If a card is not of this deck.
        """
        grown: list[SolverNode] = []
        told = tuple(self._numbers)
        order = self.edition.position
        spelled = map(self.evidence().frame.spelled, facts)
        ordered = sorted(spelled, key=lambda f: (not f.holds, order[f.card], f.player))
        for holds in (True, False):
            known = self.evidence()
            for fact in ordered:
                if fact.holds is not holds or self._ledger.knows(fact):
                    continue
                if known.knows(fact.player, fact.card) is None or self._prunes(fact):
                    holder = self._names.get(fact.player, ENVELOPE)
                    info = ClueInfo(revealing_player=holder, card=fact.card, has_card=holds)
                    nodes = self._grow(info, None, Origin.COUNTED)
                    for node in nodes:
                        node.basis = told
                    grown += nodes
            self.prune()
        return tuple(grown)

    def _prunes(self, fact: Fact) -> bool:
        """Say whether an alternative still stands that this fact denies outright."""
        return any(
            node.pruning is None and node.fact == fact.opposite for node in self._by_card[fact.card]
        )

    def _verify_player(self, player: CluePlayer) -> None:
        if player.name not in self._names:
            raise UnknownPlayerError(player.name, tuple(self._names))

    def _grow(self, info: ClueInfo, number: int | None, origin: Origin) -> tuple[SolverNode, ...]:
        return tuple(self._grow_claim(claim, info, number, origin) for claim in info.claims)

    def _grow_claim(
        self, claim: Claim, info: ClueInfo, number: int | None, origin: Origin
    ) -> SolverNode:
        if isinstance(claim, OneOf):
            return self._grow_branch(info, claim, number, origin)
        fact = claim if isinstance(claim, Fact) else None
        node = SolverNode(
            Role.SINGLE, self.root, info=info, fact=fact, number=number, origin=origin
        )
        match claim:
            case Fact():
                self._learn(node, claim)
            case FaceUp(card):
                self._changed()
                self._clashes += filter(None, (self._ledger.enter_face_up(card, node),))
                self._due.extend(self._by_card[card])
            case NotTriple(guess):
                self._changed()
                self._failed.setdefault(guess, node)
            case _:
                assert_never(claim)
        return node

    def _grow_branch(
        self, info: ClueInfo, claim: OneOf, number: int | None, origin: Origin
    ) -> SolverNode:
        branch = branch_out(self.root, info, claim, number, origin)
        for fact, node in zip(claim.options, branch.alternatives, strict=True):
            node.met_by = self._ledger.hand(fact.player).get(fact.card)
            self._by_card[fact.card].append(node)
            self._by_player[fact.player].append(node)
            self._due.append(node)
        if not claim.options:
            self._clashes.append(Clash(ClashKind.NO_SHOWER, (branch,)))
        elif self._is_open(branch):
            self._open.append(branch)
            self._changed()
        return branch

    def _learn(self, node: SolverNode, fact: Fact) -> None:
        """Take a fact for certain, and put what it may pruning on the list for the next pass."""
        if self._ledger.knows(fact):
            return
        clash = self._ledger.enter(node, fact)
        if clash is not None:
            self._clashes.append(clash)
            return
        self._changed()
        self._due.extend(self._by_card[fact.card])
        for alternative in self._by_card[fact.card]:
            if alternative.fact == fact and alternative is not node:
                alternative.met_by = node
        if fact.holds and self._ledger.no_room(fact.player, fact.card):
            self._due.extend(self._by_player[fact.player])

    # Pruning

    def prune_once(self) -> tuple[SolverNode, ...]:
        """Prune every alternative that contradicts what is known now; return those pruned.

        An alternative left alone becomes known, which may prune others at the next call.

        Raises:
            ContradictionError: If the tree is strict and something clashes.
        """
        pruned = self._prune_due()
        self._insist()
        return pruned

    def prune(self) -> tuple[SolverNode, ...]:
        """Prune until nothing changes; return all alternatives pruned, in order.

        Calling it again prunes nothing. The time over a whole game is linear in its events.

        Raises:
            ContradictionError: If the tree is strict and something clashes.
        """
        fallen: list[SolverNode] = []
        while pruned := self._prune_due():
            fallen.extend(pruned)
        self._insist()
        return tuple(fallen)

    def _prune_due(self) -> tuple[SolverNode, ...]:
        due, self._due = self._due, []
        doomed = [
            (node, pruning)
            for node in unique_everseen(due, key=id)
            # What is known stays: if it cannot be, the clash was told when it was entered.
            if not node.is_known and node.pruning is None
            if node.fact and (pruning := self._ledger.pruning(node.fact)) is not None
        ]
        for node, pruning in doomed:
            node.pruning = pruning
            self._fallen.append(node)
            self._changed()
        for branch in unique_everseen((node.parent for node, _ in doomed), key=id):
            if branch is not None:
                self._settle(branch)
        return tuple(node for node, _ in doomed)

    def _settle(self, branch: SolverNode) -> None:
        standing = branch.standing
        if len(standing) == 1 and standing[0].fact is not None:
            self._learn(standing[0], standing[0].fact)
        elif not standing:
            self._clashes.append(Clash(ClashKind.ALL_PRUNED, branch.alternatives))

    def _insist(self) -> None:
        clashes = self.clashes if self.strict else ()
        if clashes:
            raise ContradictionError(str(clashes[0]), clashes[0].causes)

    @property
    def pruned(self) -> tuple[SolverNode, ...]:
        """All alternatives that were pruned, in the order they fell."""
        return tuple(self._fallen)

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """Everything found so far that cannot be true, first found first."""
        return (*self._clashes, *self._envelope().clashes)

    # Building

    def build(
        self, infos: Iterable[ClueInfo], final_guesses: Iterable[ClueGuess] | None = None
    ) -> None:
        """Start anew: the set-up, then every info, then the failed final guesses; and prune.

        Left out, the final guesses are those of the last `set_final_guesses`.

        Raises:
            ContradictionError: If the tree is strict and something clashes.
        """
        self.build_no_prune(infos, final_guesses)
        self.prune()

    def build_no_prune(
        self, infos: Iterable[ClueInfo], final_guesses: Iterable[ClueGuess] | None = None
    ) -> None:
        """Start again as `build` does, but prune nothing."""
        self.clear()
        self.initialize_known()
        self._grow_all(infos, final_guesses)

    def build_no_initialization(
        self, infos: Iterable[ClueInfo], final_guesses: Iterable[ClueGuess] | None = None
    ) -> None:
        """Start anew without the set-up; nothing is pruned."""
        self.clear()
        self._grow_all(infos, final_guesses)

    def _grow_all(
        self, infos: Iterable[ClueInfo], final_guesses: Iterable[ClueGuess] | None
    ) -> None:
        for info in infos:
            self.grow(info)
        for guess in self._final_guesses if final_guesses is None else final_guesses:
            self.grow(ClueInfo(guess=guess, has_card=False))

    def set_final_guesses(self, guesses: Iterable[ClueGuess]) -> None:
        """Replace all failed final guesses by these, whoever made them, also for later builds.

        Raises:
            UnknownCardError: If a card is not of this deck.
        """
        guesses = tuple(self.edition.guess(*guess) for guess in guesses)
        self._final_guesses = guesses
        for node in self.root.children:
            if node.info is not None and node.info.kind is InfoKind.FAILED_GUESS:
                node.parent = None
        self._failed.clear()
        self._changed()
        for guess in guesses:
            self.grow(ClueInfo(guess=guess, has_card=False))

    # Asking and looking

    def player_cards(self) -> dict[CluePlayer, tuple[ClueCard, ...]]:
        """Return the cards that each player is known to hold, in the order found out."""
        return {player: tuple(self._ledger.hand(player.name)) for player in self.players}

    def get_answer(self) -> ClueGuess | None:
        """Return the envelope, or `None` as long as these rules do not settle it.

        A card is found if all others of its category are accounted for, or if every player is
        known to lack it and it does not lie face-up. Failed final guesses are counted against
        the triples that are left, and only if they can settle the matter.

        Raises:
            ContradictionError: If the tree is strict and something clashes.
        """
        self._insist()
        return None if self._clashes else self._envelope().answer

    def findings(self) -> dict[Category, Finding]:
        """Return what is found of the envelope so far: each card, by which way, resting on what."""
        return self._envelope().findings

    def _envelope(self) -> Envelope:
        if self._hidden is None:
            self._hidden = Envelope(self.edition, self._names, self._ledger, self._failed)
        return self._hidden

    def evidence(self) -> Evidence:
        """Hand over what is certain and what is open, as far as the tree has been pruned.

        The facts are closed under what follows at once: a card in one place is in no other, a
        full hand lacks the rest, and so does the envelope once a category's card is found. The
        same object comes back as long as nothing new is known.
        """
        if self._handed is None:
            # What a branch says beyond the facts can only shrink: one that is settled stays so.
            self._open = [branch for branch in self._open if self._is_open(branch)]
            self._handed = hand_over(
                frame=self._frame,
                ledger=self._ledger,
                found={finding.card for finding in self.findings().values()},
                branches=[
                    tuple(node.fact for node in branch.standing if node.fact)
                    for branch in self._open
                ],
                failed=self._failed,
            )
        return self._handed

    def _is_open(self, branch: SolverNode) -> bool:
        """Say whether a branch says anything beyond the facts that were entered."""
        standing = branch.standing
        return bool(standing) and not any(n.fact and self._ledger.knows(n.fact) for n in standing)

    def nodes(self) -> Iterator[SolverNode]:
        """Yield every node, pruned ones too, from the root on in order of growth."""
        return walk(self.root)

    def __str__(self) -> str:
        """Draw the tree as text, pruned alternatives with the reason."""
        return drawing.to_text(self.root)

    def to_dot(self) -> str:
        """Draw the tree in Graphviz's language, with diamonds where alternatives rejoin."""
        return drawing.to_dot(self.root)

    def to_mermaid(self) -> str:
        """Draw the tree as a Mermaid flowchart, with diamonds where alternatives rejoin."""
        return drawing.to_mermaid(self.root)
