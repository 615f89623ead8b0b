"""Many clients at once: waiting times, losses, memory.

`python -m tests.bench.load burst` lets 200 clients connect and ask at the same moment, beside 100
that stay silent and 20 that send half a line. `slow` measures what others wait while some ask what
takes seconds. `hold --seconds 300` keeps 200 sessions over TCP and 50 sheets over HTTP busy with
entries, questions, kills and reconnects. `--processes` says how many serve those over TCP.
"""
# ruff: noqa: T201 -- a program that prints

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import msgspec
from cyclopts import App

from cluetree import record
from cluetree.play import Rules, play_game
from cluetree.play.agents import RandomStateful
from tests.rpc.client import SET_UP

Json: TypeAlias = Any

PAUSE: Final = 5.0
"""Mean seconds between two entries of a client."""
EVENTS: Final = (
    "Bob: White, Wrench, Library -> Eve shows",
    "Eve: Plum, Revolver, Ballroom -> Ann passes, Bob shows",
    "Bob: Green, Candlestick, Kitchen -> Eve passes, Ann passes",
)


class Server:
    """One of our servers in a separate process."""

    def __init__(self, *arguments: str, ready: str):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cluetree", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        found = None
        while found is None:
            line = self.process.stdout.readline()
            assert line, "it has ended"
            found = re.search(ready, line)
        self.port = int(found[1])

    @property
    def memory(self) -> float:
        """Megabytes in use; memory shared by its processes counts once."""
        kilobytes = 0
        for number in self._processes():
            text = Path(f"/proc/{number}/smaps_rollup").read_text("utf-8")
            kilobytes += int(re.findall(r"\bPss:\s+(\d+)", text)[0])
        return kilobytes / 1024

    @property
    def work(self) -> float:
        """Milliseconds of processor that it has used."""
        ticks = 0
        for number in self._processes():
            stat = Path(f"/proc/{number}/stat").read_text("utf-8")
            fields = stat.rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return 1000 * ticks / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> list[int]:
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text("utf-8")
        return [own, *map(int, children.split())]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def tcp(processes: int, *more: str) -> Server:
    options = ("--max-clients", "512", "--processes", str(processes), *more)
    return Server("serve", "--tcp", "0", *options, ready=r"port (\d+)")


def web(folder: str) -> Server:
    games = str(Path(folder) / "games")
    return Server(
        "web", "--port", "0", "--no-browser", "--games", games, ready=r"http://[^:]+:(\d+)"
    )


class Entry(msgspec.Struct):
    number: int


class Result(msgspec.Struct):
    """Only the used fields, because clients share the measured processors."""

    game: str = ""
    version: int = 0
    entry: Entry = msgspec.field(default_factory=lambda: Entry(0))


class Answer(msgspec.Struct):
    id: int
    result: Result = msgspec.field(default_factory=Result)
    error: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)


def result_of(line: bytes, number: int) -> Result:
    answer = msgspec.json.decode(line, type=Answer)
    assert answer.id == number, line
    if bytes(answer.error):
        raise ValueError(bytes(answer.error).decode())
    return answer.result


class Client:
    """A client over TCP."""

    def __init__(self, port: int):
        self._port = port
        self._ids = count(1)

    async def connect(self) -> Self:
        self._lines, self.said = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=1 << 24
        )
        return self

    async def ask(self, method: str, **params: Json) -> Result:
        number = next(self._ids)
        fields = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        return result_of(await self.send(fields), number)

    async def send(self, request: Json) -> bytes:
        self.said.write(json.dumps(request).encode() + b"\n")
        return await self._lines.readline()

    def cut(self, line: bytes = b"") -> None:
        """Be gone, in the middle of a line."""
        if hasattr(self, "said"):
            self.said.write(line)
            self.said.transport.abort()


