"""Compare each of Rosa's suggestions with that of Wensel's agent, in the Friday game."""

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
        if advice is None:  # no suggestion in the allowed rooms brings information
            continue
        print(f"Rosa asked  {event.guess}")
        print(f"Wensel      {advice.guess}")
        for reason in advice.reasons:
            print(f"            {reason}")


if __name__ == "__main__":
    main()
