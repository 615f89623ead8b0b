"""The nodes of a tree: how claims grow them, and how known facts prune them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from more_itertools import unique_everseen

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import Claim, Fact, Quota
from cluetree.evidence import Bounds, Evidence, Frame, bits
from cluetree.table import CluePlayer
from cluetree.tree.java import Told
from cluetree.tree.known import Clash, ClashKind, EnvelopeFindings, KnownFacts
from cluetree.tree.node import FaceUp, Origin, Pruning, Role, Rule, SolverNode


class Trunk:
    """The nodes that grow from claims, and all that is concluded from them.

    Attributes:
        root: The root; the nodes of the trunk are its children.
        known: The certain facts.
        pruned: All pruned alternatives, in order of pruning.
    """

    def __init__(self, frame: Frame):
        self.root: SolverNode = SolverNode(Role.ROOT)
        self.known: KnownFacts = KnownFacts(frame)
        self.pruned: list[SolverNode] = []
        self._frame = frame
        self._failed: dict[ClueGuess, SolverNode] = {}
        self._numbers: dict[int, None] = {}
        self._due: list[SolverNode] = []
        self._open: dict[SolverNode, Bounds] = {}
        self._standing = Counter[Fact]()  # the alternatives that are not pruned
        self._changed()

    def _changed(self) -> None:
        # Most events add no fact, so both results are cached until one does.
        self._hidden: EnvelopeFindings | None = None
        self._evidence: Evidence | None = None

    # Growing

    def set_up(self, me: CluePlayer | None, face_up: Sequence[ClueCard]) -> None:
        """Grow the face-up cards, the viewpoint's cards, and the cards that they lack."""
        for card in face_up:
            node = SolverNode(Role.SINGLE, self.root, claim=FaceUp(card), origin=Origin.SETUP)
            self.known.enter_open(node, card)
            for hand in self._frame.hands:
                self._grow(Fact(hand.name, card, holds=False), Origin.SETUP)
        if me is None:
            return
        for card in me.hand:
            self._grow(Fact(me.name, card, holds=True), Origin.SETUP)
        for card in self._frame.edition.cards:
            if card not in me.hand and card not in face_up:
                self._grow(Fact(me.name, card, holds=False), Origin.SETUP)

    def grow(self, claims: Iterable[Claim], told: Told, number: int) -> tuple[SolverNode, ...]:
        """Grow the claims of an event or info; return the new nodes of the trunk."""
        self._numbers[number] = None
        return tuple([self._grow(claim, Origin.TOLD, told, number) for claim in claims])

    def grow_back(self, held: Sequence[int], lacked: Sequence[int]) -> tuple[SolverNode, ...]:
        """Grow facts found by counting, given as the cards that each place has and lacks; prune."""
        grown: list[SolverNode] = []
        basis = tuple(self._numbers)
        for holds, found in ((True, held), (False, lacked)):
            for fact in self._news(found, holds=holds):
                node = self._grow(fact, Origin.COUNTED)
                node.basis = basis
                grown.append(node)
            self.prune()
        return tuple(grown)

    def _news(self, found: Sequence[int], *, holds: bool) -> list[Fact]:
        """Return the facts, given as cards for each place, that the nodes do not show yet.

        They are unknown, or contradict an alternative that is not pruned.
        """
        known, evidence, frame = self.known, self.evidence(), self._frame
        contradicting = [0] * len(frame.names)
        for fact, count in self._standing.items():
            if count and not holds:
                contradicting[frame.place(fact.player)] |= frame.bit(fact.card)
        pairs: list[tuple[int, str]] = []
        for place, (name, cards) in enumerate(zip(frame.names, found, strict=True)):
            entered = known.held[place] if holds else ~known.may[place]
            unsettled = evidence.may[place] & ~evidence.held[place]
            new = cards & ~entered & (unsettled | contradicting[place])
            pairs += [(at, name) for at in bits(new)]
        return [Fact(name, frame.edition.cards[at], holds) for at, name in sorted(pairs)]

    def forget_accusations(self) -> None:
        """Remove the nodes of failed accusations."""
        for node in self.root.children:
            if isinstance(node.claim, Quota) and node.claim.accusation:
                node.parent = None
        self._failed.clear()
        self.known.quotas.clear()
        self._changed()

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
                self.known.take(claim)
        return node

    def _fork(self, branch: SolverNode, claim: Quota) -> None:
        """Grow the alternatives of a branch, and the point where they rejoin."""
        told, number = branch.told, branch.number
        if claim.is_bounded:
            self.known.limit(branch)
        for fact in claim.facts:
            node = SolverNode(Role.ALTERNATIVE, branch, claim=fact, told=told, number=number)
            node.met_by = self.known.node(fact.player, fact.card, holds=True)
            for room in self.known.rooms(fact):
                room.alternatives.append(node)
            self._standing[fact] += 1
            self._due.append(node)
        SolverNode(Role.JOIN, branch, number=number)
        if not claim.facts:
            self.known.clashes.append(Clash(ClashKind.NO_SHOWER, (branch,)))
        else:
            self._open[branch] = self._frame.bounds(claim)
            self._evidence = None

    def _learn(self, node: SolverNode, fact: Fact) -> None:
        """Enter a certain fact, and queue the alternatives that it may prune."""
        if not self.known.enter(node, fact):
            return
        self._changed()
        # Each room has the alternatives that a new fact can affect, so that a pass is no full scan.
        place, *others = self.known.rooms(fact)
        self._due.extend(place.alternatives)
        for alternative in place.alternatives:
            if alternative.fact == fact and alternative is not node:
                alternative.met_by = node
        for room in others:
            if fact.holds and room.is_full:
                self._due.extend(room.alternatives)

    # Pruning

    def prune(self) -> tuple[SolverNode, ...]:
        """Prune until nothing changes, in time linear over a game; return those pruned."""
        before = len(self.pruned)
        while self.prune_once():
            pass
        return tuple(self.pruned[before:])

    def prune_once(self) -> tuple[SolverNode, ...]:
        """Prune every alternative that contradicts a known fact; return those pruned."""
        due, self._due = self._due, []
        doomed: list[tuple[SolverNode, Fact, Pruning]] = []
        for node in unique_everseen(due, key=id):
            # A known alternative stays: its contradiction was recorded on entry.
            if node.fact is not None and not node.is_known and not node.is_pruned:
                pruning = self.known.pruning(node.fact)
                doomed += [] if pruning is None else [(node, node.fact, pruning)]
        for node, fact, pruning in doomed:
            node.pruning = pruning
            self.pruned.append(node)
            self._standing[fact] -= 1
            self._evidence = None
            if pruning.rule is Rule.QUOTA_FULL:
                lack = self._grow(fact.opposite, Origin.TOLD, node.told, node.number)
                lack.basis = node.because
        for branch in unique_everseen((node.parent for node, _, _ in doomed), key=id):
            if branch is not None:
                self._settle(branch)
        return tuple(node for node, _, _ in doomed)

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
            self.known.clashes.append(Clash(kind, branch.alternatives))

    # Conclusions

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """All contradictions found so far."""
        return (*self.known.clashes, *self.envelope().clashes)

    def envelope(self) -> EnvelopeFindings:
        """Return what is known of the envelope."""
        if self._hidden is None:
            self._hidden = EnvelopeFindings(self.known, self._failed)
        return self._hidden

    def evidence(self) -> Evidence:
        """Return the facts, closed under direct consequences, and the open quotas."""
        if self._evidence is None:
            # A settled branch stays settled, so only the open ones are checked.
            held = self.known.held
            self._open = {
                branch: quota
                for branch, quota in self._open.items()
                if quota.options and not quota.is_met(held)
            }
            marks, found = self.known.copy(), self.envelope().findings.values()
            marks.hold(self._frame.envelope, self._frame.set_of(each.card for each in found))
            marks.prune_elsewhere()
            marks.prune_full()
            marks.quotas += self._open.values()
            self._evidence = Evidence.of(marks)
        return self._evidence
