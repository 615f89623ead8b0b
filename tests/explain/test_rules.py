"""Each rule has a smallest example, which its page in the docs shows too."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from cluetree import Event, Notebook
from cluetree.claims import Fact
from cluetree.evidence import Evidence
from cluetree.exact import is_possible
from cluetree.explain import Proof, ProofRule, prove
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


PLAYERS: Final = {"": ANN, " as an onlooker": ONLOOKER, " with an unknown size": UNKNOWN}


@dataclass(frozen=True)
class Example:
    """A short log and a fact that follows by one rule."""

    rule: ProofRule
    fact: str
    steps: int
    log: str
    players: str = ANN
    deck: str = DECK

    @classmethod
    def read(cls, text: str) -> "Example":
        """Read a rule, the most steps, the fact and the players; then the log."""
        head, *log = text.splitlines()
        rule, steps, *words = head.split(" ", 5)
        fact, players = " ".join(words[:3]), "".join(f" {more}" for more in words[3:])
        lines = "".join(f"{line.strip()}\n" for line in log)
        return cls(ProofRule[rule], fact, int(steps), lines, PLAYERS[players])

    @property
    def text(self) -> str:
        return f"{self.deck}{self.players}\n{self.log}".rstrip() + "\n"

    def book(self) -> Notebook:
        return Notebook.from_clue(self.text)

    def goal(self, book: Notebook) -> Fact:
        player, word, card = self.fact.split()
        return Fact(player, book.table.edition.card(card), holds=word == "holds")


def examples(text: str) -> list[Example]:
    return [*map(Example.read, re.split(r"\n(?=\w)", text.strip()))]


EXAMPLES: Final = examples("""
SET_UP 1 Ann lacks Plum
SHOWN 1 Bob holds Axe
    Ann: Plum, Axe, Hall -> Bob shows Axe
PASS 1 Bob lacks Axe
    Ann: Plum, Axe, Hall -> Bob passes, Eve shows Plum
TOLD 1 Bob lacks Axe
    Bob lacks Axe
HELD_ELSEWHERE 2 Eve lacks Axe
    Ann: Plum, Axe, Hall -> Bob shows Axe
CATEGORY_TAKEN 5 envelope lacks Knife
    Ann: Scarlet, Axe, Hall -> nobody
HAND_FULL 3 Bob lacks Attic
    Ann: Plum, Axe, Hall -> Bob shows Axe
    Ann: Green, Rope, Cellar -> Bob shows Green
LAST_PLACE 4 envelope holds Axe
    Ann: Scarlet, Axe, Hall -> nobody
LAST_CARDS 12 Bob holds Knife
    Ann: Plum, Axe, Study -> Bob passes, Eve shows Study
    Bob lacks Attic
    Bob lacks Cellar
LAST_OF_CATEGORY 5 envelope holds Green
    Ann: Plum, Axe, Hall -> Bob shows Plum
ONE_OF 3 Bob holds Axe
    Eve: Green, Axe, Attic -> Bob shows
    Ann: Green, Rope, Attic -> Bob passes, Eve shows Attic
QUOTA_NEEDED 2 Bob holds Attic
    Bob holds exactly 2 of Green, Axe, Attic
    Bob lacks Axe
FAILED_ACCUSATION 9 envelope lacks Attic
    Ann: Green, Axe, Hall -> nobody
    Bob accuses Green, Axe, Attic: wrong
QUOTA_FULL 2 Bob lacks Attic
    Bob holds at most 1 of Green, Axe, Attic
    Ann: Green, Rope, Hall -> Bob shows Green
PIGEONHOLE 1 Bob lacks Cellar
    Eve: Green, Axe, Attic -> Bob shows
    Eve: Plum, Knife, Study -> Bob shows
SHARED_CARDS 4 envelope lacks Axe
    Eve: Green, Axe, Attic -> Bob shows
    Bob: Green, Axe, Hall -> Eve shows
    Bob lacks Attic
FULL_PLACES 13 Ann lacks Green as an onlooker
    Ann: Scarlet, Rope, Hall -> nobody
    Ann: Plum, Knife, Study -> nobody
LAST_FOR_PLACES 13 Ann lacks Green with an unknown size
    Ann: Scarlet, Rope, Hall -> nobody
    Ann: Plum, Knife, Study -> nobody
ASSUMED 5 Bob holds Attic
    Eve: Green, Axe, Attic -> Bob shows
    Eve: Plum, Knife, Attic -> Bob shows
    Bob holds one of Study, Attic, Cellar
REFUTED 5 Bob holds Attic
    Eve: Green, Axe, Attic -> Bob shows
    Eve: Plum, Knife, Attic -> Bob shows
    Bob holds one of Study, Attic, Cellar
""")
NUMBERS: Final = examples("""
PIGEONHOLE 1 Bob lacks Cellar
    Bob holds exactly 2 of Green, Axe, Attic
PIGEONHOLE 1 Bob lacks Axe
    Bob holds at most 1 of Green, Axe, Attic
    Bob holds one of Green, Attic
PIGEONHOLE 1 envelope holds Axe
    envelope holds 2 of Plum, Green, Axe
SHARED_CARDS 1 envelope lacks Axe
    Bob holds at least 2 of Green, Axe, Attic
    Eve holds one of Green, Axe, Attic
""")
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
