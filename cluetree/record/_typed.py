"""Lines as people type them at a table: `scar rope hall > mina`.

Only a line that the grammar rejects is written out, and only if it has one meaning. Records are
read without this, so a file means the same to every reader. A line that cannot be read is compared
with lines that can: those with another word, or with a name instead of a misspelt one.
"""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product
from typing import Final

from cluetree._names import folded, similar
from cluetree.cards import Category, ClueCard
from cluetree.errors import (
    UnknownCardError,
    UnknownNameError,
    UnknownPlayerError,
)
from cluetree.events import Event
from cluetree.record._grammar import KEYWORDS, SET_UP, SOME_OF, names_of, spelled
from cluetree.record._line import quoted
from cluetree.record._record import Location
from cluetree.table import RESERVED, Table

_PLAIN: Final = re.compile(r"(?:[\w\s,:'\u2019]|(?<=\w)\.(?!\.)|\b-\b|->|→|>)*")
"""A line whose signs all have a meaning; any other sign, such as `?`, could change it."""
_ARROW: Final = re.compile("->|→|>")
_WORD: Final = re.compile(r"[^\s,]+?(?=[\s,]|:?\Z|:\s)|:")
_ANSWERS: Final = ("nobody", "nobody shows", "nobody passes", "somebody shows")
_LATE_PASS: Final = re.compile(r" shows,.* passes")
"""A pass after an unseen show: `bob, eve passes` could mean that both pass."""
_FACT: Final = re.compile(rf"(?:(no) |(?:holds )?({SOME_OF.pattern})?)(.+)")
"""A fact about a player: a negation, a number of cards, and the cards."""
_MOST_WORDS: Final = 6
"""The maximum number of words in a name."""
_START: Final = re.compile(r"(?:\A|,|->|→|>)\s*(no one|\w+)", re.IGNORECASE)
"""The first word of a name of a player."""
_LEAD: Final = re.compile(
    r"\s*(?:Entered: )?(?:[*\u2022]\s+|-\s+(?=.*(?:[:>\u2192]| (?:holds|lacks|saw|has|had) )))?"
    r"(?:(?P<number>\d+)(?P<sign>[.):]?)\s+)?"
)
"""A bullet and a number before a line; before a fact without a verb, a dash could be a minus."""
_TAIL: Final = re.compile(r"(?: \(decisive\)| # .* passed by seat order\.?|(?<=\w)\.)\Z")
"""What cluetree prints after an entry, and a full stop."""
_ARROWS: Final = re.compile(r"[=-]+>|\u2192|[\u2013\u2014]>|(?<=\s)(?:--|[\u2013\u2014])(?=\s)|>")
_VERBS: Final = {
    "saw my": "(?:has|have) seen(?: my)?",
    "lacks": r"(?:(?:ha[sd]|have|holds) (?:not?|none of)|(?:ha[sd]|have)n['\u2019]?t|"
    r"(?:do(?:es)?|did)(?: not|n['\u2019]?t) (?:have|hold|own))(?! all\b| [^,]*\bof\b)",
    "holds": r"ha[sd]|(?<=\bI )have|owns|reveal(?:s|ed)",
    "accuses": "accused?",
}
_REPLIES: Final = {
    "somebody shows": "(?:somebody|someone)(?: show(?:s|ed))?",
    "nobody": "(?:nobody|no one|no-one|noone|none)(?: show(?:s|ed))?",
    r"\1 passes": "(.+) (?:no|none|pass|passed)",
    r"\1 shows\2": "(.+) show(?:ed)?((?: .+)?)",
}
"""Verbs, and answers, each with a pattern of what people write instead."""
_WORDS: Final = re.compile(
    r"\b(?:i|ha[sd]|have|does|did|own|reveal|accuse|show|pass|no|noone|none|one|someone)(?:e?[sd])?\b",
    re.IGNORECASE,
)
"""Words of these; where one is in a name, none is replaced."""
_COLUMNS: Final = ("asker|by", "suspect", "weapon", "room", "shower|showed", "card", "number|#|no|")
"""The columns of a pasted table, each with its names; the last one has numbers."""
_NAME: Final = re.compile(r"(?:(?!->)[^\s,:>→])+")
_LONGEST: Final = 200
"""The maximum length of a line that is searched for misspelt words."""
_MOST_NAMES: Final = 1000
"""The maximum number of names and words of names that a misspelt word is compared with."""
_SPANS: Final = ((0, 0), (0, 1), (-1, 0), (0, 2), (-1, 1), (-2, 0))
"""The words around a misspelt one that may belong to its name: the first and the last."""
_KEYWORDS: Final = sorted(filter(str.isalpha, KEYWORDS))
_GUESS: Final = len(Category)
_MOST_GUESSES: Final = 1000
"""The maximum number of guesses that ambiguous words can name."""


