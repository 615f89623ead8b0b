"""The methods that ask what follows from a log; none of them changes it."""

from collections.abc import Mapping
from typing import Final

from cluetree.beliefs import Deal
from cluetree.cards import Category, ClueCard
from cluetree.faces.rpc import answers, params as given, results
from cluetree.faces.rpc.faults import named
from cluetree.faces.rpc.games import Games
from cluetree.faces.rpc.method import MethodTable
from cluetree.faces.rpc.protocol import invalid_params
from cluetree.faces.words import completion
from cluetree.table import ENVELOPE, Table

_table: Final = MethodTable()
METHODS: Final = _table.methods
"""These methods, by name."""


@_table.method(given.Beliefs, results.Solution)
def beliefs(kept: Games, said: given.Beliefs) -> results.Solution:
    """Tell all that follows: facts, every chance, every possible triple, the envelope."""
    return answers.solution(kept.get(said), one_of=said.one_of, triples=said.triples)


@_table.method(given.OnGame, results.Answered)
def answer(kept: Games, said: given.OnGame) -> results.Answered:
    """Tell the envelope, if it is certain."""
    game = kept.get(said)
    found = game.book.answer
    return results.Answered(
        game=game.id,
        version=game.version,
        consistent=game.book.consistent,
        answer=None if found is None else answers.cards(found),
    )


@_table.method(given.Why, results.Reason)
def why(kept: Games, said: given.Why) -> results.Reason:
    """Prove that a player holds a card, or lacks it; or give two deals that leave it open."""
    game = kept.get(said)
    table = game.book.table
    player = named(table.holder, said.player, "$.params.player").name
    card = named(table.edition.card, said.card, "$.params.card")
    return answers.reason(game, game.book.why(player, card))


@_table.method(given.OnGame, results.Conflicts)
def conflicts(kept: Games, said: given.OnGame) -> results.Conflicts:
    """Name the smallest sets of events that cannot all be true."""
    game = kept.get(said)
    found = game.book.conflicts()
    return results.Conflicts(
        game=game.id, version=game.version, conflicts=found.sets, complete=found.complete
    )


@_table.method(given.OnGame, results.Mends)
def repairs(kept: Games, said: given.OnGame) -> results.Mends:
    """List the single changes that would mend a log that cannot be true, likeliest first."""
    return answers.mends(kept.get(said))


@_table.method(given.OnGame, results.Suspects)
def suspicious(kept: Games, said: given.OnGame) -> results.Suspects:
    """List the entries of a possible log that a slip would explain better, worst first."""
    game = kept.get(said)
    return results.Suspects(
        game=game.id,
        version=game.version,
        suspicious=[
            results.Suspect(event=one.event, score=one.score, why=one.why)
            for one in game.book.suspicious()
        ],
    )


@_table.method(given.Tree, results.Drawing)
def tree(kept: Games, said: given.Tree) -> results.Drawing:
    """Draw the tree: what is known, where it branches, what was struck and why."""
    game = kept.get(said)
    grown = game.book.tree
    drawn = {"text": grown.__str__, "dot": grown.to_dot, "mermaid": grown.to_mermaid}[said.form]()
    return results.Drawing(game=game.id, version=game.version, tree=drawn)


@_table.method(given.Complete, results.Completed)
def complete(kept: Games, said: given.Complete) -> results.Completed:
    """Say what may stand next in a line that somebody types, in the language of `.clue`."""
    game = kept.get(said)
    found = completion.complete(said.line, game.book.table, turn=said.turn)
    return results.Completed(
        game=game.id,
        version=game.version,
        expects=found.expects,
        start=found.start,
        candidates=found.candidates,
    )


@_table.method(given.Review, results.Reviewed)
def review(kept: Games, said: given.Review) -> results.Reviewed:
    """Look back on a game: what each event gave away, what was missed, what was not true."""
    game = kept.get(said)
    deal = None if said.deal is None else _deal(game.book.table, said.deal)
    return answers.reviewed(game, game.book.review(deal))


def _deal(table: Table, placed: Mapping[str, str]) -> Deal:
    """Read where every card lay, all of them and no other."""
    deal: dict[ClueCard, str] = {}
    for word, name in placed.items():
        path = f"$.params.deal.{word}"
        card = named(table.edition.card, word, path)
        place = named(table.holder, name, path).name
        if card in deal or card in table.face_up:
            raise invalid_params(f"{card} lies in two places", path)
        deal[card] = place
    lying = {*deal, *table.face_up}
    left = [card.name for card in table.edition.cards if card not in lying]
    if left:
        raise invalid_params(f"it is not said where these lay: {', '.join(left)}", "$.params.deal")
    hidden = [card.category for card, place in deal.items() if place == ENVELOPE.name]
    if sorted(hidden) != sorted(Category):
        raise invalid_params("the envelope has one card of each category", "$.params.deal")
    return deal
