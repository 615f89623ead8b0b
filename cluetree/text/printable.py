"""Text that is safe to print: names and titles may come from anywhere."""

import re
from typing import Final

_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Escape control characters, which could command the terminal or reorder its text."""
    return _UNSAFE.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def printable_lines(text: str) -> str:
    """Escape the control characters of several lines; their ends stay."""
    return "\n".join(map(printable, text.split("\n")))


_PLAIN: Final = str.maketrans(
    {"├": "|", "└": "`", "│": "|", "─": "-", "┌": ",", "◇": "<>", "→": "->", "…": "...", "±": "+-"}
)
"""Signs in ASCII, for consoles whose encoding lacks them, as on some Windows systems."""


def encodable(text: str, encoding: str | None) -> str:
    """Return a text in which an encoding has every sign of a drawing."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return text.translate(_PLAIN)
    return text
