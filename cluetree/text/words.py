"""Words beside a result, for people who read it."""

from typing import Annotated

import msgspec
from msgspec import Meta


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
