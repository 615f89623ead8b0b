"""Proofs and contradictions in sentences: true, complete, and as people speak."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cluetree import Notebook, SolverTree, Suggestion, Table
from cluetree.claims import Fact
from cluetree.events import OneHolds
from cluetree.explain import Proof, ProofRule, ProofStep, find_conflicts
from cluetree.record import loads_clue_events
from cluetree.table import ENVELOPE
from cluetree.text.events import short_name
from cluetree.text.language import speaking, t
from cluetree.text.nodes import picture, says
from cluetree.text.proofs import Explanation, explain_conflict, explain_proof
from tests.explain.slips import planted

FRIDAY: Final = Notebook.load(Path(__file__).parents[2] / "examples" / "friday.clue")
CARDS: Final = {short_name(card, FRIDAY.table.edition): card for card in FRIDAY.table.edition.cards}
CARD: Final = f"(?:{'|'.join(CARDS)})"
LIST: Final = f"{CARD}(?:(?:, | and | or | nor ){CARD})*"
PLACE: Final = f"({'|'.join(FRIDAY.table.names)}|the envelope)"
CLAIM: Final = re.compile(f"{PLACE} (has neither|has|does not have|showed) ({LIST})", re.IGNORECASE)
NUMBERS: Final = re.compile("entr(?:y|ies) ([0-9]+(?:(?:, | and )[0-9]+)*)")
PASS: Final = re.compile(f"{PLACE} passed on ({LIST}) in entry ([0-9]+)")


def proofs(book: Notebook) -> Iterator[Proof]:
    for place in (*book.table.names, ENVELOPE):
        for card in book.table.edition.cards:
            answer = book.why(place, card)
            if isinstance(answer, Proof):
                yield answer


PROOFS: Final = [*proofs(FRIDAY)]


def text(argument: Explanation) -> str:
    return " ".join(sentence for point in argument.short for sentence in point)


def facts(sentence: str) -> Iterator[Fact]:
    """Yield the facts that a sentence states; one of several cards is none."""
    for name, verb, cards in CLAIM.findall(sentence):
        place = name if name in FRIDAY.table.names else ENVELOPE
        is_lack = verb in {"does not have", "has neither"}
        if is_lack or " or " not in cards:
            for card in re.findall(CARD, cards):
                yield Fact(place, CARDS[card], holds=not is_lack)


@pytest.mark.parametrize(
    "proof", PROOFS[:: max(1, len(PROOFS) // 40)], ids=lambda proof: str(proof.fact)
)
def test_sentences_of_a_proof_are_true_and_end_in_its_fact(proof: Proof) -> None:
    argument = explain_proof(FRIDAY, proof)
    for points in (argument.points, argument.short):
        sentences = [one for point in points for one in point]
        assert [*facts(sentences[-1])][-1:] == [proof.fact]
        for one in sentences:
            for name, cards, entry in PASS.findall(one):
                event = FRIDAY.events[int(entry) - 1]
                assert isinstance(event, Suggestion)
                assert name in event.passes(FRIDAY.table)
                assert {CARDS[card] for card in re.findall(CARD, cards)} <= {*event.guess}
            if "uppose" in one or ", but " in one or "Suppose" in " ".join(sentences):
                continue
            for fact in facts(one):
                known = FRIDAY.beliefs.chance(fact.player, fact.card)
                assert known == (1 if fact.holds else 0), fact


@pytest.mark.parametrize(
    "seed", [None, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3000, 3012))]
)
def test_sentences_name_the_events_of_the_proof(seed: int | None) -> None:
    slip = planted(seed or 0)
    book = Notebook(slip.table, slip.true) if seed else FRIDAY
    for proof in proofs(book):
        argument = explain_proof(book, proof)
        for points in (argument.points, argument.short):
            lists = NUMBERS.findall(" ".join(sentence for point in points for sentence in point))
            named = {int(number) for each in lists for number in re.findall("[0-9]+", each)}
            assert named == {*proof.events}, points
        assert argument.points[-1] == argument.short[-1]


def test_lemmas_of_a_long_argument_have_one_line_each() -> None:
    proof = FRIDAY.why(ENVELOPE, "conservatory")
    assert isinstance(proof, Proof)
    argument = explain_proof(FRIDAY, proof)
    assert text(argument) == (
        "Suppose that the envelope has Conservatory. Mina has Ballroom: entry 26. "
        "Mina has neither White nor Rope: entries 4, 5 and 9. "
        "The envelope has White: entry 26. The envelope has Rope: entries 9 and 26. "
        "The envelope does not have White: entry 27. "
        "The envelope has White, but the envelope does not have White. "
        "So the envelope does not have Conservatory."
    )


def test_contradiction_names_the_two_entries_that_differ() -> None:
    book = FRIDAY.copy()
    card = FRIDAY.table.edition.card("peacock")
    event = next(e for e in book.events if isinstance(e, Suggestion) and card in e.guess)
    number = book.events.index(event) + 1
    passed = event.passes(book.table)[0]
    book.tell_holds(passed, card)
    numbers = (number, len(book))
    assert numbers in find_conflicts(book).sets
    words = text(explain_conflict(book, numbers))
    assert words == (
        f"{passed} passed on Peacock in entry {number}, "
        f"but {passed} has Peacock (entry {len(book)})."
    )
    with pytest.raises(ValueError, match="can all be true"):
        explain_conflict(book, (1,))


def test_cards_that_fill_places_are_in_the_order_of_the_deck() -> None:
    deck, (me, *_) = FRIDAY.table.edition, FRIDAY.table.names
    lacked = [Fact(me, card, holds=False) for card in reversed(deck.cards[:6])]
    steps = [ProofStep(n, ProofRule.SET_UP, fact) for n, fact in enumerate(lacked, start=1)]
    full = Fact("envelope", deck.cards[-1], holds=False)
    last = ProofStep(7, ProofRule.FULL_PLACES, full, uses=tuple(step.id for step in steps))
    sentences = text(explain_proof(FRIDAY, Proof(full, (*steps, last))))
    assert "can have Scarlet, Mustard, White, Green, Peacock and Plum, and they" in sentences


@pytest.mark.parametrize(
    ("lines", "fact", "reason"),
    [
        ("Bob asks Eve: Plum, Rope -> yes; Eve lacks Rope", "Eve Plum", "Eve said yes to Plum or"),
        ("Bob asks Eve: Plum, Rope -> no", "-Eve Rope", "Eve said no to Rope in entry 1."),
        ("Bob asks Eve: Plum, Rope -> shows; Eve lacks Rope", "Eve Plum", "Eve showed Plum or"),
        ("Ann: Plum, Rope, Hall -> nobody; Eve: sorry, entry 1; Eve lacks Plum, Rope", "Eve Hall",
         "Eve took back a pass and has Plum, Rope or Hall (entry 2)."),
        ("Eve accuses Plum, Rope, Hall: 1 right; envelope lacks Plum, Rope", "envelope Hall",
         "Eve accused Plum, Rope and Hall in entry 1, and 1 card was right."),
        ("envelope or Eve holds Plum; envelope lacks Plum", "Eve Plum",
         "Eve or the envelope has Plum (entry 1)."),
    ],
)  # fmt: skip
def test_proof_says_how_an_entry_was_told(lines: str, fact: str, reason: str) -> None:
    table = Table.set_up(FRIDAY.table.edition, {"Ann": 6, "Bob": 6, "Eve": 6})
    book = Notebook(table, loads_clue_events(lines.replace("; ", "\n"), table))
    place, card = fact.removeprefix("-").split()
    proof = book.why(place, card)
    assert isinstance(proof, Proof)
    assert proof.fact.holds is not fact.startswith("-")
    assert text(explain_proof(book, proof)).startswith(reason)


def test_tree_names_the_places_that_may_hold_a_card() -> None:
    tree = SolverTree.at(FRIDAY.table, [OneHolds(("Tom", "envelope"), CARDS["Rope"])])
    (node,) = (each for each in tree.nodes() if each.alternatives)
    assert node.says == says(node) == "Tom or envelope holds Rope"
    with speaking("fr"):
        assert says(node) == "Tom ou l'enveloppe a Rope"
        assert f">{t('place.envelope')}: Rope<" in picture(tree)
