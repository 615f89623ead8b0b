"""The checks of `checks.txt`: what is said to a server, and what must come."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from cluetree.play.outside.child import Child
from tests.conformance.client import CheckError, Client

Check: TypeAlias = Callable[[Client], None]
"""Raises `CheckError` if something is not as it should be."""

_TEXT: Final = Path(__file__).with_name("checks.txt").read_text("utf-8")
_HEAD, *_TRANSCRIPTS = re.sub(r"\n {4,}", " ", _TEXT).split("\n# ")

NAMES: Final = dict[str, str](re.findall(r"^<(\w+)> = (.*)", _HEAD, re.MULTILINE))
"""What checks call by a name, in JSON."""


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


CHECKS: Final[Mapping[str, Check]] = dict(map(_transcript, _TRANSCRIPTS))
"""Every check by name."""

_SECONDS: Final = 30.0
_LONGEST_ANSWER: Final = 1 << 26


def run(command: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Run every check, on one program as long as they pass, and yield what failed and why."""
    child: Child | None = None
    try:
        for name, check in CHECKS.items():
            child = child or Child(command, longest=_LONGEST_ANSWER)
            trouble = None
            try:
                check(Client(child, _SECONDS, NAMES))
            except CheckError as error:
                trouble = str(error)
                child.end()
                child = None
            yield name, trouble
    finally:
        if child is not None:
            child.end()
