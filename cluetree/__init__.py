"""Track what one player can know in the board game Clue (Cluedo), explain it, and give advice.

Events state claims, and claims become nodes of a `SolverTree`. The tree prunes contradicted
alternatives. Counting the remaining deals gives `Beliefs` with exact probabilities. Start with a
`Notebook`, which combines all of this. `cluetree.editions` has the shipped decks and
`cluetree.record` the file formats.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cluetree import editions
    from cluetree.advice import Advice, accuse_now, advise, card_to_show, rivals
    from cluetree.beliefs import Beliefs, Deal
    from cluetree.cards import Category, ClueCard, ClueGuess, Edition
    from cluetree.claims import Fact, Quota
    from cluetree.errors import (
        ClueError,
        ContradictionError,
        InvalidEventError,
        InvalidProofError,
        InvalidTableError,
        LimitReached,
        RecordError,
        UnknownCardError,
        UnknownPlayerError,
    )
    from cluetree.events import (
        Accusation,
        Event,
        Holds,
        HoldsOneOf,
        HoldsSome,
        Lacks,
        Show,
        Suggestion,
    )
    from cluetree.evidence import Evidence
    from cluetree.exact import count
    from cluetree.explain import (
        Open,
        Proof,
        ProofRule,
        ProofStep,
        find_conflicts,
        find_repairs,
        find_suspicious,
        prove,
        review,
    )
    from cluetree.limit import Limit
    from cluetree.notebook import Notebook
    from cluetree.record import Record
    from cluetree.table import ENVELOPE, Answering, CluePlayer, Direction, Table
    from cluetree.tree import ClueInfo, Role, SolverNode, SolverTree

__version__ = "0.1.0"

__all__ = (
    "ENVELOPE",
    "Accusation",
    "Advice",
    "Answering",
    "Beliefs",
    "Category",
    "ClueCard",
    "ClueError",
    "ClueGuess",
    "ClueInfo",
    "CluePlayer",
    "ContradictionError",
    "Deal",
    "Direction",
    "Edition",
    "Event",
    "Evidence",
    "Fact",
    "Holds",
    "HoldsOneOf",
    "HoldsSome",
    "InvalidEventError",
    "InvalidProofError",
    "InvalidTableError",
    "Lacks",
    "Limit",
    "LimitReached",
    "Notebook",
    "Open",
    "Proof",
    "ProofRule",
    "ProofStep",
    "Quota",
    "Record",
    "RecordError",
    "Role",
    "Show",
    "SolverNode",
    "SolverTree",
    "Suggestion",
    "Table",
    "UnknownCardError",
    "UnknownPlayerError",
    "accuse_now",
    "advise",
    "card_to_show",
    "count",
    "editions",
    "find_conflicts",
    "find_repairs",
    "find_suspicious",
    "prove",
    "review",
    "rivals",
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
