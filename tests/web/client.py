"""Requests of the protocol."""

import json


def line(method: str, **params: object) -> str:
    """Write a request of the protocol."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
