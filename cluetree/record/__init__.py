"""Game records: everything one observer knows about one game, as JSON or as text.

Both spellings mean the same; reading one and writing the other and back loses nothing. What
cannot be read is a `RecordError` that says where and what would be right.
"""

from cluetree.record._clue import loads_clue, loads_event
from cluetree.record._clue_write import dumps_clue, dumps_clue_events
from cluetree.record._files import load, save
from cluetree.record._json import dumps_json, dumps_json_events, json_schema, loads_json
from cluetree.record._record import Json, Record

__all__ = (
    "Json",
    "Record",
    "dumps_clue",
    "dumps_clue_events",
    "dumps_json",
    "dumps_json_events",
    "json_schema",
    "load",
    "loads_clue",
    "loads_event",
    "loads_json",
    "save",
)
