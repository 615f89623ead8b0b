"""Kill both servers at random moments, and count the entries that were acknowledged and are gone.

`python -m tests.bench.kills --kills 100`. The sheet's server saves every entry; a client of
the line protocol has to `save` it, and an entry counts from that answer on.
"""
# ruff: noqa: T201 -- a program that prints

import asyncio
import random
import tempfile
import threading
from contextlib import closing, suppress
from pathlib import Path

from cyclopts import run

from cluetree import record
from cluetree.interfaces.web.store import Store
from tests.bench.load import EVENTS, Client, Server, Sheet, web
from tests.rpc.client import SET_UP

GONE = (OSError, ValueError, EOFError, AssertionError)
"""Errors that a client can get when its server is killed."""


async def _enter(client: Client, acknowledged: list[int], *, save: bool, begun: bool) -> None:
    try:
        await client.connect()
        if save and begun:
            await client.ask("load", path="game.json", game="g")
        elif not begun:
            await client.ask("new", record=SET_UP, game="g")
        while True:
            told = await client.ask("tell", game="g", event=EVENTS[acknowledged[0] % 3])
            if save:
                await client.ask("save", game="g", path="game.json")
            acknowledged[0] = told.entry.number
    finally:
        client.cut()


def _kept(folder: Path, *, save: bool) -> int:
    if save:
        path = folder / "game.json"
        return len(record.load(path).events) if path.exists() else 0
    with closing(Store(folder / "games")) as store:
        return sum(len(saved.history.changes) for saved in store.games.values())


def kill(times: int, seed: int, *, save: bool) -> tuple[int, int]:
    """Kill one of the servers several times.

    Returns:
        How many entries were acknowledged, and how many of them were lost.
    """
    rng = random.Random(seed)
    lost, kept = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(times):
            begun = _has_game(folder, save=save)
            server = (
                Server("serve", "--tcp", "0", "--directory", name, ready=r"port (\d+)")
                if save
                else web(name)
            )
            acknowledged = [kept]
            client = (Client if save else Sheet)(server.port)
            with server:
                threading.Timer(0.005 + rng.random(), server.process.kill).start()
                with suppress(*GONE):
                    asyncio.run(_enter(client, acknowledged, save=save, begun=begun))
            kept = _kept(folder, save=save)
            lost += max(0, acknowledged[0] - kept)
    return kept + lost, lost


def _has_game(folder: Path, *, save: bool) -> bool:
    if save:
        return (folder / "game.json").exists()
    with closing(Store(folder / "games")) as store:
        return bool(store.games)


def main(*, kills: int = 100, seed: int = 1) -> None:
    """Kill both servers and print the results."""
    for name, save in (("HTTP", False), ("TCP", True)):
        acknowledged, lost = kill(kills, seed, save=save)
        print(f"{name}: {kills} kills, {acknowledged} entries acknowledged, {lost} lost")


if __name__ == "__main__":
    run(main)
