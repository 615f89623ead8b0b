"""What the commands share: exit statuses, and the record that each begins with."""

import codecs
import sys
from typing import Annotated

from cyclopts import Parameter

from cluetree import record as records
from cluetree.errors import RecordError
from cluetree.notebook import Notebook

OK, IMPOSSIBLE, UNREADABLE = 0, 1, 2

RecordPath = Annotated[
    str,
    Parameter(
        name="RECORD",
        allow_leading_hyphen=True,
        help="A game record, .clue or .json; - reads standard input.",
    ),
]


def read(path: str) -> Notebook:
    """Open the record at a path, or the one that standard input brings.

    Raises:
        RecordError: If it cannot be read.
    """
    if path != "-":
        return Notebook.load(path)
    if sys.stdin is None:
        raise RecordError("there is no standard input to read from", source="<stdin>")
    content = sys.stdin.buffer.read()
    is_json = content.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    read = records.loads_json if is_json else records.loads_clue
    return Notebook.from_record(read(content, source="<stdin>"))
