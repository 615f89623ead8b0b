"""A client of a new session."""

import pytest

from tests.rpc.client import Client


@pytest.fixture
def client() -> Client:
    return Client()
