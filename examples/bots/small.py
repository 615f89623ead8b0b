"""The smallest bot: it asks for cards that it does not hold."""

import json
import sys
from typing import Any

deck: dict[str, list[str]] = {}
hand: list[str] = []


def unheld(cards: list[str]) -> str:
    """Return a card that we do not hold."""
    return next((card for card in cards if card not in hand), cards[0])


def answer(method: str, params: dict[str, Any]) -> dict[str, object]:
    """Answer one request."""
    if method == "begin":
        deck.update(params["deck"])
        hand[:] = params["record"]["hand"]
    if method == "suggest":
        cards = [deck["suspects"], deck["weapons"], params["rooms"]]
        return {"cards": [unheld(some) for some in cards]}
    if method in {"show", "move"}:
        return {"card" if method == "show" else "place": params["options"][0]}
    return {"cards": None} if method == "accuse" else {}


for line in sys.stdin:
    request = json.loads(line)
    result = answer(request["method"], request["params"])
    if "id" in request:  # what has none is told, not asked
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
