"""A program that plays a seat, well or badly: `python -m tests.play.outside.bots DIARY HOW`.

It writes its process id and every request to the diary, one JSON text a line.
"""

import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

Message: TypeAlias = Any  # JSON; to import nothing of ours lets it start at once


class Bot:
    """Plays at random, from the seed it is given."""

    def __init__(self, diary: Path, how: str):
        self._diary = diary
        self._how = how
        self._rng = random.Random(0)
        self.note({"pid": os.getpid()})

    def note(self, what: object) -> None:
        with self._diary.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(what)}\n")

    def answer(self, method: str, params: Message) -> object:
        match method:
            case "begin":
                self._rng = random.Random(params["seed"])
                return {}
            case "suggest":
                suspect = self._rng.choice(["plum", "green", "white", "scarlet", "mustard"])
                weapon = self._rng.choice(["rope", "knife", "pipe", "wrench"])
                return {"cards": [self._rng.choice(params["rooms"]), suspect, weapon]}
            case "show":
                return {"card": self._rng.choice(params["options"])}
            case "move":
                return {"place": self._rng.choice(params["options"])}
            case _:
                return {"cards": None}

    def reply(self, request: Message) -> None:
        """Answer one request in the given way."""
        number, method = request["id"], request["method"]
        said = {"jsonrpc": "2.0", "id": number, "result": self.answer(method, request["params"])}
        if method != "begin":
            if self._how == "crash":
                sys.exit()
            if self._how == "silence":
                time.sleep(1000)
            said.update(INSTEAD.get(self._how, {}))
        sys.stdout.write(f"{json.dumps(said)}\n")
        sys.stdout.flush()


INSTEAD: dict[str, dict[str, object]] = {
    "error": {"error": {"code": 1, "message": "no"}, "result": None},
    "odd": {"result": {"cards": ["plum", 7], "card": None, "place": {}}},
    "nonsense": {"result": {"cards": ["sword"], "card": "sword", "place": "attic"}},
    "illegal": {"result": {"cards": ["plum", "rope", "rope"], "card": "plum", "place": [0, 0]}},
}


def main(diary: str, how: str = "well") -> None:
    """Play any game."""
    bot = Bot(Path(diary), how)
    for line in sys.stdin:
        request = json.loads(line)
        bot.note(request)
        if "id" in request:
            bot.reply(request)


if __name__ == "__main__":
    main(*sys.argv[1:])
