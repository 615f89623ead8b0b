"""The session of a client: `Session.handle` takes a line and returns the answer."""

import logging
from typing import Final

import msgspec

from cluetree._names import similar
from cluetree.errors import ClueError, LimitReached, either
from cluetree.interfaces.rpc.protocol import (
    NO_ID,
    Request,
    failure,
    id_of,
    request_of,
    requests_of,
    success,
)
from cluetree.limit import PATIENCE, Limit, Meter
from cluetree.operations import OPERATIONS
from cluetree.operations.games import OpenGames, params_of
from cluetree.operations.registry import RequestError, encode, invalid_params

LONGEST_WORK: Final = 60.0
"""The default time limit of a line, a request or a whole batch, in seconds."""

MOST_ANSWERED: Final = 1 << 23
"""Characters of the answers to a batch after which the other requests are rejected."""

_log: Final = logging.getLogger("cluetree.rpc")


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
        self._limit = limit

    def handle(self, line: str | bytes, meter: Meter | None = None) -> str | None:
        """Answer one line: a request or a batch, as UTF-8 or text; by default within `seconds`.

        Returns:
            The answer, without line ends. `None` for a blank line, a notification, and a batch of
            notifications.
        """
        try:
            requests = requests_of(line)
        except RequestError as error:
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
        try:
            request = request_of(part)
        except RequestError as error:
            return failure(NO_ID if error.kind == "parse_error" else id_of(part), error)
        try:
            answer = success(request.id, self._result(request, meter, size))
        except ClueError as error:
            answer = failure(request.id, error)
        except Exception as error:  # noqa: BLE001 -- the session must continue
            _log.error("%s failed", request.method, exc_info=error)
            what = "an internal error of the server; see its log"
            answer = failure(request.id, RequestError("internal_error", what))
        return answer if request.id else None

    def _result(self, request: Request, meter: Meter, size: int) -> bytes:
        if size > MOST_ANSWERED:
            reason = f"the answers to the batch exceed {MOST_ANSWERED} characters"
            raise LimitReached(reason)
        operation = OPERATIONS.get(request.method)
        if operation is None:
            near = similar(request.method, OPERATIONS)
            hint = f": did you mean {either(near)}?" if near else ""
            reason = f"no method {request.method!r}{hint}"
            raise RequestError("method_not_found", reason, word=request.method, candidates=near)
        try:
            asked = _DECODERS[request.method].decode(request.params)
        except msgspec.ValidationError as error:
            raise invalid_params(error, PARAMS_OF[request.method]) from None
        meter.check()
        return encode(self.games.call(operation, asked, self._limit))


PARAMS_OF: Final = {name: params_of(operation) for name, operation in OPERATIONS.items()}
"""The params of every method."""
_DECODERS: Final = {name: msgspec.json.Decoder(params) for name, params in PARAMS_OF.items()}
