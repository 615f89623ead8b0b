"""`cluetree step` and `cluetree tree`: the tree event by event, and the final tree."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from cluetree import record as records
from cluetree.beliefs import Beliefs
from cluetree.cards import Category
from cluetree.claims import Fact
from cluetree.errors import ClueError
from cluetree.events import Holds, Lacks
from cluetree.interfaces.cli.common import (
    IMPOSSIBLE,
    OK,
    RecordPath,
    Seconds,
    console_on,
    read,
    usage,
)
from cluetree.notebook import Notebook, Step
from cluetree.record.completion import in_language
from cluetree.table import ENVELOPE, Table
from cluetree.text.drawing.sheet import heads
from cluetree.text.figures import percent
from cluetree.text.keywords import keywords
from cluetree.text.language import number, t
from cluetree.text.printable import printable_lines
from cluetree.text.reasons import clashing, pruned_by, reason, says, way
from cluetree.text.refusals import refusal
from cluetree.text.telling import fact, holds, in_full, place_name
from cluetree.tree import SolverNode, SolverTree


def step(
    record: RecordPath,
    /,
    *,
    first: Annotated[int, Parameter(name="--from", help="The first event.")] = 1,
    last: Annotated[
        int | None, Parameter(name="--to", help="The last event: the end of the log by default.")
    ] = None,
    ask: Annotated[
        bool, Parameter(negative="", help="Ask what follows from each event before printing it.")
    ] = False,
    seconds: Seconds = None,
) -> int:
    """Step through a game: what each event adds, what it prunes and why, what follows."""
    if ask and record == "-":
        raise usage("with --ask, standard input is the keyboard: name a file, not -")
    book = read(record, seconds, questions=2)
    last = len(book) if last is None else last
    if len(book) and not 1 <= first <= last <= len(book):
        reach = f"--from and --to must be events 1 to {len(book)}, in order"
        raise usage(f"{reach}, got {first} and {last}")
    if ask:
        quiz(book, first, last)
        return OK if book.consistent else IMPOSSIBLE
    screen = console_on(book)
    _show_table(screen, book.table)
    for one in islice(book.steps(), first - 1, last):
        if one.number == first:
            _show_known(screen, book.table, one)
        _show_event(screen, one)
        _show_conclusion(screen, one)
    return OK if book.consistent else IMPOSSIBLE


def quiz(book: Notebook, first: int = 1, last: int | None = None) -> bool:
    """Ask what follows from each event; return whether the user reached the end."""
    screen = console_on(book)
    _show_table(screen, book.table)
    return _Lesson(screen, book.table, [*islice(book.steps(), first - 1, last)]).run()


def _show_table(screen: Console, table: Table) -> None:
    screen.print(Text(t("step.seats", seats=", ".join(heads(table)[:-1]))))
    if table.me is not None:
        cards = ", ".join(card.name for card in table.me.hand)
        screen.print(Text(holds(table.me.name, cards)))
    if table.face_up:
        cards = ", ".join(card.name for card in table.face_up)
        screen.print(Text(t("fact.face_up", card=cards)))


def _show_known(screen: Console, table: Table, one: Step) -> None:
    if one.number == 1:
        return
    screen.print(Text(f"\n{t('step.known', number=one.number)}"))
    for place in (*table.names, ENVELOPE.name):
        if table.me is not None and place == table.me.name:
            continue
        for has_card in (True, False):
            facts = {f.card for f in one.before.facts if f.player == place and f.holds is has_card}
            if cards := ", ".join(card.name for card in table.edition.cards if card in facts):
                screen.print(Text(f"   {holds(place, cards, has_card=has_card)}"))


def _show_event(screen: Console, one: Step) -> None:
    screen.print(Text.assemble(f"\n{one.number}. ", (in_full(one.event), "bold")))
    for node in one.grown:
        screen.print(_line("step.new", says(node)))


_KINDS: Final = (
    "step.new",
    "step.pruned",
    "step.follows",
    "step.also",
    "step.counted",
    "step.found",
    "step.clash",
    "step.open",
)


def _line(kind: str, words: str, style: str = "") -> Text:
    """Return a line of the report, labelled with its kind."""
    width = max(len(t(each)) for each in _KINDS)
    return Text(f"   {t(kind):<{width}}  {words}", style)


def _show_conclusion(screen: Console, one: Step) -> None:
    for node in one.pruned:
        screen.print(_line("step.pruned", _pruned(one, node), "dim"))
    for node in one.known:
        screen.print(_line("step.follows", reason(node)))
    for node in one.counted:
        screen.print(_line("step.counted", t("step.in_every", fact=says(node))))
    for category, finding in one.found:
        found = t(f"step.is.{category}", card=finding.card.name, way=way(finding))
        screen.print(_line("step.found", found, "bold green"))
    for clash in one.clashes:
        screen.print(_line("step.clash", clashing(clash), "bold red"))
    if not one.complete:
        screen.print(_line("step.open", t("step.not_in_time")))
    elif one.after.deals:
        _show_others(screen, one)
        screen.print(_line("step.open", _left(one)))
    elif one.before.deals:
        screen.print(_line("step.clash", t("step.no_deal"), "bold red"))


def _show_others(screen: Console, one: Step) -> None:
    """Print the new facts that no line above contains, or that there are none."""
    printed = {node.fact for node in (*one.known, *one.counted)}
    new = [found for found in _conclusions(one) if found not in printed]
    for place in dict.fromkeys(found.player for found in new):
        for has_card in (True, False):
            facts = (f for f in new if f.player == place and f.holds is has_card)
            if cards := ", ".join(found.card.name for found in facts):
                screen.print(_line("step.also", holds(place, cards, has_card=has_card)))
    if not (new or one.known or one.counted or one.found):
        screen.print(_line("step.follows", t("step.nothing")))


def _conclusions(one: Step) -> list[Fact]:
    """Return the new facts that the event does not state, in the order of the sheet."""
    stated = {node.fact for node in one.grown}
    places, cards = list(one.after.counts), one.after.edition.cards
    new = (found for found in one.facts if found not in stated)
    return sorted(new, key=lambda f: (places.index(f.player), not f.holds, cards.index(f.card)))


def _pruned(one: Step, node: SolverNode) -> str:
    why = "" if node.pruning is None else pruned_by(node.pruning)
    if node.number is None or node.number == one.number:
        return f"{says(node)}: {why}"
    event = t("why.event", number=node.number)
    return t("step.of", fact=says(node), event=event, strike=why)


def _left(one: Step) -> str:
    return t(
        "step.left" if one.after.exact else "step.left_about",
        triples=t("count.triples", count=len(one.after.triples)),
        deals=t("count.deals", count=one.after.deals),
        bits=number(one.after.entropy, 2),
        learned=number(one.bits, 2),
    )


class _Lesson:
    """A quiz that asks what follows from each event and checks the guesses."""

    def __init__(self, screen: Console, table: Table, steps: Sequence[Step]):
        self._screen = screen
        self._table = table
        self._steps = steps
        card = min((card.name for card in table.edition.of(Category.WEAPON)), key=len)
        self._keywords = keywords(table)
        self._guess = in_language(f"{table.names[-1]} holds {card}", self._keywords)

    def run(self) -> bool:
        """Go to the next step, go back or quit; return whether the end was reached."""
        if not self._steps:
            return True
        self._screen.print(Text(f"\n{t('step.keys', guess=self._guess)}", style="dim"))
        _show_known(self._screen, self._table, self._steps[0])
        at = 0
        while at < len(self._steps):
            one = self._steps[at]
            _show_event(self._screen, one)
            match self._reply(one):
                case "":
                    _show_conclusion(self._screen, one)
                    at += 1
                case "b":
                    at = max(at - 1, 0)
                case _:
                    return False
        return True

    def _reply(self, one: Step) -> str:
        """Read lines until a navigation command; judge guesses and give hints."""
        hints = _hints(one)
        while True:
            try:
                line = self._screen.input(Text(t("step.prompt"))).strip()
            except (EOFError, KeyboardInterrupt):
                self._screen.print()
                return "q"
            key = line.casefold()
            if key in {"", "b", "q", "back", "quit"}:
                return key[:1]
            said = next(hints) if key in {"h", "hint"} else self._judged(line, one)
            self._screen.print(Text(f"   {said}"))

    def _judged(self, line: str, one: Step) -> str:
        try:
            guess = records.loads_clue_event(line, self._table, keywords=self._keywords)
        except ClueError as error:
            return refusal(error)
        if not isinstance(guess, Holds | Lacks):
            return t("step.guess_what", guess=self._guess)
        claim = Fact(
            self._table.holder(guess.player).name, guess.card, holds=isinstance(guess, Holds)
        )
        return _verdict(claim, one)


def _verdict(claim: Fact, one: Step) -> str:
    """Return whether a claim follows from a step, was known or stated, is false or open."""
    if not (one.complete and one.after.deals):
        return t("step.not_in_time" if not one.complete else "step.no_deal")
    if claim in one.before.facts:
        return t("step.guess_known", fact=fact(claim))
    if claim in {node.fact for node in one.grown}:
        return t("step.guess_stated", fact=fact(claim))
    if claim in one.after.facts:
        return t("step.guess_right", fact=fact(claim))
    chance = _chance(claim, one.after)
    return t("step.guess_open" if chance else "step.guess_wrong", chance=percent(chance))


def _chance(claim: Fact, beliefs: Beliefs) -> float:
    if claim.card in beliefs.face_up:
        return 0.0 if claim.holds else 1.0
    held = float(beliefs.chance(claim.card, claim.player))
    return held if claim.holds else 1 - held


def _hints(one: Step) -> Iterator[str]:
    """Yield hints with increasing detail: the number of facts, their places, their cards."""
    if not one.complete:
        yield t("step.not_in_time")
    found = _conclusions(one)
    if not found:
        while True:
            yield t("step.hint_none")
    places = ", ".join(dict.fromkeys(place_name(each.player) for each in found))
    yield t("step.hint", count=len(found), places=places)
    while True:
        yield t("step.hint_cards", cards=", ".join(dict.fromkeys(each.card.name for each in found)))


def tree(
    record: RecordPath,
    /,
    *,
    dot: Annotated[bool, Parameter(negative="", help="Print a Graphviz graph.")] = False,
    mermaid: Annotated[bool, Parameter(negative="", help="Print a Mermaid flowchart.")] = False,
    seconds: Seconds = None,
    prune: Annotated[bool, Parameter(help="Prune contradicted alternatives.")] = True,
) -> int:
    """Draw the tree: facts, branches, and pruned alternatives with reasons."""
    book = read(record, seconds)
    if dot and mermaid:
        raise usage("choose one of --dot and --mermaid")
    whole = book.tree if prune else SolverTree.at(book.table, book.events, prune=False)
    drawn = whole.to_dot() if dot else whole.to_mermaid() if mermaid else f"{whole}"
    print(printable_lines(drawn))
    return OK if book.consistent else IMPOSSIBLE
