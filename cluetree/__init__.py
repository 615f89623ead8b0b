"""Track what one player can know in the board game Clue (Cluedo), say why, and what to do next.

The tree is the belief: events give infos, infos grow a `SolverTree`, pruning strikes what
contradicts, and counting the deals that are left gives `Beliefs`, exact to the last chance. A
`Notebook` is the front door to all of it. `cluetree.editions` has the shipped decks and
`cluetree.record` the file formats.
"""

from cluetree import editions
from cluetree.advice import Accusing, Advice, Advised, Estimate, Reply, ReplyModel, Rival, Showing
from cluetree.beliefs import Beliefs, Deal, Triple
from cluetree.cards import Category, ClueCard, ClueGuess, Edition
from cluetree.claims import Fact, OneOf
from cluetree.errors import (
    AgentError,
    ClueError,
    ContradictionError,
    IllegalActError,
    InvalidBoardError,
    InvalidEditionError,
    InvalidEventError,
    InvalidGuessError,
    InvalidInfoError,
    InvalidProofError,
    InvalidTableError,
    LimitReached,
    MissingExtraError,
    RecordError,
    ResultsError,
    UnknownCardError,
    UnknownEditionError,
    UnknownNameError,
    UnknownPlaceError,
    UnknownPlayerError,
)
from cluetree.events import (
    Accusation,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
)
from cluetree.evidence import Evidence
from cluetree.exact import Limit, count
from cluetree.explain import (
    Conflicts,
    Open,
    Proof,
    ProofRule,
    ProofStep,
    Repair,
    Repairs,
    Review,
    Suspicion,
    find_conflicts,
    find_repairs,
    find_suspicious,
    prove,
)
from cluetree.infos import ClueInfo, InfoKind
from cluetree.notebook import Notebook, Step
from cluetree.record import Record
from cluetree.table import ENVELOPE, Answering, CluePlayer, Table
from cluetree.tree import Clash, Finding, Origin, Role, Rule, SolverNode, SolverTree, Strike, Way

__version__ = "0.1.0"

__all__ = (
    "ENVELOPE",
    "Accusation",
    "Accusing",
    "Advice",
    "Advised",
    "AgentError",
    "Answering",
    "Beliefs",
    "Category",
    "Clash",
    "ClueCard",
    "ClueError",
    "ClueGuess",
    "ClueInfo",
    "CluePlayer",
    "Conflicts",
    "ContradictionError",
    "Deal",
    "Edition",
    "Estimate",
    "Event",
    "Evidence",
    "Fact",
    "Finding",
    "Holds",
    "HoldsOneOf",
    "IllegalActError",
    "InfoKind",
    "InvalidBoardError",
    "InvalidEditionError",
    "InvalidEventError",
    "InvalidGuessError",
    "InvalidInfoError",
    "InvalidProofError",
    "InvalidTableError",
    "Lacks",
    "Limit",
    "LimitReached",
    "MissingExtraError",
    "Notebook",
    "OneOf",
    "Open",
    "Origin",
    "Proof",
    "ProofRule",
    "ProofStep",
    "Record",
    "RecordError",
    "Repair",
    "Repairs",
    "Reply",
    "ReplyModel",
    "ResultsError",
    "Review",
    "Rival",
    "Role",
    "Rule",
    "Show",
    "Showing",
    "SolverNode",
    "SolverTree",
    "Step",
    "Strike",
    "Suggestion",
    "Suspicion",
    "Table",
    "Triple",
    "UnknownCardError",
    "UnknownEditionError",
    "UnknownNameError",
    "UnknownPlaceError",
    "UnknownPlayerError",
    "Way",
    "count",
    "editions",
    "find_conflicts",
    "find_repairs",
    "find_suspicious",
    "prove",
)
