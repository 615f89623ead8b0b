"""Commands that give reasons: proofs, what is wrong with a log, and the look back."""

from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from cluetree.faces.commands import check as checking, review as looking_back, sheet, why as reasons
from cluetree.faces.commands.common import IMPOSSIBLE, OK, RecordPath, read
from cluetree.faces.forms.solution import to_json


def why(
    record: RecordPath,
    player: Annotated[str, Parameter(help="A player's name, or envelope.")],
    card: Annotated[str, Parameter(help="A card, by name, alias or prefix.")],
    /,
    *,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-proof/1.")] = False,
) -> int:
    """Prove that a player holds a card, or lacks it; or show two deals that leave it open."""
    book = read(record)
    reason = book.why(player, card)
    if json:
        print(to_json(reasons.why_json(reason)))
    else:
        sheet.console().print(reasons.why(book, reason))
    return OK


def check(
    record: RecordPath,
    /,
    *,
    apply: Annotated[int | None, Parameter(help="Make the repair of this number.")] = None,
    output: Annotated[Path | None, Parameter(help="Where to write the mended record.")] = None,
    json: Annotated[bool, Parameter(negative="", help="Answer in cluetree-check/1.")] = False,
) -> int:
    """Name what clashes, what would mend it, and entries that look wrong."""
    book = read(record)
    if (apply is None) is not (output is None):
        raise cyclopts.CycloptsError(msg="--apply NUMBER and --output FILE belong together")
    if json:
        print(to_json(checking.check_json(book)))
    else:
        checking.show_check(book)
    status = OK if book.consistent else IMPOSSIBLE
    if apply is not None and output is not None:
        found = book.repairs().found
        if not 1 <= apply <= len(found):
            raise cyclopts.CycloptsError(msg=f"no repair {apply}: there are {len(found)}")
        book.repair(found[apply - 1])
        book.save(output)
    return status


def review(
    record: RecordPath,
    /,
    *,
    deal: Annotated[
        str | None, Parameter(help='The hands as laid open: "Bob: Rope, Hall; Eve: Plum, ...".')
    ] = None,
) -> int:
    """Look back on a game: which deduction was there when, and what was missed."""
    book = read(record)
    truth = None if deal is None else looking_back.read_deal(book.table, deal)
    screen = sheet.console()
    screen.print(sheet.heading(book))
    screen.print(looking_back.look_back(book.review(truth), book.table))
    return OK if book.consistent else IMPOSSIBLE
