"""What a method of the protocol is, and how a function becomes one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from cluetree.interfaces.rpc.games import Game, OpenGames
from cluetree.interfaces.rpc.params import AskParams, GameParams, Params
from cluetree.interfaces.rpc.protocol import invalid_params, where
from cluetree.operations.forms.parts import Form

_P = TypeVar("_P", bound=Params)
_G = TypeVar("_G", bound=GameParams)
_R = TypeVar("_R", bound=Form)


@dataclass(frozen=True, slots=True)
class Method:
    """One method of the protocol."""

    name: str
    summary: str
    """What it does, in a sentence."""
    params: type[Params]
    result: type[Form]
    call: Callable[[OpenGames, bytes], bytes]
    """Runs it on the params of a request and returns the result, both in JSON.

    Raises `RpcError` or `ClueError` if it cannot.
    """
    on_game: bool
    """Whether the result comes with the id and version of a game, which are not part of it."""
    reads: bool
    """Whether it leaves the games as they are, so that a copy can answer as well."""
    slow: bool
    """Whether it can take seconds."""


class MethodTable(dict[str, Method]):
    """Methods by name, in the order they were written down."""

    def method(
        self, params: type[_P], result: type[_R], *, reads: bool = False
    ) -> Callable[[Callable[[OpenGames, _P], _R]], Callable[[OpenGames, _P], _R]]:
        """Enter a function under its own name; its docstring is the summary."""

        def enter(run: Callable[[OpenGames, _P], _R]) -> Callable[[OpenGames, _P], _R]:
            def answer(games: OpenGames, request: _P) -> bytes:
                return msgspec.json.encode(run(games, request))

            self._add((run.__name__, run.__doc__), params, result, answer, reads=reads)
            return run

        return enter

    def on_game(
        self, params: type[_G], result: type[_R], *, reads: bool = False, slow: bool = False
    ) -> Callable[[Callable[[Game, _G], _R]], Callable[[Game, _G], _R]]:
        """Enter a function about one game; what is slow leaves it as it is."""

        def enter(run: Callable[[Game, _G], _R]) -> Callable[[Game, _G], _R]:
            def answer(games: OpenGames, request: _G) -> bytes:
                game = games.get(request)
                asked = request.limit if isinstance(request, AskParams) else None
                game.book.limit = games.limit_of(None if asked is None else asked.limit())
                result = msgspec.json.encode(run(game, request))
                name = msgspec.json.encode(game.id)
                return b'{"game":%b,"version":%d,%b' % (name, game.version, result[1:])

            told = run.__name__, run.__doc__
            reading = reads or slow
            self._add(told, params, result, answer, on_game=True, reads=reading, slow=slow)
            return run

        return enter

    def _add(
        self,
        told: tuple[str, str | None],
        params: type[_P],
        result: type[Form],
        answer: Callable[[OpenGames, _P], bytes],
        *,
        on_game: bool = False,
        reads: bool = False,
        slow: bool = False,
    ) -> None:
        name, summary = told[0], " ".join((told[1] or "").split())
        decoder = msgspec.json.Decoder(params)

        def call(games: OpenGames, raw: bytes) -> bytes:
            try:
                request = decoder.decode(raw)
            except msgspec.ValidationError as error:
                raise invalid_params(*where(error, "$.params")) from None
            return answer(games, request)

        self[name] = Method(name, summary, params, result, call, on_game, reads, slow)
