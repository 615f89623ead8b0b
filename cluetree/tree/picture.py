"""The picture of a tree: SVG that browsers, notebooks and hosts of Markdown display.

One row per event: passes in small print, a seen card as a filled chip, an unseen show as a fork of
chips that rejoins. Arcs at the left lead from pruned chips to the event that pruned them. The
layout fits a phone; browsers scale it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple, TypedDict, Unpack
from unicodedata import east_asian_width

from more_itertools import chunked, map_reduce

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import NUMBERS, Fact, Quota, number_kind
from cluetree.events import Accusation
from cluetree.table import ENVELOPE
from cluetree.tree.java import ClueInfo
from cluetree.tree.node import FaceUp, Origin, Role, Rule, SolverNode
from cluetree.tree.trunk import Trunk

_WIDTH: Final = 360
_GUTTER: Final = 44  # for arcs and numbers
_CENTRE: Final = (_WIDTH + _GUTTER - 4) / 2
_ROOM: Final = _WIDTH - _GUTTER - 8
_LETTER: Final = 6.4  # the mean width of a letter
_SMALL: Final = 11 / 12.5
_STEP: Final = 1.2  # seconds between events in an animation
_DASH: Final = "\N{EN DASH}"


class Options(TypedDict, total=False):
    """The options of a picture."""

    named: Callable[[ClueCard], str]
    """Returns the label of a card; by default its name."""
    words: Callable[[str], str | None]
    """Returns a text of `WORDS` in another language, by its key."""
    animate: bool
    """Whether the events appear one by one."""


WORDS: Final = {
    "picture.title": "The tree after event {number}",
    "picture.summary": "{all} alternatives, {pruned} of them pruned.",
    "picture.nothing": "nothing new",
    "picture.contradiction": "contradiction",
    "told.some_of": "{name} holds {number} of {cards}",
    **{f"some.{kind}": words for kind, words in NUMBERS.items()},
    "told.somebody": "somebody",
    "told.wrong": "{name} accuses {cards}: wrong",
    "rule.counted": "counting",
    "place.envelope": "envelope",
    **{f"rule.{rule.name.lower()}": str(rule) for rule in Rule},
}
"""The English words of a picture, by their keys in `text/languages/`."""


class _Chip(NamedTuple):
    label: str
    fact: Fact | None = None
    state: str = "open"
    """How it is drawn: "open", "sure" or "pruned"."""
    rule: str = ""
    since: int | None = None
    """The event after which it was settled."""
    cause: int = 0
    """The event that states why it is pruned."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What one event says, or several events that say nothing new."""

    numbers: list[int] = field(default_factory=list[int])
    quiet: list[str] = field(default_factory=list[str])
    chips: list[_Chip] = field(default_factory=list[_Chip])
    forks: list[tuple[str, list[_Chip]]] = field(default_factory=list[tuple[str, list[_Chip]]])


