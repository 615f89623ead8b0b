"""pytest tests/bench/test_rpc.py --benchmark-only -n 0: the line protocol in mid-game.

A round trip is `tell` and then `beliefs`, in a game whose earlier events were entered and
queried already; later events are not cached. Over pipes, two processes pass lines.
"""

import json
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cluetree.exact._count import MEMORY
from cluetree.interfaces.rpc import Session
from tests.exact.data import State, states
from tests.rpc.client import Client
from tests.rpc.test_server import program

ROUNDS: Final = 40


def mid_game(family: str) -> State:
    """The first position of the third turn or a little later."""
    return next(state for state in states(family) if state.line.turn >= 3)


def opened(client: Client, state: State) -> tuple[str, object]:
    """Open a game without its last event, query it, and return its id and that event."""
    *told, last = json.loads(bytes(state.line.record))["events"]
    whole = client.ask("new", record=json.loads(bytes(state.line.record)))["game"]
    game: str = client.ask("suppose", game=whole, after=len(told))["game"]
    client.ask("close", game=whole)
    client.ask("beliefs", game=game)
    return game, last


def measure(client: Client, family: str, benchmark: BenchmarkFixture) -> None:
    state = mid_game(family)

    def set_up() -> tuple[tuple[str, object], dict[str, object]]:
        for game in client.ask("games")["games"]:
            client.ask("close", game=game["game"])
        ready = opened(client, state)
        MEMORY.clear()
        return ready, {}

    def work(game: str, event: object) -> None:
        client.ask("tell", game=game, event=event)
        client.ask("beliefs", game=game)

    benchmark.extra_info["events"] = len(state.record.events)
    # pytest-benchmark leaves this one untyped
    benchmark.pedantic(work, setup=set_up, rounds=ROUNDS)  # type: ignore[no-untyped-call]


each_family = pytest.mark.parametrize("family", ["c3", "c6", "m10"])


@each_family
def test_round_trip_in_process(family: str, benchmark: BenchmarkFixture) -> None:
    benchmark.group = f"tell and beliefs, {family}"
    measure(Client(Session().handle), family, benchmark)


@pytest.fixture
def piped() -> Iterator[Callable[[str], str]]:
    """A server in another process."""
    with program() as process:
        lines, answers = process.stdin, process.stdout
        assert lines is not None
        assert answers is not None

        def handle(line: str) -> str:
            lines.write(f"{line}\n".encode())
            lines.flush()
            return answers.readline().decode().rstrip("\n")

        yield handle


@each_family
def test_round_trip_over_pipes(
    family: str, piped: Callable[[str], str], benchmark: BenchmarkFixture
) -> None:
    """The server has cached all counts, so this measures the protocol alone."""
    benchmark.group = f"tell and beliefs, {family}"
    measure(Client(piped), family, benchmark)


def test_smallest_request(benchmark: BenchmarkFixture) -> None:
    session = Session()
    benchmark.group = "smallest request"
    benchmark(session.handle, '{"jsonrpc":"2.0","id":1,"method":"games"}')
