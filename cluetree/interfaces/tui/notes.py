"""The notes of a game: its keys, and its file."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Input, OptionList

from cluetree.errors import ClueError, InvalidEventError, RecordError
from cluetree.interfaces.tui.dialogs import Help, SaveAs
from cluetree.interfaces.tui.page import GameScreen, Target
from cluetree.interfaces.tui.panels import Panel, asked
from cluetree.interfaces.tui.set_up import SetUp, fields_of
from cluetree.notebook import Notebook
from cluetree.notebook.game_file import GameFile
from cluetree.record import dumps_clue_event, loads_clue_event
from cluetree.record.completion import in_language
from cluetree.table import Table
from cluetree.text.changes import hint
from cluetree.text.entries import keywords
from cluetree.text.errors import message_of, reason_of
from cluetree.text.language import t
from cluetree.text.repairs import change


class NotesScreen(GameScreen):
    """One game, used by keys and saved as it changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "key.help"),
        Binding("f2", "go('sheet')", "key.sheet", show=False),
        Binding("f3", "go('log')", "key.log", show=False),
        Binding("f4", "ask('WHY')", "key.why"),
        Binding("f5", "ask('ADVICE')", "key.advice"),
        Binding("f6", "ask('SHOW')", "key.show"),
        Binding("f7", "ask('RIVALS')", "key.rivals"),
        Binding("f8", "suppose", "key.what_if"),
        Binding("f9", "ask('CHECK')", "key.check"),
        Binding("f10", "set_up", "key.set_up", show=False),
        Binding("ctrl+z", "step('undo')", "key.undo"),
        Binding("ctrl+y", "step('redo')", "key.redo", show=False),
        Binding("ctrl+s", "save", "key.save", show=False),
        Binding("escape", "back", "key.back", show=False),
        Binding("pageup", "scroll_panel(-1)", "key.panel_up", show=False),
        Binding("pagedown", "scroll_panel(1)", "key.panel_down", show=False),
    ]

    def __init__(self, book: Notebook, file: GameFile):
        super().__init__(book)
        self._file = file
        self._failed_to_save = False
        self._warned = False
        """Whether the game is in no file and quitting was asked for."""
        self._question: object = None
        """The question that the panel of F6 answers."""

    def on_mount(self) -> None:
        self.entry.put("")
        self._changed()

    def _changed(self) -> None:
        self._warned = False
        try:
            copy = self._file.keep(self.book)
        except RecordError as error:
            self._failed_to_save = True
            self.entry.refuse(t("said.cannot_save", why=message_of(error)), None)
        else:
            self._failed_to_save = False
            if copy is not None:
                self.entry.say(t("said.copied", name=copy.name))
        self.renew()

    # Entering

    def on_key(self, event: events.Key) -> None:
        """Type letters into the entry line, wherever the focus is."""
        if event.is_printable and event.character and not isinstance(self.focused, Input):
            event.stop()
            self.entry.type(event.character)

    def submit(self, text: str) -> None:
        """Enter an event, make a repair by its number, or ask which card to show."""
        if text.strip().isdecimal():
            self._repair(int(text.strip()[:9]))  # Python refuses to read thousands of digits
        elif self.panel is Panel.SHOW and "->" not in text and "→" not in text:
            self.open_panel(Panel.SHOW)  # the question is not answered yet
        elif text.strip():
            self._enter(text)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Answer the question of F6 as soon as it is typed."""
        message.stop()
        if self.panel is not Panel.SHOW:
            return
        with suppress(ClueError):
            question = asked(message.value, self.current.table)
            if question is not None and question != self._question:
                self._question = question
                self.open_panel(Panel.SHOW)

    def _enter(self, text: str) -> None:
        book, table, target = self.current, self.current.table, self.target
        try:
            event = loads_clue_event(text, table, turn=self.turn, keywords=keywords(table))
        except RecordError as error:
            # Breaking the rules is the fault of the whole line: then the cursor stays.
            whole = isinstance(error.__cause__, InvalidEventError)
            self.entry.refuse(reason_of(error), None if whole else error.column)
            return
        number = len(book) + 1 if target is None else target.number
        if target is not None and target.replaces:
            book.edit(number, event)
        else:
            book.insert(number, event)
        self.target = None
        self.entry.put("")
        said = "said.entered" if target is None else "said.changed"
        self.entry.say(t("said.supposed" if self.supposing else said, number=number))
        if number == len(book) and (doubt := hint(table, book.events)):
            self.entry.add(f"{doubt}  ")
        self._changed()

    def _repair(self, number: int) -> None:
        repairs = self.panel_content.repairs if self.panel_content is not None else ()
        if not 1 <= number <= len(repairs):
            self.entry.refuse(t("said.no_repair", number=number), None)
            return
        repair = repairs[number - 1]
        self._leave_edit()
        repaired = change(repair, self.current.table, self.current.events)
        self.current.repair(repair)
        self.close_panel()
        self.entry.put("")
        self.entry.say(t("said.repaired", change=repaired))
        self._changed()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Edit an entry of the log on Enter or a click."""
        message.stop()
        self.action_change("edit")

    def action_change(self, how: str) -> None:
        """Edit or delete the chosen entry of the log, or put one before it."""
        number, table = self.log_list.number, self.current.table
        if number and how == "delete":
            self._leave_edit()
            self.current.delete(number)
            self.entry.say(t("said.dropped", number=number))
            self._changed()
        elif number:
            self.target = Target(number, replaces=how == "edit")
            line = dumps_clue_event(self.current.events[number - 1], table)
            self.entry.put(in_language(line, keywords(table)) if self.target.replaces else "")
            self.draw_log()

    def _leave_edit(self) -> bool:
        """Stop editing an entry; return whether one was edited."""
        if self.target is None:
            return False
        self.target = None
        self.entry.put("")
        self.draw_log()
        return True

    def action_step(self, way: str) -> None:
        """Undo the last change, or repeat the change that was undone."""
        self._leave_edit()
        done = self.current.undo() if way == "undo" else self.current.redo()
        said = {"undo": "said.undone", "redo": "said.redone"}[way]
        self.entry.say(t(said if done else f"said.nothing_to_{way}"))
        if done:
            self._changed()

    def action_suppose(self) -> None:
        self._leave_edit()
        self.current: Notebook = self.book if self.supposing else self.book.suppose()
        self.entry.line.focus()
        self.entry.say(t("said.what_if" if self.supposing else "said.what_if_over"))
        self._changed()

    async def action_set_up(self) -> None:
        """Correct the set-up; suppositions are dropped."""
        self._leave_edit()
        self.current = self.book
        await self._open(SetUp(self._reseat, fields_of(self.book)))

    def _reseat(self, table: Table, values: Mapping[str, str]) -> None:
        self.book.reseat(table)
        self.book.title = values["title"]
        _ = self.app.pop_screen()  # pyright: ignore[reportUnknownMemberType]
        self.entry.say(t("said.set_up"))
        self._changed()

    # Asking

    def action_ask(self, name: str) -> None:
        self._question = None
        self.formal: bool = Panel[name] is Panel.WHY is self.panel and not self.formal
        self.open_panel(Panel[name])

    def on_data_table_cell_selected(self, message: DataTable.CellSelected) -> None:
        """Prove the mark of a cell on Enter or a click."""
        message.stop()
        self.open_panel(Panel.WHY)

    def on_data_table_cell_highlighted(self, message: DataTable.CellHighlighted) -> None:
        """Let an open proof follow the cursor."""
        message.stop()
        if self.panel is Panel.WHY:
            self.open_panel(Panel.WHY)

    # Moving about

    def action_go(self, part: str) -> None:
        if part == "log":
            self.close_panel()
            self.add_class("-log")
        self.query_one(f"#{part}").focus()

    def action_back(self) -> None:
        """Leave an edit, a panel, the log, the line or the sheet."""
        if self._leave_edit():
            return
        if self.panel is not None:
            self.close_panel()
        elif self.has_class("-log"):
            self.remove_class("-log")
        elif self.focused is self.entry.line:
            self.sheet.focus()
            return
        self.entry.line.focus()

    def action_scroll_panel(self, step: int) -> None:
        """Scroll the panel, or the log if no panel is open."""
        part = self.log_list if self.panel is None else self.panel_view
        part.scroll_relative(y=step * max(part.size.height - 1, 1), animate=False)

    async def action_help(self) -> None:
        await self._open(Help(self.current.table))

    async def _open(self, dialog: Screen[None]) -> None:
        # Textual does not type the result of an app.
        await self.app.push_screen(dialog)  # pyright: ignore[reportUnknownMemberType]

    # Saving

    def heading(self) -> str:
        """Return the heading, with whether the game is saved."""
        name = self._file.name
        is_saved = bool(name) and not self._failed_to_save
        state = t("head.saved" if is_saved else "head.not_saved", name=name)
        return f"{super().heading()} · {'✓' if is_saved else '✗'} {state}".rstrip()

    async def action_save(self) -> None:
        await self._open(SaveAs(self._save_as, str(self._file.path or "game.clue")))

    def _save_as(self, path: Path) -> None:
        if path == self._file.path:
            self._file.keep(self.book)
        else:
            self._file.move(path, self.book)
        self._failed_to_save = False
        self.entry.say(t("said.saved", path=str(path)))
        self.draw_log()

    def may_leave(self) -> bool:
        """Return whether the game is saved, or quitting was asked for twice."""
        if self._file.has(self.book) or self._warned:
            return True
        self._warned = True
        self.entry.refuse(t("said.in_no_file"), None)
        return False
