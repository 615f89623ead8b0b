"""A solver for `cluetree benchmark positions`: the notes of Wensel's agent."""

import json
import sys

from cluetree import record
from cluetree.play.agents.wensel import WenselNotes

for line in sys.stdin:
    game = record.loads_json(line)
    notes = WenselNotes(game.table)
    for event in game.events:
        notes.tell(event)
    frame = notes.frame
    places = [*zip(frame.names, notes.held, notes.may, strict=True)]
    solution = {
        "holds": [(place, card.name) for place, held, _ in places for card in frame.cards(held)],
        "lacks": [
            (place, card.name)
            for place, _, may in places
            for card in frame.cards(frame.deck & ~may)
        ],
        "envelope": notes.answer and [card.name for card in notes.answer],
    }
    print(json.dumps(solution), flush=True)
