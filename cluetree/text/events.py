"""Facts and events as people tell them."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias, assert_never

from more_itertools import map_reduce

from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, Quota, number_kind
from cluetree.errors import UnknownCardError
from cluetree.events import (
    Accusation,
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
)
from cluetree.table import ENVELOPE
from cluetree.text.language import t

_Named: TypeAlias = Callable[[ClueCard], str]
"""The function that names a card."""


@lru_cache(maxsize=1024)
def short_name(card: ClueCard, edition: Edition) -> str:
    """Return a card's name without its title, where that is unambiguous.

    >>> from cluetree.editions import CLUE_US
    >>> [short_name(CLUE_US.card(name), CLUE_US) for name in ("plum", "pipe", "dining")]
    ['Plum', 'Pipe', 'Dining Room']
    """
    _, _, rest = card.name.partition(" ")
    is_name = rest[:1].isupper() or card.category is Category.SUSPECT  # not "salon" alone
    try:
        return rest if rest and is_name and edition.card(rest) == card else card.name
    except UnknownCardError:
        return card.name


def capital(words: str) -> str:
    """Begin with a capital letter."""
    return f"{words[:1].upper()}{words[1:]}"


def sentence(words: str) -> str:
    """Make a sentence of words: Like this."""
    return f"{capital(words)}."


def labelled(words: str) -> str:
    """Put a colon and a blank behind words."""
    return t("step.because", what=words, why="")


def place_name(place: str) -> str:
    """Say what a place is called where it stands alone."""
    return t("place.envelope") if place == ENVELOPE else place


def holds(place: str, what: str, *, has_card: bool = True) -> str:
    """Say that a place holds something, or lacks it."""
    if place == ENVELOPE:
        return t("told.envelope_holds" if has_card else "told.envelope_lacks", card=what)
    return t("fact.holds" if has_card else "fact.lacks", place=place, card=what)


def fact(claim: Fact) -> str:
    """Say a fact.

    >>> from cluetree.editions import CLUE_US
    >>> fact(Fact("Bob", CLUE_US.card("plum"), holds=False))
    'Bob lacks Professor Plum'
    """
    return holds(claim.player, claim.card.name, has_card=claim.holds)


def facts_by_place(facts: Iterable[Fact]) -> Iterator[str]:
    """Say facts: together all cards that a place holds, and all that it lacks.

    >>> from cluetree.editions import CLUE_US
    >>> facts = (Fact("Bob", card, holds=False) for card in CLUE_US.hand("rope", "hall"))
    >>> list(facts_by_place(facts))
    ['Bob lacks Rope, Hall']
    """
    for (place, has_card), group in map_reduce(facts, lambda f: (f.player, f.holds)).items():
        yield holds(place, ", ".join(one.card.name for one in group), has_card=has_card)


def either(words: Iterable[str]) -> str:
    """List several of which it is one."""
    return t("fact.or").join(words)


def in_full(event: Event) -> str:
    """Tell an event, with cards by their whole names.

    >>> from cluetree.editions import CLUE_US
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> in_full(Suggestion("Bob", guess, ["Ann"], passed=["Eve"]))
    'Bob suggests Professor Plum, Rope, Hall: Eve passes, Ann shows a card'
    """
    return _told(event, str, "told.suggests", "told.shows_a_card", "advice.nobody")


def shown(show: Show, named: _Named = str, hidden: str = "told.shows_a_card") -> str:
    """Say who showed, and which card; `hidden` is the text for an unknown card."""
    name = show.by or t("told.somebody")
    if show.card is None:
        return t(hidden, name=name)
    return t("advice.shows", name=name, card=named(show.card))


def brief_guess(guess: ClueGuess | Collection[ClueCard], edition: Edition) -> str:
    """List cards as people say them.

    >>> from cluetree.editions import CLUE_US
    >>> brief_guess(CLUE_US.guess("plum", "pipe", "hall"), CLUE_US)
    'Plum, Pipe, Hall'
    """
    return ", ".join(short_name(card, edition) for card in guess)


def brief(event: Event, edition: Edition) -> str:
    """Tell an event as briefly as people say it.

    >>> from cluetree.editions import CLUE_US
    >>> guess = CLUE_US.guess("plum", "rope", "hall")
    >>> brief(Suggestion("Bob", guess, "nobody", ("Eve", "Ann")), CLUE_US)
    'Bob: Plum, Rope, Hall → Eve passes, Ann passes'
    """

    def named(card: ClueCard) -> str:
        return short_name(card, edition)

    return _told(event, named, "told.suggestion", "entry.shows", "entry.nobody")


def _told(event: Event, named: _Named, suggests: str, hidden: str, nobody: str) -> str:
    """Tell an event; the last three are the texts of a suggestion, an unseen show and no show."""
    match event:
        case Suggestion(by, guess, shows, passed):
            passes = [t("told.passes", name=name) for name in passed or ()]
            passes += [t("told.nobody_passes")] if passed == () else []
            answers = ", ".join((*passes, *(shown(show, named, hidden) for show in shows)))
            cards = ", ".join(map(named, guess))
            return t(suggests, name=by, cards=cards, answers=answers or t(nobody))
        case Accusation(by, guess, correct, right):
            outcome = "right" if correct else "wrong" if right is None else "some_right"
            cards = ", ".join(map(named, guess))
            return t(f"told.{outcome}", name=by, cards=cards, count=right)
        case Question(by, to, asked, answer, card):
            cards = ", ".join(map(named, asked))
            reply = t(f"told.reply_{answer or 'unheard'}", card=_a_card(card, named))
            words = t("told.asks", name=by, other=to, cards=cards, answer=reply)
            return _known_to(words, event.only_me or None)
        case Saw(by, player, card):
            return t("told.saw", name=by, card=_a_card(card, named), other=player)
        case Correction(by, number):
            return t("told.takes_back", name=by, entry=number)
        case HoldsSome(player, some, least, most):
            words = _some_of([player], map(named, some), number_of(least, most, len(some)))
        case OneHolds(players, card):
            words = holds(either(map(_place, players)), named(card))
        case Holds(player, card) | Lacks(player, card):
            words = holds(player, named(card), has_card=event.has_card)
        case _:
            assert_never(event)
    return _known_to(words, event.only_me)


def _a_card(card: ClueCard | None, named: _Named) -> str:
    return t("told.a_card") if card is None else named(card)


def _known_to(words: str, only_me: bool | None) -> str:
    if only_me is None:
        return words
    return f"{words} ({t('told.only_me' if only_me else 'told.all_know')})"


def _place(name: str) -> str:
    return t("fact.envelope") if name == ENVELOPE else name


def quota(claim: Quota) -> str:
    """State that one of some places, mostly a player, holds some number of some cards."""
    if claim.card_of_one is not None:
        return holds(either(map(_place, claim.players)), claim.card_of_one.name)
    names = [card.name for card in claim.cards]
    if claim.is_show:
        return holds(claim.player or either(map(_place, claim.players)), either(names))
    number = number_of(claim.least, claim.most, len(claim.facts))
    return _some_of(claim.players, names, number)


def _some_of(places: Iterable[str], cards: Iterable[str], number: str) -> str:
    name = either(map(_place, places))
    return t("told.some_of", name=name, number=number, cards=", ".join(cards))


def number_of(least: int, most: int, size: int) -> str:
    """Return a number from `least` to `most` of some things."""
    return t(f"some.{number_kind(least, most, size)}", least=least, most=most)
