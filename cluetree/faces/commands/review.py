"""What `cluetree review` shows: what could be known when, and what was missed."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.beliefs import Deal
from cluetree.cards import Category
from cluetree.errors import InvalidTableError
from cluetree.explain import Review
from cluetree.table import ENVELOPE, Table


def read_deal(table: Table, text: str) -> Deal:
    """Read where the cards lay: "Bob: Rope, Hall; Eve: Plum, ..."; the rest is the envelope.

    The viewpoint's hand is known already and may be left out.

    Raises:
        InvalidTableError: If a card is in two places, or what is left over is no triple.
        UnknownPlayerError: If a name is nobody's.
        UnknownCardError: If a word is no card's.
    """
    deal = dict.fromkeys(table.me.hand, table.me.name) if table.me is not None else {}
    for hand in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, cards = hand.partition(":")
        if not colon:
            raise InvalidTableError(f"whose cards are {hand!r}? write NAME: CARD, CARD; ...")
        holder = table.holder(name).name
        for card in table.edition.hand(*(word.strip() for word in cards.split(","))):
            if deal.setdefault(card, holder) != holder or card in table.face_up:
                raise InvalidTableError(f"{card} lies in two places")
    left = [card for card in table.edition.cards if card not in deal and card not in table.face_up]
    deal.update(dict.fromkeys(left, ENVELOPE.name))
    hidden = [card for card, place in deal.items() if place == ENVELOPE.name]
    if sorted(card.category for card in hidden) != sorted(Category):
        named = ", ".join(card.name for card in hidden) or "nothing"
        raise InvalidTableError(f"the envelope would hold {named}: name every other card's place")
    return deal


def look_back(review: Review, table: Table) -> RenderableType:
    """Show a review."""
    return Group(*_lines(review, table))


def _lines(review: Review, table: Table) -> Iterator[Text]:
    for lesson in review.lessons:
        if not lesson.deduced:
            continue
        yield Text(f"{lesson.number:>3}. {lesson.event}", style="bold")
        for holds, word in ((True, "holds"), (False, "lacks")):
            for place in (*table.names, ENVELOPE.name):
                cards = [
                    fact.card.name
                    for fact in lesson.deduced
                    if fact.holds is holds and fact.player == place
                ]
                if cards:
                    yield Text(f"       {place} {word} {', '.join(cards)}")
    yield Text("")
    if review.settled_by is None:
        yield Text("The log does not settle the envelope.", style="bold")
    else:
        yield Text.assemble(
            "The answer was there after event ",
            (str(review.settled_by), "bold"),
            f": {review.answer}.",
        )
    for number, event in review.missed:
        yield Text(f"  missed   event {number}: {event}")
    for number, event in review.untrue:
        yield Text(f"  untrue   event {number}: {event}", style="bold red")
