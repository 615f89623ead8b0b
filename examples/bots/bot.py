"""Plays a seat of Clue: cluetree play "bot:python examples/bots/bot.py".

It suggests cards that it has not seen. If no player can show one, it has found the envelope.
"""

import json
import sys
from typing import Any


class Bot:
    """A seat; each method answers the request with its name."""

    def begin(self, record: Any, deck: Any, **_: Any) -> Any:  # noqa: ANN401 -- JSON
        """Forget the last game."""
        self.me, self.deck = record["viewpoint"], deck
        self.seen = {*record["hand"], *record["face_up"]}
        self.found: list[str] | None = None
        return {}

    def observe(self, event: Any, **_: Any) -> None:  # noqa: ANN401
        """Note the card shown to us; if no player could show one, we know the answer."""
        if event["kind"] != "suggestion" or event["by"] != self.me:
            return
        self.seen |= {show["card"] for show in event["shows"]}
        if not event["shows"] and self.seen.isdisjoint(event["cards"]):
            self.found = event["cards"]

    def suggest(self, rooms: list[str], **_: Any) -> Any:  # noqa: ANN401
        """Name cards that we have not seen."""
        options = self.deck["suspects"], self.deck["weapons"], rooms
        return {"cards": [self._unseen(cards) for cards in options]}

    def _unseen(self, cards: list[str]) -> str:
        return next((card for card in cards if card not in self.seen), cards[0])

    def show(self, options: list[str], **_: Any) -> Any:  # noqa: ANN401
        """Show the first possible card."""
        return {"card": options[0]}

    def move(self, options: list[Any], **_: Any) -> Any:  # noqa: ANN401
        """Move to the first reachable place."""
        return {"place": options[0]}

    def accuse(self, **_: Any) -> Any:  # noqa: ANN401
        """Accuse if we know the answer."""
        return {"cards": self.found}


bot = Bot()
for line in sys.stdin:
    request = json.loads(line)
    result = getattr(bot, request["method"])(**request["params"])
    if "id" in request:  # a notification has no id and gets no answer
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
