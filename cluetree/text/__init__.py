"""Texts for readers in their language, shared by all interfaces."""

from importlib.resources import files
from pathlib import Path
from typing import Final

TEXTS: Final = Path(str(files("cluetree.text") / "languages"))
"""The folder of the texts, one file per language; the web page reads it as well."""
RULES: Final = TEXTS.parent / "cldr.json"
"""The rules of each language for plurals, lists and numbers; `docs/cldr.py` writes them."""
