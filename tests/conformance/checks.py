"""The checks: those that `checks.txt` writes down as what is said, and those that need more."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Final, TypeAlias

from cluetree.editions import CLUE_US
from cluetree.interfaces.rpc.session import METHODS
from cluetree.line_protocol import PROTOCOL
from cluetree.notebook import Notebook
from cluetree.operations.ask import beliefs
from cluetree.operations.registry import document, encode
from cluetree.play.outside.child import Child
from tests.conformance.client import CheckError, Client

Check: TypeAlias = Callable[[Client], None]
"""Raises `CheckError` if something is not as it should be."""

_TEXT: Final = Path(__file__).with_name("checks.txt").read_text("utf-8")
_HEAD, *_TRANSCRIPTS = re.sub(r"\n {4,}", " ", _TEXT).split("\n# ")

NAMES: Final = dict[str, str](re.findall(r"^<(\w+)> = (.*)", _HEAD, re.MULTILINE))
"""What checks call by a name, in JSON."""
_MANY: Final = 200


def _transcript(text: str) -> tuple[str, Check]:
    title, *lines = text.strip().splitlines()
    return title.partition(":")[0], partial(_follow, lines)


def _follow(lines: Sequence[str], client: Client) -> None:
    """Say what a transcript says, and hear what must come."""
    for line in lines:
        sign, _, text = line.partition(" ")
        word, _, more = text.partition(" ")
        match sign:
            case "-->":
                client.say(text)
            case "<--":
                client.hear(text)
            case "->":
                client.send(word, more or "{}")
            case "<-":
                client.result(text)
            case _:
                client.refusal(word, more)


def handshake(client: Client) -> None:
    """`initialize` agrees on the protocol and lists every method."""
    answer = client.ask("initialize", protocol=PROTOCOL, client="check")
    missing = set(METHODS).difference(answer["capabilities"]["methods"])
    if missing or answer["protocol"] != PROTOCOL:
        raise CheckError(f"methods are missing: {', '.join(sorted(missing))}")


def bad_lines_do_no_harm(client: Client) -> None:
    """A line that is no JSON is answered with -32700, and the next one is read."""
    for bad in (b"{", b"nonsense", b'"\xff"', b'{"a": NaN}', b"[" * 10_000, b"\0"):
        client.say(bad)
        client.hear('{"id": null, "error": {"code": -32700}}')
    client.ask("games")


def blank_lines_are_passed_over(client: Client) -> None:
    """A line with nothing on it has no answer."""
    client.say("")
    client.say(" \t\r")
    client.ask("games")


def long_lines_are_passed_over(client: Client) -> None:
    """A line longer than `max_line` is answered with -32001, and the next one is read."""
    most = client.ask("initialize")["capabilities"]["max_line"]
    client.say(b" " * (most + 1))
    client.hear('{"id": null, "error": {"code": -32001}}')
    client.say('{"jsonrpc": "2.0", "method": "games", "id": "x"}'.ljust(most))
    client.hear('{"id": "x"}')


def beliefs_are_exact(client: Client) -> None:
    """All that follows is what the library itself works out of the record."""
    game = client.ask("new", record="<played>")["game"]
    saved = client.ask("save", game=game, spelling="clue")["record"]
    solution = beliefs(Notebook.from_clue(saved), one_of=True)
    client.send("beliefs", json.dumps({"game": game, "one_of": True}))
    client.result(encode(document(solution)).decode())


def advice_comes_best_first(client: Client) -> None:
    """`advise` lists suggestions with the rooms that may be named, the best first."""
    game = client.ask("new", record="<played>")["game"]
    found = client.ask("advise", game=game, rooms=["hall", "study"])["suggestions"]
    gains = [one["gain"] for one in found]
    if gains != sorted(gains, reverse=True) or {one["guess"][2] for one in found} != {
        "Hall",
        "Study",
    }:
        raise CheckError("the suggestions are not those with the rooms given, the best first")


def many_games_at_once(client: Client) -> None:
    """Games do not mix, however many are open."""
    games = [client.ask("new", record="<set_up>")["game"] for _ in range(_MANY)]
    cards = dict(zip(games, cycle(CLUE_US.rooms), strict=False))
    if len(cards) != _MANY:
        raise CheckError("games have the same id")
    for game, card in cards.items():
        client.ask("tell", game=game, event=f"Bob lacks {card}")
    for game, card in cards.items():
        client.send("events", json.dumps({"game": game}))
        client.result(f'{{"events": [{{"line": "Bob lacks {card}"}}]}}')
    for game in games:
        client.ask("close", game=game)
    if not cards.keys().isdisjoint(state["game"] for state in client.ask("games")["games"]):
        raise CheckError("games that were closed are listed")


def shutdown_ends_it(client: Client) -> None:
    """`shutdown` is answered, and the program ends by itself with status 0."""
    client.ask("shutdown")
    client.hear_end()
    _verify_end(client)


def end_of_input_ends_it(client: Client) -> None:
    """The program ends with status 0 once its input does, and answers what it was asked."""
    client.send("games")
    _verify_end(client)
    client.result()


def _verify_end(client: Client) -> None:
    status = client.end()
    if status != 0:
        raise CheckError(f"the exit status should be 0, not {status}")


CHECKS: Final[Mapping[str, Check]] = {
    **dict(map(_transcript, _TRANSCRIPTS)),
    **{
        check.__name__: check
        for check in (
            handshake,
            bad_lines_do_no_harm,
            blank_lines_are_passed_over,
            long_lines_are_passed_over,
            beliefs_are_exact,
            advice_comes_best_first,
            many_games_at_once,
            shutdown_ends_it,
            end_of_input_ends_it,
        )
    },
}
"""Every check by name; those that end their program come last."""


_SECONDS: Final = 30.0
_LONGEST_ANSWER: Final = 1 << 26


def run(command: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Run every check, on one program as long as they pass, and yield what failed and why."""
    child: Child | None = None
    try:
        for name, check in CHECKS.items():
            child = child or Child(command, longest=_LONGEST_ANSWER)
            client = Client(child, _SECONDS, NAMES)
            trouble = None
            try:
                check(client)
            except CheckError as error:
                trouble = str(error)
            if trouble is not None or client.ended:
                child.end()
                child = None
            yield name, trouble
    finally:
        if child is not None:
            child.end()
