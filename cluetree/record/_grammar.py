"""The `.clue` grammar: the events and the values of a line, read and written.

A keyword is reserved only where it can occur, so names may contain blanks and most words. A value
is a token, whose position errors have.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never, cast, get_args

from cluetree.cards import ClueCard, ClueGuess
from cluetree.claims import words_of
from cluetree.errors import ClueError, InvalidGuessError, RecordError, either, escaped
from cluetree.events import (
    Accusation,
    Event,
    Holds,
    HoldsSome,
    Lacks,
    Show,
    Suggestion,
    entry,
)
from cluetree.record._line import TWO_SEATS, Line, Token, is_one_word, quoted
from cluetree.record._record import Location
from cluetree.table import ENVELOPE, RESERVED, RULES, Table

_Verb: TypeAlias = Literal[":", "accuses", "holds", "lacks"]
VERBS: Final[tuple[_Verb, ...]] = get_args(_Verb)
"""The words after the first name, which `EventReader` reads and `written` writes."""
_ANSWERS: Final = ("passes", "shows")
_CORRECT: Final = {"wrong": False, "right": True, "incorrect": False, "correct": True}
CUSTOM: Final = "custom"

_PLAYER: Final = "a player's name"
_VERB: Final = either([*map(repr, VERBS)])
_SEAT: Final = "a name and a hand size (or ? if unknown), such as 'Ann 6'"
_LYING: Final = "the number of cards (or ? if unknown), perhaps after a name, such as 'Dummy 6'"

KEYWORDS: Final = frozenset({*VERBS, *_ANSWERS, "->", "nobody", "somebody"})
"""A name must be quoted if it contains such a word, starts with `SOME_OF` or is in `RESERVED`."""
SOME_OF: Final = re.compile(
    r"(?:one|(?:exactly )?[0-9]+|at (?:least|most) [0-9]+|[0-9]+ to [0-9]+) of(?= |\Z)"
)
"""The number of cards that a player holds: "one of", "2 of", "1 to 2 of", "at most 1 of"."""
NUMBERS: Final = "; a number after 'holds' must be such as 'one of', '2 of' or 'at most 1 of'"


# Events


class EventReader:
    """Reads the events of one table from lines.

    Errors point at an unknown name, or at the whole event for a broken rule.
    """

    def __init__(self, table: Table):
        self.table = table

    def read(self, line: Line) -> tuple[Event, ...]:
        """Read a whole line: one event, or a fact about each of several cards."""
        start = line.location()
        key = key_of_set_up(line, self.table.names)
        if key is not None:
            raise start.error(f"{key} belongs to the set-up, which comes before the events")
        by = line.name(_PLAYER, ends=VERBS)
        verb = line.verb(by, _VERB, VERBS)
        number = _number(line) if verb == "holds" else []
        cards = line.several(Line.card)
        events: Sequence[Event]
        match verb:
            case ":":
                line.expect("',' or '->' and who shows, passes or 'nobody'", "->")
                answers = line.several(_answer)
                line.verify_end()
                asker, guess = self._player(line, by), self._guess(line, cards)
                events = [Suggestion(asker, guess, *self._answers(line, answers))]
            case "accuses":
                line.expect("',', ': wrong' or ': right'", ":")
                correct = _CORRECT[line.expect("'wrong' or 'right'", *_CORRECT)]
                line.verify_end()
                events = [Accusation(self._player(line, by), self._guess(line, cards), correct)]
            case "holds" | "lacks":
                line.verify_end()
                player = line.find(by, self.table.holder).name
                found = self._found(line, cards, "" if number else NUMBERS)
                fact = Holds if verb == "holds" else Lacks
                events = [fact(player, card) for card in found]
                if number:
                    events = [HoldsSome(player, found, *_bounds(number, len(found)))]
            case _:
                assert_never(verb)
        at_cards = line.location(cards[0])
        return tuple([checked(event, self.table, start, at_cards) for event in events])

    def _answers(
        self, line: Line, answers: "Iterable[_Answer]"
    ) -> tuple[list[Show], list[str] | None]:
        """Return the shows and the passes of a suggestion.

        `nobody` alone means that no player showed; the seats then imply the passes. `nobody
        passes` means only that no player is known to have passed. `somebody shows` means that an
        unknown player showed a card.
        """
        shows, passed, kinds = list[Show](), list[str](), set[str]()
        for first, kind, by, card in answers:
            location, verb = line.location(first), kind.removeprefix("nobody ")
            nobody = f"nobody {verb}"
            if nobody in kinds or (kind == nobody and verb in kinds):
                why = "is given twice" if kind == nobody in kinds else "excludes this answer"
                raise location.error(f"'{nobody}' {why}: leave one out")
            kinds.add(kind)
            if {"nobody shows", "passes"} <= kinds:
                why = "means that all others passed: leave out the passes, or 'nobody'"
                raise location.error(f"'nobody' {why}")
            name = by and self._player(line, by)
            if kind == "shows":
                shows.append(Show(name, card and self._card(line, card)))
            elif kind == "passes" and name is None:
                raise location.error("'somebody' cannot pass: name the player")
            elif name is not None:
                passed.append(name)
        return shows, passed if kinds & {"passes", "nobody passes"} else None

    def _player(self, line: Line, name: Token) -> str:
        return line.find(name, self.table.player).name

    def _guess(self, line: Line, cards: Iterable[Token]) -> ClueGuess:
        return cast("ClueGuess", self._found(line, cards))  # which becomes one at the table

    def _found(self, line: Line, cards: Iterable[Token], hint: str = "") -> list[ClueCard]:
        return [self._card(line, card, hint if " of " in card.text else "") for card in cards]

    def _card(self, line: Line, card: Token, hint: str = "") -> ClueCard:
        return line.find(card, self.table.edition.card, hint)


class _Answer(NamedTuple):
    first: Token
    kind: str
    """`passes`, `shows`, `nobody passes` or `nobody shows`."""
    by: Token | None = None
    """The player; `None` if it is not known who showed."""
    card: Token | None = None


def _answer(line: Line) -> _Answer:
    first, then = line.peek(), line.peek(1)
    if first.key == "nobody" and (then.kind != "word" or then.key in _ANSWERS):
        line.take()
        verb = line.take().key if then.key in _ANSWERS else "shows"
        return _Answer(first, f"nobody {verb}")
    is_known = first.key != "somebody" or then.key not in _ANSWERS
    expected = "'nobody', or a player who shows or passes"
    by = line.name(expected, ends=_ANSWERS) if is_known else line.take()
    kind = line.verb(by, "'passes' or 'shows'", _ANSWERS)
    names_card = kind == "shows" and line.peek().kind in {"word", "quoted"}
    return _Answer(first, kind, by if is_known else None, line.card() if names_card else None)


def _number(line: Line) -> list[str]:
    """Take the words before the cards that say how many of them; empty if there are none."""
    ahead = SOME_OF.match(" ".join(line.peek(place).key for place in range(4)))
    number = ahead[0].split() if ahead else []
    if number == ["1", "of"]:
        raise line.unexpected("'one of' (at least one) or 'exactly 1 of'")
    for _ in number:
        line.take()
    return number


def _bounds(number: Sequence[str], size: int) -> tuple[int, int]:
    bounds = [int(word[:20]) for word in number if word.isdigit()] or [1]
    is_open = "least" in number or "one" in number
    return 0 if "most" in number else bounds[0], size if is_open else bounds[-1]


def checked(event: Event, table: Table, start: Location, at_cards: Location) -> Event:
    """Return an event with the table's names; an error of the rules has the location of its cause.

    An answer to another question than a guess has a hint how to enter it as a fact.
    """
    try:
        return entry(table, event)
    except InvalidGuessError as error:
        hint = _as_fact(event, table) if isinstance(event, Suggestion) else ""
        raise at_cards.error(f"{error.message}{hint}") from error
    except ClueError as error:
        raise start.error(error.message) from error


def _as_fact(event: Suggestion, table: Table) -> str:
    names = [show.by for show in event.shows] or event.passed or table.left_of(event.by)
    verb = "holds one of" if event.shows else "lacks"
    fact = f"{spelled(names[0] or '')} {verb} {names_of(map(table.edition.card, event.guess))}"
    return f"; enter another question as a fact, such as `{fact}`" if names[0] else ""


# The set-up

Item: TypeAlias = Mapping[str, Token]
"""One entry of a line of the set-up: its name, and a hand size or an alias."""


def _sized(line: Line, *, expected: str, needs_name: bool) -> Item:
    """Read a name and the size of the hand, which is `?` if it is unknown."""
    is_named = needs_name or line.peek(1).kind == "word"
    name = {"name": line.name(expected, keep=1)} if is_named else {}
    size = line.peek()
    is_number = size.text.isascii() and size.text.isdigit()
    if size.kind != "word" or not (is_number or size.text == "?"):
        raise line.unexpected(expected)
    return {**name, "hand_size": line.take()}


def _alias(line: Line) -> Item:
    card = line.card()
    line.expect("':'", ":")
    return {"name": card, "alias": line.name("another name of the card")}


def _cards(line: Line) -> list[Item]:
    return [{"name": card} for card in line.several(Line.card, least=0)]


def _text(line: Line) -> list[Item]:
    return [{"name": line.rest()}]


def _edition(line: Line) -> list[Item]:
    """Read an id or a title; `custom` is a deck without a title."""
    title = line.rest()
    return [] if title.kind == "word" and title.text.casefold() == CUSTOM else [{"name": title}]


def _word(line: Line, *, expected: str) -> list[Item]:
    return [{"name": line.name(expected)}]


_seat: Final = partial(_sized, expected=_SEAT, needs_name=True)
_face_down: Final = partial(_sized, expected=_LYING, needs_name=False)

SET_UP: Final[Mapping[str, Callable[[Line], Sequence[Item]]]] = {
    "title": _text,
    "edition": _edition,
    "suspects": _cards,
    "weapons": _cards,
    "rooms": _cards,
    "aliases": partial(Line.several, read=_alias),
    "players": partial(Line.several, read=_seat),
    "me": partial(_word, expected=_PLAYER),
    "hand": _cards,
    "face_up": _cards,
    "face_down": partial(Line.several, read=_face_down, least=0),
    **{key: partial(_word, expected=either([*rule])) for key, rule in RULES.items()},
}
"""The lines of the set-up, in the order in which they are written."""


def _key(word: str) -> str | None:
    key = word.casefold().replace("-", "_")
    return key if key in SET_UP else None


def key_of_set_up(line: Line, names: Iterable[str]) -> str | None:
    """Return the key of a line of the set-up, or `None` if it is not one.

    `Me: ...` is an event if a name begins with "me".
    """
    token = line.peek()
    key = _key(token.text) if token.kind == "word" else None
    if key is not None and line.peek(1).key == ":":
        return None if any(name.casefold().startswith(key) for name in names) else key
    return key


# Writing


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
        and not TWO_SEATS.search(name)
        and _key(keys[0]) is None
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
    return text if is_bare and line.rest().text == text == escaped(text) else quoted(text)


def written(event: Event) -> str:
    """Return the line of an event."""
    verb: _Verb
    match event:
        case Suggestion(by, guess):
            verb, rest = ":", f"{names_of(guess)} -> {', '.join(_answers_of(event))}"
        case Accusation(by, guess, correct):
            verb, rest = "accuses", f"{names_of(guess)}: {'right' if correct else 'wrong'}"
        case HoldsSome(by, cards, least, most):
            verb, rest = "holds", f"{words_of(least, most, len(cards))} of {names_of(cards)}"
        case Holds(by, card):
            verb, rest = "holds", names_of([card])
        case Lacks(by, card):
            verb, rest = "lacks", names_of([card])
        case _:
            assert_never(event)
    return f"{spelled(by)}{'' if verb == ':' else ' '}{verb} {rest}"


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