def written_out(text: str, table: Table, turn: str | None = None) -> str:
    """Return a line with its commas, its arrow and its players; unchanged if it is ambiguous.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9}, viewpoint="Ann", hand=CLUE_US.cards[:9])
    >>> written_out("plum rope hall > me", table, turn="Bob")
    'Bob: Professor Plum, Rope, Hall -> Ann shows'
    >>> written_out("bob no rope", table), written_out("bob 2 of rope hall pipe", table)
    ('Bob lacks Rope', 'Bob holds 2 of Rope, Hall, Lead Pipe')
    """
    if not _PLAIN.fullmatch(text):
        return text
    match _ARROW.split(text.casefold()):
        case [fact]:
            lines = {*_facts(fact.split(), table)}
        case [guess, answers]:
            lines = {*_suggestions(_WORD.findall(guess), answers, table, turn)}
        case _:
            return text
    return lines.pop() if len(lines) == 1 else text


def plain(text: str, table: Table, turn: str | None) -> tuple[str, str | None]:
    """Return a line that people or cluetree wrote in the words of the grammar, and `turn`.

    A number before it is dropped, unless a name begins with it. Without a full stop or a bracket
    it could be a seat, so the line must name the asker. A line with quotes keeps its words.

    >>> from cluetree.editions import CLUE_US
    >>> table = Table.set_up(CLUE_US, {"Ann": 9, "Bob": 9})
    >>> plain("3. Bob suggests Plum, Rope, Hall: Ann shows a card", table, turn="Ann")
    ('Bob: Plum, Rope, Hall -> Ann shows', 'Ann')
    """
    deck = table.edition
    names = "\n".join(chain(table.places, map(str, deck.cards), *deck.aliases.values()))
    lead = _LEAD.match(text)
    if lead and not re.search(rf"(?m)^{lead['number'] or ' '}", names):
        text = text[lead.end() :]
        turn = None if lead["number"] and lead["sign"] in {"", ":"} else turn
    if '"' in text:
        return text, turn
    text = _TAIL.sub("", text.rstrip(), count=1)
    text = re.sub(" show(?:s|ed)? a card(?=,|$)", " shows", _ARROWS.sub("->", text))
    by, is_told, rest = text.partition(" suggests ")
    text = f"{by}: {rest if '->' in rest else rest.replace(': ', ' -> ', 1)}" if is_told else by
    if _WORDS.search(names):
        return text, turn
    me = {spelled(table.viewpoint): "(?-i:I)"} if table.viewpoint else {}
    for word, others in (_VERBS | me).items():
        if found := re.search(rf"(?<![\w'])(?i:{others})(?![\w'.])", text):
            text = f"{text[: found.start()]}{word}{text[found.end() :]}"
    if among := re.fullmatch("(.+ holds) ([^,]+ or [^,]+)", text):
        text = f"{among[1]} one of {among[2].replace(' or ', ', ')}"
    guess, *answers = text.split("->")
    if len(answers) == 1:
        text = f"{guess.rstrip()} -> {','.join(map(_reply, answers[0].split(',')))}"
    return text, turn


def _reply(words: str) -> str:
    """Return an answer in the words of the grammar."""
    bare = words.strip()
    found = ((to, re.fullmatch(others, bare, re.IGNORECASE)) for to, others in _REPLIES.items())
    return next((match.expand(to) for to, match in found if match), bare)


