"""The JSON Schema of records, for the protocol and for tools of assistants."""

from typing import TypeAlias

import msgspec

from cluetree import record as records

Schema: TypeAlias = dict[str, object]


def record_definitions() -> dict[str, Schema]:
    """Return the definitions of a record, an event, and a record without a format."""
    defs = msgspec.convert(records.json_schema()["$defs"], dict[str, Schema])
    record = defs["GameRecord"]
    properties = msgspec.convert(record["properties"], dict[str, Schema])
    needed = msgspec.convert(record["required"], list[str])
    return {
        **defs,
        "Event": msgspec.convert(properties["events"]["items"], Schema),
        "AnyRecord": {
            **record,
            "title": "AnyRecord",
            "required": [name for name in needed if name != "format"],
        },
    }
