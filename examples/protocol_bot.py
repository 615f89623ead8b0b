"""A bot that does not import cluetree: it asks `cluetree serve`, line by line.

The bot (Ann) plays against two players who follow a script. A small referee knows the deal; the
server, which is another process, makes all deductions. Only the standard library is used here.
"""

import json
import subprocess
import sys
from contextlib import closing
from itertools import count
from typing import Any

HANDS = {
    "Ann": ("Colonel Mustard", "Knife", "Rope", "Hall", "Study", "Lounge"),
    "Bob": ("Mrs. White", "Professor Plum", "Revolver", "Wrench", "Library", "Kitchen"),
    "Eve": ("Mr. Green", "Mrs. Peacock", "Candlestick", "Ballroom", "Dining Room", "Billiard Room"),
}
HIDDEN = ["Miss Scarlet", "Lead Pipe", "Conservatory"]
SCRIPT = (  # the suggestions of Bob and Eve in each round
    (["Mrs. Peacock", "Rope", "Library"], ["Mrs. White", "Wrench", "Dining Room"]),
    (["Miss Scarlet", "Candlestick", "Kitchen"], ["Professor Plum", "Revolver", "Hall"]),
    (["Mr. Green", "Knife", "Conservatory"], ["Miss Scarlet", "Lead Pipe", "Kitchen"]),
    (["Colonel Mustard", "Lead Pipe", "Dining Room"], ["Mr. Green", "Rope", "Library"]),
    (["Mrs. White", "Rope", "Kitchen"], ["Mrs. Peacock", "Candlestick", "Conservatory"]),
    (["Mr. Green", "Rope", "Study"], ["Professor Plum", "Wrench", "Ballroom"]),
)


class Server:
    """A server in another process; `ask` sends a line and reads one."""

    def __init__(self) -> None:
        self._ids = count(1)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cluetree", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, method: str, **params: object) -> Any:  # noqa: ANN401 -- JSON
        """Call a method, and return its result."""
        number = next(self._ids)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        lines, answers = self._process.stdin, self._process.stdout
        assert lines is not None and answers is not None  # noqa: S101, PT018 -- they are pipes
        lines.write(f"{json.dumps(request)}\n")
        lines.flush()
        answer = json.loads(answers.readline())
        while answer["id"] != number:  # an answer to something else
            answer = json.loads(answers.readline())
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer["result"]

    def close(self) -> None:
        """Close its input, which ends it."""
        self._process.communicate()


def referee(by: str, cards: list[str]) -> dict[str, object]:
    """Let the first player clockwise who can show a card do so, as Ann sees it."""
    names = list(HANDS)
    seat = names.index(by)
    for name in names[seat + 1 :] + names[:seat]:
        card = next((card for card in HANDS[name] if card in cards), None)
        if card is not None:
            seen = card if "Ann" in {by, name} else None
            return _suggestion(by, cards, [{"by": name, "card": seen}])
    return _suggestion(by, cards, [])


def _suggestion(by: str, cards: list[str], shows: list[dict[str, Any]]) -> dict[str, object]:
    return {"kind": "suggestion", "by": by, "cards": cards, "shows": shows}


def main() -> None:
    """Play until the bot knows the answer."""
    set_up = {
        "edition": "clue-us",
        "players": [{"name": name, "hand_size": len(hand)} for name, hand in HANDS.items()],
        "viewpoint": "Ann",
        "hand": HANDS["Ann"],
    }
    with closing(Server()) as server:
        game = server.ask("new", record=set_up)["game"]
        for bob, eve in SCRIPT:
            best = server.ask("advise", game=game, top=1)["suggestions"][0]
            for name, cards in (("Ann", best["guess"]), ("Bob", bob), ("Eve", eve)):
                entry = server.ask("tell", game=game, event=referee(name, cards))
                print(f"{entry['number']}. {entry['line']}")
                answer = server.ask("beliefs", game=game)["envelope"]
                if None not in answer:
                    outcome = "right" if answer == HIDDEN else "wrong"
                    print(f"\nAnn accuses {', '.join(answer)}: {outcome}")
                    return
            odds = server.ask("beliefs", game=game)
            print(f"   {odds['deals']} deals, {odds['entropy']:.2f} bits")


if __name__ == "__main__":
    main()
