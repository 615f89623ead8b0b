"""Rank Rosa's suggestions after the game against all suggestions she could have made."""

from pathlib import Path

from cluetree import Notebook, Suggestion

FRIDAY = Path(__file__).parent / "friday.clue"


def main() -> None:
    """Rank what she asked among all that she could have asked at the time."""
    book = Notebook.load(FRIDAY)
    for number, event in enumerate(book.events, start=1):
        if not isinstance(event, Suggestion) or event.by != "Rosa":
            continue
        advice = Notebook(book.table, book.events[: number - 1]).advise()
        best, *_ = advice.suggestions
        rank, asked = next(
            (rank, each)
            for rank, each in enumerate(advice.suggestions, start=1)
            if each.guess == event.guess
        )
        print(f"event {number}: {advice.entropy:.2f} bits of the envelope are open")
        print(f"  asked  {asked.gain:.2f} bits, place {rank:3}: {asked.guess}")
        for reply in asked.replies:
            cards = reply.cards(asked.guess).items()
            shown = ", ".join(f"{by} shows {card}" for by, card in cards)
            print(f"           {reply.probability:6.1%} {shown or 'nobody shows'}")
        print(f"  best   {best.gain:.2f} bits, leak {best.leak:.2f}: {best.guess}")
        print(f"           leaves {best.left} of what is possible")


if __name__ == "__main__":
    main()
