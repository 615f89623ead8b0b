"""Error messages in the reader's language: the keys are the English templates."""

import ast
import builtins
import errno
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import cluetree
from cluetree import Notebook, record
from cluetree.editions import get_edition
from cluetree.errors import (
    ClueError,
    RecordError,
    UnknownAgentError,
    UnknownCardError,
    UnknownEditionError,
    UnknownNameError,
    UnknownPlayerError,
    system_reason,
)
from cluetree.limit import Limit
from cluetree.record import loads_clue_event
from cluetree.table import CluePlayer, Table
from cluetree.text.entries import keywords
from cluetree.text.errors import message_of, reason_of
from cluetree.text.language import speaking
from tests.text.languages import ALL, fields_of, is_template, latin, speak_greek

DECK: Final = get_edition("cluedo-de")
TABLE: Final = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6})
WHOLE: Final = "edition cluedo-de\nplayers Ann 6, Bob 6, Eve 6\n"
LINES: Final = (
    "",
    "Bob",
    "Bob zeigt Seil",
    ": Seil",
    "Bob holds",
    "Bob: Bloom, Seil, Halle",
    "Bob accuses Bloom, Seil, Halle",
    "Bob accuses Bloom, Seil, Halle: vielleicht",
    "Bob holds Seil -> Eve",
    "Bob holds one of Seil: Eve",
    "Bob: Bloom, Seil, Halle ->",
    "Bob: Bloom, Seil, Halle -> Eve hat",
    "Bob: Bloom, Seil, Dolch -> niemand",
    "Bob: Bloom, Seil, Halle -> Bob zeigt",
    "Bob: Bloom, Seil, Halle -> Eve zeigt Dolch",
    "Bob: Bloom, Seil, Halle -> Eve passt, Eve zeigt",
    "Bob: Bloom, Seil, Halle -> jemand passt",
    "Bob: Bloom, Seil, Halle -> niemand, niemand",
    "Bob: Bloom, Seil, Halle -> niemand, Eve zeigt",
    "Bob: Bloom, Seil, Halle -> Eve zeigt, Ann zeigt",
    'Bob holds "Seil',
    'Bob holds "S\\eil"',
    "players Ann 6",
    "Bob holds one of Seil, Seil",
)
RECORDS: Final = {
    "edition cluedo-de\nBob holds Seil": "im Aufbau fehlt vor den Einträgen die Zeile „players“; ",
    f"{WHOLE}players Ann 6": "players steht zweimal da, zuerst in Zeile 2",
    "players Ann 6, Bob\n": "hier müssen ein Name und die Zahl der Karten stehen",
    f"{WHOLE}answering maybe": "answering muss first oder all sein, nicht „maybe“",
    "suspects A\nweapons B\nrooms\nplayers Ann 1, Bob 1": "dem Kartensatz fehlen Räume",
    "edition x\nplayers Ann 6, Bob 6": "unbekannter Kartensatz „x“: meinst du ",
    "{": "kein gültiges JSON (",
    '{"format": "cluetree/1", "edition": "clue-us"}': "das Feld players fehlt",
}
OTHERS: Final[Mapping[str, Callable[[], object]]] = {
    "die Datei lässt sich nicht lesen: es gibt sie nicht": lambda: record.load("no.clue"),
    "Seil zählt als Waffe, nicht als Raum": lambda: book().advise(["Seil"]),
    "seconds muss eine Zahl ab 0 sein, nicht -1": lambda: Limit(seconds=-1),
}


def book() -> Notebook:
    """A notebook with a viewpoint."""
    return Notebook(replace(TABLE, viewpoint="Ann", players=(*map(CluePlayer, TABLE.names),)))


def ask(text: str) -> object:
    """Read a line or a record, or make another request by its German error."""
    if text in OTHERS:
        return OTHERS[text]()
    if text in RECORDS:
        return record.loads(text)
    return loads_clue_event(text, TABLE, keywords=keywords(TABLE))


def error_of(text: str) -> ClueError:
    """The error of a request."""
    with pytest.raises(ClueError) as caught:
        ask(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "german"), [*RECORDS.items(), *((message, message) for message in OTHERS)]
)
def test_error_is_translated_into_german(text: str, german: str) -> None:
    with speaking("de"):
        error = error_of(text)
        assert reason_of(error).startswith(german)
    assert reason_of(error) == (error.reason if isinstance(error, RecordError) else str(error))