class _Reader:
    """Reads the rows of a picture from the nodes of a tree."""

    def __init__(self, trunk: Trunk, options: Options):
        self._trunk = trunk
        self._named = options.get("named", str)
        self._words = options.get("words", WORDS.get)
        self._said: dict[ClueCard, dict[str, bool]] = {}
        """By card: the places that hold it or lack it."""
        self._pruned_at: dict[SolverNode, int] = {}
        for node in trunk.pruned:  # each after the nodes that it depends on
            causes = node.pruning.causes if node.pruning else ()
            self._pruned_at[node] = max(map(self._known_at, causes), default=0)

    def word(self, key: str, **values: str | int) -> str:
        return (self._words(key) or WORDS[key]).format(**values).strip()

    def _place(self, name: str) -> str:
        return self.word("place.envelope") if name == ENVELOPE else name

    def rows(self) -> Iterator[_Row]:
        """Yield the set-up, each event, the facts found by counting, and the conclusion."""
        nodes = self._trunk.root.children
        sources = groupby(nodes, key=lambda node: (node.number, node.origin))
        numbered = ((number, self._row(origin, [*group])) for (number, origin), group in sources)
        for is_empty, group in groupby(numbered, key=lambda each: each[1] == _Row()):
            if is_empty:
                numbers = [number or 0 for number, _ in group]
                yield _Row(numbers, [self.word("picture.nothing")])
                continue
            for number, row in group:
                row.numbers.extend([] if number is None else [number])
                yield row
        yield self._end()

    def _row(self, origin: Origin, nodes: list[SolverNode]) -> _Row:
        row = _Row()
        new = [node.fact for node in nodes if node.fact and self._learn(node.fact)]
        held, lacked = (
            map_reduce(
                (fact for fact in new if fact.holds is holds),
                lambda fact: self._place(fact.player),
                lambda fact: self._named(fact.card),
            )
            for holds in (True, False)
        )
        if origin is Origin.SETUP:
            row.quiet.extend(f"{name}: {', '.join(cards)}" for name, cards in held.items())
        else:
            for fact in new:
                if fact.holds and (origin is Origin.TOLD or fact.player != ENVELOPE):
                    label = f"{self._place(fact.player)}: {self._named(fact.card)}"
                    row.chips.append(_Chip(label, fact, "sure", since=nodes[0].number))
        if origin is Origin.COUNTED and new:
            row.quiet.append(self.word("rule.counted"))
        if origin is Origin.TOLD or (origin is Origin.COUNTED and not row.chips):
            alike = map_reduce(lacked, lambda name: ", ".join(lacked[name]))
            row.quiet.extend(f"{', '.join(names)} ✗ {cards}" for cards, names in alike.items())
        for node in nodes:
            self._read(node, row)
        return row

    def _read(self, node: SolverNode, row: _Row) -> None:
        """Read a node that states no fact."""
        match node.claim:
            case FaceUp(card):
                row.quiet.append(self._named(card))
            case Quota(accusation=ClueGuess() as guess):
                by = node.told.by if isinstance(node.told, Accusation | ClueInfo) else None
                cards = ", ".join(map(self._named, guess))
                row.quiet.append(self.word("told.wrong", name=self._who(by), cards=cards))
            case Quota() if not any(map(self._is_met, node.alternatives)):
                by = node.claim.player
                chips = [self._alternative(each, whole=by is None) for each in node.alternatives]
                row.forks.append((self._label(node.claim), chips))
            case _:
                pass

    def _label(self, claim: Quota) -> str:
        name, least, most = self._who(claim.player), claim.least, claim.most
        if claim.card_of_one is not None:
            return self._named(claim.card_of_one)
        kind = number_kind(least, most, len(claim.facts))
        number = self.word(f"some.{kind}", least=least, most=most)
        return self.word("told.some_of", name=name, number=number, cards="")

    def _who(self, player: str | None) -> str:
        return self.word("told.somebody") if player is None else self._place(player)

    def _learn(self, fact: Fact) -> bool:
        """Return whether a fact says something new, and remember it."""
        places = self._said.setdefault(fact.card, {})
        is_new = fact.player not in places and (fact.holds or not any(places.values()))
        places[fact.player] = fact.holds
        return is_new

    def _is_met(self, node: SolverNode) -> bool:
        """Return whether an alternative was certain before its event."""
        fact, earlier = node.fact, node.met_by
        if fact is not None and self._said.get(fact.card, {}).get(fact.player):
            return True
        return earlier is not None and self._known_at(earlier) < (node.number or 0)

    def _known_at(self, node: SolverNode) -> int:
        """Return the number of the event after which a node was certain."""
        others = node.parent.alternatives if node.parent and node.role is Role.ALTERNATIVE else ()
        prunings = (self._pruned_at.get(each, 0) for each in others)
        return max(node.number or 0, *node.basis, *prunings, 0)

    def _alternative(self, node: SolverNode, *, whole: bool) -> _Chip:
        fact, label = node.fact, ""
        if fact is not None:
            label = self._named(fact.card)
            label = f"{self._place(fact.player)}: {label}" if whole else label
        if node.pruning is not None:
            cause = max((each.number or 0 for each in node.pruning.causes), default=0)
            rule = self.word(f"rule.{node.pruning.rule.name.lower()}")
            rule = f"{rule} · {cause}" if cause else rule
            return _Chip(label, fact, "pruned", rule, self._pruned_at[node], cause)
        if not node.is_known and node.met_by is None:
            return _Chip(label, fact)
        return _Chip(label, fact, "sure", since=self._known_at(node.met_by or node))

    def _end(self) -> _Row:
        """Return the row of the envelope, or of the first contradiction."""
        envelope, clashes = self._trunk.envelope(), self._trunk.clashes
        if clashes:
            numbers = ", ".join(map(str, clashes[0].causes))
            return _Row(quiet=[f"{self.word('picture.contradiction')}: {numbers}"])
        row = _Row(quiet=[self.word("place.envelope")])
        for category in Category:
            if found := envelope.findings.get(category):
                fact = Fact(ENVELOPE, found.card, holds=True)
                row.chips.append(_Chip(self._named(found.card), fact, "sure"))
            else:
                row.chips.append(_Chip(f"? ({len(envelope.candidates(category))})"))
        return row


