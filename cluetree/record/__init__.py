"""Game records: everything that one observer knows about one game, as JSON or as text.

Conversion between the two formats loses nothing. A `RecordError` gives the position of invalid
input and how to fix it.
"""

from cluetree.record._clue import (
    dumps_clue,
    dumps_clue_event,
    loads_clue,
    loads_clue_event,
    loads_clue_events,
)
from cluetree.record._files import load, loads, save
from cluetree.record._json import dumps_json, dumps_json_event, loads_json, loads_json_event
from cluetree.record._record import Json, Record
from cluetree.record._structs import json_schema

__all__ = (
    "Json",
    "Record",
    "dumps_clue",
    "dumps_clue_event",
    "dumps_json",
    "dumps_json_event",
    "json_schema",
    "load",
    "loads",
    "loads_clue",
    "loads_clue_event",
    "loads_clue_events",
    "loads_json",
    "loads_json_event",
    "save",
)
