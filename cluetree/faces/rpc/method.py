"""What a method of the protocol is, and how a function becomes one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from cluetree.faces.rpc.games import Games
from cluetree.faces.rpc.params import Params
from cluetree.faces.rpc.protocol import invalid_params, where
from cluetree.faces.rpc.results import Result

_P = TypeVar("_P", bound=Params)
_R = TypeVar("_R", bound=Result)


@dataclass(frozen=True, slots=True)
class Method:
    """One method of the protocol."""

    name: str
    summary: str
    """What it does, in a sentence."""
    params: type[Params]
    result: type[Result]
    call: Callable[[Games, bytes], Result]
    """Runs it on the params of a request; raises `RpcError` or `ClueError` if it cannot."""


class MethodTable:
    """Methods by name, in the order they were written down."""

    def __init__(self) -> None:
        self._methods: dict[str, Method] = {}

    @property
    def methods(self) -> Mapping[str, Method]:
        """All of them."""
        return self._methods

    def method(
        self, params: type[_P], result: type[_R]
    ) -> Callable[[Callable[[Games, _P], _R]], Callable[[Games, _P], _R]]:
        """Enter a function under its own name; its docstring is the summary."""
        decoder = msgspec.json.Decoder(params)

        def enter(run: Callable[[Games, _P], _R]) -> Callable[[Games, _P], _R]:
            def call(games: Games, raw: bytes) -> Result:
                try:
                    said = decoder.decode(raw)
                except msgspec.ValidationError as error:
                    raise invalid_params(*where(error, "$.params")) from None
                return run(games, said)

            name, summary = run.__name__, " ".join((run.__doc__ or "").split())
            self._methods[name] = Method(name, summary, params, result, call)
            return run

        return enter
