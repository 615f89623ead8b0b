"""The `.clue` grammar: each element reads a value from a line and writes it back.

The values are those of the JSON format. A keyword is reserved only where it can occur, so names may
contain blanks and most words. `completion` reads unfinished lines with the same elements.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Final, cast

from cluetree.errors import RecordError
from cluetree.record._line import Kind, Line, Literal, is_one_word
from cluetree.record._places import escaped
from cluetree.record._record import Json


class Element(ABC):
    """A part of a line with a value."""

    example = ""
    """An example for errors, where one helps."""

    @abstractmethod
    def read(self, line: Line, path: str) -> Json:
        """Take the value from a line.

        Raises:
            RecordError: If the line does not continue with this element.
        """

    @abstractmethod
    def write(self, value: Json) -> str:
        """Return the text of a value, from which `read` returns the value."""


@dataclass(frozen=True)
class _Name(Element):
    """A name: a quoted one, or words up to a sign, a quote or a literal that can follow."""

    what: str
    role: str = "name"
    unknown: str = ""
    """The keyword for `None`."""
    keep: int = 0
    """The number of words at the end that belong to the next element."""

    def read(self, line: Line, path: str) -> str | None:
        line.begin(path)
        ends = line.ends
        token, name = line.peek(), ""
        if token.kind == Kind.QUOTED:
            name = line.take(self.role).text
        elif token.key == self.unknown != "" and line.peek(1).key in ends:
            line.take("keyword")
            line.texts[path] = None
            return None
        else:
            words: list[str] = []
            while token.kind == Kind.WORD and token.key not in ends:
                if self.keep and line.peek(self.keep).kind != Kind.WORD:
                    break
                words.append(line.take(self.role).text)
                token = line.peek()
            if not words:
                raise line.unexpected(self.what)
            name = " ".join(words)
        line.texts[path] = name
        return name

    def write(self, value: Json) -> str:
        return self.unknown if value is None else spelled(str(value))


@dataclass(frozen=True)
class _Text(Element):
    """Free text up to the end of the line."""

    unknown: str = ""
    """The word for `None`."""

    def read(self, line: Line, path: str) -> str | None:
        line.begin(path)
        if line.at_end():
            return ""
        is_quoted = line.peek().kind == Kind.QUOTED
        text = line.rest()
        return None if self.unknown == text.casefold() and not is_quoted else text

    def write(self, value: Json) -> str:
        if value is None:
            return self.unknown
        text = str(value)
        return _quoted(text) if text.casefold() == self.unknown else _spelled_text(text)


@dataclass(frozen=True)
class _Size(Element):
    """A hand size, or `?` for `None`."""

    what: str

    def read(self, line: Line, path: str) -> int | None:
        line.begin(path)
        text = line.peek().text
        is_number = text.isascii() and text.isdigit()
        if line.peek().kind != Kind.WORD or not (is_number or text == "?"):
            raise line.unexpected(self.what)
        line.take("number")
        # Python rejects thousands of digits. A number of over 20 digits is too large anyway.
        return int(text[:20]) if is_number else None

    def write(self, value: Json) -> str:
        return "?" if value is None else str(value)


@dataclass(frozen=True)
class _Choice(Element):
    """A keyword for a value; if several have the same value, the first is written."""

    values: Mapping[str, Json]

    @property
    def example(self) -> str:  # type: ignore[override]
        return next(iter(self.values))

    def read(self, line: Line, path: str) -> Json:
        line.begin(path)
        if line.peek().key not in self.values:
            raise line.unexpected(*map(repr, self.written))
        return self.values[line.take("keyword").key]

    def write(self, value: Json) -> str:
        return next(word for word, each in self.values.items() if each == value)

    @property
    def written(self) -> tuple[str, ...]:
        """The keywords that `write` uses, one for each value."""
        return tuple(map(self.write, dict.fromkeys(self.values.values())))


@dataclass(frozen=True)
class _Many(Element):
    """A list of values, separated by commas."""

    item: Element
    least: int = 1
    example: str = ""

    def read(self, line: Line, path: str) -> list[Json]:
        line.begin(path)
        found: list[Json] = []
        if line.at_end() and not self.least:
            return found
        while not found or line.peek().key == ",":
            if found:
                line.take("sign")
            at = f"{path}[{len(found)}]"
            found.append(self.item.read(line, at))
            line.end_item()
        return found

    def write(self, value: Json) -> str:
        return ", ".join(map(self.item.write, cast("list[Json]", value)))


_ONLY: Final = "only"
"""The kind of a form without alternatives; it is not part of the value."""
_FIELD: Final = re.compile(r"\{(\w+)\}")


@dataclass(eq=False)
class _Step:
    """A state of the parser: the possible next literals and element, and the form that ends here.

    The states are a trie, in which forms share their beginnings.
    """

    literals: dict[Literal, "_Step"] = field(default_factory=dict[Literal, "_Step"])
    element: Element | None = None
    name: str = ""
    """The field of the element; other forms with the same beginning may use another name."""
    after: "_Step | None" = None
    """The state after the element."""
    likely: str = ""
    """The first form through this state."""
    kind: str | None = None
    fields: tuple[str, ...] = ()
    """The fields of the form that ends here."""

    @property
    def follow(self) -> Collection[Literal]:
        """The literals that can follow the element."""
        return self.after.literals if self.after else ()

    # Computed once all forms are known, because reading looks them up at each token.

    @cached_property
    def ends(self) -> frozenset[str]:
        """The words that end a name which is the element."""
        return frozenset(first for first, *_ in self.follow)

    @cached_property
    def _by_first(self) -> Mapping[str, Sequence[Literal]]:
        """The literals by their first word, longest first."""
        found: dict[str, list[Literal]] = {}
        for literal in sorted(self.literals, key=len, reverse=True):
            found.setdefault(literal[0], []).append(literal)
        return found

    def add_literal(self, literal: Literal) -> "_Step":
        for other, step in self.literals.items():
            if literal[: len(other)] == other:
                rest = literal[len(other) :]
                return step.add_literal(rest) if rest else step
        return self.literals.setdefault(literal, _Step())

    def add_field(self, name: str, element: Element) -> "_Step":
        if self.after is None:
            self.name, self.element, self.after = name, element, _Step()
        if self.element != element:
            raise ValueError("forms with the same beginning must have the same elements")
        return self.after

    def expected(self) -> Iterator[str]:
        for literal, step in self.literals.items():
            example = step.element.example if step.element else ""
            yield repr(" ".join((*literal, example)).rstrip())

    def find(self, line: Line) -> Literal | None:
        """Return the longest literal at the next token of a line.

        Where a name is also possible, the words of a literal may be the start of that name.
        """
        for literal in self._by_first.get(line.peek().key, ()):
            step, then = self.literals[literal], line.peek(len(literal))
            if all(line.peek(at).key == word for at, word in enumerate(literal)) and (
                self.element is None
                or step.element is not None
                or then.kind != Kind.WORD
                or any(then.key == word for word, *_ in step.literals)
            ):
                return literal
        return None


class _Forms(Element):
    """Alternative forms of a line, read without backtracking.

    A form is a template of keywords, signs and fields. The value is an object with the fields of
    the form, and its kind if there are several forms.
    """

    def __init__(self, elements: Mapping[str, Element], example: str = "", /, **templates: str):
        self.example = example
        self.start = _Step()
        self._elements = elements
        self._templates = templates
        for kind, template in templates.items():
            step, fields = self.start, _FIELD.findall(template)
            for text, name in zip_longest(_FIELD.split(template)[::2], fields):
                literal = tuple(text.replace(":", " :").split())
                step = step.add_literal(literal) if literal else step
                step.likely = step.likely or kind
                step = step.add_field(name, elements[name]) if name else step
            step.kind, step.fields = kind, tuple(fields)

    def write(self, value: Json) -> str:
        fields = cast("dict[str, Json]", value)
        template = self._templates[str(fields.get("kind", _ONLY))]
        return _FIELD.sub(lambda found: self._elements[found[1]].write(fields[found[1]]), template)

    def write_begun(self, fields: Mapping[str, Json]) -> str:
        """Return the beginning of a form, up to the first field that is missing or empty."""
        template = self._templates[str(fields["kind"])]
        texts, names = _FIELD.split(template)[::2], _FIELD.findall(template)
        written = ""
        for number, (text, name) in enumerate(zip(texts, names, strict=False)):
            is_missing = fields.get(name) in (None, [])
            # Always write the words after the first name, which show the kind.
            written += text if number == 1 or not is_missing else ""
            if is_missing:
                break
            written += self._elements[name].write(fields[name])
        return written.rstrip()

    def read(self, line: Line, path: str) -> dict[str, Json]:
        line.begin(path)
        prefix, step = path and f"{path}.", self.start
        values: list[Json] = []
        columns: list[int] = []
        start, was_name = line.peek().start, False
        while True:
            literal = step.find(line)
            if literal is not None:
                for word in literal:
                    line.take("keyword" if word.isalpha() else "sign")
                step, was_name = step.literals[literal], False
                line.texts[f"{prefix}kind"] = step.likely
            elif step.after and step.element and (step.kind is None or line.goes_on()):
                line.instead, line.follow, line.ends = step.literals, step.follow, step.ends
                start, was_name = line.peek().start, isinstance(step.element, _Name)
                values.append(step.element.read(line, f"{prefix}{step.name}"))
                columns.append(start)
                step = step.after
            elif step.kind is not None:
                break
            else:
                if was_name:
                    line.back_to_name_end(start)
                raise line.unexpected(*step.expected())
        if step.element is not None:  # an optional element is missing
            line.begin(f"{prefix}{step.name}")
        line.texts[f"{prefix}kind"] = step.kind
        for name, column in zip(step.fields, columns, strict=True):
            line.places[f"{prefix}{name}"] = column
        found = dict(zip(step.fields, values, strict=True))
        return found if step.kind == _ONLY else {"kind": step.kind, **found}

    def literals(self) -> set[Literal]:
        """Return all literals of the forms."""
        found, waiting = set[Literal](), [self.start]
        while waiting:
            step = waiting.pop()
            found |= step.literals.keys()
            waiting += [*step.literals.values(), *([step.after] if step.after else [])]
        return found


# The grammar

_CARD: Final = _Name("a card", "card")
CARDS: Final = _Many(_CARD)
_HAND: Final = _Many(_CARD, least=0)
_PLAYER: Final = _Name("a player's name", "player")
_SEAT: Final = "a name and a hand size (or ? if unknown), such as 'Ann 6'"

_VERDICT: Final = _Choice({"wrong": False, "right": True, "incorrect": False, "correct": True})
VERDICTS: Final = _VERDICT.written

ANSWER: Final = _Forms(
    {"by": _Name("an answer such as 'Eve shows'", "player", unknown="somebody"), "card": _CARD},
    nobody="nobody",
    nobody_shows="nobody shows",
    nobody_passes="nobody passes",
    passes="{by} passes",
    shows="{by} shows",
    shows_card="{by} shows {card}",
)
EVENT: Final = _Forms(
    {
        "by": _PLAYER,
        "player": _PLAYER,
        "card": _CARD,
        "cards": CARDS,
        "answers": _Many(ANSWER, example="Eve shows"),
        "correct": _VERDICT,
    },
    suggestion="{by}: {cards} -> {answers}",
    accusation="{by} accuses {cards}: {correct}",
    holds="{player} holds {card}",
    holds_one_of="{player} holds one of {cards}",
    lacks="{player} lacks {card}",
)
SET_UP: Final[Mapping[str, Element]] = {
    "title": _Text(),
    "edition": _Text(unknown="custom"),
    "suspects": _HAND,
    "weapons": _HAND,
    "rooms": _HAND,
    "aliases": _Many(
        _Forms({"card": _CARD, "alias": _Name("another name of the card")}, only="{card}: {alias}")
    ),
    "players": _Many(
        _Forms(
            {"name": _Name(_SEAT, "player", keep=1), "hand_size": _Size(_SEAT)},
            only="{name} {hand_size}",
        )
    ),
    "me": _PLAYER,
    "hand": _HAND,
    "face_up": _HAND,
    "answering": _Name("first or all", "keyword"),
}

_LITERALS: Final = EVENT.literals() | ANSWER.literals()
# A name must be quoted if it contains a reserved word or starts with one of the literals.
_RESERVED: Final = {"somebody", *(word for word, *rest in _LITERALS if not rest)}
_STARTS: Final = tuple(literal for literal in _LITERALS if len(literal) > 1)


def spelled(name: str) -> str:
    """Return a name for use in a line, with quotes if a bare name would be ambiguous.

    >>> print(spelled("Eve"), spelled("p:Scarlet"), spelled("Eve, the second"))
    Eve p:Scarlet "Eve, the second"
    """
    words = name.split(" ")
    keys = tuple(word.casefold() for word in words)
    is_bare = (
        _RESERVED.isdisjoint(keys)
        and header(keys[0]) is None
        and not any(keys[: len(start)] == start for start in _STARTS)
        and all(map(is_one_word, words))
    )
    return name if is_bare else _quoted(name)


def header(word: str) -> str | None:
    """Return the key of the line of the set-up that a word starts, if it starts one."""
    key = word.casefold().replace("-", "_")
    return key if key in SET_UP else None


def _spelled_text(text: str) -> str:
    try:
        line = Line(text)
    except RecordError:
        return _quoted(text)
    # A colon after the first word would be reported as an error.
    is_bare = line.at_end() or line.peek().key != ":"
    return text if is_bare and _Text().read(line, "") == text == escaped(text) else _quoted(text)


def _quoted(text: str) -> str:
    return escaped(json.dumps(text, ensure_ascii=False))
