"""Error messages in the reader's language: the keys are the English templates."""

import ast
import builtins
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import cluetree
from cluetree import record
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
from cluetree.record import loads_clue_event
from cluetree.table import Table
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
RECORDS: Final = (
    f"{WHOLE}players Ann 6",
    "players Ann 6, Bob\n",
    f"{WHOLE}answering maybe",
    "suspects A\nweapons B\nrooms\nplayers Ann 1, Bob 1",
    '{"format": "cluetree/1", "edition": "clue-us"}',
)


def read(text: str) -> object:
    """Read a record or a line."""
    is_line = text in LINES
    return loads_clue_event(text, TABLE) if is_line else record.loads(text)


@pytest.mark.parametrize("text", [*LINES, *RECORDS])
def test_german_error_has_no_english_word(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_greek(monkeypatch)
    known = latin(" ".join((*map(str, TABLE.edition.cards), *LINES, *RECORDS, "first, all")))
    with speaking("de"), pytest.raises(RecordError) as caught:
        read(text)
    with speaking("de"):
        assert latin(reason_of(caught.value)) <= known
    assert reason_of(caught.value) == caught.value.reason


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
