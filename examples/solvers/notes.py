"""A solver for `cluetree benchmark positions`: the notes of Wensel's agent."""

import json
import sys

from cluetree import record
from cluetree.advice.wensel import WenselNotes
from cluetree.deduction import bits

for line in sys.stdin:
    game = record.loads_json(line)
    notes = WenselNotes(game.table, game.events)
    deck = game.table.edition.cards
    lacks = [
        (place, deck[card].name)
        for place, may in zip(notes.frame.names, notes.may, strict=True)
        for card in bits(notes.frame.deck & ~may)
    ]
    solution = {
        "holds": [(place, card.name) for card, place in notes.located.items()],
        "lacks": lacks,
        "envelope": notes.answer and [card.name for card in notes.answer],
    }
    print(json.dumps(solution), flush=True)
