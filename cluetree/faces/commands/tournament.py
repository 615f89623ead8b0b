"""What `cluetree tournament` shows and answers: who won how often, and how sure that is."""

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cluetree.faces.commands.sheet import many
from cluetree.play.standings import Interval, Standings
from cluetree.record import Json


def ranking(found: Standings) -> RenderableType:
    """Draw the table of a tournament, the strongest first."""
    seats = len(found.seat_shares)
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("", "games", "wins a seat, %", *(f"seat {n + 1}" for n in range(seats))):
        grid.add_column(column, justify="left" if not column else "right")
    for row in found.rows:
        by_seat = ("" if share is None else f"{share:.1%}" for share in row.by_seat)
        grid.add_row(row.name, str(row.games), _percent(row.share), *by_seat)
    seats_won = (_percent(share) for share in found.seat_shares)
    grid.add_row("whoever sits there", str(found.games), f"{100 / seats:.1f}", *seats_won)
    lines = [
        Text(f"{_percent(apart)} points between {one} and {other}, on the same deals")
        for (one, other), apart in found.differences.items()
        if apart.mean >= 0 and (one < other or apart.mean > 0)
    ]
    nobody = f", {found.unfinished} won by nobody" if found.unfinished else ""
    played = f"{many(found.games, 'game')} on {many(found.deals, 'deal')}{nobody}; "
    return Group(grid, *lines, Text(f"{played}{found.turns} turns a game (95 %, by deal)"))


def _percent(share: Interval) -> str:
    return f"{100 * share.mean:.1f} ± {100 * share.half_width:.1f}"


def ranking_json(found: Standings) -> dict[str, Json]:
    """Put a tournament into the form `cluetree-standings/1`; shares are from 0 to 1."""
    return {
        "format": "cluetree-standings/1",
        "games": found.games,
        "deals": found.deals,
        "unfinished": found.unfinished,
        "turns": _interval(found.turns),
        "seats": [_interval(share) for share in found.seat_shares],
        "entrants": [
            {
                "name": row.name,
                "games": row.games,
                "share": _interval(row.share),
                "by_seat": list(row.by_seat),
            }
            for row in found.rows
        ],
        "differences": [
            {"above": one, "below": other, "points": _interval(apart)}
            for (one, other), apart in found.differences.items()
        ],
    }


def _interval(found: Interval) -> Json:
    finite = found.half_width < float("inf")
    return {"mean": found.mean, "half_width": found.half_width if finite else None}
