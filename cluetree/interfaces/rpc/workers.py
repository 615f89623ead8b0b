"""Lines over TCP answered by several processes, where one processor is not enough.

One process listens, counts and turns away. The others answer, each the connections that it is
handed. A connection stays where it is, and so do its games.
"""

import logging
import multiprocessing
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from cluetree.interfaces.forking import signals_wait
from cluetree.interfaces.rpc.session import Session
from cluetree.interfaces.rpc.tcp import Bounds, Connected, LineServer, ServeError

_log: Final = logging.getLogger("cluetree.rpc")
_HANDED: Final = b"+"
_GONE: Final = b"-"
_CHUNK: Final = 1 << 12
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


class _Worker:
    """A process that answers the connections it is handed, until its channel is closed."""

    def __init__(self, server: LineServer):
        self._clients = 0
        self._channel, its = socket.socketpair()
        self._process = multiprocessing.get_context("fork").Process(
            target=_answer, args=(server, self._channel, its), daemon=True
        )
        self._process.start()
        its.close()

    def clients(self) -> int:
        """Hear who has left; return how many of those that it was handed are still there."""
        with suppress(OSError):  # nothing is said, or it is lost
            self._clients -= len(self._channel.recv(_CHUNK, socket.MSG_DONTWAIT))
        return self._clients

    @property
    def lost(self) -> bool:
        """Whether it has ended, and nobody ended it here."""
        return not self._process.is_alive()

    def hand(self, connection: socket.socket) -> None:
        """Give it a connection to answer.

        Raises:
            OSError: If it is lost.
        """
        socket.send_fds(self._channel, [_HANDED], [connection.fileno()])
        self._clients += 1

    def end(self) -> None:
        """End it, and with it every connection that it has."""
        self._channel.close()
        self._process.terminate()
        self._process.join()
        self._clients = 0


def _answer(server: LineServer, foreign: socket.socket, channel: socket.socket) -> None:
    """Be a worker of a server, of which this process has a copy."""
    # Ctrl-C reaches every process at a terminal, but the one that listens ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    server.socket.close()
    foreign.close()  # or the channel's end would not be heard, should the listener be killed

    def leave() -> None:
        with suppress(OSError):  # nobody counts any more
            channel.sendall(_GONE)

    server.on_leave = leave
    with suppress(ConnectionError):
        while (handed := socket.recv_fds(channel, len(_HANDED), 1))[0]:
            for number in handed[1]:
                connection = socket.socket(fileno=number)
                try:
                    LineServer.process_request(server, connection, None)
                except RuntimeError:  # there are as many threads as may be
                    server.handle_error(connection, None)
                    server.shutdown_request(connection)
            if not handed[1]:  # as many files are open as may be, and the system closed it
                leave()


class ForkingLineServer(LineServer):
    """Serves each connection in that of its processes which has the fewest.

    A process that is lost takes the sessions of its clients along, and another is started.

    Args:
        where: Where to listen: a port, or HOST:PORT; 0 is any free port.
        session: Makes the session of a client that has to bring a token, or none.
        bounds: Who may connect, and for how long; all processes together.
        processes: How many answer.

    Raises:
        ServeError: If nobody can listen there, or processes cannot be had so.
    """

    def __init__(
        self,
        where: str,
        session: Callable[[str | None], Session],
        bounds: Bounds | None,
        processes: int,
    ):
        if "fork" not in multiprocessing.get_all_start_methods():
            raise ServeError("this system cannot fork: one process has to serve all clients")
        self._workers: list[_Worker] = []
        super().__init__(where, session, bounds)
        try:
            with signals_wait(*_STOPPING):
                self._workers.extend(_Worker(self) for _ in range(processes))
        except BaseException as error:
            self.server_close()
            if isinstance(error, OSError):
                raise ServeError(f"no {processes} processes can be had: {error}") from error
            raise

    @property
    def connected(self) -> int:
        """How many clients there are."""
        return sum(worker.clients() for worker in self._workers)

    def process_request(self, request: Connected, client_address: object) -> None:  # noqa: ARG002
        """Hand a connection to the process that has the fewest."""
        if isinstance(request, socket.socket):
            self._hand(request)
        self.close_request(request)

    def _hand(self, connection: socket.socket) -> None:
        for worker in sorted(self._workers, key=_Worker.clients):
            with suppress(OSError):
                worker.hand(connection)
                return

    def service_actions(self) -> None:
        """Start others for processes that were lost; done twice a second, if nobody connects."""
        for at, worker in enumerate(self._workers):
            worker.clients()  # who leaves waits until it is heard
            if worker.lost:
                _log.error("a process was lost, and the games of its clients")
                worker.end()
                try:
                    with signals_wait(*_STOPPING):
                        self._workers[at] = _Worker(self)
                except OSError as error:
                    _log.error("no other can be had as yet: %s", error)

    def server_close(self) -> None:
        """Stop listening, and end every connection."""
        super().server_close()
        for worker in self._workers:
            worker.end()
