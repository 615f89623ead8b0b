"""The commands that answer: what follows from a record, why, what to do next, what is wrong."""

import sys
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from more_itertools import intersperse
from msgspec import Raw
from msgspec.json import encode
from rich.console import Group
from rich.text import Text

from cluetree import editions as shipped, record as records
from cluetree._names import names_in
from cluetree.advice import Aim
from cluetree.errors import LimitReached
from cluetree.explain import Proof
from cluetree.interfaces.cli import OK, UsageError
from cluetree.interfaces.cli.common import (
    AsJson,
    RecordPath,
    Seconds,
    bar,
    console,
    console_on,
    print_drawing,
    print_json,
    read,
    status_of,
)
from cluetree.interfaces.drawing import advice, reasons, sheet
from cluetree.interfaces.drawing.parts import ruled
from cluetree.notebook import Notebook
from cluetree.operations import ask
from cluetree.operations.explain import clashes
from cluetree.text.language import t
from cluetree.text.nodes import picture
from cluetree.text.printable import encodable, printable_lines
from cluetree.text.proofs import explain_proof
from cluetree.tree import SolverTree

Samples = Annotated[int, Parameter(help="How many deals to draw.", validator=Number(gte=2))]
Seed = Annotated[int, Parameter(help="The same seed draws the same deals.")]


def worked_game() -> int:
    """Show a worked game with probabilities, advice and a short proof, and what to try next."""
    with as_file(files("cluetree.interfaces.cli") / t("language.worked_game")) as path:
        book = Notebook.load(path)
        console().print(path.read_text(encoding="utf-8"), markup=False)
    print_solved(book)
    facts = sorted((fact for fact in book.beliefs.facts if fact.holds), key=str)
    proofs = (book.why(fact.player, fact.card) for fact in facts)
    arguments = (explain_proof(book, each) for each in proofs if isinstance(each, Proof))
    point = next(each.short[0] for each in arguments if each.short[0][1:])
    console().print(
        "",
        advice.recommended(book.advise(top=1), book),
        Text(f"\n{' '.join(point)}"),
        Text(f"\n{t('solve.try_next')}"),
        sep="\n",
    )
    return OK


