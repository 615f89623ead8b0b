"""Each rule has a smallest example, which its page in the docs shows too."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from cluetree import Event, Evidence, Fact, Notebook, Proof, ProofRule, prove
from cluetree.exact import is_possible
from cluetree.interfaces.cli import OK
from cluetree.interfaces.cli.main import main
from cluetree.text.language import t

PAGES: Final = Path(__file__).parent.parent.parent / "docs" / "explanation" / "rules"

DECK: Final = """\
suspects  Scarlet, Plum, Green
weapons   Rope, Knife, Axe
rooms     Hall, Study, Attic, Cellar
"""
ANN: Final = """\
players   Ann 3, Bob 2, Eve 2
me        Ann
hand      Scarlet, Rope, Hall
"""
ONLOOKER: Final = "players   Ann 3, Bob 2, Eve 2\n"
UNKNOWN: Final = "players   Ann ?, Bob 2, Eve 2\n"


@dataclass(frozen=True)
class Example:
    """A short log and a fact that follows by one rule."""

    rule: ProofRule
    fact: str
    steps: int
    log: str = ""
    players: str = ANN
    deck: str = DECK

    @property
    def text(self) -> str:
        return f"{self.deck}{self.players}\n{self.log}".rstrip() + "\n"

    def book(self) -> Notebook:
        return Notebook.from_clue(self.text)

    def goal(self, book: Notebook) -> Fact:
        player, word, card = self.fact.split()
        return Fact(player, book.table.edition.card(card), holds=word == "holds")


THREE_SHOWS: Final = """\
Eve: Green, Axe, Attic -> Bob shows
Eve: Plum, Knife, Attic -> Bob shows
Bob holds one of Study, Attic, Cellar
"""
TWO_SILENCES: Final = """\
Ann: Scarlet, Rope, Hall -> nobody
Ann: Plum, Knife, Study -> nobody
"""

EXAMPLES: Final = (
    Example(ProofRule.SET_UP, "Ann lacks Plum", 1),
    Example(ProofRule.SHOWN, "Bob holds Axe", 1, "Ann: Plum, Axe, Hall -> Bob shows Axe"),
    Example(
        ProofRule.PASS, "Bob lacks Axe", 1, "Ann: Plum, Axe, Hall -> Bob passes, Eve shows Plum"
    ),
    Example(ProofRule.TOLD, "Bob lacks Axe", 1, "Bob lacks Axe"),
    Example(ProofRule.HELD_ELSEWHERE, "Eve lacks Axe", 2, "Ann: Plum, Axe, Hall -> Bob shows Axe"),
    Example(
        ProofRule.CATEGORY_TAKEN, "envelope lacks Knife", 5, "Ann: Scarlet, Axe, Hall -> nobody"
    ),
    Example(
        ProofRule.HAND_FULL,
        "Bob lacks Attic",
        3,
        "Ann: Plum, Axe, Hall -> Bob shows Axe\nAnn: Green, Rope, Cellar -> Bob shows Green",
    ),
    Example(ProofRule.LAST_PLACE, "envelope holds Axe", 4, "Ann: Scarlet, Axe, Hall -> nobody"),
    Example(
        ProofRule.LAST_CARDS,
        "Bob holds Knife",
        12,
        "Ann: Plum, Axe, Study -> Bob passes, Eve shows Study\nBob lacks Attic\nBob lacks Cellar",
    ),
    Example(
        ProofRule.LAST_OF_CATEGORY,
        "envelope holds Green",
        5,
        "Ann: Plum, Axe, Hall -> Bob shows Plum",
    ),
    Example(
        ProofRule.ONE_OF,
        "Bob holds Axe",
        3,
        "Eve: Green, Axe, Attic -> Bob shows\n"
        "Ann: Green, Rope, Attic -> Bob passes, Eve shows Attic",
    ),
    Example(
        ProofRule.QUOTA_NEEDED,
        "Bob holds Attic",
        2,
        "Bob holds 2 of Green, Axe, Attic\nBob lacks Axe",
    ),
    Example(
        ProofRule.FAILED_ACCUSATION,
        "envelope lacks Attic",
        9,
        "Ann: Green, Axe, Hall -> nobody\nBob accuses Green, Axe, Attic: wrong",
    ),
    Example(
        ProofRule.QUOTA_FULL,
        "Bob lacks Attic",
        2,
        "Bob holds at most 1 of Green, Axe, Attic\nAnn: Green, Rope, Hall -> Bob shows Green",
    ),
    Example(
        ProofRule.PIGEONHOLE,
        "Bob lacks Cellar",
        1,
        "Eve: Green, Axe, Attic -> Bob shows\nEve: Plum, Knife, Study -> Bob shows",
    ),
    Example(
        ProofRule.SHARED_CARDS,
        "envelope lacks Axe",
        4,
        "Eve: Green, Axe, Attic -> Bob shows\nBob: Green, Axe, Hall -> Eve shows\nBob lacks Attic",
    ),
    Example(ProofRule.FULL_PLACES, "Ann lacks Green", 13, TWO_SILENCES, ONLOOKER),
    Example(ProofRule.LAST_FOR_PLACES, "Ann lacks Green", 13, TWO_SILENCES, UNKNOWN),
    Example(ProofRule.ASSUMED, "Bob holds Attic", 5, THREE_SHOWS),
    Example(ProofRule.REFUTED, "Bob holds Attic", 5, THREE_SHOWS),
)

NUMBERS: Final = (
    Example(ProofRule.PIGEONHOLE, "Bob lacks Cellar", 1, "Bob holds 2 of Green, Axe, Attic"),
    Example(
        ProofRule.PIGEONHOLE,
        "Bob lacks Axe",
        1,
        "Bob holds at most 1 of Green, Axe, Attic\nBob holds one of Green, Attic",
    ),
    Example(ProofRule.PIGEONHOLE, "envelope holds Axe", 1, "envelope holds 2 of Plum, Green, Axe"),
    Example(
        ProofRule.SHARED_CARDS,
        "envelope lacks Axe",
        1,
        "Bob holds at least 2 of Green, Axe, Attic\nEve holds one of Green, Axe, Attic",
    ),
)
"""Counting that adds up numbers of cards."""

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule.name)


def proved(example: Example) -> Proof:
    book = example.book()
    proof = prove(book, fact=example.goal(book))
    assert isinstance(proof, Proof)
    proof.check(book)
    return proof


def test_each_rule_has_one_example_in_the_order_of_the_rules() -> None:
    assert [*(example.rule for example in EXAMPLES), ProofRule.COUNTED] == [*ProofRule]


@pytest.mark.parametrize("example", [*EXAMPLES, *NUMBERS], ids=lambda example: example.rule.name)
def test_each_rule_has_a_minimal_proof(example: Example) -> None:
    proof, book = proved(example), example.book()
    assert str(proof.fact) == example.fact
    rules = [step.rule for step in proof.steps]
    if example.rule is ProofRule.ASSUMED:
        assert rules[0] is ProofRule.ASSUMED
        assert rules.count(ProofRule.ASSUMED) == 1
    else:
        assert rules[-1] is example.rule
    assert proof.events == tuple(range(1, len(book) + 1))
    assert len(proof.steps) <= example.steps
    for step in proof.steps:
        assert len(step.uses) == len({*step.uses}), step
        assert len(step.events) == len({*step.events}), step
    goal = example.goal(book)
    for number in range(len(book)):
        left: list[Event] = [*book.events[:number], *book.events[number + 1 :]]
        assert is_possible(Evidence.gather(book.table, left).assuming(goal.opposite))


def test_each_rule_has_its_page_in_order() -> None:
    index = (PAGES / "index.md").read_text("utf-8")
    listed = re.findall(r"^([a-z-]+)$", index, re.MULTILINE)
    assert listed == [slug(rule) for rule in ProofRule]
    assert {page.stem for page in PAGES.glob("*.md")} == {"index", *listed}


def test_course_covers_every_rule_in_order() -> None:
    course = (PAGES.parents[1] / "tutorial" / "course.md").read_text("utf-8")
    assert re.findall(r"explanation/rules/([a-z-]+)\.md", course) == list(map(slug, ProofRule))
    proofs = "".join(re.findall(r"```console\n\$ cluetree why (.*?)```", course, re.DOTALL))
    used = {*re.findall(r"\d+\. +[│ ]*\w+ (?:holds|lacks) \w+ \(([a-z -]+)", proofs)}
    others = {ProofRule.ASSUMED, ProofRule.COUNTED}
    assert used >= {t(f"rule.{rule}") for rule in ProofRule if rule not in others}
    assert "Suppose " in proofs


def slug(rule: ProofRule) -> str:
    return rule.name.lower().replace("_", "-")


@each_example
def test_page_shows_the_example_and_its_proof(
    example: Example, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (PAGES / f"{slug(example.rule)}.md").read_text("utf-8")
    title = t(f"rule.{example.rule}").capitalize()
    assert page.startswith(f"# {title}\n")
    assert f"\n{example.text}```\n" in page
    game = tmp_path / "game.clue"
    game.write_text(example.text, "utf-8")
    player, _, card = example.fact.split()
    assert main(["why", str(game), player, card, "--full"]) == OK
    proof = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
    assert f"```console\n$ cluetree why game.clue {player} {card} --full\n{proof}\n```\n" in page


# How many places, or shows, are looked at together

LARGER: Final = DECK.replace("Cellar", "Cellar, Den")
FOUR: Final = ("Scarlet", "Rope", "Hall", "Study")
FIVE: Final = (*FOUR, "Attic")


def of_places(*names: str, lack: Sequence[str]) -> str:
    return "".join(f"{name} lacks {card}\n" for name in names for card in lack)


def of_shows(*pairs: str) -> str:
    return "".join(f"Ann holds one of {pair}\n" for pair in pairs)


def of_showers(*names: str, one_of: Sequence[str]) -> str:
    return "".join(f"{name} holds one of {', '.join(one_of)}\n" for name in names)


PAIRS: Final = ("Scarlet, Plum", "Rope, Knife", "Hall, Study", "Attic, Cellar", "Axe, Den")
GROUPS: Final = {
    ProofRule.FULL_PLACES: (
        ("A 1, B 1, C 1, D 1, E ?, F ?", of_places("E", "F", "envelope", lack=FOUR)),
        ("A 1, B 1, C 1, D 1, X 1, E ?, F ?", of_places("E", "F", "envelope", lack=FIVE)),
        "A lacks Green",
    ),
    ProofRule.LAST_FOR_PLACES: (
        (
            "A 1, B 1, C 1, D 1, E ?, F ?",
            of_places(*"ABCD", lack=("Plum", "Green", "Knife", "Axe", "Attic", "Cellar", "Den")),
        ),
        (
            "A 1, B 1, C 1, D 1, X 1, E ?, F ?",
            of_places(*"ABCDX", lack=("Plum", "Green", "Knife", "Axe", "Cellar", "Den")),
        ),
        "E lacks Scarlet",
    ),
    ProofRule.PIGEONHOLE: (
        ("Ann 4, Bob ?", of_shows(*PAIRS[:4])),
        ("Ann 5, Bob ?", of_shows(*PAIRS)),
        "Ann lacks Green",
    ),
    ProofRule.SHARED_CARDS: (
        ("A ?, B ?, C ?, D ?, E ?", of_showers(*"ABCD", one_of=FOUR)),
        ("A ?, B ?, C ?, D ?, X ?, E ?", of_showers(*"ABCDX", one_of=FIVE)),
        "E lacks Rope",
    ),
}


@pytest.mark.parametrize("rule", GROUPS, ids=lambda rule: rule.name)
def test_group_has_at_most_four_members(rule: ProofRule) -> None:
    """Of four it is one step; of five it takes an assumption, though the rule would hold, too."""
    of_four, of_five, fact = GROUPS[rule]
    for (players, log), is_one_step in ((of_four, True), (of_five, False)):
        proof = proved(Example(rule, fact, 0, log, f"players   {players}\n", LARGER))
        assert str(proof.fact) == fact
        last = proof.steps[-1].rule
        assert last is (rule if is_one_step else ProofRule.REFUTED)