class Sheet(Client):
    """A sheet over HTTP, on one connection."""

    _used = 0.0

    async def ask(self, method: str, **params: Json) -> Result:
        if time.monotonic() - self._used > 3:
            self.cut()
            await self.connect()
        self._used = time.monotonic()
        fields = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        body = json.dumps(fields).encode()
        head = (
            f"POST /rpc HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.said.write(head.encode() + body)
        answered = (await self._lines.readuntil(b"\r\n\r\n")).decode()
        assert " 200 " in answered.partition("\r\n")[0], answered
        length = int(re.findall(r"(?i)content-length: (\d+)", answered)[0])
        return result_of(await self._lines.readexactly(length), 1)


class Times:
    """How long answers took, in milliseconds."""

    def __init__(self) -> None:
        self.took: list[float] = []

    async def of(self, client: Client, method: str, **params: Json) -> Result:
        started = time.perf_counter()
        result = await client.ask(method, **params)
        self.took.append(1000 * (time.perf_counter() - started))
        return result

    def __str__(self) -> str:
        if len(self.took) < 2:
            return f"{len(self.took)} answers"
        cuts = statistics.quantiles(self.took, n=100)
        return (
            f"{len(self.took)} answers, p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, "
            f"longest {max(self.took):.1f} ms"
        )


async def burst(*, clients: int = 200, processes: int = 1) -> None:
    with tcp(processes) as server:
        silent = [await Client(server.port).connect() for _ in range(100)]
        for _ in range(20):
            (await Client(server.port).connect()).said.write(b'{"jsonrpc": "2.0", "id')
        first, told, asked = Times(), Times(), Times()

        async def come(number: int) -> tuple[Client, str]:
            started = time.perf_counter()
            client = await Client(server.port).connect()
            await client.ask("initialize", client=f"{number}")
            first.took.append(1000 * (time.perf_counter() - started))
            return client, (await client.ask("new", record=SET_UP)).game

        work = [server.work]
        came = await asyncio.gather(*map(come, range(clients)))
        work.append(server.work)
        await asyncio.gather(*(told.of(c, "tell", game=g, event=EVENTS[0]) for c, g in came))
        work.append(server.work)
        await asyncio.gather(*(asked.of(c, "beliefs", game=g) for c, g in came))
        work.append(server.work)
        print(f"{clients} clients at once, beside {len(silent)} silent ones and 20 half lines")
        print(f"connect and initialize: {first}\ntell: {told}\nbeliefs: {asked}")
        spent = (f"{after - before:.0f}" for before, after in pairwise(work))
        print(f"the server's own work: {', '.join(spent)} ms; memory {server.memory:.0f} MB")


def heavy() -> Json:
    """A game of six with slow advice on rivals."""
    rules = Rules(players=("Ann", "Bob", "Cid", "Dee", "Eve", "Fay"), most_turns=12)
    played = play_game([RandomStateful() for _ in range(6)], rules, 5)
    return json.loads(record.dumps_json(played.record("Ann")))


async def slow(*, askers: int = 1, processes: int = 1) -> None:
    with tcp(processes) as server:
        clients = [await Client(server.port).connect() for _ in range(20)]
        games = [(await c.ask("new", record=SET_UP)).game for c in clients]
        busy = [await Client(server.port).connect() for _ in range(askers)]
        dear = [(await c.ask("new", record=heavy())).game for c in busy]

        async def all_ask(times: Times, seconds: float) -> None:
            end = time.monotonic() + seconds

            async def go(client: Client, game: str) -> None:
                while time.monotonic() < end:
                    await times.of(client, "tell", game=game, event=EVENTS[0])
                    await times.of(client, "beliefs", game=game)
                    await client.ask("undo", game=game)
                    await asyncio.sleep(0.1 * random.random())

            await asyncio.gather(*map(go, clients, games))

        alone, beside, long = Times(), Times(), Times()
        await all_ask(alone, 5)

        async def weigh(client: Client, game: str) -> None:
            while True:
                await long.of(client, "rivals", game=game, samples=2000)

        weighing = [asyncio.create_task(weigh(*pair)) for pair in zip(busy, dear, strict=True)]
        await asyncio.sleep(0.2)
        await all_ask(beside, 10)
        for task in weighing:
            task.cancel()
        print(f"20 clients alone: {alone}\nbeside {askers} slow ones: {beside}\nthese: {long}")


class Holding:
    """Clients that connect, enter, ask, lose their connection and reconnect."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.entered, self.asked = Times(), Times()
        self.lost = self.cuts = self.limited = 0

    async def play(self, kind: type[Client], port: int, seed: int) -> None:
        rng = random.Random(seed)
        name = f"{kind.__name__} {seed}"
        client = await kind(port).connect()
        kept = kind is Sheet
        await client.ask("new", record=SET_UP, game=name)
        version = 0
        while time.monotonic() < self.end:
            await asyncio.sleep(rng.expovariate(1 / PAUSE))
            if rng.random() < 0.02:
                client.cut(b'{"half')
                self.cuts += 1
                client = await kind(port).connect()
                if not kept:
                    await client.ask("new", record=SET_UP, game=name)
                    version = 0
            if version and not version % 6:
                for _ in range(6):
                    await client.ask("undo", game=name)
                version += 6
            told = await self.entered.of(client, "tell", game=name, event=EVENTS[version % 3])
            version += 1
            self.lost += told.version != version
            ask = rng.choice(("beliefs", "answer", "advise", "events"))
            params = {"top": 3} if ask == "advise" else {}
            try:
                await self.asked.of(client, ask, game=name, **params)
            except ValueError as error:
                self.limited += "limit_reached" in str(error)


async def hold(
    *, clients: int = 200, sheets: int = 50, seconds: float = 300, processes: int = 1
) -> None:
    with tempfile.TemporaryDirectory() as folder, tcp(processes) as lines, web(folder) as pages:
        before = lines.memory, pages.memory
        held = [Holding(time.monotonic() + seconds) for _ in range(2)]
        tasks = [held[0].play(Client, lines.port, n) for n in range(clients)]
        tasks += [held[1].play(Sheet, pages.port, n) for n in range(sheets)]
        settled = asyncio.create_task(_later(seconds / 5, lines, pages))
        await asyncio.gather(*tasks)
        after = lines.memory, pages.memory
        middle = await settled
        for name, what, *memory in zip(("TCP", "HTTP"), held, before, middle, after, strict=True):
            print(f"{name}: entries {what.entered}; questions {what.asked}")
            print(
                f"  {what.cuts} cut off, {what.lost} entries lost, {what.limited} limits met; "
                "memory, MB: " + ", ".join(f"{one:.0f}" for one in memory)
            )


async def _later(seconds: float, *servers: Server) -> list[float]:
    await asyncio.sleep(seconds)
    return [server.memory for server in servers]


if __name__ == "__main__":
    app = App(help=__doc__)
    for load in (burst, slow, hold):
        app.command(load)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before")
    with suppress(KeyboardInterrupt):
        app()
