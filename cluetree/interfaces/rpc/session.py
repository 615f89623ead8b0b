"""The session of a client: `Session.handle` takes a line and returns the answer."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta

import cluetree
from cluetree.errors import ClueError, LimitReached, either
from cluetree.interfaces.rpc.protocol import (
    NO_ID,
    Code,
    ErrorData,
    Request,
    RpcError,
    failure,
    fault,
    id_of,
    request_of,
    requests_of,
    success,
)
from cluetree.limit import PATIENCE, Limit, Meter
from cluetree.line_protocol import LONGEST_LINE, PROTOCOL
from cluetree.names import similar
from cluetree.operations import OPERATIONS, Operation
from cluetree.operations.games import MOST_GAMES, OpenGames, params_of
from cluetree.operations.registry import encode, invalid_params
from cluetree.text.printable import printable

LONGEST_WORK: Final = 60.0
"""The default time limit of a line, a request or a whole batch, in seconds."""

MOST_ANSWERED: Final = 1 << 23
"""Characters of the answers to a batch after which the other requests are rejected."""

_log: Final = logging.getLogger("cluetree.rpc")


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """The program that answers."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities of the server."""

    methods: Sequence[str]
    batches: bool
    max_line: Annotated[int, Meta(description="Maximum bytes of a line, without its end.")]
    max_games: Annotated[int, Meta(description="Maximum number of open games.")]
    max_seconds: Annotated[
        float | None, Meta(description="Maximum seconds of a line; null: only its own limits.")
    ]


@dataclass(frozen=True, slots=True)
class Initialized:
    """The protocol of the session, and the server."""

    protocol: int
    server: ServerInfo
    capabilities: Capabilities


@dataclass(frozen=True, slots=True)
class Done:
    """The request was carried out; there is nothing to report."""


class Session:
    """The open games of one client.

    >>> session = Session()
    >>> session.handle('{"jsonrpc": "2.0", "id": 1, "method": "games"}')
    '{"jsonrpc":"2.0","id":1,"result":{"games":[]}}'

    `handle` raises no exception: internal errors are logged and answered with error -32603. A
    session is not thread-safe.

    Args:
        limit: The limit of an answer if the request has none.
        seconds: The maximum time of a line, a request or a whole batch, even if its requests have
            higher limits. Requests of a batch without time left get error 15 and are not done, as
            are those after 8 MB of answers.
    """

    def __init__(self, *, limit: Limit | None = PATIENCE, seconds: float | None = LONGEST_WORK):
        self.games: Final = OpenGames()
        """The open games."""
        self.seconds: Final = seconds
        self.ended: bool = False
        """Whether the client called `shutdown`."""
        self._limit = limit

    def handle(self, line: str | bytes, meter: Meter | None = None) -> str | None:
        """Answer one line: a request or a batch, as UTF-8 or text; by default within `seconds`.

        Returns:
            The answer, without line ends. `None` for a blank line, a notification, a batch of
            notifications, and after `shutdown`.
        """
        try:
            requests = requests_of(line)
        except RpcError as error:
            return failure(NO_ID, error)
        meter = meter or Meter(self.seconds)
        with meter.applied():
            if isinstance(requests, bytes):
                return self._answer(requests, meter) if requests else None
            answers: list[str] = []
            size = 0
            for part in requests:
                if (answer := self._answer(part, meter, size)) is not None:
                    answers.append(answer)
                    size += len(answer)
            return f"[{','.join(answers)}]" if answers else None

    def _answer(self, part: bytes, meter: Meter, size: int = 0) -> str | None:
        if self.ended:
            return None
        try:
            request = request_of(part)
        except RpcError as error:
            return failure(NO_ID if error.code is Code.PARSE_ERROR else id_of(part), error)
        try:
            result = self._run(request, meter, size)
            return success(request.id, result) if request.id else None
        except RpcError as error:
            trouble = error
        except Exception as error:  # noqa: BLE001 -- the session must continue
            _log.error("%s failed", request.method, exc_info=error)
            what = "an internal error of the server; see its log"
            trouble = RpcError(Code.INTERNAL_ERROR, what, data=ErrorData(kind=type(error).__name__))
        return failure(request.id, trouble) if request.id else None

    def _run(self, request: Request, meter: Meter, size: int) -> bytes:
        if size > MOST_ANSWERED:
            reason = f"the answers to the batch exceed {MOST_ANSWERED} characters"
            raise fault(LimitReached(reason))
        method = METHODS.get(request.method)
        if method is None:
            near = similar(request.method, METHODS)
            data = ErrorData(kind="method_not_found", word=request.method, candidates=near)
            hint = f": did you mean {either(near)}?" if near else ""
            raise RpcError(Code.METHOD_NOT_FOUND, f"no method {request.method!r}{hint}", data=data)
        try:
            asked = _DECODERS[request.method].decode(request.params)
            meter.check()
            if request.method in _OWN:
                return encode(method.document(method.call(self, asked)))
            return encode(self.games.run(method, asked, self._limit))
        except msgspec.ValidationError as error:
            raise fault(invalid_params(error, PARAMS_OF[request.method])) from None
        except ClueError as error:
            raise fault(error) from error


def initialize(
    session: Session,
    *,
    protocol: Annotated[int, Meta(description="The protocol of the client.")] = PROTOCOL,
    client: Annotated[str, Meta(description="The client's name, for the log.")] = "",
) -> Initialized:
    """Agree on the protocol, and return the capabilities of the server."""
    if protocol != PROTOCOL:
        reason = f"this server speaks protocol {PROTOCOL}, not {protocol}"
        data = ErrorData(kind="protocol", supported=(PROTOCOL,))
        raise RpcError(Code.PROTOCOL, reason, data=data)
    _log.info("client: %s", printable(client) or "unnamed")
    return Initialized(
        protocol=PROTOCOL,
        server=ServerInfo("cluetree", cluetree.__version__),
        capabilities=Capabilities(
            methods=tuple(METHODS),
            batches=True,
            max_line=LONGEST_LINE,
            max_games=MOST_GAMES,
            max_seconds=session.seconds,
        ),
    )


def shutdown(session: Session) -> Done:
    """End the session; later requests get no answer."""
    session.ended = True
    return Done()


_OWN: Final = {run.__name__: Operation.of(run) for run in (initialize, shutdown)}
METHODS: Final[Mapping[str, Operation]] = {**_OWN, **OPERATIONS}
"""All methods, by name: the operations, and two of the protocol itself."""
PARAMS_OF: Final = {
    **{name: method.struct() for name, method in _OWN.items()},
    **{name: params_of(method) for name, method in OPERATIONS.items()},
}
"""The params of every method."""
_DECODERS: Final = {name: msgspec.json.Decoder(params) for name, params in PARAMS_OF.items()}
