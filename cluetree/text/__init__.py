"""Texts for readers in their language, shared by all interfaces."""

from importlib.resources import files
from pathlib import Path
from typing import Final

TEXTS: Final = Path(str(files("cluetree.text") / "languages"))
"""The folder of the texts, one file per language; the web page reads it as well."""
