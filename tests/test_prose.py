"""Docs, docstrings, comments and messages are plain technical English.

The patterns find common unidiomatic phrases. A hit is a place to reword, or a line for `ALLOWED`.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
PYTHON: Final = (*(ROOT / "cluetree").rglob("*.py"), *(ROOT / "examples").rglob("*.py"))
RUST: Final = tuple((ROOT / "native" / "src").rglob("*.rs"))
CATALOGUE: Final = ROOT / "cluetree" / "text" / "languages" / "en.json"
MOST: Final = 4.0
"""Hits per 1,000 words of a file; a file may always have one."""
MOST_OF_ALL: Final = 1.5

PATTERNS: Final = re.compile(
    r"""
    (?:^|[.;:]\ |,\ (?:and|so)\ )(?:Who|Whoever|Whom|What(?!\ if)|Whatever|Whichever)\b
        [^.?]{3,}(?:\.|$)
    | \b(?:for|by|to|of|with|from|than)\ (?:who|whoever)\b
    | \b(?:is|was|were|are|be|been)\ told\b | \bwhat\ was\ told\b
    | \bis\ no\ (?!longer|more|less|such|need|way|reason|limit|server|network)[a-z]+\b
    | \bin\ vain\b | \bby\ itself\b | \bof\ (?:its|their)\ own\b | \bas\ (?:it|they)\ stands?\b
    | \b(?:heeds?|mends?|mended|struck|strikes?\ out|called\ so|goes?\ on\ with)\b
    | \b(?:thereby|whereby|hence|thus|nor|upon|anew|aright|likewise|nobody's|nothing's)\b
    """,
    re.VERBOSE | re.MULTILINE,
)
CODE: Final = re.compile(r"`[^`]*`")
ALLOWED: Final = {
    "docs/reference/java.md"  # quotes the Java program's own words
}


def texts_of_page(path: Path) -> Iterator[str]:
    is_code = False
    for line in path.read_text("utf-8").splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            is_code = not is_code
        elif not is_code:
            yield line


def texts_of_module(path: Path) -> Iterator[str]:
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield re.sub(r"^\s*(>>>|\.\.\.).*$", "", node.value, flags=re.MULTILINE)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def texts_of_core(path: Path) -> Iterator[str]:
    yield from re.findall(r"//[/!]?\s(.*)", path.read_text("utf-8"))


def texts_of_catalogue() -> Iterator[str]:
    for text in json.loads(CATALOGUE.read_text("utf-8")).values():
        yield from [text] if isinstance(text, str) else text.values()


def texts() -> Iterator[tuple[str, list[str]]]:
    for paths, read in ((PAGES, texts_of_page), (PYTHON, texts_of_module), (RUST, texts_of_core)):
        yield from ((path.relative_to(ROOT).as_posix(), [*read(path)]) for path in paths)
    yield "en.json", [*texts_of_catalogue()]


@pytest.mark.slow
def test_english_is_plain() -> None:
    words = hits = 0
    worst: list[str] = []
    for name, said in texts():
        if name in ALLOWED:
            continue
        found = [hit[0] for text in said for hit in PATTERNS.finditer(CODE.sub("CODE", text))]
        count = sum(len(text.split()) for text in said)
        words, hits = words + count, hits + len(found)
        if len(found) > 1 and 1000 * len(found) / max(count, 1) > MOST:
            worst.append(f"{name}: {found[:5]}")
    assert not worst, "\n".join(worst)
    assert 1000 * hits / words < MOST_OF_ALL, f"{hits} hits in {words} words"


def test_patterns_find_their_samples() -> None:
    for bad in ("Who is out cannot win.", "it was told", "accused in vain", "the log is mended"):
        assert PATTERNS.search(bad), bad
    for good in ("A player who is out cannot win.", "The log is repaired.", "There is no limit."):
        assert not PATTERNS.search(good), good
