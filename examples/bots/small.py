"""A small bot: it asks for cards that it has not seen, and accuses when no player has them."""

import json
import sys
from typing import Any

deck: dict[str, list[str]] = {}
me = ""
seen: set[str] = set()
solution: list[str] | None = None


def unseen(cards: list[str]) -> str:
    """Return the first card that we have not seen."""
    return next((card for card in cards if card not in seen), cards[0])


def observe(event: dict[str, Any]) -> None:
    """Learn from the answers to our own suggestions."""
    global solution  # noqa: PLW0603 -- small
    if event["kind"] == "suggestion" and event["by"] == me:
        shown = {show["card"] for show in event["shows"]}
        if not shown and not seen.intersection(event["cards"]):
            solution = event["cards"]
        seen.update(shown)


def answer(method: str, params: dict[str, Any]) -> dict[str, object]:
    """Answer one request."""
    global deck, me, seen, solution  # noqa: PLW0603
    if method == "begin":
        deck, me, solution = params["deck"], params["record"]["viewpoint"], None
        seen = set(params["record"]["hand"])
    if method == "observe":
        observe(params["event"])
    if method == "suggest":
        cards = [deck["suspects"], deck["weapons"], params["rooms"]]
        return {"cards": [unseen(some) for some in cards]}
    if method in {"show", "move"}:
        return {"card" if method == "show" else "place": params["options"][0]}
    return {"cards": solution} if method == "accuse" else {}


for line in sys.stdin:
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    if "id" in request:  # a notification has no id and no answer
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
