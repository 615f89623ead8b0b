"""The questions to a notebook; none of them changes it."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from cluetree.advice import Accusing, Advice, Aim, Rival, Showing
from cluetree.cards import Category, ClueCard, ClueGuess
from cluetree.claims import Fact, Quota
from cluetree.errors import LimitReached
from cluetree.explain import Repair, Review, SlipKind
from cluetree.notebook import Notebook
from cluetree.operations.explain import Clash, clashes
from cluetree.operations.log import events_of, written
from cluetree.operations.registry import (
    CardName,
    Chance,
    Count,
    Deals,
    Entropy,
    EventJson,
    EventText,
    Holder,
    JsonObject,
    Numbers,
    RequestError,
    about,
    name_of,
    operation,
    parameter,
)
from cluetree.table import ENVELOPE, Direction
from cluetree.text.advice import accusing_words, advice_words, rivals_words, showing_words
from cluetree.text.changes import change_words, direction_hint
from cluetree.text.events import capital, in_full
from cluetree.text.language import t
from cluetree.text.nodes import picture
from cluetree.text.numbers import percent
from cluetree.text.proofs import either_holds
from cluetree.text.repairs import change, likelier

Samples: TypeAlias = Annotated[int, Meta(ge=2, le=100_000, description="How many deals to draw.")]


# Consequences

_Placed: TypeAlias = tuple[tuple[str, ClueCard], ...]


class Candidate(JsonObject):
    """One possible envelope."""

    cards: ClueGuess
    deals: Deals
    probability: Chance


class HeldOneOf(JsonObject):
    """Cards of which a player holds at least one."""

    player: str
    cards: tuple[ClueCard, ...]


class Solution(JsonObject):
    """All that follows from the log."""

    counted: Annotated[
        bool,
        about(
            "Whether the deals were counted within the limit. If not, all numbers are missing, and "
            "only what the rules find is given."
        ),
    ]
    consistent: bool
    envelope: Annotated[tuple[ClueCard | None, ...], about("Suspect, weapon, room; null if open.")]
    holds: Annotated[_Placed, about("Every place and card that is there for certain.")]
    lacks: Annotated[_Placed, about("Every place and card that is not there for certain.")]
    conflicts: Annotated[tuple[Numbers, ...], about("The contradictions of an impossible log.")]
    one_of: Annotated[tuple[HeldOneOf, ...], about("Open branches that need a card.")]
    probabilities: Annotated[
        Mapping[ClueCard, Mapping[str, float]],
        about("By card and place; without a count only those that are 0 or 1 by the rules."),
    ]
    deals: Deals | UnsetType = UNSET
    entropy: Entropy | UnsetType = UNSET
    possible: Annotated[int | UnsetType, about("The number of possible envelopes.")] = UNSET
    triples: tuple[Candidate, ...] | UnsetType = UNSET


@operation(
    "cluetree-solution/2", words=lambda book, solution: change_words(book, solution.conflicts)
)
def beliefs(
    book: Notebook,
    *,
    triples: Annotated[
        Count | None, about("The maximum number of triples, likeliest first; all.")
    ] = None,
    chances: Annotated[bool, about("Also return the probability of every card and place.")] = True,
) -> Solution:
    """Return all that follows: facts, every probability, every possible envelope.

    In an impossible log nothing follows; `conflicts` then lists the contradictions.
    """
    try:
        known = book.beliefs
    except LimitReached:
        return _by_rules(book)
    certain = {card.category: card for card in known.hand(ENVELOPE)}
    likeliest = () if triples == 0 else known.triples[:triples]  # they are slow to list
    return Solution(
        counted=True,
        consistent=book.consistent,
        envelope=tuple(map(certain.get, Category)),
        holds=known.holds,
        lacks=known.lacks,
        conflicts=() if book.consistent else book.conflicts().sets,
        one_of=_one_of(book) if book.consistent else (),
        deals=known.deals,
        entropy=known.entropy,
        possible=known.possible,
        triples=tuple(
            Candidate(cards=each.guess, deals=each.deals, probability=each.deals / known.deals)
            for each in likeliest
        ),
        probabilities={
            card: {place: counts[at] / known.deals for place, counts in known.counts.items()}
            for at, card in enumerate(book.table.edition.cards)
            if known.deals and chances
        },
    )


def _by_rules(book: Notebook) -> Solution:
    """Return what the rules find, without counting."""
    tree = book.tree
    evidence, findings = tree.evidence(), tree.findings()
    known = {
        card: {
            place: float(holds)
            for place in evidence.frame.places
            if (holds := evidence.knows(place, card)) is not None
        }
        for card in book.table.edition.cards
    }
    pairs = [(place, card) for place in evidence.frame.places for card in known]
    return Solution(
        counted=False,
        consistent=not tree.clashes,
        envelope=tuple(findings[c].card if c in findings else None for c in Category),
        holds=tuple((place, card) for place, card in pairs if known[card].get(place) == 1),
        lacks=tuple((place, card) for place, card in pairs if known[card].get(place) == 0),
        conflicts=tuple(each.causes for each in tree.clashes),
        one_of=_one_of(book),
        probabilities=known,
    )


def _one_of(book: Notebook) -> tuple[HeldOneOf, ...]:
    open_claims = book.tree.evidence().one_of
    return tuple(HeldOneOf(c.player, c.cards) for c in open_claims if c.player is not None)


class ClaimChance(JsonObject):
    """How likely some claims are, all together."""

    claim: Annotated[str, about("The claims and their chance, in words.")]
    chance: Chance
    certain: Annotated[bool, about("Whether they are true in every deal that fits.")]
    deals: Annotated[int, about("The number of deals in which they are true.")]


@operation("cluetree-chance/1")
def chance(
    book: Notebook,
    *,
    claims: Annotated[tuple[EventText, ...], about("Bare facts, or lines of bare facts.")] = (),
    one_of: Annotated[
        tuple[tuple[Holder, CardName], ...], about("Marks of which at least one must be true.")
    ] = (),
) -> ClaimChance:
    """Return the exact chance that some bare facts are all true."""
    table, edition = book.table, book.table.edition
    with parameter("claims"):
        facts = [fact for some in claims for fact in events_of(some, book)]
    marks = [(table.holder(place).name, edition.card(card)) for place, card in one_of]
    any_mark = Quota(tuple(Fact(*mark, holds=True) for mark in marks), 1, len(marks))
    if not (facts or marks):
        raise RequestError("invalid_params", "must be a bare fact, got none", "claims")
    odds = book.chance_of(*facts, *([any_mark] if marks else []))
    words = filter(None, (*map(in_full, facts), either_holds(marks, edition)))
    told = percent(odds)
    if odds in {0, 1}:
        told = t("chance.certain" if odds else "chance.never", chance=told)
    claim = t("step.because", what=t("fact.and").join(words), why=told)
    return ClaimChance(capital(claim), float(odds), odds == 1, int(odds * book.beliefs.deals))


class Drawing(JsonObject):
    """The tree, drawn."""

    tree: str


@operation()
def tree(book: Notebook, *, form: Literal["text", "svg"] = "text") -> Drawing:
    """Draw the tree: known nodes, open branches, and pruned alternatives with the reason."""
    grown = book.tree
    return Drawing(picture(grown) if form == "svg" else f"{grown}")


# Contradictions and slips


class NumberedRepair(JsonObject):
    """A change of one entry that makes an impossible log possible."""

    number: Annotated[int, about("The number for `repair`.")]
    event: Annotated[int, about("The number of the event; 0 for the set-up.")]
    kind: Annotated[SlipKind, about("The kind of the slip.")]
    replacement: Annotated[EventJson | None, about("null: drop the event, or change the set-up.")]
    line: Annotated[str | None, about("The replacement's line in a .clue file.")]
    words: Annotated[str, about("The change, in words.")]
    deals: Deals
    chance: Chance
    sizes: Annotated[Mapping[str, int] | UnsetType, about("Changed hand sizes, if any.")] = UNSET
    hand: Annotated[
        tuple[ClueCard, ...] | UnsetType, about("The viewpoint's correct hand, if it changes.")
    ] = UNSET
    seats: Annotated[
        tuple[str, ...] | UnsetType, about("The players in seat order, if that changes.")
    ] = UNSET
    answers: Annotated[Direction | UnsetType, about("The new direction of answers.")] = UNSET
    face_up: Annotated[
        tuple[ClueCard, ...] | UnsetType, about("The cards that lie face-up, if they change.")
    ] = UNSET
    candidates: Annotated[
        tuple["NumberedRepair", ...] | UnsetType,
        about("The changes that this stands for, if several, likeliest first."),
    ] = UNSET


def _numbered(number: int, repair: Repair, book: Notebook) -> NumberedRepair:
    new, table = repair.replacement, book.table
    event, line = (None, None) if new is None else written(new, table)
    right = repair.table or table
    old_sizes = {hand.name: hand.hand_size for hand in table.hands}
    sizes = {
        hand.name: hand.hand_size
        for hand in right.hands
        if hand.hand_size is not None and hand.hand_size != old_sizes.get(hand.name)
    }
    return NumberedRepair(
        number=number,
        event=repair.event,
        kind=repair.kind,
        replacement=event,
        line=line,
        words=change(book, repair),
        deals=repair.deals,
        chance=repair.chance,
        sizes=sizes or UNSET,
        hand=right.me.hand if right.me and right.me != table.me else UNSET,
        seats=right.names if right.names != table.names else UNSET,
        answers=right.answers if right.answers != table.answers else UNSET,
        face_up=right.face_up if right.face_up != table.face_up else UNSET,
        candidates=tuple(_numbered(number, each, book) for each in repair.candidates) or UNSET,
    )


class Suspect(JsonObject):
    """An event that a slip would explain better."""

    event: int
    score: Annotated[float, about("How much better, in bits.")]
    replacement: Annotated[EventJson, about("As it was likeliest meant.")]
    line: Annotated[str, about("The replacement's line in a .clue file.")]
    words: Annotated[str, about("Why a slip is likelier, in words.")]
    deals: Annotated[int, about("The number of deals that fit the log.")]
    others: Annotated[int, about("The number of deals that fit all other events.")]
    repaired: Annotated[int, about("The number that fit with the replacement.")]


class Check(JsonObject):
    """Contradictions and repairs of an impossible log, or suspicious events of a possible one."""

    consistent: bool
    conflicts: Annotated[
        tuple[Numbers, ...],
        about(
            "The smallest sets that cannot be true; an empty one: the set-up contradicts itself."
        ),
    ]
    clash: Annotated[Clash | None, about("The first contradiction in sentences.")]
    repairs: Annotated[tuple[NumberedRepair, ...], about("The single changes, likeliest first.")]
    enough: Annotated[bool, about("Whether one repair is enough; or one for each contradiction.")]
    suspicious: Annotated[tuple[Suspect, ...], about("Events a slip would explain better.")]
    hint: Annotated[str, about("Why answers may go the other way round; empty if nothing says so.")]
    complete: Annotated[bool, about("Whether everything was tried.")]


@operation("cluetree-check/3")
def check(book: Notebook) -> Check:
    """Return the contradictions of a log, its repairs, and entries that look wrong."""
    conflicts, repairs, suspicions = book.conflicts(), book.repairs(), book.suspicious()
    return Check(
        consistent=book.consistent,
        conflicts=conflicts.sets,
        clash=None if book.consistent else next(clashes(book, conflicts)),
        repairs=tuple(_numbered(at, one, book) for at, one in enumerate(repairs.found, start=1)),
        enough=repairs.enough,
        suspicious=tuple(
            Suspect(
                one.event,
                round(one.score, 2),
                *written(one.replacement, book.table),
                likelier(one, book.table),
                one.deals,
                one.others,
                one.repaired,
            )
            for one in suspicions.found
        ),
        hint=direction_hint(book),
        complete=conflicts.complete and repairs.complete and suspicions.complete,
    )


# The course of the game


@operation()
def review(book: Notebook) -> Review:
    """Review a game: what each event gave away beyond its own words, and what was missed."""
    return book.review()


# Advice


@operation("cluetree-advice/3", words=advice_words)
def advise(
    book: Notebook,
    *,
    rooms: Annotated[
        tuple[CardName, ...] | None, about("The rooms that can be named; all.")
    ] = None,
    aim: Annotated[
        Aim,
        about("Rank by the gain, by the chance to solve, or, to win, by the gain less the leak."),
    ] = "gain",
    top: Annotated[Count | None, about("The maximum number of suggestions; all.")] = None,
) -> Advice:
    """Rank suggestions, or questions by the rules, by their information about the envelope."""
    return book.advise(rooms, aim=aim, top=top)


@operation("cluetree-show/2", words=showing_words)
def card_to_show(
    book: Notebook,
    *,
    asker: Annotated[str, about("The player who suggests."), name_of("player")],
    cards: Annotated[tuple[CardName, ...], about("The suggestion, in any order.")],
    samples: Samples = 200,
) -> Showing:
    """Rank the cards that can be shown to a suggestion, the least informative first."""
    guess = [book.table.edition.card(card) for card in cards]
    with parameter("cards"):
        suggested = book.table.edition.guess(*guess)
    return book.card_to_show(asker, suggested, samples=samples)


class Rivals(JsonObject):
    """Every opponent, from the viewpoint's left."""

    rivals: tuple[Rival, ...]


@operation("cluetree-rivals/1", words=lambda _, result: rivals_words(result.rivals))
def rivals(book: Notebook, *, samples: Samples = 200) -> Rivals:
    """Estimate what each opponent does not know yet, and whether they know the answer."""
    return Rivals(book.rivals(samples=samples))


@operation(words=accusing_words)
def accuse_now(book: Notebook, *, samples: Samples = 200) -> Accusing:
    """Compare an accusation of the likeliest envelope with waiting for another turn."""
    return book.accuse_now(samples=samples)