class _Painter:
    """Draws rows from the top down."""

    def __init__(self, rows: Sequence[_Row], *, animate: bool):
        self.y = 8.0
        self.parts: list[str] = []
        self._at: dict[int | None, float] = {}
        self._arcs: dict[tuple[int, int], None] = {}
        self._animate = animate
        self._times = {number: at for at, row in enumerate(rows) for number in row.numbers}
        for at, row in enumerate(rows):
            self.parts.append(f'<g class="on"{self._when(at)}>')
            if at:
                self.parts.append(f'<path d="M{_CENTRE:g} {self.y:g}v8"/>')
                self.y += 9
            self._row(row)
            self.parts.append("</g>")
        for number, cause in self._arcs:
            self._arc(number, cause)

    def _when(self, time: float) -> str:
        return f' style="--at:{time * _STEP:g}s"' if self._animate else ""

    def _settled(self, cause: int | None) -> str:
        return self._when(self._times.get(cause or 0, 0) + 0.5)

    def _row(self, row: _Row) -> None:
        self._at.update(dict.fromkeys(row.numbers, self.y + 8))
        ends = dict.fromkeys((*row.numbers[:1], *row.numbers[-1:]))
        self._text(_GUTTER - 14, 12, _DASH.join(map(str, ends)), 30, "small")
        for line in row.quiet:
            for part in wrap(line, int(_ROOM / _LETTER / _SMALL)):
                self._text(_CENTRE, 12, part, _ROOM, "small")
                self.y += 15
            self.y += 1
        self.y += 2 if row.chips else 0
        for few in chunked(row.chips, 2 if any(": " in chip.label for chip in row.chips) else 3):
            self._chips(few)
            self.y += 3
        for label, chips in row.forks:
            self._text(_CENTRE, 12, label, _ROOM)
            self.y += 17
            self._fork(chips)
            causes = (chip.cause for chip in chips if chip.cause)
            self._arcs.update(dict.fromkeys((row.numbers[0], cause) for cause in causes))

    def _fork(self, chips: Sequence[_Chip]) -> None:
        lines = [*chunked(chips, 3 if len(chips) == len(Category) else 2)]
        for few in lines:
            self._curves(few if few is lines[0] else (), "pruned")
            self._chips(few)
            self._curves(few if few is lines[-1] else (), "gone")
            self.y += 0 if few is lines[-1] else 4

    def _curves(self, chips: Sequence[_Chip], pruned: str) -> None:
        """Draw the lines of a fork or of a join; a pruned alternative does not rejoin."""
        for x, chip in sorted(_spread(chips), key=lambda each: each[1].state == "sure"):
            start, end = (_CENTRE, x) if pruned == "pruned" else (x, _CENTRE)
            state = pruned if chip.state == "pruned" else chip.state
            curve = f"M{start:g} {self.y:g}c0 9 {end - start:g} 5 {end - start:g} 14"
            self.parts.append(f'<path class="{state}"{self._settled(chip.since)} d="{curve}"/>')
        self.y += 14 if chips else 0

    def _chips(self, chips: Sequence[_Chip]) -> None:
        height = 38 if any(chip.rule for chip in chips) else 24
        wide = _wide(len(chips))
        for x, (label, fact, state, rule, since, _) in _spread(chips):
            place = ""
            if fact is not None:
                player, card = escape(fact.player), escape(str(fact.card))
                place = f' data-place="{player}" data-card="{card}"'
            self.parts.append(f'<g class="{state}"{self._settled(since)}{place}>')
            frame = f'x="{x - wide / 2:g}" y="{self.y:g}" width="{wide}" height="{height}"'
            self.parts.append(f'<rect class="chip" {frame} rx="11"/>')
            room = wide - (20 if state == "sure" else 12)
            self._text(x, 16 if rule else height / 2 + 4.5, label, room)
            if rule:
                half = min(_extent(label) * 0.92, room) / 2 + 4
                strike = f"M{x - half:g} {self.y + 11.5:g}h{2 * half:g}"
                self.parts.append(f'<path class="strike on" d="{strike}"/>')
                self._text(x, 30, rule, wide - 10, "small on")
            self.parts.append("</g>")
        self.y += height

    def _text(self, x: float, down: float, words: str, room: float, kind: str = "") -> None:
        if not words:
            return
        size = _extent(words) * (_SMALL if kind else 1)
        if size > room * 1.4:
            words = words[: int(len(words) * room * 1.4 / size) - 1] + "…"
        fit = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if size > room else ""
        where = f'class="{kind}" x="{x:g}" y="{self.y + down:g}"'
        self.parts.append(f"<text {where}{fit}>{escape(words)}</text>")

    def _arc(self, number: int, cause: int) -> None:
        """Draw the line from an event to the one that pruned an alternative of it."""
        start = self._at[number]
        end, x = self._at.get(cause, start), _GUTTER - 26
        out = x - min(22, 6 + abs(end - start) / 30)
        path = f"M{x} {start:g}C{out:g} {start:g} {out:g} {end:g} {x} {end:g}"
        self.parts += (
            f'<g class="on"{self._settled(cause)}><path class="arc" d="{path}"/>',
            f'<circle cx="{x}" cy="{end:g}" r="2"/></g>',
        )


