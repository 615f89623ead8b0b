"""The line that entries are typed in, with what may come next below it."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestionReady
from textual.widgets import Input, Static

from cluetree.record.completion import Completion
from cluetree.text.language import t

Completer: TypeAlias = Callable[[str], Completion]
"""What says how a line may go on, given the line up to the cursor."""


class Line(Input):
    """A line of text that completes: the tabulator takes a candidate, up and down choose one.

    Its keys are answered in the order in which they come, however fast. Textual's bindings are
    not, for a key that is bound goes through all parents first, and letters overtake it.
    """

    def __init__(
        self,
        completer: Completer,
        submit: Callable[[], None],
        changed: Callable[[], None],
        *,
        value: str = "",
        placeholder: str = "",
        select_on_focus: bool = False,
        id: str | None = None,  # noqa: A002 -- Textual's own word
    ) -> None:
        """Make a line.

        Args:
            completer: What says how the line may go on.
            submit: What is called when the line is entered.
            changed: What is called when something else may come next, or is chosen of it.
            value: What stands in the line.
            placeholder: What is shown while it is empty.
            select_on_focus: Whether typing begins anew when the cursor comes to the line.
            id: What the line is found by.
        """
        self._completer = completer
        self._submit = submit
        self._changed = changed
        self._chosen = 0
        super().__init__(
            value,
            placeholder=placeholder,
            select_on_focus=select_on_focus,
            compact=True,
            id=id,
        )

    def completion(self) -> Completion:
        """Return what may stand at the cursor."""
        return self._completer(self._typed)

    @property
    def _typed(self) -> str:
        """The line up to the cursor."""
        return self.value[: self.cursor_position]

    def candidates(self) -> tuple[str, ...]:
        """Return what may stand at the cursor, from the chosen one on, and round."""
        found = self.completion().candidates
        at = self._chosen % len(found) if found else 0
        return found[at:] + found[:at]

    def taken(self) -> str | None:
        """Return the line up to the cursor with the chosen candidate; `None` if there is none."""
        candidates = self.candidates()
        if not candidates:
            return None
        return self.completion().take(self._typed, candidates[0])

    def on_key(self, event: events.Key) -> None:
        """Answer the keys that must not be overtaken."""
        answers: dict[str, Callable[[], None]] = {
            "tab": self.take,
            "enter": self._submit,
            "up": partial(self._choose, -1),
            "down": partial(self._choose, 1),
            "backspace": self.action_delete_left,
        }
        if event.key in answers:
            event.stop()
            event.prevent_default()
            answers[event.key]()

    def take(self) -> None:
        """Take the chosen candidate; without one, go on to the next field."""
        taken = self.taken()
        if taken is None or taken == self._typed:
            self.screen.focus_next()
            return
        rest = self.value[self.cursor_position :]
        self.value = taken + rest
        self.cursor_position = len(taken)

    def _choose(self, step: int) -> None:
        self._chosen += step
        self._offer()

    def watch_value(self) -> None:
        """Whatever is typed changes what may come next."""
        self._renew()

    def watch_selection(self) -> None:
        """What may come next depends on where the cursor is, too."""
        self._renew()

    def _renew(self) -> None:
        self._chosen = 0
        if self.is_mounted:
            self._offer()

    def _offer(self) -> None:
        self._changed()
        self.post_message(SuggestionReady(self.value, self._ghost()))

    def _ghost(self) -> str:
        """The line as the chosen candidate would make it; empty if it does not go on as typed."""
        taken = self.taken() or ""
        goes_on = self.value == self._typed and taken.casefold().startswith(self.value.casefold())
        return taken if self.value and goes_on else ""


class Entry(Vertical):
    """A line to type in; what it is for stands before it, what may come next below it."""

    def __init__(
        self,
        completer: Completer,
        submit: Callable[[str], None],
        *,
        example: str,
        id: str,  # noqa: A002 -- Textual's own word
    ) -> None:
        super().__init__(id=id)
        self._example = example
        self._completer = completer
        self._submit = submit
        self._said: Text | None = None
        self._refused: Text | None = None

    def compose(self) -> ComposeResult:
        """Put label and line side by side, and the hint below."""
        with Horizontal(classes="row"):
            yield Static("", classes="label")
            yield Line(
                self._completer,
                lambda: self._submit(self.line.value),
                self._offer,
                placeholder=t("line.example", example=self._example),
            )
        yield Static("", classes="hint")

    @property
    def line(self) -> Line:
        """The line itself."""
        return self.query_one(Line)

    def label(self, text: str) -> None:
        """Say what is being written."""
        self.query_one(".label", Static).update(Text(f"{text}> "))

    def put(self, text: str) -> None:
        """Begin with this text."""
        self.line.value = text
        self.line.cursor_position = len(text)
        self.line.focus()
        self._offer()

    def type(self, character: str) -> None:
        """Go on with a letter that was typed elsewhere."""
        self.line.focus()
        self.line.insert_text_at_cursor(character)

    def say(self, text: str) -> None:
        """Say something below the line, until it is typed in again."""
        self._said, self._refused = Text(f"{text}  "), None
        self._show()

    def refuse(self, reason: str, column: int | None) -> None:
        """Say why the line cannot be read, and put the cursor where."""
        if column is not None:
            self.line.cursor_position = column - 1
        self._refused = Text.assemble(("✗ ", "bold red"), (reason, "bold"))
        self._show()

    def _offer(self) -> None:
        """Show what may come next; what was said has been read when typing goes on."""
        self._said = self._refused = None
        self._show()

    def _show(self) -> None:
        hint = Text.assemble(self._said or "", offers(self.line))
        self.query_one(".hint", Static).update(self._refused or hint, layout=False)


def offers(line: Line) -> Text:
    """Show what may come next in a line, the chosen candidate lit up."""
    candidates = line.candidates()
    if not candidates:
        expects = line.completion().expects
        return Text(t(f"expects.{expects}") if expects else "", style="dim")
    hint = Text()
    for at, candidate in enumerate(candidates):
        word = candidate.strip().rstrip(",").removesuffix(" ->")
        hint.append(f" {word} ", style="" if at else "reverse")
    return hint
