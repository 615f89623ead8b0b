"""A solver for `cluetree benchmark positions`: every certain fact, by python-sat.

It reads a record per line and writes the facts and the answer; SAT gives no probabilities.
It needs `pip install python-sat`.
"""

import json
import sys

from cluetree import Category, Evidence, record
from cluetree.exact.crosscheck import facts_by_sat

for line in sys.stdin:
    game = record.loads_json(line)
    facts = facts_by_sat(Evidence.gather(game.table, game.events)) or frozenset()
    hidden = [fact.card for fact in facts if fact.holds and fact.player == "envelope"]
    deck = game.table.edition.cards
    names = [card.name for card in sorted(hidden, key=deck.index)]
    solution = {
        "holds": [(fact.player, fact.card.name) for fact in facts if fact.holds],
        "lacks": [(fact.player, fact.card.name) for fact in facts if not fact.holds],
        "envelope": names if len(names) == len(Category) else None,
    }
    print(json.dumps(solution), flush=True)
