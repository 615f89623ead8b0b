"""Proofs, contradictions and repairs in sentences: true, complete, and as people speak."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cluetree import Notebook, Proof, Show, Suggestion
from cluetree.cards import Category
from cluetree.claims import Fact
from cluetree.explain import (
    Explanation,
    ProofRule,
    Sentence,
    explain_conflict,
    explained,
    find_conflicts,
)
from cluetree.explain.review import no_longer_certain
from cluetree.explain.sentences import Value
from cluetree.table import ENVELOPE
from cluetree.text.events import sentence
from cluetree.text.language import speaking
from cluetree.text.sentences import worded
from tests.text.languages import ALL

FRIDAY: Final = Notebook.load(Path(__file__).parents[2] / "examples" / "friday.clue")


def proofs() -> Iterator[Proof]:
    for place in (*FRIDAY.table.names, ENVELOPE.name):
        for card in FRIDAY.table.edition.cards:
            found = FRIDAY.why(place, card)
            if isinstance(found, Proof):
                yield found


PROOFS: Final = [*proofs()]


def clauses(value: Value | Sentence) -> Iterator[Sentence]:
    """Every sentence and clause in a value."""
    if isinstance(value, Sentence):
        yield value
        for each in value.values.values():
            yield from clauses(each)
    elif isinstance(value, tuple):
        for part in value:
            yield from clauses(part)


def text(found: Explanation, book: Notebook = FRIDAY) -> str:
    edition = book.table.edition
    return " ".join(sentence(worded(one, edition)) for point in found.short for one in point)


def facts(said: Sentence) -> Iterator[Fact]:
    key = said.key.removeprefix("say.").removeprefix("envelope_")
    if key in {"holds", "lacks", "showed_card"}:
        place = ENVELOPE.name if "envelope" in said.key else str(said.values["name"])
        names = said.values["any" if key == "lacks" else "cards"]
        assert isinstance(names, tuple)
        for name in names:
            yield Fact(place, FRIDAY.table.edition.card(str(name)), key != "lacks")


@pytest.mark.parametrize(
    "proof", PROOFS[:: max(1, len(PROOFS) // 40)], ids=lambda proof: str(proof.fact)
)
def test_what_is_said_of_a_proof_is_true_and_ends_in_its_fact(proof: Proof) -> None:
    found = explained(FRIDAY.events, proof)
    for points in (found.points, found.short):
        said = [one for point in points for one in point]
        assert [*facts([*clauses(said[-1])][-1])] == [proof.fact]
        for one in said:
            if one.key in {"say.suppose", "say.if", "say.but"} or found.points != found.short:
                continue
            for fact in (fact for clause in clauses(one) for fact in facts(clause)):
                known = FRIDAY.beliefs.chance(fact.card, fact.player)
                assert known == (1 if fact.holds else 0), fact
        for clause in (clause for one in said for clause in clauses(one)):
            entry, cards = clause.values.get("entry"), clause.values.get("any")
            if clause.key == "say.passed" and isinstance(entry, int):
                event = FRIDAY.events[entry - 1]
                assert isinstance(event, Suggestion)
                assert clause.values["name"] in event.passes(FRIDAY.table)
                assert isinstance(cards, tuple)
                assert {*cards} <= {card.name for card in event.guess}


def test_a_proof_reads_as_people_speak() -> None:
    proof = FRIDAY.why("Mina", "mustard")
    assert isinstance(proof, Proof)
    assert text(explained(FRIDAY.events, proof)) == (
        "Mina showed Mustard, Wrench or Library in 4. "
        "Mina passed on Wrench in 2 and Jules has Library (entry 11). So Mina has Mustard."
    )
    with speaking("de"):
        assert text(explained(FRIDAY.events, proof)).endswith("Also: Mina hat Mustard.")


def test_a_long_argument_is_folded_into_its_last_steps() -> None:
    long = [
        found for found in (explained(FRIDAY.events, p) for p in PROOFS) if len(found.points) > 4
    ]
    assert long
    for found in long:
        assert len(found.short) < len(found.points)
        assert len(found.short) <= 4
        assert all(one.key != "say.suppose" for point in found.short for one in point)


def test_a_contradiction_names_the_two_entries_that_differ() -> None:
    book = FRIDAY.copy()
    card = FRIDAY.table.edition.card("peacock")
    event = next(e for e in book.events if isinstance(e, Suggestion) and card in e.guess)
    number = book.events.index(event) + 1
    passed = event.passes(book.table)[0]
    book.holds(passed, card)
    numbers = (number, len(book))
    assert numbers in find_conflicts(book.table, book.events).sets
    said = text(explain_conflict(book.table, book.events, numbers), book)
    assert said == (
        f"{passed} passed on Peacock in {number}, but {passed} has Peacock (entry {len(book)})."
    )
    with pytest.raises(ValueError, match="can all be true"):
        explain_conflict(book.table, book.events, (1,))


def test_every_rule_of_a_proof_has_its_words() -> None:
    ends = {"last_place", "last_cards", "pigeonhole", "shared_cards"}
    ends |= {"full_places", "last_for_places"}
    for name, texts in ALL.items():
        assert {f"say.so_{end}" for end in ends} <= texts.keys(), name
        assert {f"say.so_last_{category}" for category in Category} <= texts.keys(), name
        assert {f"say.envelope_{key}" for key in ("holds", "lacks", "one_of")} <= texts.keys()
    assert ends <= {str(rule) for rule in ProofRule}


def test_what_was_certain_before_a_change_is_named() -> None:
    changed = FRIDAY.copy()
    changed.edit(
        4,
        Suggestion(
            "Jules", FRIDAY.table.edition.guess("mustard", "wrench", "library"), [Show("Tom")]
        ),
    )
    lost = no_longer_certain(FRIDAY.beliefs, changed.beliefs)
    if changed.consistent:
        before = {*FRIDAY.beliefs.holds, *FRIDAY.beliefs.lacks}
        assert all((fact.player, fact.card) in before for fact in lost)
    else:
        assert lost == ()
    early = Notebook(FRIDAY.table, FRIDAY.events[:4])
    late = Notebook(FRIDAY.table, FRIDAY.events[:11])
    assert no_longer_certain(early.beliefs, late.beliefs) == ()
    gone = no_longer_certain(late.beliefs, early.beliefs)
    assert {(f.player, f.card) for f in gone if f.holds} == {*late.beliefs.holds} - {
        *early.beliefs.holds
    }
