"""`cluetree step`: a game event by event, told or asked."""

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from itertools import count, islice
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from cluetree import record as records
from cluetree.beliefs import Beliefs
from cluetree.claims import Fact
from cluetree.errors import ClueError, UnknownNameError
from cluetree.events import Event, Holds, Lacks
from cluetree.explain import Step
from cluetree.interfaces.cli import UsageError
from cluetree.interfaces.cli.common import (
    RecordPath,
    Seconds,
    console_on,
    read,
    status_of,
)
from cluetree.interfaces.drawing.sheet import heads
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE, Table
from cluetree.text.events import fact, facts_by_place, holds, in_full, place_name, sentence
from cluetree.text.language import enumeration, number, t
from cluetree.text.nodes import clashing, pruned_by, reason, says, way
from cluetree.text.numbers import percent
from cluetree.tree import SolverNode

_KINDS: Final = ("new", "old", "pruned", "follows", "also", "counted", "found", "clash", "open")


def step(
    record: RecordPath,
    /,
    *,
    first: Annotated[int, Parameter(name="--from", help="The first event.")] = 1,
    last: Annotated[
        int | None, Parameter(name="--to", help="The last event: the end of the log by default.")
    ] = None,
    ask: Annotated[
        bool, Parameter(help="Ask what follows from each event before printing it.")
    ] = False,
    seconds: Seconds = None,
) -> int:
    """Step through a game: what each event adds, what it prunes and why, what follows."""
    if ask and record == "-":
        raise UsageError("with --ask, standard input is the keyboard: name a file, not -")
    book = read(record, seconds)
    last = len(book) if last is None else last
    if len(book) and not 1 <= first <= last <= len(book):
        raise UsageError(
            f"--from and --to must be events 1 to {len(book)}, in order, got {first} and {last}"
        )
    if ask:
        quiz(book, first, last)
        return status_of(book)
    screen = _console(book)
    for one in islice(book.steps(), first - 1, last):
        if one.number == first:
            _print(screen, _known(one, book.table))
        _print(screen, _report(one))
    return status_of(book)


def quiz(book: Notebook, first: int = 1, last: int | None = None) -> bool:
    """Ask what follows from each event; return whether the user reached the end."""
    screen, table = _console(book), book.table
    taken = [*islice(book.steps(), first - 1, last)]
    if taken:
        screen.print(Text(f"\n{_with_examples('step.keys', table)}", style="dim"))
        _print(screen, _known(taken[0], table))
    at = 0
    while at < len(taken):
        heading, *answer = _report(taken[at])  # what the event states is part of the answer
        screen.print(heading)
        match _reply(screen, table, taken[at]):
            case "":
                _print(screen, answer)
                at += 1
            case "b":
                at = max(at - 1, 0)
            case _:
                return False
    return True


def _console(book: Notebook) -> Console:
    """Print who sits where and what is known from the start, and return the console."""
    screen, table = console_on(book), book.table
    screen.print(Text(t("step.seats", seats=", ".join(heads(table)[:-1]))))
    if table.me is not None:
        cards = ", ".join(card.name for card in table.me.hand)
        screen.print(Text(holds(table.me.name, cards)))
    if table.face_up:
        cards = ", ".join(card.name for card in table.face_up)
        screen.print(Text(t("fact.face_up", card=cards)))
    return screen


def _print(screen: Console, lines: Iterable[Text]) -> None:
    for line in lines:
        screen.print(line)


# The report


def _known(one: Step, table: Table) -> Iterator[Text]:
    """Yield what was known before the first of the steps, without the viewpoint's own cards."""
    if one.number > 1:
        yield Text(f"\n{t('step.known', number=one.number)}")
        facts = (each for each in one.before.facts if each.player != table.viewpoint)
        for line in facts_by_place(_in_order(facts, one.before)):
            yield Text(f"   {line}")


def _report(one: Step) -> Iterator[Text]:
    """Yield the event, what it states, and what follows."""
    yield Text.assemble(f"\n{one.number}. ", (in_full(one.event), "bold"))
    facts = one.before.facts
    for node in one.grown:
        yield _line("old" if node.fact in facts else "new", says(node))

    for node in one.pruned:
        yield _line("pruned", _pruned(one, node), "dim")
    for node in one.known:
        yield _line("follows", reason(node))
    for node in one.counted:
        yield _line("counted", t("step.in_every", fact=says(node)))
    for category, finding in one.found:
        card = t(f"step.is.{category}", card=finding.card.name, way=way(finding))
        yield _line("found", card, "bold green")
    for clash in one.clashes:
        yield _line("clash", clashing(clash), "bold red")
    yield from _left_open(one)


def _line(kind: str, words: str, style: str = "") -> Text:
    """Return a line of the report, labelled with its kind."""
    width = max(len(t(f"step.{each}")) for each in _KINDS)
    return Text(f"   {t(f'step.{kind}'):<{width}}  {words}", style)


