"""What notebooks say, put into the protocol's words."""

from collections.abc import Iterable

import msgspec
from msgspec import Raw

from cluetree.cards import ClueGuess, Edition
from cluetree.claims import Fact
from cluetree.events import Event
from cluetree.explain import Open, Proof, Review
from cluetree.faces.commands import why as reasons
from cluetree.faces.forms import solution as faces
from cluetree.faces.rpc import results
from cluetree.faces.rpc.games import Game
from cluetree.faces.rpc.reading import EventReader


def cards(guess: ClueGuess) -> tuple[str, ...]:
    """Name the suspect, the weapon and the room."""
    return tuple(card.name for card in guess)


def deck(edition: Edition) -> results.Shipped:
    """List a shipped deck."""
    return results.Shipped(
        id=edition.id or "",
        title=edition.title,
        suspects=edition.suspects,
        weapons=edition.weapons,
        rooms=edition.rooms,
        aliases=edition.aliases,
    )


def state(game: Game) -> results.GameState:
    """Say how far a game has come."""
    book = game.book
    return results.GameState(game=game.id, version=game.version, title=book.title, events=len(book))


def entries(game: Game, numbers: Iterable[int]) -> tuple[results.Entry, ...]:
    """Write events of the log."""
    numbers = tuple(numbers)
    written = game.reader.write([game.book.events[number - 1] for number in numbers])
    return tuple(
        results.Entry(number=number, event=event, line=line)
        for number, (event, line) in zip(numbers, written, strict=True)
    )


def solution(game: Game, *, one_of: bool, triples: int | None) -> results.Solution:
    """Put what follows from the log into the form `cluetree-solution/1`."""
    told = {
        "game": game.id,
        "version": game.version,
        "entropy": game.book.beliefs.entropy,
        **faces.solution(game.book, one_of=one_of, triples=triples),
    }
    return msgspec.convert(told, results.Solution)


def reason(game: Game, found: Proof | Open) -> results.Reason:
    """Put a proof, or why there is none, into the form `cluetree-proof/1`."""
    told = {"game": game.id, "version": game.version, **reasons.why_json(found)}
    return msgspec.convert(told, results.Reason)


def mends(game: Game) -> results.Mends:
    """List the repairs of the log."""
    found = game.repairs()
    return results.Mends(
        game=game.id,
        version=game.version,
        repairs=[
            results.Mend(
                number=number,
                event=repair.event,
                change=repair.change,
                replacement=_written(game.reader, repair.replacement),
                deals=repair.deals,
                chance=repair.chance,
            )
            for number, repair in enumerate(found.found, start=1)
        ],
        complete=found.complete,
    )


def _written(reader: EventReader, event: Event | None) -> Raw:
    return Raw(b"null") if event is None else reader.write((event,))[0][0]


def reviewed(game: Game, review: Review) -> results.Reviewed:
    """Tell what a game looks like from its end."""
    return results.Reviewed(
        game=game.id,
        version=game.version,
        lessons=[
            results.Lesson(
                number=lesson.number, deduced=list(map(_fact, lesson.deduced)), bits=lesson.bits
            )
            for lesson in review.lessons
        ],
        answer=None if review.answer is None else cards(review.answer),
        settled_by=review.settled_by,
        missed=[number for number, _ in review.missed],
        untrue=[number for number, _ in review.untrue],
    )


def _fact(fact: Fact) -> results.Fact:
    return results.Fact(player=fact.player, card=fact.card.name, holds=fact.holds)
