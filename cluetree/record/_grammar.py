"""The `.clue` grammar: the values of a line, read and written.

The values are those of the JSON format. A keyword is reserved only where it can occur, so names may
contain blanks and most words. Each value is read under its path, by which errors find its column.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeVar, assert_never

from cluetree.cards import ClueCard
from cluetree.claims import words_of
from cluetree.errors import RecordError, escaped
from cluetree.events import Accusation, Event, Holds, HoldsSome, Lacks, Suggestion
from cluetree.record._line import Line, is_one_word
from cluetree.record._record import Json
from cluetree.table import ENVELOPE, RESERVED

_T = TypeVar("_T")

VERBS: Final = {":": "suggestion", "accuses": "accusation", "holds": "holds", "lacks": "lacks"}
"""The words after the first name, each with the kind of event."""
_ANSWERS: Final = ("passes", "shows")
_CORRECT: Final = {"wrong": False, "right": True, "incorrect": False, "correct": True}
CUSTOM: Final = "custom"

_PLAYER: Final = "a player's name"
_VERB: Final = "':', 'accuses', 'holds' or 'lacks'"
_SEAT: Final = "a name and a hand size (or ? if unknown), such as 'Ann 6'"
_LYING: Final = "the number of cards (or ? if unknown), perhaps after a name, such as 'Dummy 6'"

KEYWORDS: Final = frozenset({*VERBS, *_ANSWERS, "->", "nobody", "somebody"})
"""A name must be quoted if it contains such a word, starts with `SOME_OF` or is in `RESERVED`."""
SOME_OF: Final = re.compile(
    r"(?:one|(?:exactly )?[0-9]+|at (?:least|most) [0-9]+|[0-9]+ to [0-9]+) of(?= |\Z)"
)
"""The number of cards that a player holds: "one of", "2 of", "1 to 2 of", "at most 1 of"."""
_TWO_SEATS: Final = re.compile(r"\S (?:\d+|\?) \S")
"""A hand size inside a name: a comma is missing, unless the name is quoted."""


# Events


def read_events(line: Line) -> list[dict[str, Json]]:
    """Read a whole line: one event, or a fact about each of several cards."""
    line.begin("")
    by = _name(line, "by", _PLAYER, ends=VERBS)
    kind = VERBS[_verb(line, "by", VERBS, _VERB)]
    line.columns["player"] = line.columns["by"]
    ahead = " ".join(line.peek(place).key for place in range(4))
    number = SOME_OF.match(ahead) if kind == "holds" else None
    if number is not None:
        return [{"kind": "holds_some", "player": by, **_some_of(line, number[0].split())}]
    if kind in {"holds", "lacks"}:
        cards = read_cards(line, "card")
        line.verify_end()
        return [{"kind": kind, "player": by, "card": card} for card in cards]
    fields: dict[str, Json] = {"kind": kind, "by": by, "cards": read_cards(line, "cards")}
    if kind == "accusation":
        line.expect("',', ': wrong' or ': right'", ":")
        line.begin("correct")
        fields["correct"] = _CORRECT[line.expect("'wrong' or 'right'", *_CORRECT)]
        line.verify_end()
        return [fields]
    line.expect("',' or '->' and who shows, passes or 'nobody'", "->")
    answers = _several(line, "answers", _answer)
    line.verify_end()
    return [fields | _answered(line, answers)]


def _some_of(line: Line, number: list[str]) -> dict[str, Json]:
    if number == ["1", "of"]:
        raise line.unexpected("'one of' (at least one) or 'exactly 1 of'")
    for _ in number:
        line.take()
    cards = read_cards(line, "cards")
    line.verify_end()
    bounds = [int(word[:20]) for word in number if word.isdigit()] or [1]
    least = 0 if "most" in number else bounds[0]
    is_open = "least" in number or "one" in number
    return {"cards": cards, "least": least, "most": len(cards) if is_open else bounds[-1]}


class _Answer(NamedTuple):
    path: str
    kind: str
    """`passes`, `shows`, `nobody passes` or `nobody shows`."""
    by: str | None = None
    """The player; `None` if it is not known who showed."""
    card: str | None = None


def _answer(line: Line, path: str) -> _Answer:
    line.begin(path)
    word, then = line.peek().key, line.peek(1)
    if word == "nobody" and (then.kind != "word" or then.key in _ANSWERS):
        line.take()
        verb = line.take().key if then.key in _ANSWERS else "shows"
        return _Answer(path, f"nobody {verb}")
    by = None
    if word == "somebody" and then.key in _ANSWERS:
        line.begin(f"{path}.by")
        line.take()
    else:
        expected = "'nobody', or a player who shows or passes"
        by = _name(line, f"{path}.by", expected, ends=_ANSWERS)
    expected = "'passes' or 'shows'"
    kind = _verb(line, f"{path}.by", _ANSWERS, expected)
    if kind == "shows" and line.peek().kind in {"word", "quoted"}:
        return _Answer(path, kind, by, _card(line, f"{path}.card"))
    if kind == "shows":
        line.begin(f"{path}.card")
    return _Answer(path, kind, by)


def _answered(line: Line, answers: list[_Answer]) -> dict[str, Json]:
    """Return the passes and shows of some answers, and record their columns.

    `nobody` alone means that no player showed; the seats then imply the passes. `nobody passes`
    means only that no player is known to have passed. `somebody shows` means that an unknown
    player showed a card.
    """
    passed, shows, kinds = list[Json](), list[Json](), set[str]()
    for source, kind, by, card in answers:
        verb = kind.removeprefix("nobody ")
        nobody = f"nobody {verb}"
        if nobody in kinds or (kind == nobody and verb in kinds):
            why = "is given twice" if kind == nobody in kinds else "excludes this answer"
            raise line.location(source).error(f"'{nobody}' {why}: leave one out")
        kinds.add(kind)
        if {"nobody shows", "passes"} <= kinds:
            why = "means that all others passed: leave out the passes, or 'nobody'"
            raise line.location(source).error(f"'nobody' {why}")
        path = f"shows[{len(shows)}]" if verb == "shows" else f"passed[{len(passed)}]"
        for part in ("", ".by", ".card"):
            if f"{source}{part}" in line.columns:
                line.columns[f"{path}{part}"] = line.columns[f"{source}{part}"]
        if kind == "shows":
            shows.append({"by": by, "card": card})
        elif kind == "passes" and by is None:
            raise line.location(source).error("'somebody' cannot pass: name the player")
        elif kind == "passes":
            passed.append(by)
    knows_passes = not kinds.isdisjoint({"passes", "nobody passes"})
    return {"shows": shows, "passed": passed if knows_passes else None}


# Values


def read_cards(line: Line, path: str, *, least: int = 1) -> list[Json]:
    """Read the names of cards, separated by commas."""
    return [*_several(line, path, _card, least=least)]


def _several(line: Line, path: str, read: Callable[[Line, str], _T], *, least: int = 1) -> list[_T]:
    line.begin(path)
    items: list[_T] = []
    if line.at_end() and not least:
        return items
    while not items or line.peek().key == ",":
        if items:
            line.take()
        items.append(read(line, f"{path}[{len(items)}]"))
        line.end_item()
    return items


def _name(
    line: Line,
    path: str,
    expected: str,
    *,
    ends: Collection[str] = (),
    keep: int = 0,
) -> str:
    """Read a name: a quoted one, or words up to a sign, a quote or a word that ends it.

    The last `keep` words belong to the next value.
    """
    line.begin(path)
    if line.peek().kind == "quoted":
        return line.take().text
    words: list[str] = []
    while line.peek().kind == line.peek(keep).kind == "word" and line.peek().key not in ends:
        words.append(line.take().text)
    if not words:
        raise line.unexpected(expected)
    name = " ".join(words)
    if keep and _TWO_SEATS.search(name):
        raise line.location(path).error(
            f"expected ',' after each hand size, got {name!r}; a name with a number inside needs "
            f"quotes: {quoted(name)}"
        )
    return name


def _card(line: Line, path: str) -> str:
    return _name(line, path, "a card")


def _verb(line: Line, path: str, verbs: Collection[str], expected: str) -> str:
    if line.at_end():
        got = line.text[line.columns[path] : line.peek().start]
        raise line.location(path).error(f"expected {expected} after a player's name, got {got!r}")
    return line.expect(expected, *verbs)


def _sized(line: Line, path: str, *, expected: str, needs_name: bool) -> Json:
    """Read a name and the size of the hand, which is `?` if it is unknown."""
    line.begin(path)
    line.begin(f"{path}.name")
    is_named = needs_name or line.peek(1).kind == "word"
    name = {"name": _name(line, f"{path}.name", expected, keep=1)} if is_named else {}
    line.begin(f"{path}.hand_size")
    text = line.peek().text
    is_number = text.isascii() and text.isdigit()
    if line.peek().kind != "word" or not (is_number or text == "?"):
        raise line.unexpected(expected)
    line.take()
    # Python rejects thousands of digits. A number of over 20 digits is too large anyway.
    return {**name, "hand_size": int(text[:20]) if is_number else None}


def _alias(line: Line, path: str) -> Json:
    line.begin(path)
    card = _card(line, f"{path}.card")
    line.expect("':'", ":")
    expected = "another name of the card"
    return {"card": card, "alias": _name(line, f"{path}.alias", expected)}


def _text(line: Line, path: str) -> str:
    line.begin(path)
    return line.rest()


# The set-up


def _edition(line: Line, path: str) -> str | None:
    """Read an id or a title; `custom` is a deck without a title."""
    is_quoted = line.peek().kind == "quoted"
    text = _text(line, path)
    return None if text.casefold() == CUSTOM and not is_quoted else text


_hand: Final = partial(read_cards, least=0)
_seat: Final = partial(_sized, expected=_SEAT, needs_name=True)
_face_down: Final = partial(_sized, expected=_LYING, needs_name=False)

SET_UP: Final[Mapping[str, Callable[[Line, str], Json]]] = {
    "title": _text,
    "edition": _edition,
    "suspects": _hand,
    "weapons": _hand,
    "rooms": _hand,
    "aliases": partial(_several, read=_alias),
    "players": partial(_several, read=_seat),
    "me": partial(_name, expected=_PLAYER),
    "hand": _hand,
    "face_up": _hand,
    "face_down": partial(_several, read=_face_down, least=0),
    "answering": partial(_name, expected="first or all"),
    "answers": partial(_name, expected="clockwise or anticlockwise"),
}
"""The lines of the set-up, in the order in which they are written."""


# Writing


def header(word: str) -> str | None:
    """Return the key of the line of the set-up that a word starts, if it starts one."""
    key = word.casefold().replace("-", "_")
    return key if key in SET_UP else None


def spelled(name: str) -> str:
    """Return a name for use in a line, with quotes if a bare name would be ambiguous.

    >>> print(spelled("Eve"), spelled("p:Scarlet"), spelled("Eve, the second"))
    Eve p:Scarlet "Eve, the second"
    """
    words = name.split(" ")
    keys = tuple(word.casefold() for word in words)
    is_bare = (
        KEYWORDS.isdisjoint(keys)
        and name.casefold() not in RESERVED - {ENVELOPE.name}
        and not _TWO_SEATS.search(name)
        and header(keys[0]) is None
        and SOME_OF.match(name.casefold()) is None
        and all(map(is_one_word, words))
    )
    return name if is_bare else quoted(name)


def spelled_text(text: str) -> str:
    """Return free text for use at the end of a line, with quotes where it needs them."""
    try:
        line = Line(text)
    except RecordError:
        return quoted(text)
    # A colon after the first word would be reported as an error.
    is_bare = line.at_end() or line.peek().key != ":"
    return text if is_bare and line.rest() == text == escaped(text) else quoted(text)


def quoted(text: str) -> str:
    """Return a text in quotes."""
    return escaped(json.dumps(text, ensure_ascii=False))


def written(event: Event) -> str:
    """Return the line of an event."""
    match event:
        case Suggestion(by, guess):
            return f"{spelled(by)}: {names_of(guess)} -> {', '.join(_answers_of(event))}"
        case Accusation(by, guess, correct):
            return f"{spelled(by)} accuses {names_of(guess)}: {'right' if correct else 'wrong'}"
        case HoldsSome(player, cards, least, most):
            number = words_of(least, most, len(cards))
            return f"{spelled(player)} holds {number} of {names_of(cards)}"
        case Holds(player, card) | Lacks(player, card):
            return f"{spelled(player)} {'holds' if event.has_card else 'lacks'} {names_of([card])}"
        case _:
            assert_never(event)


def names_of(cards: Iterable[ClueCard]) -> str:
    """Return a list of cards for use in a line."""
    return ", ".join(spelled(card.name) for card in cards)


def _answers_of(event: Suggestion) -> Iterator[str]:
    for name in event.passed or ():
        yield f"{spelled(name)} passes"
    if event.passed == ():
        yield "nobody passes"
    for show in event.shows:
        shown = f"{'somebody' if show.by is None else spelled(show.by)} shows"
        yield shown if show.card is None else f"{shown} {spelled(show.card.name)}"
    if not event.shows and event.passed is None:
        yield "nobody"
