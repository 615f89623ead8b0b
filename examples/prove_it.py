"""Prove the answer of the Friday game, and test the proof checker with invalid proofs."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from cluetree import Notebook
from cluetree.errors import InvalidProofError
from cluetree.explain import Open, Proof

FRIDAY = Path(__file__).parent / "friday.clue"
HALFWAY = 16


def prove_answer(book: Notebook) -> list[Proof]:
    """Prove each card of the envelope."""
    proofs: list[Proof] = []
    for card in book.answer or ():
        proof = book.why("envelope", card)
        if isinstance(proof, Proof):
            proofs.append(proof)
            print(f"{proof.fact}: {len(proof.steps)} steps from {len(proof.events)} events")
    return proofs


def forge(book: Notebook, proof: Proof) -> None:
    """Check the proof without each of its steps; all these proofs are invalid."""
    refused = 0
    for left_out in proof.steps:
        steps = tuple(step for step in proof.steps if step is not left_out)
        try:
            replace(proof, steps=steps).check(book)
        except InvalidProofError:
            refused += 1
    print(f"{refused} of {len(proof.steps)} proofs with a step less are refused")
    last = proof.steps[-1]
    lie = replace(last, concludes=last.concludes.opposite)
    try:
        Proof(lie.concludes, (*proof.steps[:-1], lie)).check(book)
    except InvalidProofError as error:
        print(f"A lie is refused too: {error}")


def main() -> None:
    """Prove, forge, and look at what was open halfway."""
    book = Notebook.load(FRIDAY)
    proofs = prove_answer(book)

    shortest = min(proofs, key=lambda proof: len(proof.steps))
    print(f"\nThe shortest:\n{shortest}\n")
    forge(book, shortest)

    rules = Counter(step.rule for proof in proofs for step in proof.steps)
    print("\nTheir rules:")
    for rule, times in sorted(rules.items(), key=lambda pair: (-pair[1], pair[0])):
        print(f"  {times:3} {rule.replace('_', ' ')}")

    early = Notebook(book.table, book.events[:HALFWAY])
    reason = early.why("envelope", "rope")
    if isinstance(reason, Open):
        rope = reason.fact.card
        print(f"\nAfter {HALFWAY} events it was open whether {reason.fact}:")
        print(f"  it may have been with {reason.so[rope]}, or with {reason.not_so[rope]}")


if __name__ == "__main__":
    main()
