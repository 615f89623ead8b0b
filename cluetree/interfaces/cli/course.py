"""`cluetree course`: the exercises of the course, in the terminal and as pages to print.

`course.toml` has the facts that follow from each game; a file per language has the texts, and the
names of the cards.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated, Final

import msgspec
from cyclopts import Parameter
from rich.text import Text

from cluetree._markup import html_rows, tags
from cluetree.beliefs import Beliefs
from cluetree.cards import Category, ClueCard, Edition
from cluetree.editions import get_edition
from cluetree.explain import Open, Proof
from cluetree.interfaces.cli import OK, UsageError
from cluetree.interfaces.cli.common import console
from cluetree.interfaces.cli.play import EditionId
from cluetree.interfaces.cli.step import quiz
from cluetree.interfaces.drawing.parts import as_text, labelled_rows
from cluetree.interfaces.drawing.reasons import proof_or_deals
from cluetree.interfaces.drawing.sheet import heads, mark
from cluetree.notebook import Notebook
from cluetree.table import ENVELOPE
from cluetree.text.events import brief, holds, place_name
from cluetree.text.language import current_language
from cluetree.text.nodes import picture
from cluetree.text.numbers import percent

_FILES: Final = files("cluetree.interfaces.cli") / "exercises"
_SIGNS: Final = {"holds": "✓", "lacks": "✗"}
_BLANK: Final = ("",) * 6


@dataclass(frozen=True)
class Exercise:
    """A game, a question about it, and the facts that answer it."""

    game: str
    title: str
    question: str
    answer: str
    text: str
    """The game as the text of a `.clue` file."""
    facts: tuple[str, ...]
    """Facts that follow from the game, as lines of a record."""
    open: tuple[str, ...] = ()
    """Facts that are true in one deal and false in another."""

    def book(self) -> Notebook:
        """Return the game."""
        return Notebook.from_clue(self.text)

    def answers(self, book: Notebook) -> Iterator[Proof | Open]:
        """Yield the proof of each fact, and two deals for each open one."""
        for fact in (*self.facts, *self.open):
            player, _, card = fact.split(maxsplit=2)
            yield book.why(player, card)


@dataclass(frozen=True)
class Course:
    """The objectives and the plan of one lesson, and the exercises."""

    objectives: tuple[str, ...]
    plan: tuple[tuple[int, str], ...]
    labels: Mapping[str, str]
    exercises: tuple[Exercise, ...]

    @classmethod
    def load(cls) -> "Course":
        """Return the course that ships with cluetree, in the language in use."""
        words = tomllib.loads(_file(f"{current_language()}.toml"))
        cards = words.get("cards", {})

        def named(text: str) -> str:
            return re.sub(r"\w+", lambda word: cards.get(word[0], word[0]), text)

        exercises = [
            {**one, **words["exercises"][one["game"]], "text": named(_file(f"{one['game']}.clue"))}
            for one in tomllib.loads(named(_file("course.toml")))["exercises"]
        ]
        return msgspec.convert({**words, "exercises": exercises}, cls)


def _file(name: str) -> str:
    return (_FILES / name).read_text("utf-8")


def course(
    number: Annotated[int | None, Parameter(help="The exercise to start.")] = None,
    /,
    *,
    folder: Annotated[
        Path | None, Parameter(name="--print", help="Write the pages and games to this folder.")
    ] = None,
    edition: Annotated[EditionId, Parameter(show_default=False)] = "",
) -> int:
    """List the exercises for a class, start one, or write worksheets and blank sheets to print."""
    taught = Course.load()
    if folder is not None:
        if number is not None:
            raise UsageError("--print writes all exercises: omit the number")
        deck = get_edition(edition) if edition else taught.exercises[0].book().table.edition
        _write(taught, folder, deck)
    elif number is None:
        _list(taught)
    elif 1 <= number <= len(taught.exercises):
        exercise = taught.exercises[number - 1]
        title = Text(f"{number}. {exercise.title}", "bold")
        console().print(title, Text(exercise.question), sep="\n")
        if quiz(exercise.book()):
            console().print(Text(f"\n{exercise.answer}"))
    else:
        most = len(taught.exercises)
        raise UsageError(f"the exercise must be 1 to {most}, got {number}")
    return OK


def _list(taught: Course) -> None:
    screen, labels = console(), taught.labels
    for head, lines in (
        (labels["objectives"], (("-", text) for text in taught.objectives)),
        (f"\n{labels['plan']}", taught.plan),
        (f"\n{labels['exercises']}:", enumerate((e.title for e in taught.exercises), start=1)),
    ):
        screen.print(Text(head, "bold"), labelled_rows(lines))
    screen.print(Text(f"\n{labels['start']}"))


def _write(taught: Course, folder: Path, deck: Edition) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page, labels = Template(_file("page.html")), taught.labels
    numbered = [*enumerate(taught.exercises, start=1)]
    blank = _sheet(deck, (*_BLANK, place_name(ENVELOPE)), lambda _: (*_BLANK, ""))
    heading = tags("p", [f"{labels['name']} {30 * '_'}", labels["rules"]])
    cards = tags("b", (card.name for card in deck.cards))
    pages = {
        "pupils": (labels["exercises"], (heading, *(_exercise(n, one) for n, one in numbered))),
        "cards": (labels["cards"], (f'<div class="cards">{cards}</div>',)),
        "teachers": (
            labels["answers"],
            (_plan(taught), *(_exercise(n, one, answers=True) for n, one in numbered)),
        ),
        "blank": (labels["blank"], ('<div class="blank">', blank, blank, "</div>")),
    }
    for name, (title, body) in pages.items():
        text = page.substitute(lang=current_language(), title=title, body="\n".join(body))
        (folder / f"{name}.html").write_text(text, "utf-8")
    for _, one in numbered:
        (folder / f"{one.game}.clue").write_text(one.text, "utf-8")
    names = ", ".join(f"{name}.html" for name in pages)
    console().print(Text(labels["wrote"].format(names=names, count=len(numbered), folder=folder)))


def _plan(taught: Course) -> str:
    minutes = taught.labels["minutes"]
    plan = html_rows((minutes.format(count=n), [content]) for n, content in taught.plan)
    goals = tags("li", taught.objectives)
    head = tags("p", [taught.labels["objectives"]])
    return f'{head}<ul>{goals}</ul><table class="plan">{plan}</table>'


def _exercise(number: int, exercise: Exercise, *, answers: bool = False) -> str:
    """Return an exercise as HTML: the game, the question, and a sheet to fill in or filled in."""
    book = exercise.book()
    table, beliefs = book.table, book.beliefs
    events = tags("li", (brief(event, table.edition) for event in book.events))
    hand = ""
    if table.me is not None:
        cards = ", ".join(card.name for card in table.me.hand)
        hand = tags("p", [f"{holds(table.me.name, cards)}."])
    sheet = _sheet(
        table.edition,
        heads(table),
        lambda card: (_sign(beliefs, card, p) if answers else "" for p in beliefs.counts),
    )
    notes, proofs = 6 * '<div class="line"></div>', ""
    if answers:
        drawings = (proof_or_deals(each, book, formal=True) for each in exercise.answers(book))
        proofs = tags("pre", (as_text(drawing, width=88) for drawing in drawings))
        notes = f"<p>{tags('b', [exercise.answer])}</p>{picture(book.tree)}"
    return (
        f"<section>{tags('h2', [f'{number}. {exercise.title}'])}{hand}<ol>{events}</ol>"
        f"{tags('p', [exercise.question])}"
        f'<div class="work">{sheet}<div class="notes">{notes}</div></div>'
        f'<div class="proofs">{proofs}</div></section>'
    )


def _sign(beliefs: Beliefs, card: ClueCard, place: str) -> str:
    return _SIGNS.get(mark(beliefs, card, place)) or percent(float(beliefs.chance(place, card)))


def _sheet(
    deck: Edition, places: tuple[str, ...], cells: Callable[[ClueCard], Iterable[str]]
) -> str:
    """Return a sheet as HTML, with a row per card and a column per place."""
    bodies = ""
    for category in Category:
        bodies += f"<tbody>{html_rows((card.name, cells(card)) for card in deck.of(category))}"
    return f'<table class="sheet"><tr>{tags("th", ("", *places))}</tr>{bodies}</table>'
