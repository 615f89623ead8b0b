"""What can be undone and redone in a game, as far as it must outlive the program.

A notebook knows its own past, but takes none over from a record. So each change is told apart
from the records before and after it, kept beside the record, and made again in a new notebook.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw


class Edit(msgspec.Struct, frozen=True):
    """At one place of a log, events gave way to others; on each side one or none."""

    index: int
    """Where, from 0."""
    old: tuple[Raw, ...]
    new: tuple[Raw, ...]

    @property
    def undone(self) -> "Edit":
        """What takes it back."""
        return Edit(self.index, self.new, self.old)

    def apply(self, events: Sequence[Raw]) -> list[Raw]:
        """Return the log after it."""
        return [*events[: self.index], *self.new, *events[self.index + len(self.old) :]]

    @property
    def request(self) -> tuple[str, dict[str, int | Raw]]:
        """The method of the protocol that does it, and its params but for the game."""
        number: dict[str, int | Raw] = {"number": self.index + 1}
        if not self.new:
            return "delete", number
        return "edit" if self.old else "insert", {**number, "event": self.new[0]}


def difference(before: Sequence[Raw], after: Sequence[Raw]) -> Edit | None:
    """Return the one edit between two logs; none if it takes more, or nothing changed."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))
    longer = len(after) - len(before)
    old = before[same : same + (longer <= 0)]
    new = after[same : same + (longer >= 0)]
    edit = Edit(same, tuple(old), tuple(new))
    return edit if old != new and edit.apply(before) == [*after] else None


@dataclass
class History:
    """The edits of a game, of which the last ones may be undone."""

    edits: list[Edit] = field(default_factory=list[Edit])
    done: int = 0
    """How many of them stand; those after them can be redone."""
    kept: int = 0
    """How many of them, from the first, are in the file as they are."""

    def add(self, edit: Edit) -> None:
        """Take in what happened: one more edit, or one undone or redone."""
        if self.done and self.edits[self.done - 1].undone == edit:
            self.done -= 1
        elif self.edits[self.done : self.done + 1] == [edit]:
            self.done += 1
        else:
            self.edits[self.done :] = [edit]
            self.kept = min(self.kept, self.done)
            self.done += 1

    def clear(self) -> None:
        """Forget all: from here nothing can be undone."""
        self.edits.clear()
        self.done = self.kept = 0

    def start(self, events: Sequence[Raw]) -> list[Raw]:
        """Return the log before the first edit, of the log as it stands."""
        log = list(events)
        for edit in reversed(self.edits[: self.done]):
            log = edit.undone.apply(log)
        return log

    def requests(self) -> Iterator[tuple[str, dict[str, int | Raw]]]:
        """Yield what must be asked of a game at the start so that it stands as this one."""
        for edit in self.edits:
            yield edit.request
        for _ in self.edits[self.done :]:
            yield "undo", {}
