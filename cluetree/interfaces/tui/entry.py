"""The line that entries are typed in, with the candidates to complete it below."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestionReady
from textual.widgets import Input, Static

from cluetree.errors import RecordError
from cluetree.record.completion import Completion
from cluetree.text.language import t

Completer: TypeAlias = Callable[[str], Completion]
"""Returns how a line may go on, given the line up to the cursor."""


class Line(Input):
    """A line of text that completes: Tab takes a candidate, Up and Down choose one.

    Its keys are answered in the order in which they come, however fast. Textual's bindings are
    not: a bound key goes through all parents first, and letters overtake it.

    Args:
        completer: Returns how the line may go on.
        submit: Called when the line is entered.
        changed: Called when other candidates may come next, or another one is chosen.
        value: The first text; typing replaces it when the line gets the focus.
        in_form: Whether Tab goes on to the next line where nothing is typed, and once a value is
            complete.
    """

    def __init__(
        self,
        completer: Completer,
        submit: Callable[[], None],
        changed: Callable[[], None],
        *,
        value: str = "",
        placeholder: str = "",
        in_form: bool = False,
        id: str | None = None,  # noqa: A002 -- Textual's own word
    ):
        self._in_form = in_form
        self._completer = completer
        self._submit = submit
        self._changed = changed
        self._chosen: int | None = None
        """The number of the chosen candidate, if the user chose one."""
        super().__init__(
            value, placeholder=placeholder, select_on_focus=bool(value), compact=True, id=id
        )

    @property
    def _typed(self) -> str:
        """The line up to the cursor."""
        return self.value[: self.cursor_position]

    @property
    def _completion(self) -> Completion:
        try:
            return self._completer(self._typed)
        except RecordError:  # the line is too long
            return Completion("", 0)

    def candidates(self) -> tuple[str, ...]:
        """Return the candidates at the cursor, beginning with the chosen one."""
        found = self._completion.candidates
        at = (self._chosen or 0) % len(found) if found else 0
        return found[at:] + found[:at]

    def taken(self) -> str | None:
        """Return the line up to the cursor with the chosen candidate; `None` without one."""
        for candidate in self.candidates():
            return self._completion.take(self._typed, candidate)
        return None

    def offers(self) -> Text:
        """Return the candidates, the chosen one highlighted, or what is expected."""
        hint = Text()
        for at, candidate in enumerate(self.candidates()):
            word = candidate.strip().rstrip(",").removesuffix(" ->")
            hint.append(f" {word} ", style="" if at else "reverse")
        expects = self._completion.expects
        return hint if hint or not expects else Text(t(f"expects.{expects}"), style="dim")

    def on_key(self, event: events.Key) -> None:
        """Answer the keys that other keys must not overtake."""
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
        """Take the chosen candidate; without one, go on to the next line."""
        taken, completion = self.taken(), self._completion
        untouched = self._chosen is None and not self._typed[completion.start :].strip()
        if taken is None or taken == self._typed or (self._in_form and untouched):
            self.screen.focus_next()
            return
        self.value = taken + self.value[self.cursor_position :]
        self.cursor_position = len(taken)
        if self._in_form and not completion.expects:  # a field of one value
            self.screen.focus_next()

    def _choose(self, step: int) -> None:
        self._chosen = (self._chosen or 0) + step
        self._offer()

    def watch_value(self) -> None:
        """Renew the candidates."""
        self._chosen = None
        if self.is_mounted:
            self._offer()

    watch_selection = watch_value  # the candidates depend on the cursor, too

    def _offer(self) -> None:
        self._changed()
        # The line is shown as the candidate would continue it, if it continues what was typed.
        taken = self.taken() or ""
        goes_on = self.value == self._typed and taken.casefold().startswith(self.value.casefold())
        ghost = taken if self.value and goes_on else ""
        self.post_message(SuggestionReady(self.value, ghost))


class Entry(Vertical):
    """A line to type in, with a label before it and the candidates or a message below it."""

    def __init__(
        self,
        completer: Completer,
        submit: Callable[[str], None],
        *,
        example: str,
        id: str,  # noqa: A002 -- Textual's own word
    ) -> None:
        super().__init__(id=id)
        self.line: Line = Line(
            completer,
            lambda: submit(self.line.value),
            self._offer,
            placeholder=t("line.example", example=example),
        )
        self._said: Text | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Static("", classes="label")
            yield self.line
        yield Static("", classes="hint")

    def label(self, text: str) -> None:
        """Show what is being written."""
        self.query_one(".label", Static).update(Text(f"{text}> "))

    def put(self, text: str) -> None:
        """Begin with this text."""
        self.line.value = text
        self.line.cursor_position = len(text)
        self.line.focus()
        self._offer()

    def type(self, character: str) -> None:
        """Insert a letter that was typed elsewhere."""
        self.line.focus()
        self.line.insert_text_at_cursor(character)

    def say(self, text: str) -> None:
        """Show a message below the line, before the candidates, until the next key."""
        self._said = Text(f"{text}  ")
        self._hint(self._said + self.line.offers())

    def add(self, text: str) -> None:
        """Add to the message below the line, unless it has been read."""
        if self._said is not None:
            self.say(f"{self._said.plain}{text}")

    def refuse(self, reason: str, column: int | None) -> None:
        """Show why the line cannot be read, with the cursor at the fault."""
        if column is not None:
            self.line.cursor_position = column - 1
        self._said = None
        self._hint(Text.assemble(("✗ ", "bold red"), (reason, "bold")))

    def _offer(self) -> None:
        """Show the candidates; a message has been read when typing goes on."""
        self._said = None
        self._hint(self.line.offers())

    def _hint(self, text: Text) -> None:
        self.query_one(".hint", Static).update(text, layout=False)
