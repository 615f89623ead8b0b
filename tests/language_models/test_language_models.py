"""The questions, the grader and the seat for language models, in `examples/language_models`."""

import json
import re
import sys
from collections import Counter
from itertools import chain, repeat
from pathlib import Path

import pytest
from language_models.questions import CELLS, Metadata, Question, grade, questions, verdict
from language_models.seat import ProgramSeat, TextSeat

from cluetree import record
from cluetree.board import board_of
from cluetree.claims import Fact
from cluetree.editions import CLUE_US
from cluetree.evidence import Evidence
from cluetree.play import ErraticAgent, Rules, deal_of, play_dealt
from cluetree.play.supervised import Supervised
from tests.exact.sat import facts_by_sat

KIND = Metadata(band="1 step", steps=1, rules=[], players=3, entries=1)


@pytest.mark.slow
def test_questions_are_balanced_by_seed_and_their_texts_give_the_answers_by_sat() -> None:
    some = questions(16, seed=5)
    assert some == questions(16, seed=5)
    assert some[0] not in questions(8, seed=6)
    cells = Counter((one["metadata"]["band"], one["target"]) for one in some)
    assert cells == Counter(CELLS * 2)
    assert len({one["id"] for one in some}) == len({one["input"] for one in some}) == 16
    for one in some:
        notes, question = one["input"][one["input"].index("edition") :].split("\nIs ")
        game, found = record.loads_clue(notes), re.match(r"(.+) in the .*?(\w+)\?", question)
        assert found is not None
        fact = Fact(found[2], game.table.edition.card(found[1]), holds=True)
        known = facts_by_sat(Evidence.gather(game.table, game.events))
        expected = "yes" if fact in known else "no" if fact.opposite in known else "open"
        assert one["target"] == expected


def test_grader_reads_the_last_line() -> None:
    outputs = "It is open.\n**No**.", "yes\n\n", "open", "", "I know\nnothing", "yes or no: open"
    judged = [[verdict(target, output) for output in outputs] for target in ("no", "open")]
    bad = ["unreadable", "unreadable"]
    assert judged[0] == ["right", "opposite", "missed", *bad, "missed"]
    assert judged[1] == ["unfounded", "unfounded", "right", *bad, "right"]
    asked = [Question(id=n, input="", target="no", metadata=KIND) for n in ("1", "2", "3")]
    counts = grade(asked, {"1": "no", "2": "open"})
    assert counts["1 step"] == {"right": 1, "missed": 1, "unreadable": 1}


def game(seat: TextSeat, rules: Rules) -> Supervised:
    seats = [Supervised(agent) for agent in (seat, ErraticAgent(), ErraticAgent())]
    play_dealt(seats, deal_of(rules, 1), 1)
    return seats[0]


def test_illegal_lines_are_asked_again_and_then_cost_the_choice(tmp_path: Path) -> None:
    lines = chain(["Plum", "plum, rope, hall", "none"], repeat("the butler"))
    seat = TextSeat(lambda _: next(lines), "m", attempts=2, transcript=str(tmp_path / "log.jsonl"))
    [fault] = game(seat, Rules(most_turns=9)).conduct.faults
    first, again, *_ = seat.exchanges
    assert first.fault in again.prompt
    assert (first.answer, again.answer, again.fault) == ("Plum", "plum, rope, hall", "")
    assert seat.illegal == 1 + 2 * fault.count == len(seat.exchanges) - 2
    kept = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    assert kept == [one._asdict() for one in seat.exchanges]


def first_option(prompt: str) -> str:
    """Answer with the first legal line that the prompt names, and never accuse."""
    if prompt.endswith("`none`"):
        return "none"
    option = re.split("[;,.]", re.findall(r"(?:may be|one of): (.*)", prompt)[-1])[0]
    return f"Plum, Rope, {option}" if prompt.endswith("ROOM") else f"Well.\n{option}"


@pytest.mark.slow
def test_prompts_name_the_legal_lines_on_the_board() -> None:
    seat = TextSeat(first_option, "first option")
    assert game(seat, Rules(board=board_of(CLUE_US), most_turns=60)).conduct.faults == ()
    assert seat.illegal == 0
    words = "".join(one.prompt for one in seat.exchanges)
    assert all(asked in words for asked in ("pawn moves", "turn to suggest", "do you show"))


@pytest.mark.slow
def test_program_answers_or_is_late() -> None:
    seat = ProgramSeat(f"{sys.executable} -c \"print('plum, rope, hall')\"")
    game(seat, Rules(most_turns=1))
    assert {(one.answer, one.fault) for one in seat.exchanges} == {("plum, rope, hall\n", "")}
    late = ProgramSeat(f"{sys.executable} -c 'import time; time.sleep(600)'", seconds=0.2)
    [fault] = game(late, Rules(most_turns=1)).conduct.faults
    assert str(fault) == "late: no answer in 0.2 seconds"