def row(text: str, table: Table, columns: list[int], location: Location) -> str | None:
    """Return the line of a row of a table: empty for one without an event, `None` for other texts.

    A row that names the columns sets `columns`. Without it they are the first six, and no name may
    mean both a player and a card.
    """
    bare = text.strip(" ").removeprefix("|").removesuffix("|")
    sign = next((sign for sign in "|\t;," if bare.count(sign) > _GUESS), "")
    if not sign and "\t\t" not in bare.strip():
        return None
    cells = [
        cell.strip() if cell.strip(" ?-\u2013\u2014") else ""
        for cell in next(csv.reader([bare], delimiter=sign or "\t"))
    ]
    words = [cell.casefold() for cell in cells]
    found = [at for word in words for at, of in enumerate(_COLUMNS) if word in of.split("|")]
    if {*found} >= {*range(5)} and len({*found}) == len(found) == len(cells):
        columns[:] = found
        return ""
    if not re.search(r"\w", bare):
        return ""
    seats, deck = table.seats, table.edition
    is_list = sign in {",", ";"} and not (columns or found[2:] or seats.meant_by(cells[0]))
    if is_list or re.search("[:>\u2192]", bare):
        return None
    named = dict.fromkeys(range(7), "") | dict(zip(columns or range(6), cells, strict=False))
    asker, *cards, shower, card, _ = named.values()
    reply = _reply(shower)
    mixed = (*map(seats.meant_by, (*cards, card)), *map(deck.meant_by, (asker, shower)))
    is_doubtful = (not columns and any(mixed)) or (reply != shower and seats.meant_by(shower))
    is_ragged = len(cells) != len(columns) if columns else any(cells[6:])
    if is_doubtful or is_ragged or not all((asker, *cards, shower)):
        raise location.error(
            "a row must have an asker, three cards, who showed (a player, 'nobody' or 'somebody') "
            "and perhaps the card, or follow a row of names such as 'asker, suspect, weapon, room, "
            f"shower, card', got {text!r}"
        )
    is_player = card or reply not in {"nobody", "somebody shows"}
    return f"{asker}: {', '.join(cards)} -> {f'{shower} shows {card}' if is_player else reply}"


def _suggestions(
    words: Sequence[str], answers: str, table: Table, turn: str | None
) -> Iterator[str]:
    askers = [(name, rest[rest[:1] == [":"] :]) for name, rest in _players(words, table)]
    for name, rest in [*askers, (turn, words)]:
        cards = _guess(rest, table)
        if not name or not cards or ":" in rest:
            continue
        replies = [_answer(part.split(), table, cards) for part in answers.split(",")]
        if None not in replies and not _LATE_PASS.search(", ".join(map(str, replies))):
            guess = ", ".join(spelled(card.name) for card in cards)
            yield f"{spelled(name)}: {guess} -> {', '.join(map(str, replies))}"


def _guess(words: Sequence[str], table: Table) -> tuple[ClueCard, ...]:
    """Return the guess that all the words name; none if it is ambiguous.

    A word that several cards have can only be one of a category that no other word names.
    """
    guesses = {
        cards
        for cards in islice(product(*_candidates(words, table)), _MOST_GUESSES)
        if len(cards) == _GUESS == len({card.category for card in cards})
    }
    return guesses.pop() if len(guesses) == 1 else ()


def _facts(words: Sequence[str], table: Table) -> Iterator[str]:
    for name, rest in _players(words, table, face_down=True):
        for no, number, cards in _FACT.findall(" ".join(rest)):
            named = _candidates(cards.split(), table)
            if {*map(len, named)} == {1} and (number or len(named) == 1):
                verb = "lacks" if no else f"holds {number}".strip()
                yield f"{spelled(name)} {verb} {names_of(card for (card,) in named)}"


def _answer(words: Sequence[str], table: Table, guess: Sequence[ClueCard]) -> str | None:
    """Return an answer with its verb; `None` if it has none, or several."""
    if " ".join(words) in _ANSWERS:
        return " ".join(words)
    for name, rest in _players(words, table):
        if rest == ["passes"]:
            return f"{spelled(name)} passes"
        words = rest[rest[:1] == ["shows"] :]
        named = _candidates(words, table)
        cards = [card for card in guess if len(named) == 1 and card in named[0]]
        if not words or len(cards) == 1:
            return " ".join((spelled(name), "shows", *(spelled(card.name) for card in cards)))
    return None