def solve(
    record: RecordPath,
    /,
    *,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Print the sheet with every probability, and the answer or its odds."""
    book = read(record, seconds)
    if json:
        return print_json("beliefs", ask.beliefs(book), book)
    return print_solved(book)


def print_solved(book: Notebook) -> int:
    """Print the sheet and the odds, or the conflicts; at the limit, what the rules find."""
    try:
        if book.consistent:
            return print_drawing(sheet.solution(book), book)
        return print_drawing(reasons.conflicts(book.conflicts(), book), book)
    except LimitReached:
        console_on(book).print(sheet.settled(book.tree.evidence(), book.table))
        raise


def why(
    record: RecordPath,
    player: Annotated[str, Parameter(help="A player's name, or envelope.")],
    card: Annotated[str, Parameter(help="A card, by name, alias or prefix.")],
    /,
    *,
    full: Annotated[bool, Parameter(help="Print the formal steps.")] = False,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Prove that a player holds or lacks a card, or show two deals that leave it open."""
    book = read(record, seconds)
    if json:
        return print_json("explain", book.why(player, card), book, form="cluetree-proof/2")
    console().print(reasons.explanation(book, player, card, formal=full, hint=True))
    return status_of(book)


def chance(
    record: RecordPath,
    facts: Annotated[list[str], Parameter(help='Such as "Bob holds one of plum, rope".')],
    /,
    *,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Print the exact chance that all of some facts are true."""
    book = read(record, seconds)
    result = ask.chance(book, claims=tuple(Raw(encode(fact)) for fact in facts))
    if json:
        return print_json("chance", result, book)
    console().print(Text(result.claim))
    return OK


def tree(
    record: RecordPath,
    /,
    *,
    svg: Annotated[Path | None, Parameter(help="Write a picture to this file.")] = None,
    animate: Annotated[bool, Parameter(help="The events appear one by one.")] = False,
    seconds: Seconds = None,
    prune: Annotated[
        bool, Parameter(negative="--no-prune", help="Prune contradicted alternatives.")
    ] = True,
) -> int:
    """Draw the tree: facts, branches, and pruned alternatives with reasons."""
    book = read(record, seconds)
    if animate and not svg:
        raise UsageError("--animate needs --svg FILE")

    whole = book.tree if prune else SolverTree.at(book, prune=False)
    if svg:
        svg.write_text(picture(whole, animate=animate), "utf-8")
    else:
        print(encodable(printable_lines(f"{whole}"), sys.stdout.encoding))
    if prune:
        _ = book.beliefs  # at the limit the tree lacks facts
    return status_of(book)


def check(
    record: RecordPath,
    /,
    *,
    apply: Annotated[int | None, Parameter(help="Apply the repair with this number.")] = None,
    output: Annotated[Path | None, Parameter(help="Where to write the repaired record.")] = None,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """List contradictions and their repairs, or suspicious entries."""
    old = output.read_bytes() if output and output.is_file() else None  # it may be the record
    book = read(record, seconds)
    if (apply is None) is not (output is None):
        raise UsageError("--apply NUMBER and --output FILE must be given together")
    status = print_json("check", ask.check(book), book) if json else print_check(book)
    if apply is not None and output is not None:
        book.repair(apply)
        records.save(book.record, output, replaces=old)
    return status


def print_check(book: Notebook) -> int:
    """Print contradictions and repairs, or suspicious entries of a consistent log."""
    if book.consistent:
        return print_drawing(reasons.suspicions(book.suspicious(), book), book)
    conflicts = book.conflicts()
    drawings = (
        *(reasons.sentences(one.short) for one in clashes(book, conflicts)),
        reasons.conflicts(conflicts, book),
        reasons.repairs(book.repairs(), book),
    )
    return print_drawing(Group(*intersperse(Text(""), drawings)), book)


def review(record: RecordPath, /, *, seconds: Seconds = None, json: AsJson = False) -> int:
    """Review a game: when each deduction was possible, and which ones were missed."""
    book = read(record, seconds)
    result = book.review()
    if json:
        return print_json("review", result, book)
    return print_drawing(reasons.review(result, book), book)


def advise(
    record: RecordPath,
    /,
    *,
    rooms: Annotated[str | None, Parameter(help="The reachable rooms: Hall,Study,...")] = None,
    aim: Annotated[
        Aim, Parameter(help="What counts; to win, also what the others learn.")
    ] = "gain",
    top: Annotated[
        int | None,
        Parameter(help="How many suggestions to list, best first.", validator=Number(gte=1)),
    ] = None,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Rank every suggestion by its expected information, computed exactly."""
    book = read(record, seconds)
    named = None if rooms is None else names_in(rooms)
    if json:
        return print_json("advise", book.advise(named, aim=aim, top=top), book)
    drawing = advice.ranking(book.advise(named, aim=aim), book, top or advice.FEW)
    return print_drawing(drawing, book)


def show(
    record: RecordPath,
    asker: Annotated[str, Parameter(help="The player who asks.")],
    cards: Annotated[list[str], Parameter(help="The three cards of the suggestion.")],
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Rank the cards you can show by the information that each reveals."""
    book = read(record, seconds)
    guess = book.table.edition.guess(*(name for part in cards for name in names_in(part)))
    with bar(t("progress.deals")) as update:
        result = book.card_to_show(asker, guess, samples=samples, progress=update, rng=Random(seed))
    if json:
        return print_json("card_to_show", result, book)
    console().print(advice.showing(result))
    return OK


def rivals(
    record: RecordPath,
    /,
    *,
    samples: Samples = 200,
    seed: Seed = 0,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Estimate the open bits of each opponent, and whether they know the answer."""
    book = read(record, seconds)
    with bar(t("progress.deals")) as update:
        result = book.rivals(samples=samples, progress=update, rng=Random(seed))
    if json:
        return print_json("rivals", result, book)
    return print_drawing(advice.opponents(result), book)


# Records and decks


def convert(
    source: RecordPath,
    target: Annotated[Path, Parameter(help="The file to write; its suffix selects the format.")],
    /,
) -> int:
    """Convert a record between JSON and .clue. Comments are lost."""
    read(source).save(target)
    return OK


def editions(
    edition: Annotated[str | None, Parameter(help="List the cards of this deck.")] = None, /
) -> int:
    """List the shipped decks, or the cards of one deck with their aliases."""
    if edition is None:
        grid = ruled(*map(t, ("decks.id", "decks.cards", "decks.title")), justify="left")
        for deck in shipped.SHIPPED:
            sizes = "+".join(map(str, map(len, (deck.suspects, deck.weapons, deck.rooms))))
            grid.add_row(deck.id, sizes, deck.title)
    else:
        deck = shipped.get_edition(edition)
        grid = ruled(*map(t, ("decks.category", "decks.card", "decks.also")), justify="left")
        for card in deck.cards:
            category = t(f"one.{card.category}")
            grid.add_row(category, card.name, ", ".join(deck.aliases.get(card.name, ())))
    console().print(grid)
    return OK
