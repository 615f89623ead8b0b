"""What `cluetree advise` shows and answers: suggestions, best first, each with its reason."""

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.advice import Advice, Advised, Reply
from cluetree.faces.commands.sheet import many, percent
from cluetree.record import Json

FEW = 10
"""How many suggestions are shown if nobody says how many."""


def ranking(advice: Advice, top: int | None = None) -> RenderableType:
    """Draw the best suggestions, a line each."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("suggest")
    for column in ("bits", "solves", "leaks"):
        grid.add_column(column, justify="right")
    grid.add_column("")
    shown = advice.suggestions[: FEW if top is None else top]
    for one in shown:
        solves, leak = percent(one.solves), f"{one.leak:.2f}"
        grid.add_row(Text(str(one.guess)), f"{one.gain:.2f}", solves, leak, Text(one.reason))
    left = len(advice.suggestions) - len(shown)
    more = f"; {many(left, 'more suggestion')} not shown" if left else ""
    return Group(
        grid,
        Text(
            "bits: expected to be learned about the envelope. solves: the chance that it is known "
            "then. leaks: how many of the bits all can see."
        ),
        Text(f"{_open(advice)}{more}"),
    )


def _open(advice: Advice) -> str:
    if advice.entropy:
        return f"{advice.entropy:.2f} bits of the envelope are open"
    return "the envelope is known: there is nothing left to ask, only to accuse"


def advice_json(advice: Advice, top: int | None = None) -> dict[str, Json]:
    """Put suggestions into the form `cluetree-advice/1`; all of them, unless told how many."""
    return {
        "format": "cluetree-advice/1",
        "entropy": advice.entropy,
        "suggestions": [_advised(one) for one in advice.suggestions[:top]],
    }


def _advised(one: Advised) -> Json:
    return {
        "cards": [card.name for card in one.guess],
        "gain": one.gain,
        "solves": one.solves,
        "leak": one.leak,
        "replies": [_reply(reply) for reply in one.replies],
    }


def _reply(reply: Reply) -> Json:
    """A reply by one player or nobody; several who show make a list of `shows`."""
    shows: list[dict[str, Json]] = [
        {"by": show.by, "card": show.card.name if show.card else None} for show in reply.shows
    ] or [{"by": None, "card": None}]
    told: dict[str, Json] = shows[0] if len(shows) == 1 else {"shows": [*shows]}
    return {**told, "probability": reply.probability}
