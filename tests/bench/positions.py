"""Makes the stored positions of `cluetree benchmark positions`.

`python -m tests.bench.positions` writes them, and the Java program's answers: every fourth of the
200 games that the Java program was given, then ten games of six players, cut in the middle.
"""

import json
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import cluetree
from cluetree import Notebook, Show, Suggestion, Table
from cluetree.play import Rules, play_game
from cluetree.play.agents import Heuristic, RandomStateful, Wensel
from cluetree.play.rules import NAMES
from cluetree.record import Record, dumps_json
from tests.tree.test_java import DECK, GAMES

ROOT: Final = Path(cluetree.__file__).parent.parent
SIX: Final = 10
SEED: Final = 2026


def java_book(game: dict[str, Any]) -> Notebook:
    """Return a game of the Java program as a notebook."""
    names = [f"Player {seat}" for seat in range(len(game["hand_sizes"]))]
    table = Table.set_up(
        DECK,
        dict(zip(names, game["hand_sizes"], strict=True)),
        viewpoint=names[0],
        hand=game["hand"],
        face_up=game["face_up"],
    )
    events: list[Suggestion] = []
    for (by, guess), infos in groupby(game["infos"], key=lambda info: (info[0], tuple(info[1]))):
        passed: list[str] = []
        shows: list[Show] = []
        for _, _, who, card, has_card in infos:
            if has_card:
                shows.append(Show(names[who], card and DECK.card(card)))
            else:
                passed.append(names[who])
        events.append(Suggestion(names[by], DECK.guess(*guess), shows, passed=tuple(passed)))
    return Notebook(table, events)


def six_players(seed: int) -> Notebook:
    """Return the first half of a game of six, as the first player saw it."""
    agents = [kind() for kind in (Heuristic, Wensel, RandomStateful) * 2]
    result = play_game(agents, Rules(players=NAMES[:6]), seed)
    record = result.record(result.rules.players[0])
    return Notebook(record.table, record.events[: len(record.events) // 2])


def line(book: Notebook) -> str:
    """Return a position as it is stored."""
    beliefs = book.beliefs
    assert beliefs.exact
    record = json.loads(dumps_json(Record(book.table, book.events)))
    stored = {"record": record, "deals": beliefs.deals, "counts": dict(beliefs.counts)}
    return json.dumps(stored, separators=(",", ":"), default=tuple)


def main() -> None:
    """Write the positions and the answers."""
    games = GAMES[::4]
    books = [*map(java_book, games), *(six_players(SEED + number) for number in range(SIX))]
    lines = "".join(f"{line(book)}\n" for book in books)
    (ROOT / "cluetree" / "play" / "positions.jsonl").write_text(lines, "utf-8")
    answers = [game["java"] for game in games] + [None] * SIX
    written = "".join(json.dumps({"envelope": answer}) + "\n" for answer in answers)
    (ROOT / "examples" / "solvers" / "java.jsonl").write_text(written, "utf-8")


if __name__ == "__main__":
    main()
