"""The one door: a line goes in, a line comes out.

Whatever carries lines (pipes, sockets, a page in a browser) hands them to `Session.handle`.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Final

import cluetree
from cluetree.errors import ClueError
from cluetree.interfaces.rpc.faults import fault
from cluetree.interfaces.rpc.games import LONGEST_WORK, MOST_GAMES, Game, OpenGames
from cluetree.interfaces.rpc.method import Method, MethodTable
from cluetree.interfaces.rpc.methods import advice, log, queries, records
from cluetree.interfaces.rpc.params import InitializeParams, Params
from cluetree.interfaces.rpc.protocol import (
    NO_ID,
    Code,
    ErrorData,
    Request,
    RpcError,
    failure,
    id_of,
    request_of,
    requests_of,
    success,
)
from cluetree.interfaces.rpc.results import Capabilities, Done, Initialized, Server
from cluetree.limit import PATIENCE, Limit
from cluetree.line_protocol import LONGEST_LINE, PROTOCOL

_log: Final = logging.getLogger("cluetree.rpc")
_own: Final = MethodTable()


@_own.method(InitializeParams, Initialized)
def initialize(games: OpenGames, params: InitializeParams) -> Initialized:
    """Agree on the protocol; tell who answers and what can be done."""
    games.admit(params.token)
    if params.protocol != PROTOCOL:
        what = f"this server speaks protocol {PROTOCOL}, not {params.protocol}"
        raise RpcError(Code.PROTOCOL, what, ErrorData(kind="protocol", supported=(PROTOCOL,)))
    _log.info("client: %s", params.client or "no name given")
    return Initialized(
        protocol=PROTOCOL,
        server=Server(name="cluetree", version=cluetree.__version__),
        capabilities=Capabilities(
            methods=tuple(METHODS),
            batches=True,
            files=games.directory is not None,
            max_line=LONGEST_LINE,
            max_games=MOST_GAMES,
            max_seconds=games.seconds,
        ),
    )


@_own.method(Params, Done)
def shutdown(games: OpenGames, _params: Params) -> Done:
    """End the session; nothing after this is answered."""
    games.ended = True
    return Done()


METHODS: Final[Mapping[str, Method]] = {
    **_own,
    **records.METHODS,
    **log.METHODS,
    **queries.METHODS,
    **advice.METHODS,
}
"""All methods, by name."""


class Session:
    """One client's open games, and the door to them.

    >>> session = Session()
    >>> session.handle('{"jsonrpc": "2.0", "id": 1, "method": "games"}')
    '{"jsonrpc":"2.0","id":1,"result":{"games":[]}}'

    Whatever comes in, an answer comes out or nothing, never an exception; what went wrong in
    the server itself is logged and answered with error -32603. Several threads may use one
    session: lines are handled one after the other.

    Args:
        directory: Where `load` and `save` may read and write files; `None`: nowhere.
        on_change: Called when a game was opened or changed, before the client hears of it. What
            it raises is answered as an internal error; a game is not opened then, but a change
            stands.
        limit: How much work an answer may take, if a request does not say.
        seconds: How long a line may take, a request or a whole batch, whatever its requests say.
            What a batch has no time left for is answered with error 15, and not done.
        token: What `initialize` has to bring before anything else is done; `None`: nothing.
    """

    def __init__(
        self,
        directory: Path | None = None,
        *,
        on_change: Callable[[Game], None] | None = None,
        limit: Limit | None = PATIENCE,
        seconds: float | None = LONGEST_WORK,
        token: str | None = None,
    ):
        self.games: Final = OpenGames(directory, on_change, limit, seconds, token)
        """The open games."""
        self._lock = Lock()

    @property
    def ended(self) -> bool:
        """Whether the client said `shutdown`."""
        return self.games.ended

    def handle(self, line: str | bytes) -> str | None:
        """Answer one line: a request or a batch, as UTF-8 or text.

        Returns:
            The answer without a line end in it; `None` where there is none to give: for a blank
            line, a notification, a batch of notifications, and after `shutdown`.
        """
        with self._lock:
            if self.ended:
                return None
            self.games.begin_line()
            try:
                found = requests_of(line)
            except RpcError as error:
                return failure(NO_ID, error)
            if isinstance(found, bytes):
                return self._answer(found) if found else None
            return self._batch(found)

    def _batch(self, parts: Sequence[bytes]) -> str | None:
        answers: list[str] = []
        for part in parts:
            answer = None if self.ended else self._answer(part)
            if answer is not None:
                answers.append(answer)
        return f"[{','.join(answers)}]" if answers else None

    def _answer(self, part: bytes) -> str | None:
        try:
            request = request_of(part)
        except RpcError as error:
            return failure(id_of(part), error)
        try:
            result = self._run(request)
            return success(request.id, result) if request.id else None
        except RpcError as error:
            trouble = error
        except ClueError as error:
            trouble = fault(error)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the session must go on
            trouble = _own_fault(request.method, error)
        return failure(request.id, trouble) if request.id else None

    def _run(self, request: Request) -> bytes:
        method = METHODS.get(request.method)
        if method is None:
            what = f"no method {request.method!r}"
            data = ErrorData(kind="method_not_found", word=request.method)
            raise RpcError(Code.METHOD_NOT_FOUND, what, data)
        self.games.verify_time()
        if request.method != "initialize":
            self.games.verify_admitted()
        return method.call(self.games, request.params)


def _own_fault(method: str, error: Exception) -> RpcError:
    _log.error("%s failed", method, exc_info=error)
    data = ErrorData(kind=type(error).__name__)
    return RpcError(Code.INTERNAL_ERROR, "a fault of the server's own; its log says more", data)