def _left_open(one: Step) -> Iterator[Text]:
    """Yield the new facts that no line above contains, and what is left open."""
    if one.after is None:
        yield _line("open", t("step.not_in_time"))
    elif one.after.deals:
        printed = {node.fact for node in (*one.known, *one.counted)}
        new = [each for each in _new_facts(one) if each not in printed]
        for line in facts_by_place(new):
            yield _line("also", line)
        if not (new or one.known or one.counted or one.found):
            yield _line("follows", t("step.nothing"))
        left = t(
            "step.left",
            triples=t("count.triples", count=one.after.possible),
            deals=t("count.deals", count=one.after.deals),
            bits=number(one.after.entropy, 2),
        )
        if one.bits is not None:
            left = t("step.learned", left=left, bits=number(one.bits, 2))
        yield _line("open", left)
    elif one.before.deals:
        yield _line("clash", t("step.no_deal"), "bold red")


def _new_facts(one: Step) -> list[Fact]:
    """Return the new facts that the event does not state."""
    stated = {node.fact for node in one.grown}
    return _in_order((each for each in one.facts if each not in stated), one.before)


def _in_order(facts: Iterable[Fact], beliefs: Beliefs) -> list[Fact]:
    """Return facts in the order of the sheet, those of a place together."""
    places, cards = [*beliefs.counts], beliefs.edition.cards
    return sorted(facts, key=lambda f: (places.index(f.player), not f.holds, cards.index(f.card)))


def _pruned(one: Step, node: SolverNode) -> str:
    why = "" if node.pruning is None else pruned_by(node.pruning)
    if node.number is None or node.number == one.number:
        return t("step.because", what=says(node), why=why)
    return t("step.of", fact=says(node), number=node.number, strike=why)


# The quiz


def _with_examples(key: str, table: Table) -> str:
    """Return a text with two guesses as they can be typed, of a card held and of a card lacked."""
    name, card = table.names[-1], min(table.edition.weapons, key=len)
    return t(key, guess=f"{name} {card}", denial=f"{name} {t('step.without')} {card}")


def _reply(screen: Console, table: Table, one: Step) -> str:
    """Read lines until a navigation command, and return it; judge guesses and give hints."""
    guessed: set[Fact] = set()
    hints = _hints(one, guessed)
    while True:
        try:
            line = screen.input(Text(t("step.prompt"))).strip()
        except (EOFError, KeyboardInterrupt):
            screen.print()
            return "q"
        key = line.casefold()
        if key in {"", "b", "q", "back", "quit"}:
            return key[:1]
        answer = next(hints) if key in {"h", "hint"} else _judged(line, table, one, guessed)
        screen.print(Text(f"   {answer}"))


def _judged(line: str, table: Table, one: Step, guessed: set[Fact]) -> str:
    guess: Event | None = None
    try:
        guess = _guess(line, table)
    except ClueError as error:
        cause = error.__cause__
        if isinstance(cause, UnknownNameError) and cause.candidates:
            return t("step.misspelt", word=cause.word, names=enumeration(cause.candidates, "or"))
    if not isinstance(guess, Holds | Lacks):
        return _with_examples("step.guess_what", table)
    if one.after is None or not one.after.deals:
        return t("step.no_deal" if one.complete else "step.not_in_time")
    claim = Fact(table.holder(guess.player).name, guess.card, guess.has_card)
    guessed.add(claim)
    return _verdict(claim, one, one.after)


def _guess(line: str, table: Table) -> Event:
    """Read a guess, which may have the word of the language for a card that is not there."""
    with suppress(ClueError):
        return records.loads_clue_event(line, table)
    without = re.compile(rf"\b{t('step.without')}\b", re.IGNORECASE)
    line = without.sub("no", line)
    place = rf"\s*(?:{re.escape(place_name(ENVELOPE))}|{ENVELOPE})\s+(no\s+)?"
    if said := re.match(place, line, re.IGNORECASE):
        line = f"{ENVELOPE} {'lacks' if said[1] else 'holds'} {line[said.end() :]}"
    return records.loads_clue_event(line, table)


def _verdict(claim: Fact, one: Step, after: Beliefs) -> str:
    """Return whether a claim follows from a step, was known or stated, is false or open."""
    if claim in one.before.facts:
        return t("step.guess_known", fact=fact(claim))
    if claim in {node.fact for node in one.grown}:
        return t("step.guess_stated", fact=fact(claim))
    if claim in after.facts:
        return t("step.guess_right", fact=fact(claim))
    is_face_up = claim.card in after.face_up
    held = 0.0 if is_face_up else float(after.chance(claim.player, claim.card))
    chance = held if claim.holds else 1 - held
    return t("step.guess_open" if chance else "step.guess_wrong", chance=percent(chance))


def _hints(one: Step, guessed: Container[Fact]) -> Iterator[str]:
    """Yield hints about the facts that are not guessed: how many, their cards, one fact each."""
    if not one.complete:
        yield t("step.not_in_time")
    for asked in count(1):
        hidden = [each for each in _new_facts(one) if each not in guessed]
        if not hidden:
            yield t("step.hint_done" if _new_facts(one) else "step.hint_none")
        elif asked == 1:
            places = ", ".join(dict.fromkeys(place_name(each.player) for each in hidden))
            yield t("step.hint", count=len(hidden), places=places)
        elif asked == 2:  # noqa: PLR2004 -- the second hint
            cards = ", ".join(dict.fromkeys(each.card.name for each in hidden))
            yield t("step.hint_cards", cards=cards)
        else:
            yield sentence(fact(hidden[(asked - 3) % len(hidden)]))