@pytest.mark.parametrize("line", LINES)
def test_german_error_of_a_line_has_no_english_word(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_greek(monkeypatch)
    known = latin(" ".join((*map(str, TABLE.edition.cards), *LINES)))
    with speaking("de"):
        assert latin(reason_of(error_of(line))) <= known


def test_message_without_translation_is_quoted() -> None:
    with speaking("fr"):
        assert reason_of(ClueError("no reason")) == "impossible (no reason)"


@pytest.mark.parametrize("name", ALL)
def test_record_error_keeps_its_position(name: str) -> None:
    with speaking(name), pytest.raises(RecordError) as caught:
        record.loads("edition cluedo-de\nplayers Ann 6, Bob", source="a.clue")
    with speaking(name):
        assert message_of(caught.value) == f"a.clue:2:16: {reason_of(caught.value)}"
    assert message_of(ValueError("no error of the library")) == "no error of the library"


def test_translated_error_is_one_short_line() -> None:
    with speaking("de"), pytest.raises(RecordError) as caught:
        record.loads_clue_event(f"Bob holds {'x' * 1000}", TABLE)
    with speaking("de"):
        said = reason_of(caught.value)
    assert said.startswith("unbekannte Karte „xxx")
    assert len(said) == len(caught.value.reason) == 500
    with speaking("de"):
        assert reason_of(RecordError(UnknownCardError("a\n\u0007").message)).isprintable()


# Templates in the source, and their translations

ENGLISH_ONLY: Final = {
    "--keep-lost needs a --store to keep the records in",
    "--only needs an agent, and cannot be combined with --ratings",
    "a player must have known the answer without accusing, but overlooked is 0",
    "a token needs --tcp: on pipes there is only the client that started it",
    "another thread uses this notebook: give each thread its own book.copy()",
    "least must be a number, got nan",
    "must be a regular file",
    "must be in the server's directory",
    "pip fetches the wheels, and this Python has none: python -m ensurepip",
    "standard input and output are closed; use TCP",
    "the changes of the history do not lead to this log",
    "the token must not be empty",
    "this server has no directory for files",
}
"""Errors that only programs and their programmers cause. So do all errors from an f-string."""
WORDLESS: Final = {"{card} ({card.category})", "{word!r}"}
"""Parts that are the same in all languages."""
FOR_RESEARCH: Final = {"play", "board", "infos.py"}
"""Packages whose errors are in English."""
NAMES: Final = (
    UnknownNameError,
    UnknownCardError,
    UnknownPlayerError,
    UnknownEditionError,
    UnknownAgentError,
)
SYSTEM: Final = (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC, errno.EADDRINUSE)


def composed() -> Iterator[str]:
    """Yield the templates that the source puts together."""
    for kind in NAMES:
        for error in (kind(""), kind("", ("x",)), kind("", ("x",), ambiguous=True)):
            yield error.message.template
    yield from (system_reason(OSError(code, os.strerror(code))).template for code in SYSTEM)
    yield from ("nobody shows", "nobody passes", "notes in the terminal", "sheets in the browser")


def errors_in_source() -> Iterator[ast.Call]:
    """Yield every call that makes an error or a message."""
    package = Path(cluetree.__file__).parent
    for file in sorted(package.rglob("*.py")):
        if file.relative_to(package).parts[0] in FOR_RESEARCH:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and makes_error(ast.unparse(node.func)):
                yield node


def makes_error(function: str) -> bool:
    name = function.rpartition(".")[2]
    is_error = name.endswith(("Error", "Reached")) and name not in {*vars(builtins), "FieldError"}
    return is_error or (name in {"Message", "error", "__init__"} and function != "_log.error")


def templates_of(call: ast.Call) -> list[str]:
    """Return the templates of an error; none if its message is made elsewhere or an f-string."""
    first = call.args[ast.unparse(call.func) == "OperationError"]
    choices = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
    return [
        each.value
        for each in choices
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def test_each_template_has_a_translation() -> None:
    found = {template for call in errors_in_source() for template in templates_of(call)}
    assert found > ENGLISH_ONLY
    expected = {*composed(), *found} - ENGLISH_ONLY - WORDLESS
    for name, texts in ALL.items():
        translated = {key.removeprefix("error.") for key in texts if is_template(key)}
        assert translated == (set() if name == "en" else expected), name


def test_template_has_a_value_for_each_field() -> None:
    for call in errors_in_source():
        templates = templates_of(call)
        fields = {field.split(".")[0] for each in templates for field in fields_of(each)}
        values = {keyword.arg for keyword in call.keywords} - {"source"}
        if len(call.args) > 1 and isinstance(call.args[1], ast.Dict):
            values = {ast.literal_eval(key) for key in call.args[1].keys if key}
        if templates and values:  # else the text is unchanged, or the values are added later
            assert fields == values, ast.unparse(call)
