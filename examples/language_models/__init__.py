"""Evaluate language models: questions with exact answers, a seat that takes text, and scores.

The three modules use the public API only. A model is any function from a prompt to an answer.
"""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from cluetree import Category, Table
from cluetree.table import Answering

Model: TypeAlias = Callable[[str], str]
"""Answers a prompt."""

RULES = """Clue is a game of deduction. The cards of the deck are:
suspects: {suspects}
weapons: {weapons}
rooms: {rooms}
One suspect, one weapon and one room are hidden in the envelope. All other cards are dealt, and each
player sees only their own hand. The aim is to find the three hidden cards.
In turn, each player suggests a suspect, a weapon and a room. The other players are asked clockwise,
in the order in which the notes list them, starting after the player who suggests. A player who has
none of the three cards passes.
{showing}
Only the player who suggests sees the card that is shown.
A player who is sure may accuse, once in a game. A correct accusation wins. After a wrong one the
player has no more turns, but still shows cards.
Each line of the notes is one event. "Ann: Plum, Rope, Hall -> Bob passes, Eve shows" is a
suggestion of Ann; the card that Eve showed is named only if the player who took the notes ("me")
saw it. "nobody" says that no player showed a card. The notes leave out passes that follow from the
order of the seats. The number after a name is the size of the hand.
"""
SHOWING = {
    Answering.FIRST: "The first player who has one of them must show one, and no more are asked.",
    Answering.ALL: "Each player who has one of them must show one.",
}


def rules_of(table: Table) -> str:
    """Describe the game in prose, with the cards of its deck."""
    cards = [", ".join(card.name for card in table.edition.of(category)) for category in Category]
    showing = SHOWING[Answering(table.answering)]
    return RULES.format(suspects=cards[0], weapons=cards[1], rooms=cards[2], showing=showing)


def stub(prompt: str) -> str:
    """Answer as a model without any skill: by chance, but always the same to one prompt."""
    rng = Random(prompt)
    *_, last = prompt.splitlines()
    options = last.partition("one of: ")[2].rstrip(".").split("; ")
    if rng.random() < 0.1:  # noqa: PLR2004 -- a tenth of its lines are illegal
        return "It was the butler."
    if options != [""]:
        return f"Let me think.\n{rng.choice(options)}"
    if "`none`" in last and rng.random() < 0.9:  # noqa: PLR2004 -- it accuses seldom
        return "none"
    decks = [line.partition(": ")[2].split(", ") for line in prompt.splitlines()[1:4]]
    return ", ".join(map(rng.choice, decks))
