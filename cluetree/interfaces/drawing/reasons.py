"""Proofs, open facts, contradictions with their repairs, suspicious events, and reviews."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from cluetree.beliefs import by_place
from cluetree.explain import Conflicts, Open, Proof, Repairs, Review, Suspicions
from cluetree.explain.review import Lesson
from cluetree.interfaces.drawing.parts import (
    aligned,
    assembled,
    labelled_rows,
    numbered_events,
)
from cluetree.notebook import Notebook
from cluetree.text.changes import direction_hint
from cluetree.text.events import (
    brief,
    brief_guess,
    capital,
    fact,
    facts_by_place,
    in_full,
    place_name,
)
from cluetree.text.language import t
from cluetree.text.numbers import percent
from cluetree.text.proofs import Point, ProofLine, explain_proof, open_claim, proof_lines
from cluetree.text.repairs import change, suspicion, where

MOST_SHOWN: Final = 10
"""The number of repairs, contradictions and events that are shown; JSON has them all."""

_FEW: Final = 4
"""Of more events than these the decisive one is marked."""


def explanation(
    book: Notebook, player: str, card: str, *, formal: bool = False, hint: bool = False
) -> RenderableType:
    """Draw the proof of a fact, or two deals that leave it open; see `proof_or_deals`.

    Of an impossible log, only the events before the contradiction count.
    """
    possible = book.possible_part()
    answer = possible.why(player, card)
    drawing = proof_or_deals(answer, possible, formal=formal, hint=hint)
    if len(possible) == len(book):
        return drawing
    return Group(Text(t("grid.stale", count=len(possible)), "bold red"), drawing)


def proof_or_deals(
    answer: Proof | Open, book: Notebook, *, formal: bool, hint: bool = False
) -> RenderableType:
    """Draw a proof, in formal steps or sentences, or the two deals of an open fact.

    A hint below sentences names the option that prints the formal steps.
    """
    if isinstance(answer, Open):
        return open_fact(answer, book)
    if formal:
        return Group(*_claim(answer, book), formal_steps(answer))
    argument = explain_proof(book, answer)
    parts = [*_claim(answer, book), sentences(argument.short)]
    if hint and argument.short != argument.points:
        parts.append(Text(f"\n{t('prove.short', steps=len(answer.steps))}"))
    return Group(*parts)


def _claim(answer: Proof, book: Notebook) -> Iterator[RenderableType]:
    """Yield the fact that is proved, and the events of the proof."""
    count = len(answer.events)
    more = "" if answer.least else t("prove.perhaps_fewer")
    rests = "prove.rests" if count else "prove.rests_on_set_up"
    claim = (f"{capital(fact(answer.fact))}.", "bold")
    yield Text.assemble(claim, f" {t(rests, count=count, more=more)}")
    if count:
        decisive = answer.events[-1] if count > _FEW else None
        yield numbered_events(book, answer.events, decisive)
        yield Text("")


def formal_steps(answer: Proof) -> RenderableType:
    """List the formal steps of a proof."""
    steps = ((f"{line.number}.", _step(line)) for line in proof_lines(answer.steps))
    counted = [Text(f"\n{t('prove.counted')}")] if answer.counted else []
    return Group(labelled_rows(steps, "dim"), *counted)


def sentences(points: Sequence[Point]) -> RenderableType:
    """List the sentences of an argument, each on its own line."""
    return Group(*(Text(one) for point in points for one in point))


def _step(line: ProofLine) -> Text:
    text = Text("│ " * line.depth)
    if line.assumed:
        return text.append(line.claim, "italic")
    return text.append(line.claim, "bold").append(f" ({line.ground})", "dim")


def open_fact(answer: Open, book: Notebook) -> RenderableType:
    """Draw a deal in which an open fact is true, and one in which it is false."""
    lines: list[RenderableType] = [
        Text.assemble((t("why.open"), "bold"), open_claim(book, answer)),
    ]
    for head, deal in ((t("why.so"), answer.so), (t("why.not_so"), answer.not_so)):
        hands = by_place(book.table, deal).items()
        rows = ((place_name(one), brief_guess(cards, book.table.edition)) for one, cards in hands)
        lines += (Text(f"\n{head}:", style="dim"), labelled_rows(rows))
    return Group(*lines)


def conflicts(result: Conflicts, book: Notebook) -> RenderableType:
    """List the minimal sets of events that contradict each other."""
    if result.sets == ((),):
        return Text(t("check.set_up"))
    lines: list[RenderableType] = []
    for at, conflict in enumerate(result.sets[:MOST_SHOWN]):
        opening = f"\n{t('check.nor')}" if at else t("check.cannot")
        lines.append(Text(opening, style="bold red"))
        lines.append(numbered_events(book, conflict))
    more = len(result.sets) - MOST_SHOWN
    if more > 0:
        lines.append(Text(t("check.more_conflicts", more=more)))
    if not result.complete:
        lines.append(Text(t("check.maybe_conflicts" if result.sets else "check.not_found")))
    return Group(*lines)


def repairs(result: Repairs, book: Notebook, *, deals: bool = True) -> RenderableType:
    """List changes of one event that remove the contradictions, likeliest first."""
    if not result.found:
        return Text(t("repair.none" if result.complete else "check.no_repair_yet"))
    grid = aligned(*("bold", "dim", "dim")[: 3 if deals else 2])
    for at, repair in enumerate(result.found[:MOST_SHOWN], start=1):
        becomes = change(book, repair)
        line = t("repair.change", where=where(repair), change=becomes)
        fit = [t("count.deals", count=repair.deals)] if deals else []
        grid.add_row(str(at), percent(repair.chance), *fit, Text(line))
    title = t("check.repair" if result.enough else "repair.parts")
    lines: list[RenderableType] = [Text(title, style="bold"), grid]
    more = len(result.found) - MOST_SHOWN
    if more > 0:
        lines.append(Text(t("check.less_likely", more=more)))
    if not result.complete:
        lines.append(Text(t("check.maybe_repairs")))
    return Group(*lines)


def suspicions(result: Suspicions, book: Notebook) -> RenderableType:
    """Say that the log is consistent, and list the events that a slip would explain better."""
    fit = t("check.fit", count=book.beliefs.deals)
    lines: list[RenderableType] = [Text(t("check.true", fit=fit))]
    doubt = direction_hint(book)
    if not result.complete:
        lines.append(Text(t("check.not_all")))
    if not result.found:
        fine = t("check.none" if result.complete else "check.none_of_others")
        return Group(*lines, Text(doubt or fine))
    lines.append(Text(f"\n{t('check.second_look')}", style="bold"))
    for one in result.found[:MOST_SHOWN]:
        event = brief(book.events[one.event - 1], book.table.edition)
        lines.append(labelled_rows([(one.event, event), ("", suspicion(one, book.table))]))
    return Group(*lines, Text(t("check.unseen"), style="dim"), *([Text(doubt)] if doubt else ()))


def review(result: Review, book: Notebook) -> RenderableType:
    """List what became certain with which event, and what a player missed."""
    lines = [line for lesson in result.lessons if lesson.deduced for line in _lesson(book, lesson)]
    lines.append(Text(""))
    if not result.complete:
        lines.append(Text(t("review.not_all")))
    if result.settled_by is not None:
        settled = (str(result.settled_by), "bold")
        lines.append(assembled("review.settled", number=settled, cards=str(result.answer)))
    elif result.answer is not None:
        lines.append(Text(t("rivals.certain", cards=str(result.answer))))
    elif result.complete:
        lines.append(Text(t("review.open"), style="bold"))
    for number in result.missed:
        event, entry = t("why.event", number=number), in_full(book.events[number - 1])
        lines.append(Text(f"  {t('review.missed', event=event, entry=entry)}"))
    return Group(*lines)


def _lesson(book: Notebook, lesson: Lesson) -> Iterator[Text]:
    yield Text(f"{lesson.number:>3}. {in_full(book.events[lesson.number - 1])}", style="bold")
    places = book.table.places
    facts = sorted(lesson.deduced, key=lambda f: (not f.holds, places.index(f.player)))
    for line in facts_by_place(facts):
        yield Text(f"       {line}")
