"""The commands for players: what follows from a record, why, what to do next, what is wrong."""

from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from more_itertools import intersperse
from rich.console import Group
from rich.text import Text

from cluetree.advice import Aim
from cluetree.interfaces.cli.common import (
    AsJson,
    RecordPath,
    Seconds,
    at_limit,
    console,
    console_on,
    read,
    report,
    share_time,
    split,
    status_of,
)
from cluetree.interfaces.cli.progress import bar
from cluetree.interfaces.cli.sheet import print_solved
from cluetree.interfaces.cli.status import IMPOSSIBLE, OK, UsageError
from cluetree.interfaces.drawing import advice, draw
from cluetree.interfaces.drawing.reasons import explanation
from cluetree.notebook import Notebook
from cluetree.operations import ask
from cluetree.operations.explain import clash, explain
from cluetree.text.entries import read_deal
from cluetree.text.language import t
from cluetree.text.nodes import picture
from cluetree.text.printable import printable_lines
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
    proofs = (explain(book, player=fact.player, card=fact.card.name) for fact in facts)
    point = next(each.short[0] for each in proofs if each.short[0][1:])
    console().print(
        "",
        advice.recommended(book.advise(top=1), book),
        Text(f"\n{' '.join(point)}"),
        Text(f"\n{t('solve.try_next')}"),
        sep="\n",
    )
    return OK


def why(
    record: RecordPath,
    player: Annotated[str, Parameter(help="A player's name, or envelope.")],
    card: Annotated[str, Parameter(help="A card, by name, alias or prefix.")],
    /,
    *,
    full: Annotated[bool, Parameter(help="Print the formal steps.")] = False,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(help="Print JSON: cluetree-proof/2.")] = False,
) -> int:
    """Prove that a player holds or lacks a card, or show two deals that leave it open."""
    book = read(record, seconds)
    if json:
        return report("why", book.why(player, card), book, json=True)
    said, screen = explain(book, player=player, card=card), console()
    share_time(book, 3)  # finding two deals may have used the rest
    screen.print(explanation(said, book, formal=full))
    if said.proof is not None and not full and said.short != said.points:
        screen.print(Text(f"\n{t('prove.short', steps=len(said.proof.steps))}"))
    return OK if said.events == len(book) else IMPOSSIBLE


def tree(
    record: RecordPath,
    /,
    *,
    svg: Annotated[Path | None, Parameter(help="Write a picture to this file.")] = None,
    animate: Annotated[bool, Parameter(help="The events appear one by one.")] = False,
    dot: Annotated[bool, Parameter(help="Print a Graphviz graph.")] = False,
    mermaid: Annotated[bool, Parameter(help="Print a Mermaid flowchart.")] = False,
    seconds: Seconds = None,
    prune: Annotated[
        bool, Parameter(negative="--no-prune", help="Prune contradicted alternatives.")
    ] = True,
) -> int:
    """Draw the tree: facts, branches, and pruned alternatives with reasons."""
    book = read(record, seconds)
    if dot + mermaid + (svg is not None) > 1:
        raise UsageError("choose one of --svg, --dot and --mermaid")
    if animate and not svg:
        raise UsageError("--animate needs --svg FILE")

    def show(whole: SolverTree) -> int:
        if svg:
            svg.write_text(picture(whole, animate=animate), "utf-8")
        else:
            print(
                printable_lines(
                    whole.to_dot() if dot else whole.to_mermaid() if mermaid else f"{whole}"
                )
            )
        return status_of(book)

    table, events = book.table, book.events
    if not prune:
        return show(SolverTree.at(table, events, prune=False))
    with at_limit(lambda _: show(SolverTree.at(table, events, strict=False)), book):
        whole = book.tree
    return show(whole)


def check(
    record: RecordPath,
    /,
    *,
    apply: Annotated[int | None, Parameter(help="Apply the repair with this number.")] = None,
    output: Annotated[Path | None, Parameter(help="Where to write the repaired record.")] = None,
    seconds: Seconds = None,
    json: Annotated[bool, Parameter(help="Print JSON: cluetree-check/3.")] = False,
) -> int:
    """List contradictions and their repairs, or suspicious entries."""
    book = read(record, seconds, questions=2)
    if (apply is None) is not (output is None):
        raise UsageError("--apply NUMBER and --output FILE must be given together")
    status = report("check", ask.check(book), book, json=True) if json else print_check(book)
    if apply is not None and output is not None:
        book.repair(apply)
        book.save(output)
    return status


def print_check(book: Notebook) -> int:
    """Print contradictions and repairs, or suspicious entries of a consistent log."""
    if book.consistent:
        return report("suspicious", book.suspicious(), book, json=False)
    found = (
        draw(each, book)
        for each in (clash(book, book.conflicts()), book.conflicts(), book.repairs())
    )
    console_on(book).print(Group(*intersperse(Text(""), found)))
    return IMPOSSIBLE


def review(
    record: RecordPath,
    /,
    *,
    deal: Annotated[
        str | None, Parameter(help='The revealed hands: "Bob: Rope, Hall; Eve: Plum, ...".')
    ] = None,
    seconds: Seconds = None,
    json: AsJson = False,
) -> int:
    """Review a game: when each deduction was possible, and which ones were missed."""
    book = read(record, seconds)
    truth = None if deal is None else read_deal(book.table, deal)
    return report("review", book.review(truth), book, json=json)


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
    json: Annotated[bool, Parameter(help="Print JSON: cluetree-advice/2.")] = False,
) -> int:
    """Rank every suggestion by its expected information, computed exactly."""
    book = read(record, seconds, questions=2)
    named = None if rooms is None else split(rooms)
    if json:
        return report("advise", book.advise(named, aim=aim, top=top), book, json=True)
    found = book.advise(named, aim=aim)
    known = advice.known_answer(book)
    console_on(book).print(known or advice.advice(found, book, top or advice.FEW))
    return OK


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
    guess = book.table.edition.guess(*(name for part in cards for name in split(part)))
    with bar(t("progress.deals")) as update:
        found = book.card_to_show(asker, guess, samples=samples, progress=update, rng=Random(seed))
    if json:
        return report("card_to_show", found, book, json=True)
    console().print(draw(found, book))
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
        found = book.rivals(samples=samples, progress=update, rng=Random(seed))
    return report("rivals", ask.Rivals(found), book, json=json)
