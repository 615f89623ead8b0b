"""`cluetree solve`, `cluetree why`, and the worked game of `cluetree` without arguments."""

from importlib.resources import as_file, files
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console,
    console_on,
    print_result,
    read,
    share_time,
)
from cluetree.notebook import Notebook
from cluetree.operations import ask
from cluetree.operations.explain import explain
from cluetree.text.drawing import reasons
from cluetree.text.drawing.sheet import conclusion, one_of, sheet
from cluetree.text.keywords import keywords
from cluetree.text.language import t


def worked_game() -> int:
    """Solve a worked game, and list what to try next."""
    with as_file(files("cluetree.interfaces.cli") / t("language.worked_game")) as path:
        book = Notebook.load(path)
        screen = console()
        screen.print(path.read_text(encoding="utf-8"), markup=False)
    status = _show_solved(book)
    screen.print(Text(f"\n{t('solve.try_next')}"))
    return status


def solve(
    record: RecordPath,
    /,
    *,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON: cluetree-solution/1.")] = False,
) -> int:
    """Print the sheet with every probability, and the answer or its odds."""
    book = read(record, seconds, questions=2)
    if not json:
        return _show_solved(book)
    print_result("beliefs", ask.beliefs(book, one_of=True))
    return OK if book.consistent else IMPOSSIBLE


def _show_solved(book: Notebook) -> int:
    screen = console_on(book)
    if not book.consistent:
        screen.print(reasons.conflicts(book, book.conflicts()))
        return IMPOSSIBLE
    screen.print(sheet(book))
    screen.print(Text(""), conclusion(book), one_of(book.beliefs))
    return OK


def why(
    record: RecordPath,
    player: Annotated[str, Parameter(help="A player's name, or envelope.")],
    card: Annotated[str, Parameter(help="A card, by name, alias or prefix.")],
    /,
    *,
    full: Annotated[bool, Parameter(negative="", help="Print the formal steps.")] = False,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON: cluetree-proof/2.")] = False,
) -> int:
    """Prove that a player holds or lacks a card, or show two deals that leave it open."""
    book = read(record, seconds)
    player = keywords(book.table).english(player)
    if json:
        print_result("why", book.why(player, card))
        return OK
    said = explain(book, player=player, card=card)
    share_time(book, 3)  # finding two deals may have used the rest
    screen = console()
    screen.print(reasons.explanation(book, said, formal=full))
    if said.proof is not None and not full and said.short != said.points:
        screen.print(Text(f"\n{t('prove.short', steps=len(said.proof.steps))}"))
    return OK if said.events == len(book) else IMPOSSIBLE
