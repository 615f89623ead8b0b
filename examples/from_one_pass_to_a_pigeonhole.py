"""From one pass to a pigeonhole: six players, seven suggestions, and a proof after each.

We are Ann. Every player holds three cards, so few shows fill a hand, and a player with a full
hand cannot bluff.
"""

from dataclasses import dataclass

from cluetree import Notebook, Show, Table
from cluetree.editions import CLUE_US
from cluetree.explain import Open, Proof

TABLE = Table.set_up(
    CLUE_US,
    dict.fromkeys(("Ann", "Bob", "Cid", "Dot", "Eve", "Fay"), 3),
    viewpoint="Ann",
    hand=("Scarlet", "Knife", "Hall"),
)


@dataclass(frozen=True)
class Lesson:
    """A suggestion, and a card to ask about afterwards."""

    title: str
    by: str
    cards: str
    shows: tuple[Show, ...]
    player: str
    card: str


def show(by: str, card: str | None = None) -> tuple[Show, ...]:
    """Return a suggestion with the player who showed, and the card if we saw it."""
    return (Show(by, CLUE_US.card(card) if card else None),)


LESSONS = (
    Lesson("One pass", "Bob", "Plum Rope Kitchen", show("Eve"), "Cid", "Kitchen"),
    Lesson(
        title="A card is in one place only",
        by="Ann",
        cards="Green Wrench Study",
        shows=show("Dot", "Study"),
        player="Fay",
        card="Study",
    ),
    Lesson(
        title="A show that comes down to one card",
        by="Dot",
        cards="Plum Rope Billiard",
        shows=show("Bob"),
        player="Eve",
        card="Kitchen",
    ),
    Lesson(
        title="A show that stays open",
        by="Cid",
        cards="White Wrench Library",
        shows=show("Fay"),
        player="Fay",
        card="Library",
    ),
    Lesson(
        title="A second one; Fay may still hold anything",
        by="Eve",
        cards="Green Pipe Ballroom",
        shows=show("Fay"),
        player="Fay",
        card="Lounge",
    ),
    Lesson(
        title="A third, and no card is among two of them: whatever she showed, her hand is full",
        by="Dot",
        cards="Peacock Revolver Conservatory",
        shows=show("Fay"),
        player="Fay",
        card="Lounge",
    ),
    Lesson(
        title="So when Fay asks and nobody shows, it cannot be a bluff",
        by="Fay",
        cards="Mustard Candlestick Lounge",
        shows=(),
        player="envelope",
        card="Lounge",
    ),
)


def explain(book: Notebook, reason: Proof | Open) -> None:
    """Print a proof and its events, or that there is none."""
    if isinstance(reason, Open):
        print(f"   whether {reason.fact} is open")
        return
    print(f"   {reason.fact}, by events {', '.join(map(str, reason.events))}:")
    print("\n".join(f"      {line}" for line in str(reason).splitlines()))
    reason.check(book)


def main() -> None:
    """Add the suggestions one by one, and explain one fact after each."""
    book = Notebook(TABLE)
    for number, lesson in enumerate(LESSONS, start=1):
        book.tell_suggestion(lesson.by, *lesson.cards.split(), shows=lesson.shows)
        print(f"{number}. {lesson.title}\n   {book.events[-1]}")
        explain(book, book.why(lesson.player, lesson.card))
        print(f"   {book.beliefs.entropy:.2f} bits are open\n")
    print(f"The envelope: {book.answer}")


if __name__ == "__main__":
    main()
