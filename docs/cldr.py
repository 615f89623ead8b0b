"""Writes the rules of each language for plurals, lists and numbers, from CLDR through Babel.

`python docs/cldr.py [FILE]` writes `cluetree/text/cldr.json` by default.
"""

import json
import sys
from pathlib import Path
from typing import Final

from babel import Locale

from cluetree.text import RULES
from cluetree.text.language import LANGUAGES, speaking, t

COUNTS: Final = range(200)
"""In CLDR, the form of a larger whole number is that of its last two digits, plus 100."""


def rules(locale: Locale) -> dict[str, object]:
    """Return the decimal sign, the separators of lists, and the counts of each plural form."""
    forms: dict[str, list[int]] = {}
    for count in COUNTS:
        forms.setdefault(locale.plural_form(count), []).append(count)
    del forms["other"]
    lists = {
        by: [
            locale.list_patterns[by][at].replace("{0}", "").replace("{1}", "")
            for at in ("middle", "end", "2")
        ]
        for by in ("standard", "or")
    }
    return {"decimal": locale.number_symbols["latn"]["decimal"], "lists": lists, "forms": forms}


def main(file: Path = RULES) -> None:
    """Write the file."""
    lines: list[str] = []
    for code in sorted(LANGUAGES):
        with speaking(code):
            entry = rules(Locale.parse(t("language.tag"), sep="-"))
        lines.append(f'  "{code}": {json.dumps(entry, ensure_ascii=False)}')
    body = ",\n".join(lines)
    file.write_text(f"{{\n{body}\n}}\n", "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
