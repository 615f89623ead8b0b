"""The texts of every language, and the keys that the page and Python use."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

import pytest

from cluetree.interfaces.web.server import STATIC
from cluetree.text import TEXTS, language

Text: TypeAlias = str | dict[str, str]
_PACKAGES: Final = (
    STATIC.parents[1],
    *(STATIC.parents[2] / name for name in ("operations", "text", "explain", "tree")),
)
_OWN: Final = STATIC.parent / "build" / "page"
_MODULES: Final = [*STATIC.glob("*.js"), *_OWN.glob("*.js")]
# A key in JavaScript: t("entry.who"), parts("..."), or composed: t(`entry.${kind}`).
_KEY: Final = re.compile(r"""["`]([a-z]+\.(?:[\w.' :,-]|\$\{[^}]*\})+)["`]""")
_LIKE_A_KEY: Final = re.compile(r"[a-z]+\.[\w.' :,-]*")

ALL: Final[dict[str, dict[str, Text]]] = {
    file.stem: json.loads(file.read_text("utf-8")) for file in sorted(TEXTS.iterdir())
}


def places(text: Text) -> set[str]:
    """Return the placeholders of a text in all its forms."""
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


def without_comments(source: str) -> str:
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    return re.sub(r"(^|\s)//.*", "", source)


@cache
def asked() -> tuple[set[str], set[str]]:
    """Return the used keys, and the prefixes of composed keys."""
    written = {*_by_the_page(), *_by_python()}
    spaces = {key.partition(".")[0] for key in ALL["en"]}
    keys = {key for key in written if key.partition(".")[0] in spaces}
    families = {key.partition("${")[0] for key in keys if "${" in key or key.endswith(".")}
    return {key for key in keys if "${" not in key and not key.endswith(".")}, families


def _by_the_page() -> Iterator[str]:
    source = "\n".join(without_comments(module.read_text("utf-8")) for module in _MODULES)
    yield from _KEY.findall(source)
    page = (STATIC / "index.html").read_text("utf-8")
    yield from re.findall(r'data-(?:text|label)="([^"]+)"', page)


def _by_python() -> Iterator[str]:
    for module in (path for package in _PACKAGES for path in package.rglob("*.py")):
        nodes = [*ast.walk(ast.parse(module.read_text("utf-8")))]
        begun = {node.values[0] for node in nodes if isinstance(node, ast.JoinedStr)}
        for node in nodes:
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and _LIKE_A_KEY.fullmatch(text):
                if node in begun:
                    yield f"{text}${{"
                elif not text.endswith(".html"):  # a file is not a key
                    yield text


# Texts in Greek letters, which occur in no name and no line of a log

GREEK: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβξδεφγηιθκλμνοπϙρστυϝωχψζΑΒΞΔΕΦΓΗΙΘΚΛΜΝΟΠϘΡΣΤΥϜΩΧΨΖ",
)


def in_greek(text: Text) -> Text:
    """Return a text in letters that occur in no name and no line of a log."""
    if not isinstance(text, str):
        return {form: str(in_greek(words)) for form, words in text.items()}
    return re.sub(
        r"\{[^}]*\}|[A-Za-z]+",
        lambda at: at[0] if at[0][0] == "{" else at[0].translate(GREEK),
        text,
    )


def all_greek(language: str = "de") -> dict[str, Text]:
    """The texts of a language in Greek letters."""
    return {
        key: text if key.startswith("language.") else in_greek(text)
        for key, text in ALL[language].items()
    }


def speak_greek(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace German texts by Greek letters."""
    greek = all_greek()
    monkeypatch.setattr(language, "_texts", lambda _: greek)


def latin(words: str) -> set[str]:
    """Return the words in Latin letters, except conjunctions, which are from CLDR."""
    return {*re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", words)} - {"und", "oder"}
