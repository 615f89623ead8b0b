"""How things are said to people and read from them, whatever draws them."""

from importlib.resources import files
from pathlib import Path
from typing import Final

TEXTS: Final = Path(str(files("cluetree.text") / "languages"))
"""Where the texts stand, a file a language; the page in the browser reads them as well."""
