"""Writes files of the repository into the pages that show them.

`python docs/included.py` replaces the code block behind each comment `<!-- file: PATH -->`, so that
a page of the repository shows the file too.
"""

import re
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent
BLOCK: Final = re.compile(r"(<!-- file: (\S+) -->\n\n```\w+\n).*?(^```$)", re.DOTALL | re.MULTILINE)


def included(page: Path) -> str:
    """Return the text of a page with the present text of its files."""

    def block(old: re.Match[str]) -> str:
        return old[1] + (DOCS.parent / old[2]).read_text("utf-8").rstrip() + "\n" + old[3]

    return BLOCK.sub(block, page.read_text("utf-8"))


if __name__ == "__main__":
    for page in DOCS.rglob("*.md"):
        if (text := included(page)) != page.read_text("utf-8"):
            page.write_text(text, "utf-8")
