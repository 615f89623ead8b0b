"""HTML for notebooks and printed pages; all text is escaped."""

from collections.abc import Iterable
from html import escape


def tags(tag: str, texts: Iterable[object]) -> str:
    """Return each text in its own tag."""
    return "".join(f"<{tag}>{escape(str(text))}</{tag}>" for text in texts)


def html_rows(lines: Iterable[tuple[object, Iterable[object]]]) -> str:
    """Return the rows of a table, each with a head and cells."""
    return "".join(f"<tr>{tags('th', [head])}{tags('td', cells)}</tr>" for head, cells in lines)


def html_table(heads: Iterable[object], lines: Iterable[tuple[object, Iterable[object]]]) -> str:
    """Return a table with a line of heads above its rows."""
    return f"<table><tr>{tags('th', heads)}</tr>{html_rows(lines)}</table>"
