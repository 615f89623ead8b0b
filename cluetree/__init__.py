"""Track what one player can know in the board game Clue (Cluedo), explain it, and give advice.

Events state claims, and claims become nodes of a `SolverTree`. The tree prunes contradicted
alternatives. Counting the remaining deals gives `Beliefs` with exact probabilities. Start with a
`Notebook`, which combines all of this. `cluetree.editions` has the shipped decks,
`cluetree.events` the rarer events, `cluetree.record` the file formats and `cluetree.explain` the
proofs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cluetree import advice as advice, editions, explain as explain, record as record
    from cluetree.beliefs import Beliefs, Deal
    from cluetree.cards import Category, ClueCard, ClueGuess, Edition
    from cluetree.claims import Fact
    from cluetree.errors import ClueError, ContradictionError, LimitReached, RecordError
    from cluetree.events import Accusation, Event, Holds, HoldsOneOf, Lacks, Show, Suggestion
    from cluetree.evidence import Evidence
    from cluetree.exact import count
    from cluetree.limit import Limit
    from cluetree.notebook import Notebook
    from cluetree.table import ENVELOPE, CluePlayer, Table
    from cluetree.tree import ClueInfo, SolverNode, SolverTree

__version__ = "0.1.0"

__all__ = (
    "ENVELOPE",
    "Accusation",
    "Beliefs",
    "Category",
    "ClueCard",
    "ClueError",
    "ClueGuess",
    "ClueInfo",
    "CluePlayer",
    "ContradictionError",
    "Deal",
    "Edition",
    "Event",
    "Evidence",
    "Fact",
    "Holds",
    "HoldsOneOf",
    "Lacks",
    "Limit",
    "LimitReached",
    "Notebook",
    "RecordError",
    "Show",
    "SolverNode",
    "SolverTree",
    "Suggestion",
    "Table",
    "count",
    "editions",
)

# Those that import few others first, because a name is looked for in this order.
_PARTS = (
    *("errors", "limit", "cards", "editions", "table", "claims", "events", "beliefs"),
    *("evidence", "exact", "tree", "notebook", "record", "explain", "advice"),
)
if not TYPE_CHECKING:  # a checker would accept any name

    def __getattr__(name: str) -> object:
        """Import a part when it or a name that it defines is used."""
        parts = [name] if name in _PARTS else _PARTS if name in __all__ else []
        for part in parts:
            module = import_module(f"{__name__}.{part}")
            if part == name or hasattr(module, name):
                globals()[name] = module if part == name else getattr(module, name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)

    def __dir__() -> list[str]:
        return sorted({*__all__, *_PARTS, "__version__"})
