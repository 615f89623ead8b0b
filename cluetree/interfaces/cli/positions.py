"""`cluetree benchmark positions`: score solvers on positions with exact beliefs."""

from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.table import Table as Grid

from cluetree.interfaces.cli.common import OK, at_least, console, ruled
from cluetree.play.positions import OURS, PositionTable, Score, score, stored_positions

Solvers = Annotated[
    list[str],
    Parameter(
        name="SOLVER",
        help="A program's command, or a .jsonl file with its answers, each perhaps after NAME=.",
    ),
]


def positions(
    solvers: Solvers = [],  # noqa: B006 -- cyclopts only reads it
    /,
    *,
    seconds: Annotated[
        float, Parameter(help="Time limit for a position.", validator=at_least(0.001))
    ] = 60,
    json: Annotated[bool, Parameter(negative="", help="Print cluetree-positions/1.")] = False,
) -> int:
    """Score solvers on stored positions: facts, answers, calibration and time."""
    places = stored_positions()
    names = dict.fromkeys((OURS, *solvers))
    found = PositionTable(scores=tuple(score(name, places, limit=seconds) for name in names))
    if json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        console().print(_drawn(found))
    return OK


def _drawn(found: PositionTable) -> Grid:
    one = found.scores[0]
    grid = ruled("", "facts", "false", "answers", "wrong", "log loss", "Brier", "ms")
    grid.caption = f"{one.positions} positions, {one.facts} facts, {one.certain} certain answers"
    for row in found.scores:
        grid.add_row(row.solver, *_cells(row))
    return grid


def _cells(row: Score) -> tuple[str, ...]:
    return (
        "" if row.found is None else f"{row.found / row.facts:.1%}",
        "" if row.false is None else str(row.false),
        str(row.right),
        str(row.wrong),
        "" if row.log_loss is None else f"{row.log_loss:.3f}",
        "" if row.brier is None else f"{row.brier:.3f}",
        "" if row.seconds is None else f"{1000 * row.seconds:.1f}",
    )