def _players(
    words: Sequence[str], table: Table, *, face_down: bool = False
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the player that the words begin with, the longest name first, and the other words."""
    hands = table.holders if face_down else table.seats
    for length in range(min(len(words), _MOST_WORDS), 0, -1):
        phrase = " ".join(words[:length])
        me = table.viewpoint if phrase == "me" else None
        names = [me] if me else [hand.name for hand in hands.meant_by(phrase)]
        if len(names) == 1:
            yield names[0], words[length:]
            return


def verify_names(text: str, table: Table, location: Location) -> None:
    """Raise an error if a word such as "me" or "no" is a player's name, too, and has no quotes."""
    known = [*table.places, *(card.name for card in table.edition.cards)]
    long = tuple({name.casefold() for name in known if " " in name} - RESERVED)
    starts = [
        at for at in _START.finditer(text) if not text[at.start(1) :].casefold().startswith(long)
    ]
    words = {at[1].casefold() for at in starts} & RESERVED - KEYWORDS
    for name in table.places[:-1]:
        word = name.casefold()
        if word in words and (word, name) != ("me", table.viewpoint):
            right = f"{quoted(name)} holds {spelled(table.edition.weapons[0])}"
            reason = f"a player of this name must be in quotes, as in `{right}`, got {word!r}"
            raise location.error(reason)


def explain(
    text: str, table: Table, location: Location, read: Callable[[str], tuple[Event, ...]]
) -> None:
    """Raise the error of an unreadable line, if one change makes it readable."""
    if len(text) > _LONGEST:
        return
    names, words = _names_by_word(table), [*_NAME.finditer(text)]
    if len(names) > _MOST_NAMES:
        return
    known = {*KEYWORDS, *RESERVED, *SET_UP, *names}
    unknown = [
        at
        for at, word in enumerate(words)
        if folded(word[0]) not in known
        and not (table.edition.meant_by(word[0]) or table.holders.meant_by(word[0]))
    ]
    for at, is_whole, (first, last) in product(unknown[:3], (False, True), _SPANS):
        if not 0 <= at + first <= at + last < len(words):
            continue
        span = words[at + first : at + last + 1]
        start, stop = span[0].start(), span[-1].end()
        phrase, least = (text[start:stop], 0.7) if is_whole else (words[at][0], 0.6)
        near = [names[word] for word in similar(folded(phrase), names, most=5, least=least)]
        around = [names.get(folded(word[0]), []) for word in span if word is not words[at]]
        fits = tuple(
            name
            for name in dict.fromkeys(chain(*near))
            if all(name in each for each in around) and read(f"{text[:start]}{name}{text[stop:]}")
        )
        if fits and {*",:>→"}.isdisjoint(text[start:stop]):
            is_place, is_word = fits[0] in table.places, fits[0] in _KEYWORDS
            kind = UnknownPlayerError if is_place else UnknownCardError
            error = (UnknownNameError if is_word else kind)(words[at][0], fits)
            message = error.message.replace("unknown name", "unknown word", 1)
            column = words[at].start() + 1
            raise location._replace(column=column).error(message) from error


def _names_by_word(table: Table) -> dict[str, list[str]]:
    """Return the keywords, and cards and hands by the words of their names and aliases."""
    deck, names = table.edition, {word: [word] for word in _KEYWORDS}
    for name in (*table.places[:-1], *(card.name for card in deck.cards)):
        for spelling in (name, *deck.aliases.get(name, ())):
            for word in (spelling, *spelling.split()):
                names.setdefault(folded(word), []).append(name)
    return names


def _candidates(words: Sequence[str], table: Table) -> list[tuple[ClueCard, ...]]:
    """Return the cards that each name can mean, the longest names first; none if a word is left."""
    named: list[tuple[ClueCard, ...]] = []
    while words:
        for length in range(min(len(words), _MOST_WORDS), 0, -1):
            cards = table.edition.meant_by(" ".join(words[:length]))
            if cards:
                named, words = [*named, cards], words[length:]
                break
        else:
            return []
    return named
