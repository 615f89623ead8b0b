"""Questions about facts in the middle of games, with exact answers, and a grader.

    python -m examples.language_models.questions --number 400 --seed 1 > questions.jsonl
    python -m examples.language_models.questions --grade questions.jsonl answers.jsonl

A question is a line of JSON with `id`, `input`, `target` and `metadata`; an answer is a line with
`id` and `output`. Without arguments the program shows one question, and grades a stub.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product
from pathlib import Path
from typing import Final, TypeAlias, TypedDict

from cluetree import Notebook
from cluetree.explain import Proof
from cluetree.play import NAMES, Rules, play_game, stream
from cluetree.play.agents import Heuristic

from . import rules_of, stub

Cell: TypeAlias = tuple[str, str]
"""A band and an answer."""
TARGETS: Final = {True: "yes", False: "no", None: "open"}
BANDS: Final = {"open": range(1), "1 step": range(1, 2), "2-3": range(2, 4), "4-8": range(4, 9)}
"""The lengths of the proof; an open fact has none."""
PROVED: Final = [(band, answer) for band in BANDS if band != "open" for answer in ("yes", "no")]
CELLS: Final[list[Cell]] = [("open", "open"), *PROVED, ("open", "open")]
"""Each band has as many questions, and in each that is not open yes and no are equally frequent."""


class Metadata(TypedDict):
    """What is known of a question."""

    band: str
    steps: int
    rules: list[str]
    players: int
    entries: int


class Question(TypedDict):
    """A question in the fields that evaluation libraries read."""

    id: str
    input: str
    target: str
    metadata: Metadata


def positions(seed: int) -> Iterator[Notebook]:
    """Yield the notes of one player at one moment of each of many games."""
    for game in count():
        rng = stream(seed, f"position {game}")
        names = NAMES[: rng.randint(3, 6)]
        agents = [Heuristic(tie="random") for _ in names]
        record = play_game(agents, Rules(players=names), f"{seed}/{game}").record(rng.choice(names))
        events = record.events[: rng.randint(1, len(record.events))]
        yield Notebook(record.table, events, limit=None)


def asked(book: Notebook, place: str, card: str, left: set[Cell]) -> Question | None:
    """Return the question whether a place has a card, if such a question is left to ask."""
    target = TARGETS[book.knows(place, card)]
    if not any(answer == target for _, answer in left):
        return None
    proof = book.why(place, card) if target != "open" else None
    steps = proof.steps if isinstance(proof, Proof) and not proof.counted else ()
    band = next((name for name, lengths in BANDS.items() if len(steps) in lengths), None)
    if band is None or (band, target) not in left:
        return None
    left.discard((band, target))
    where = "in the envelope" if place == "envelope" else f"in the hand of {place}"
    words = f"Is {card} {where}? The answer is open if the notes allow both. You may think first."
    last = f"The last line must be one of: {'; '.join(TARGETS.values())}."
    return Question(
        id="",
        input=f"{rules_of(book.table)}\n{book.to_clue()}\n{words}\n{last}",
        target=target,
        metadata=Metadata(
            band=band,
            steps=len(steps),
            rules=sorted({step.rule.value for step in steps}),
            players=len(book.table.players),
            entries=len(book.events),
        ),
    )


def questions(number: int, seed: int) -> list[Question]:
    """Return questions, balanced by band and answer, at most one of a kind from a position."""
    wanted = Counter(CELLS[at % len(CELLS)] for at in range(number))
    found = list[Question]()
    for at, book in enumerate(positions(seed)):
        left = {cell for cell in wanted if wanted[cell]}
        if not left:
            break
        facts = [*product((*book.table.names, "envelope"), book.table.edition.cards)]
        stream(seed, f"facts {at}").shuffle(facts)
        for place, card in facts:
            if one := asked(book, place, card.name, left):
                wanted[one["metadata"]["band"], one["target"]] -= 1
                found.append({**one, "id": f"{seed}-{number}-{len(found) + 1}"})
    return found


def answer_in(output: str) -> str | None:
    """Return the last yes, no or open of the last line, if any."""
    words = re.findall(
        rf"\b({'|'.join(TARGETS.values())})\b", output.strip().lower().rpartition("\n")[2]
    )
    return words[-1] if words else None


def verdict(target: str, output: str) -> str:
    """Judge an answer: right, unreadable, false certainty, missed or the opposite."""
    match answer_in(output):
        case None:
            return "unreadable"
        case answer if answer == target:
            return "right"
        case "open":
            return "missed"
        case _:
            return "unfounded" if target == "open" else "opposite"


VERDICTS: Final = ("right", "opposite", "missed", "unfounded", "unreadable")


def grade(asked: Iterable[Question], outputs: Mapping[str, str]) -> dict[str, Counter[str]]:
    """Count the verdicts by band; a question without an answer is unreadable."""
    found = {band: Counter[str]() for band in BANDS}
    for one in asked:
        found[one["metadata"]["band"]][verdict(one["target"], outputs.get(one["id"], ""))] += 1
    return found


def print_grades(grades: Mapping[str, Counter[str]]) -> None:
    """Print the verdicts of each band as a table."""
    print(f"{'band':8}{'asked':>7}" + "".join(f"{name:>12}" for name in VERDICTS))
    for band, verdicts in (*grades.items(), ("all", sum(grades.values(), Counter[str]()))):
        cells = "".join(f"{verdicts[name]:>12}" for name in VERDICTS)
        print(f"{band:8}{verdicts.total():>7}{cells}")


def read(path: Path) -> list[Question]:
    """Read lines of JSON."""
    lines: list[Question] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return lines


def main() -> None:
    """Write questions, grade answers, or show both."""
    parser = ArgumentParser(description="Questions about facts, with exact answers.")
    parser.add_argument("--number", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grade", nargs=2, type=Path, metavar=("QUESTIONS", "ANSWERS"))
    options = parser.parse_args()
    if options.grade:
        questions_file, answers_file = options.grade
        asked = read(questions_file)
        try:
            lines = map(json.loads, answers_file.read_text("utf-8").splitlines())
            outputs = {one["id"]: one["output"] for one in lines}
        except (ValueError, KeyError, TypeError) as error:
            parser.error(f"{answers_file}: a line must have id and output in JSON: {error!r}")
        print_grades(grade(asked, outputs))
        ids = {one["id"] for one in asked}
        if ids != {*outputs}:
            missing, unknown = len(ids - {*outputs}), len({*outputs} - ids)
            print(
                f"questions without an answer: {missing}; unknown ids: {unknown}", file=sys.stderr
            )
    elif options.number:
        for question in questions(options.number, options.seed):
            print(json.dumps(question))
    else:
        some = questions(40, options.seed)
        print(f"{some[0]['input']}\n\nThe answer: {some[0]['target']}. The stub on 40 questions:\n")
        print_grades(grade(some, {one["id"]: stub(one["input"]) for one in some}))


if __name__ == "__main__":
    main()
