"""What `cluetree show` and `cluetree rivals` show and answer: what others learn, what they know."""

from collections.abc import Sequence
from math import ceil, isfinite

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.advice import Choice, Estimate, Rival, Showing
from cluetree.faces.commands.sheet import percent
from cluetree.record import Json


def showing(found: Showing) -> RenderableType:
    """Draw the cards that could be shown, the best first, and what speaks for each."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("show")
    for column in ("bits given away", f"{found.asker} then knows"):
        grid.add_column(column, justify="right")
    grid.add_column("")
    for choice in found.choices:
        style = "bold" if choice.card == found.best else ""
        name, bits = Text(choice.card.name, style=style), Text(str(choice.bits))
        grid.add_row(name, bits, _share(choice.knows), Text(found.reason(choice)))
    return Group(
        Text.assemble(f"{found.asker} asks for {found.guess}: show ", (str(found.best), "bold")),
        grid,
        Text(f"{found.asker} knows the answer before: {_share(found.knew)}"),
        Text(f"All learn {found.table:z.2f} bits from seeing that some card is shown."),
    )


def showing_json(found: Showing) -> dict[str, Json]:
    """Put what each card would give away into the form `cluetree-show/1`."""
    return {
        "format": "cluetree-show/1",
        "asker": found.asker,
        "cards": [card.name for card in found.guess],
        "knew": _estimate(found.knew),
        "table": found.table,
        "choices": [_choice(found, choice) for choice in found.choices],
    }


def _choice(found: Showing, choice: Choice) -> Json:
    return {
        "card": choice.card.name,
        "bits": _estimate(choice.bits),
        "more": _estimate(choice.more),
        "knows": _estimate(choice.knows),
        "seen": choice.seen,
        "known": choice.known,
        "reason": found.reason(choice),
    }


def opponents(found: Sequence[Rival]) -> RenderableType:
    """Draw what each opponent still lacks, and how likely they know the answer."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("")
    for column in ("bits open", "knows the answer"):
        grid.add_column(column, justify="right")
    grid.add_column("")
    for rival in found:
        out = "out, and has seen the envelope" if rival.out else ""
        grid.add_row(Text(rival.name), Text(str(rival.bits)), _share(rival.knows), Text(out))
    return grid


def opponents_json(found: Sequence[Rival]) -> dict[str, Json]:
    """Put what the opponents know into the form `cluetree-rivals/1`."""
    return {
        "format": "cluetree-rivals/1",
        "rivals": [
            {
                "name": rival.name,
                "bits": _estimate(rival.bits),
                "knows": _estimate(rival.knows),
                "out": rival.out,
            }
            for rival in found
        ],
    }


def _share(chance: Estimate) -> Text:
    """A chance in percent, its error rounded up so that a sampled one is never quite sure."""
    if not chance.error:
        return Text(percent(chance.value))
    return Text(f"{100 * chance.value:.0f} ± {ceil(100 * chance.error)} %")


def _estimate(estimate: Estimate) -> Json:
    """A number and its standard error; `null` where too little was drawn to have one."""
    return {"value": estimate.value, "error": estimate.error if isfinite(estimate.error) else None}