def _spread(chips: Sequence[_Chip]) -> Iterator[tuple[float, _Chip]]:
    """Yield each of several chips side by side, with its centre."""
    for at, chip in enumerate(chips):
        yield _CENTRE + (at - (len(chips) - 1) / 2) * (_wide(len(chips)) + 5), chip


def _wide(count: int) -> int:
    return 100 if count == len(Category) else 150


def _extent(words: str) -> float:
    """Return about how wide a text is at the normal size."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in words) * _LETTER


@cache
def _style(name: str) -> str:
    return (files("cluetree.tree") / f"{name}.css").read_text("utf-8")


def to_svg(trunk: Trunk, **options: Unpack[Options]) -> str:
    """Draw the trunk, its branches and what is in the envelope."""
    nodes, animate = trunk.root.children, options.get("animate", False)
    reader = _Reader(trunk, options)
    painter = _Painter([*reader.rows()], animate=animate)
    shown = [each for node in nodes for each in node.alternatives]
    last = max((node.number or 0 for node in nodes), default=0)
    summary = reader.word("picture.summary", all=len(shown), pruned=len(trunk.pruned))
    size = f'width="{_WIDTH}" height="{painter.y + 8:g}"'
    view = f"0 0 {_WIDTH} {painter.y + 8:g}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cluetree-tree" viewBox="{view}" {size}',
        f' role="img"><title>{escape(reader.word("picture.title", number=last))}</title>',
        f"<desc>{escape(summary)}</desc>",
        f"<style>{_style('picture')}{_style('picture_animated') if animate else ''}</style>",
        f'<rect class="paper" {size} rx="8"/>',
        *painter.parts,
        "</svg>\n",
    ])  # fmt: skip
