"""A notebook for a language model: tools of the Model Context Protocol, which answer with text."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

import cluetree
from cluetree import record as records
from cluetree.errors import ClueError
from cluetree.events import Event
from cluetree.interfaces.drawing import advice, as_text, reasons, sheet
from cluetree.limit import PATIENCE
from cluetree.notebook import Notebook
from cluetree.operations.explain import clash
from cluetree.text.advice import to_do
from cluetree.text.changes import change_words, hint_words
from cluetree.text.entries import read_deal
from cluetree.text.events import brief
from cluetree.turns import next_turn

_P = ParamSpec("_P")

INSTRUCTIONS: Final = """\
A detective's notebook for the board game Clue (Cluedo). Tell it what happens at the table; it
proves what follows, computes exact probabilities and advises what to do. Never deduce anything
yourself. `new` opens a game from the text of a .clue file without events:
    edition clue-us
    players Ann 6, Bob 6, Eve 6
    me Ann
    hand mustard, knife, rope, hall, study, lounge
Then `tell` one event at a time, for instance `Bob: plum, rope, hall -> Eve shows`,
`Ann: white, pipe, study -> Bob passes, Eve shows White`, `Eve: green, knife, hall -> nobody`,
`Bob accuses Plum, Rope, Hall: wrong`. The answer says what became certain, and if the log has
become contradictory, how to repair it: ask the player which repair is right.
"""


class _Notes:
    """The tools: one open game, and the file that keeps it. Their docstrings are for the model."""

    def __init__(self, path: Path | None):
        self._path: Final = path
        self._book: Notebook | None = None
        self._seen: bytes | None = None
        self._follow()

    def _follow(self) -> bool:
        """Read the file if another program has changed it; return whether it has."""
        found = self._path.read_bytes() if self._path and self._path.exists() else None
        if found is None or found == self._seen:
            return False
        self._book, self._seen = Notebook.load(str(self._path)), found
        return True

    @property
    def book(self) -> Notebook:
        """The open game."""
        self._follow()
        if self._book is None:
            raise ClueError("no game is open: open one with `new`")
        self._book.limit = PATIENCE
        return self._book

    def _change(self, change: Callable[[Notebook], object]) -> str:
        """Make a change, save it and say what it means; undo it if it cannot be saved."""
        if self._follow():
            raise ClueError("another program has changed the file; it was read again: see `log`")
        book = self.book
        change(book)
        try:
            self._save()
        except ClueError:
            book.undo()
            raise
        if book.consistent:
            parts = (change_words(book).text, to_do(book) or "", hint_words(book).text)
            return "\n".join(filter(None, parts)) or "Done."
        return self.check()

    def _save(self) -> None:
        if self._path is not None:
            self.book.save(self._path)
            self._seen = self._path.read_bytes()

    def new(self, record: str, *, replace: bool = False) -> str:
        """Open a game from the text of a .clue file. Ask the player before you replace another."""
        if self._book is not None and len(self._book) and not replace:
            raise ClueError("a game with entries is open: ask the player, then use `replace`")
        self._book = Notebook.from_record(records.loads(record))
        self._save()
        return self.log()

    def tell(self, line: str) -> str:
        """Add an event at the end of the log."""
        return self._change(lambda book: book.tell(_event(line, book)))

    def edit(self, number: int, line: str) -> str:
        """Replace the event with this number; without a line, delete it."""
        if not line:
            return self._change(lambda book: book.delete(number))
        return self._change(lambda book: book.edit(number, _event(line, book)))

    def repair(self, number: int) -> str:
        """Make the repair with this number in the answer of `check`."""
        return self._change(lambda book: book.repair(number))

    def undo(self) -> str:
        """Undo the last change."""
        return self._change(Notebook.undo)

    def log(self) -> str:
        """List who plays and every event."""
        book = self.book
        entries = (brief(event, book.table.edition) for event in book.events)
        return "\n".join((f"{book.table}", *(f"{n}. {line}" for n, line in enumerate(entries, 1))))

    def sheet(self) -> str:
        """Show every mark and probability, and the odds of the envelope."""
        book = self.book
        if book.consistent:
            return as_text(sheet.solution(book))
        return as_text(reasons.sentences(clash(book, book.conflicts()).short))

    def why(self, player: str, card: str) -> str:
        """Prove that a player (or envelope) holds or lacks a card, or show that it is open."""
        return as_text(reasons.explanation(self.book, player, card))

    def advise(self, rooms: list[str] | None = None) -> str:
        """Rank suggestions by their expected information; give the rooms in reach, if known."""
        return to_do(self.book) or as_text(advice.ranking(self.book.advise(rooms), self.book))

    def card_to_show(self, asker: str, cards: list[str]) -> str:
        """Rank the cards that the player can show to a suggestion."""
        guess = self.book.table.edition.guess(*cards)
        return as_text(advice.showing(self.book.card_to_show(asker, guess)))

    def rivals(self) -> str:
        """Estimate what each opponent knows, and whether to accuse now."""
        rivals = as_text(advice.opponents(self.book.rivals()))
        return f"{rivals}\n{as_text(advice.accusing(self.book.accuse_now(), self.book))}"

    def check(self) -> str:
        """List contradictions with numbered repairs, or entries that look wrong."""
        book = self.book
        if book.consistent:
            return as_text(reasons.suspicions(book.suspicious(), book))
        clashing = reasons.sentences(clash(book, book.conflicts()).short)
        return f"{as_text(clashing)}\n{as_text(reasons.repairs(book.repairs(), book))}"

    def review(self, deal: str = "") -> str:
        """Look back on a game, if the hands were revealed: "Bob: Rope, Hall; Eve: Plum, ..."."""
        truth = read_deal(self.book.table, deal) if deal else None
        return as_text(reasons.review(self.book.review(truth), self.book))


def _event(line: str, book: Notebook) -> Event:
    turn = next_turn(book.table, book.events)
    return records.loads_clue_event(line, book.table, turn=turn)


def _told(run: Callable[_P, str]) -> Callable[_P, str]:
    """Tell the model the library's errors; of all others it hears nothing."""

    @wraps(run)
    def tool(*args: _P.args, **kwargs: _P.kwargs) -> str:
        try:
            return run(*args, **kwargs)
        except ClueError as error:
            raise ToolError(str(error)) from error

    return tool


def server(path: Path | None = None) -> MCPServer[None]:
    """Return a server for the game in a file, or for one that is not kept."""
    notes = _Notes(path)
    tools = MCPServer[None]("cluetree", version=cluetree.__version__, instructions=INSTRUCTIONS)
    reading = (notes.log, notes.sheet, notes.why, notes.advise, notes.card_to_show, notes.rivals)
    changing = (notes.new, notes.tell, notes.edit, notes.repair, notes.undo)
    for run in (*reading, notes.check, notes.review, *changing):
        hints = ToolAnnotations(read_only_hint=run not in changing)
        tools.add_tool(_told(run), annotations=hints, structured_output=False)
    return tools
