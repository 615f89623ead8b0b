"""What Wensel's agent would have asked in Rosa's place, at each of her turns on Friday."""

from pathlib import Path

from cluetree import Suggestion, record
from cluetree.advice.wensel import WenselNotes

FRIDAY = Path(__file__).parent / "friday.clue"


def main() -> None:
    """Stop before each of Rosa's suggestions and ask the policy."""
    friday = record.load(FRIDAY)
    for number, event in enumerate(friday.events):
        if not isinstance(event, Suggestion) or event.by != friday.table.viewpoint:
            continue
        advice = WenselNotes(friday.table, friday.events[:number]).suggestion()
        if advice is None:  # he has nothing to ask in the rooms that he may name
            continue
        print(f"Rosa asked  {event.guess}")
        print(f"Wensel      {advice.guess}")
        for reason in advice.reasons:
            print(f"            {reason}")


if __name__ == "__main__":
    main()
