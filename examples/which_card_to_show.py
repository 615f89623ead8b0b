"""Rank the cards that Rosa could show, each time she had a choice."""

from pathlib import Path
from random import Random

from cluetree import Notebook, Suggestion
from cluetree.advice import card_to_show

GAME = Path(__file__).parent / "friday.clue"


def main() -> None:
    """Compare what was shown with the advice, and with showing by a fixed order."""
    book = Notebook.load(GAME)
    rosa = book.table.player("Rosa")
    for number, event in enumerate(book.events, start=1):
        shown = isinstance(event, Suggestion) and any(show.by == rosa.name for show in event.shows)
        if not isinstance(event, Suggestion) or not shown:
            continue
        cards = [card for card in event.guess if card in rosa.hand]
        if len(cards) == 1:
            continue
        before = book.events[: number - 1]
        advice = card_to_show(
            book.table, before, asker=event.by, guess=event.guess, rng=Random(number)
        )
        print(f"{number}. {event}")
        for choice in advice:
            print(f"    {choice.card}: {choice.bits} bits; {choice.verdict}")
        print(f"    by suspect, weapon, room: {cards[0]}")


if __name__ == "__main__":
    main()
