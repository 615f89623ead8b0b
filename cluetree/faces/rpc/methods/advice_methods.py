"""The methods that advise: what to suggest, what to show, what rivals know, when to accuse."""

from math import isfinite
from typing import Final

import msgspec

from cluetree import advice
from cluetree.cards import ClueGuess
from cluetree.errors import ClueError
from cluetree.faces.commands.show import showing_json
from cluetree.faces.forms import advice as says
from cluetree.faces.rpc import answers
from cluetree.faces.rpc.faults import fault, named
from cluetree.faces.rpc.games import Game, Games
from cluetree.faces.rpc.method import MethodTable

_table: Final = MethodTable()
METHODS: Final = _table.methods
"""These methods, by name."""


@_table.method(says.Advise, says.Advice)
def advise(kept: Games, said: says.Advise) -> says.Advice:
    """List suggestions, best first, with what each can be expected to tell."""
    game = kept.get(said)
    rooms = said.rooms and [
        named(game.book.table.edition.card, room, f"$.params.rooms[{at}]")
        for at, room in enumerate(said.rooms)
    ]
    found = game.book.advise(rooms)
    return says.Advice(
        game=game.id,
        version=game.version,
        format="cluetree-advice/1",
        entropy=found.entropy,
        suggestions=[
            says.Advised(
                cards=answers.cards(one.guess),
                gain=one.gain,
                solves=one.solves,
                leak=one.leak,
                reason=one.reason,
                replies=[_reply(reply) for reply in one.replies],
            )
            for one in found.suggestions[: said.top]
        ],
    )


def _reply(reply: advice.Reply) -> says.Reply:
    shows = [says.Shown(by=str(show.by), card=str(show.card)) for show in reply.shows]
    if len(shows) > 1:
        return says.Reply(shows=shows, probability=reply.probability)
    by, card = (shows[0].by, shows[0].card) if shows else (None, None)
    return says.Reply(by=by, card=card, probability=reply.probability)


@_table.method(says.CardToShow, says.Showing)
def card_to_show(kept: Games, said: says.CardToShow) -> says.Showing:
    """Say of each card that the viewpoint could show how much it gives away, the least first."""
    game = kept.get(said)
    asker = named(game.book.table.player, said.asker, "$.params.asker").name
    guess = _guess(game, said)
    found = game.book.card_to_show(asker, guess, samples=said.samples, seconds=said.seconds)
    told = {"game": game.id, "version": game.version, **showing_json(found)}
    return msgspec.convert(told, says.Showing)


def _guess(game: Game, said: says.CardToShow) -> ClueGuess:
    try:
        return game.book.table.edition.guess(*said.cards)
    except ClueError as error:
        raise fault(error, "$.params.cards") from None


@_table.method(says.Rivals, says.Opponents)
def rivals(kept: Games, said: says.Rivals) -> says.Opponents:
    """Say of each opponent what they probably lack, and whether they know the answer."""
    game = kept.get(said)
    found = game.book.rivals(samples=said.samples, seconds=said.seconds)
    return says.Opponents(
        game=game.id,
        version=game.version,
        rivals=[
            says.Rival(
                name=rival.name,
                bits=_estimate(rival.bits),
                knows=_estimate(rival.knows),
                out=rival.out,
            )
            for rival in found
        ],
    )


@_table.method(says.AccuseNow, says.Accusing)
def accuse_now(kept: Games, said: says.AccuseNow) -> says.Accusing:
    """Weigh an accusation of the likeliest envelope against waiting for another turn."""
    game = kept.get(said)
    found = game.book.accuse_now(samples=said.samples, seconds=said.seconds)
    return says.Accusing(
        game=game.id,
        version=game.version,
        accuse=found.accuse,
        cards=answers.cards(found.guess),
        right=float(found.right),
        again=_estimate(found.again),
        wins={name: _estimate(chance) for name, chance in found.wins.items()},
    )


def _estimate(found: advice.Estimate) -> says.Estimate:
    return says.Estimate(value=found.value, error=found.error if isfinite(found.error) else None)
