"""Texts for readers in their language, shared by all interfaces."""

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

TEXTS: Final = Path(str(files("cluetree.text") / "languages"))
"""The folder of the texts, one file per language; the web page reads it as well."""
RULES: Final = TEXTS.parent / "cldr.json"
"""The rules of each language for plurals, lists and numbers; `docs/cldr.py` writes them."""


class Words(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Sentences about a result, or about one of its parts; empty ones are omitted."""

    text: str = ""
    short: Annotated[str, Meta(description="The same in a few words.")] = ""
    figures: Annotated[str, Meta(description="The same in numbers.")] = ""
    notes: Annotated[
        tuple[str, ...],
        Meta(description="What the result lacks, or the possible replies to a suggestion."),
    ] = ()
    parts: Annotated[
        tuple["Words", ...],
        Meta(description="About each part of the result, such as each suggestion, in its order."),
    ] = ()
