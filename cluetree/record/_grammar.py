"""The `.clue` grammar: the events and the values of a line, read and written.

A keyword is reserved only where it can occur, so names may contain blanks and most words. A value
is a token, whose position errors have.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never, cast, get_args

from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import words_of
from cluetree.errors import ClueError, InvalidGuessError, RecordError, either, escaped
from cluetree.events import (
    KNOWN_TO,
    Accusation,
    Answer,
    Correction,
    Event,
    Holds,
    HoldsSome,
    Lacks,
    OneHolds,
    Question,
    Saw,
    Show,
    Suggestion,
    entry,
    known_to,
)
from cluetree.record._line import TWO_SEATS, Line, Token, is_one_word, quoted
from cluetree.record._record import Location
from cluetree.table import ENVELOPE, RESERVED, RULES, Table

_Verb: TypeAlias = Literal[":", "accuses", "asks", "holds", "lacks", "saw"]
VERBS: Final[tuple[_Verb, ...]] = get_args(_Verb)
"""The words after the first name, which `EventReader` reads and `written` writes."""
_ANSWERS: Final = ("passes", "shows")
_CORRECT: Final = {"wrong": False, "right": True, "incorrect": False, "correct": True}
CUSTOM: Final = "custom"

_PLAYER: Final = "a player's name"
_VERB: Final = either([*map(repr, VERBS)])
_SEAT: Final = "a name and a hand size (or ? if unknown), such as 'Ann 6'"
_LYING: Final = "the number of cards (or ? if unknown), perhaps after a name, such as 'Dummy 6'"

_SORRY: Final = re.compile(r"sorry , entry [0-9]+ ?")
_KNOWN_TO: Final = {words: only_me for only_me, words in KNOWN_TO.items()}
_KINDS: Final = {f"{category}s": category for category in Category}
"""The words for all cards of a category: "all suspects", "one of rooms"."""
_PHRASES: Final = re.compile(rf"a card|my\b.*|(all )?({'|'.join(_KINDS)})")
"""The words that stand for a card or several: a name that looks so must be quoted."""
_REPLIES: Final[Mapping[str, Answer | None]] = {**{a: a for a in get_args(Answer)}, "?": None}

KEYWORDS: Final = frozenset(
    {*VERBS, *_ANSWERS, "->", "nobody", "somebody", "or"}
    | {words.split()[0] for words in _KNOWN_TO}
)
"""A name must be quoted if it contains such a word, starts with `SOME_OF` or is in `RESERVED`."""
_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ONE: Final = rf"(?:[0-9]+|{'|'.join(_WORDS)})"
SOME_OF: Final = re.compile(
    rf"(?:(?:exactly )?{_ONE}|at (?:least|most) {_ONE}|{_ONE} to {_ONE}) of(?= |\Z)"
)
"""The number of cards that a player holds: "one of", "2 of", "1 to 2 of", "at most 1 of"."""
NUMBERS: Final = "; a number of cards must be such as 'one of', '2 of' or 'at most 1 of'"


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
        names = line.several(partial(Line.name, expected=_PLAYER, ends=(*VERBS, "or")), by="or")
        verb = line.verb(names[0], _VERB, VERBS)
        at_cards = line.location()
        events: Iterable[Event]
        if self._is_unknown(names):
            events = self._one_holds(line, names, verb)
        else:
            events = self._said(line, names[0], verb)
        return tuple([checked(event, self.table, start, at_cards) for event in events])

    def _said(self, line: Line, by: Token, verb: _Verb) -> Iterable[Event]:
        """Read what follows the verb."""
        match verb:
            case ":":
                return [self._correction(line, by) or self._suggestion(line, by)]
            case "accuses":
                return [self._accusation(line, by)]
            case "asks":
                return [self._question(line, by)]
            case "saw":
                return [self._look(line, by)]
            case "holds" | "lacks":
                return self._facts(line, by, lacks=verb == "lacks")
            case _:
                assert_never(verb)

    def _correction(self, line: Line, by: Token) -> Correction | None:
        words = " ".join(line.peek(ahead).key for ahead in range(5))
        if not _SORRY.fullmatch(words):
            return None
        return Correction(self._player(line, by), int(words.split()[-1][:20]))

    def _suggestion(self, line: Line, by: Token) -> Suggestion:
        cards = line.several(Line.card)
        line.expect("',' or '->' and who shows, passes or 'nobody'", "->")
        answers = line.several(_answer)
        line.verify_end()
        asker, guess = self._player(line, by), self._guess(line, cards)
        return Suggestion(asker, guess, *self._answers(line, answers))

    def _accusation(self, line: Line, by: Token) -> Accusation:
        cards = line.several(Line.card)
        line.expect("',', ': wrong' or ': right'", ":")
        number = line.peek().key
        is_number = number.isascii() and number.isdigit() and line.peek(1).key == "right"
        if is_number:
            line.take()
        correct = _CORRECT[line.expect("'wrong', 'right' or '1 right'", *_CORRECT)]
        line.verify_end()
        accuser, guess = self._player(line, by), self._guess(line, cards)
        right = int(number[:20]) if is_number else None
        if right == len(Category):
            right = None
        return Accusation(accuser, guess, correct and right is None, right)

    def _question(self, line: Line, by: Token) -> Question:
        only_me = bool(line.ending(KNOWN_TO[True]))
        to = line.name(_PLAYER)
        line.expect("':' and the cards", ":")
        cards = line.several(Line.card)
        line.expect("',' or '->' and the answer", "->")
        answer = _REPLIES[line.expect("'yes', 'no', 'shows' or '?'", *_REPLIES)]
        shown = None if line.at_end() or answer != "shows" else line.card()
        line.verify_end()
        asker, asked = self._player(line, by), self._player(line, to)
        card = None if shown is None or shown.is_word("a card") else self._card(line, shown)
        return Question(asker, asked, tuple(self._found(line, cards)), answer, card, only_me)

    def _look(self, line: Line, by: Token) -> Saw:
        me = self.table.me
        is_mine = me is not None and line.peek().key == "my"
        if me is not None and is_mine:
            line.take()
            card, holder = line.card(), me.name
        else:
            card = line.name_before("of", "a card and its holder, such as 'a card of Bob'")
            name = line.name("the holder of the card")
            holder = line.find(name, self.table.holders.find).name
        line.verify_end()
        seen = None if card.is_word("a card") else self._card(line, card)
        if me is not None and is_mine and seen not in me.hand:
            raise line.location(card).error(
                f"my card must be one of {me}'s hand, got {card.text!r}"
            )
        return Saw(self._player(line, by), holder, seen)

    def _facts(self, line: Line, by: Token, *, lacks: bool) -> list[Event]:
        only_me = _KNOWN_TO.get(line.ending(*_KNOWN_TO))
        number = _number(line)
        cards = line.several(Line.card)
        line.verify_end()
        player = line.find(by, self.table.holder).name
        found = self._found(line, cards, "" if number else NUMBERS, is_some=bool(number))
        if not number:
            kind = Lacks if lacks else Holds
            return [kind(player, card, only_me=only_me) for card in found]
        least, most = _bounds(number, len(found))
        if lacks:
            least, most = len(found) - most, len(found) - least
        return [HoldsSome(player, found, least, most, only_me=only_me)]

    def _is_unknown(self, names: Sequence[Token]) -> bool:
        """Whether a fact is about several places, or about nobody or somebody."""
        return len(names) > 1 or names[0].is_word("nobody") or names[0].is_word("somebody")

    def _one_holds(self, line: Line, names: Sequence[Token], verb: _Verb) -> list[Event]:
        table = self.table
        if verb != "holds":
            raise line.location(names[0]).error(f"expected one player before {verb!r}")
        only_me = _KNOWN_TO.get(line.ending(*_KNOWN_TO))
        cards = line.several(Line.card)
        line.verify_end()
        if names[0].is_word("nobody"):
            players = table.places[len(table.players) :]
        elif names[0].is_word("somebody"):
            players = table.names
        else:
            players = tuple(line.find(name, table.holder).name for name in names)
        found = self._found(line, cards, NUMBERS)
        if players == (ENVELOPE,):
            return [Holds(ENVELOPE, card, only_me=bool(only_me)) for card in found]
        return [OneHolds(players, card, only_me=only_me) for card in found]

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

    def _found(
        self, line: Line, cards: Iterable[Token], hint: str = "", *, is_some: bool = False
    ) -> list[ClueCard]:
        """Return the cards of some names, such as "all suspects", or "suspects" of a number."""
        found: list[ClueCard] = []
        for card in cards:
            every, _, kind = card.text.casefold().rpartition(" ")
            if (
                card.kind == "word"
                and kind in _KINDS
                and (every == "all" or (is_some and not every))
            ):
                found += self.table.edition.of(_KINDS[kind])
            else:
                found.append(self._card(line, card, hint if " of " in card.text else ""))
        return found

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
    if number[:1] == ["0"]:
        raise line.unexpected("'exactly 0 of', or a number from 1")
    for _ in number:
        line.take()
    return number


def _bounds(number: Sequence[str], size: int) -> tuple[int, int]:
    """Return the least and the greatest number; a number alone is the least one."""
    given = {word: at for at, word in enumerate(_WORDS, start=1)}
    bounds = [
        given.get(word) or int(word[:20]) for word in number if word in given or word.isdigit()
    ]
    if "most" in number:
        return 0, bounds[0]
    return bounds[0], bounds[-1] if "exactly" in number or "to" in number else size


def checked(event: Event, table: Table, start: Location, at_cards: Location) -> Event:
    """Return an event with the table's names; an error of the rules has the location of its cause.

    A question to one player in place of a guess has a hint how to enter it.
    """
    try:
        return entry(table, event)
    except InvalidGuessError as error:
        hint = _as_question(event, table) if isinstance(event, Suggestion) else ""
        raise at_cards.error(f"{error.message}{hint}") from error
    except ClueError as error:
        raise start.error(error.message) from error


def _as_question(event: Suggestion, table: Table) -> str:
    names = [show.by for show in event.shows] or event.passed or table.left_of(event.by)
    cards = tuple(map(table.edition.card, event.guess))
    question = Question(event.by, names[0] or "", cards, "shows" if event.shows else "no")
    return f"; a question to one player is `{written(question)}`" if names[0] else ""


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
        and name.casefold() not in RESERVED - {ENVELOPE}
        and not TWO_SEATS.search(name)
        and _key(keys[0]) is None
        and SOME_OF.match(name.casefold()) is None
        and _PHRASES.fullmatch(name.casefold()) is None
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
    match event:
        case Suggestion(by, guess):
            return f"{spelled(by)}: {names_of(guess)} -> {', '.join(_answers_of(event))}"
        case Accusation(by, guess, correct, right):
            outcome = "right" if correct else "wrong"
            number = outcome if right is None else f"{right} right"
            return f"{spelled(by)} accuses {names_of(guess)}: {number}"
        case Question(by, to, cards, answer, card, only_me):
            reply = f"{answer or '?'} {spelled(card.name) if card else ''}".rstrip()
            line = f"{spelled(by)} asks {spelled(to)}: {names_of(cards)} -> {reply}"
            return known_to(line, only_me or None)
        case Saw(by, player, card):
            name = quoted(player) if "of" in player.casefold().split() else spelled(player)
            return f"{spelled(by)} saw {spelled(card.name) if card else 'a card'} of {name}"
        case Correction(by, number):
            return f"{spelled(by)}: sorry, entry {number}"
        case HoldsSome(player, cards, least, most):
            number = words_of(least, most, len(cards))
            line = f"{spelled(player)} holds {number} of {names_of(cards)}"
        case OneHolds(players, card):
            line = f"{' or '.join(map(spelled, players))} holds {spelled(card.name)}"
        case Holds(player, card):
            line = f"{spelled(player)} holds {spelled(card.name)}"
        case Lacks(player, card):
            line = f"{spelled(player)} lacks {spelled(card.name)}"
        case _:
            assert_never(event)
    return known_to(line, event.only_me)


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
