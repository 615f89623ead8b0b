"""The help of the commands in the reader's language: the key of each text is the English one."""

import re
from typing import Final

from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel, InlineText
from rich.console import Console, ConsoleOptions
from rich.text import Text

from cluetree.text.language import translation

_LABEL: Final = re.compile("[A-Z]{3,}")


def in_help(english: str) -> str:
    """Return a text about the command line in the reader's language; its key has no values."""
    label, _, example = english.partition(": ")
    names, _, rest = english.partition("; ")
    keys = {english: "", f"{label}: {{value}}": example, f"{{value}}; {rest}": names}
    for key, value in keys.items():
        if (text := translation(f"cli.{key}")) is not None:
            return text.replace("{value}", value and in_help(value))
    return english


def labels(english: str) -> str:
    """Return words in capitals, such as RECORD, in the reader's language."""
    return _LABEL.sub(lambda word: in_help(word[0]), english)


class HelpFormatter(DefaultFormatter):
    """Prints the help of a command."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Print a list of commands, arguments or options."""
        entries = [_translated(entry) for entry in panel.entries]
        own = panel.copy(title=in_help(str(panel.title)), entries=entries)
        super().__call__(console, options, own)

    def render_usage(
        self,
        console: Console,
        options: ConsoleOptions,  # noqa: ARG002 -- required by the base class
        usage: object,
    ) -> None:
        """Print the line that shows what to type."""
        console.print(Text(f"{in_help('Usage:')} ", "bold") + Text(labels(str(usage)), "bold"))

    def render_description(
        self, console: Console, options: ConsoleOptions, description: object
    ) -> None:
        """Print what the command does."""
        super().render_description(console, options, _Inline.of(description))


class _Inline(InlineText):
    """A text with notes such as [required] behind it."""

    @classmethod
    def of(cls, text: object) -> object:
        if isinstance(text, InlineText) and isinstance(text.primary_renderable, Text):
            said = in_help(text.primary_renderable.plain)
            return cls(Text(said), force_empty_end=text.force_empty_end)
        return text

    def append(self, text: Text) -> None:
        super().append(Text(f"[{in_help(text.plain.strip('[]'))}]", text.style))


def _translated(entry: HelpEntry) -> HelpEntry:
    return entry.copy(
        description=_Inline.of(entry.description),
        positional_label=entry.positional_label and labels(entry.positional_label),
        metavar=entry.metavar and labels(entry.metavar),
    )
