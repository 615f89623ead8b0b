"""True games with one planted slip: an entry that was written down wrong.

The slips are made here, independently of the repairs of the library. Everything follows from
the seed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cluetree import (
    Accusation,
    ClueCard,
    ClueGuess,
    Event,
    Holds,
    HoldsOneOf,
    Lacks,
    Show,
    Suggestion,
    Table,
    editions,
)
from cluetree.events import BareFact, HoldsSome, OneHolds
from cluetree.evidence import Evidence
from cluetree.exact import count, is_possible
from cluetree.explain import Repair, find_repairs
from cluetree.table import Answering
from tests.exact.games import Game, play

_MOST_ROUNDS: Final = 12
_DECKS: Final = (editions.CLUE_US, editions.CLUEDO_UK)


@dataclass(frozen=True)
class Planted:
    """A true log of one game, and the same log with one entry, or the set-up, gone wrong."""

    table: Table
    true: tuple[Event, ...]
    told: tuple[Event, ...]
    number: int
    """The number of the wrong entry; 0 for the set-up."""
    kind: str
    right: Table | None = None
    """The right set-up, if it is wrong."""

    def is_meant(self, repair: Repair) -> bool:
        """Whether a repair is true: the same answers to the same question, or the same set-up."""
        if repair.event != self.number:
            return False
        if self.right is not None:
            return repair.table is not None and self._laid(repair.table) == self._laid(self.right)
        event = repair.replacement
        return event is not None and _says_the_same(self.table, event, self.true[self.number - 1])

    @property
    def rank(self) -> int | None:
        """The place of the true entry among the repairs, from 1; `None` if it is not there."""
        for place, repair in enumerate(find_repairs(self.table, self.told).found, start=1):
            if any(map(self.is_meant, repair.candidates or (repair,))):
                return place
        return None

    def _laid(self, table: Table) -> tuple[object, ...]:
        """What a set-up says, from the first player on, apart from the name of one who missed."""
        known = tuple(name if name in self.table.names else "?" for name in table.names)
        turn = known.index(self.table.names[0])
        seats = [*zip(known, [player.hand_size for player in table.players], strict=True)]
        hand = frozenset(table.me.hand if table.me else ())
        return (*seats[turn:], *seats[:turn]), hand, frozenset(table.face_up), table.face_down

    @property
    def at_the_clash(self) -> "Planted":
        """The same log up to the event with which it first became impossible."""
        is_broken = (
            not is_possible(Evidence.gather(self.table, self.told[:most]))
            for most in range(self.number, len(self.told) + 1)
        )
        most = next(n for n, broken in enumerate(is_broken, start=self.number) if broken)
        return replace(self, told=self.told[:most])


def planted(seed: int, *, possible: bool = False) -> Planted:
    """Play a game and spoil one entry so that the log becomes impossible (or stays possible).

    The entry is any, its slip any that it can have, each equally likely.
    """
    rng = Random(seed)
    while True:
        game = _game(rng)
        true = tuple(_written(rng, game))
        for _ in range(20):
            number = rng.randrange(len(true)) + 1
            kinds: dict[str, list[tuple[Event, Event]]] = {}
            meant = true[number - 1]
            for kind, event in _slips(rng, game.table, meant):
                kinds.setdefault(kind, []).append((event, meant))
            if overlooked := list(_overlooked(game, meant)):
                kinds["overlooked"] = overlooked
            if not kinds:
                continue
            kind = rng.choice(sorted(kinds))
            entered, meant = rng.choice(kinds[kind])
            told, right = ((*true[: number - 1], e, *true[number:]) for e in (entered, meant))
            if _says_the_same(game.table, entered, meant):
                continue
            if is_possible(Evidence.gather(game.table, told)) is possible:
                return Planted(game.table, right, told, number, kind)


def _overlooked(game: Game, event: Event) -> Iterator[tuple[Event, Event]]:
    """Yield what the table saw when the first player who could show overlooked the card.

    The second event says only what is true of it: this player did not pass.
    """
    table = game.table
    if not isinstance(event, Suggestion) or table.answering is Answering.ALL or not event.shows:
        return
    (forgetful,) = (show.by for show in event.shows)
    after = table.left_of(event.by)
    after = after[after.index(str(forgetful)) + 1 :]
    able = [name for name in after if any(game.deal.get(c) == name for c in event.guess)]
    if forgetful == table.viewpoint:
        return  # it would be my own
    shown = [
        Show(
            name,
            next(c for c in event.guess if game.deal.get(c) == name)
            if table.viewpoint in {event.by, name}
            else None,
        )
        for name in able[:1]
    ]
    seen = Suggestion(event.by, event.guess, shown)
    passed = seen.passes(table)
    told = seen if event.passed is None else replace(seen, passed=passed)
    yield told, replace(seen, passed=tuple(name for name in passed if name != forgetful))


def planted_late(seed: int) -> Planted:
    """Play until a player overlooks a card and says so at most three entries later."""
    rng = Random(seed)
    while True:
        game = _game(rng)
        true = tuple(_written(rng, game))
        number = rng.randrange(len(true)) + 1
        for told, meant in _overlooked(game, true[number - 1]):
            assert isinstance(told, Suggestion)
            assert isinstance(meant, Suggestion)
            (late,) = {*told.passes(game.table)} - {*meant.passes(game.table)}
            seen = {show.card for show in told.shows}
            card = rng.choice([card for card in told.guess if game.deal.get(card) == late])
            facts = Holds(late, card), HoldsOneOf(late, [c for c in told.guess if c not in seen])
            fact = rng.choice(facts)
            before, after = true[: number - 1], true[number : number + rng.randint(0, 3)]
            right, wrong = ((*before, event, *after, fact) for event in (meant, told))
            return Planted(game.table, right, wrong, number, type(fact).__name__)


def planted_number(seed: int) -> Planted:
    """Play a game with an entry of exactly, at least or at most some cards; write another number.

    The wrong number is any that makes the log impossible.
    """
    rng = Random(seed)
    while True:
        game = _game(rng)
        true = [*_written(rng, game)]
        name = rng.choice(game.table.names)
        cards = rng.sample(game.table.edition.cards, rng.randint(3, 6))
        form = rng.choice(("exactly", "at least", "at most"))
        held = sum(game.deal.get(card) == name for card in cards)
        # "At least 3 of 3" would be "exactly 3", and "at least 0" says nothing.
        numbers = range(len(cards) + 1) if form == "exactly" else range(1, len(cards))
        wrong = rng.choice([number for number in numbers if number != held])
        right, told = (
            HoldsSome(
                name,
                cards,
                0 if form == "at most" else number,
                len(cards) if form == "at least" else number,
            )
            for number in (held, wrong)
        )
        at = rng.randrange(len(true) + 1)
        log, entered = ((*true[:at], event, *true[at:]) for event in (right, told))
        if held in numbers and not is_possible(Evidence.gather(game.table, entered)):
            return Planted(game.table, log, entered, at + 1, form)


def planted_own(seed: int, answering: Answering) -> Iterator[Planted]:
    """Yield logs of one game that a slip in the viewpoint's answer makes impossible."""
    rng = Random(seed)
    game = play(rng, rng.choice(_DECKS), rng.randint(3, 5), 4, answering=answering)
    table, true = game.table, game.events
    for number, event in enumerate(true, start=1):
        if not isinstance(event, Suggestion) or table.viewpoint not in {s.by for s in event.shows}:
            continue
        kind, wrong = rng.choice([*_wrong_answers(rng, table, event), *_wrong_shows(table, event)])
        told = (*true[: number - 1], wrong, *true[number:])
        if not is_possible(Evidence.gather(table, told)):
            yield Planted(table, true, told, number, kind)


SET_UPS: Final = ("hand", "size", "face-up forgotten", "face-up wrong", "seats", "player missing")


def planted_set_up(seed: int, kind: str) -> Planted:
    """Play a game and spoil its set-up so that the log becomes impossible."""
    rng = Random(seed)
    while True:
        game = _game(rng, leftover_face_up=kind.startswith("face-up"))
        right, events = game.table, tuple(_written(rng, game))
        wrong = _wrong_set_up(rng, right, kind)
        if wrong is None:
            continue
        names = {*wrong.names, "envelope"}
        log = tuple(event for event in events if _names_in(event) <= names)
        if not is_possible(Evidence.gather(wrong, log)):
            return Planted(wrong, log, log, 0, kind, right)


def _names_in(event: Event) -> set[str]:
    if isinstance(event, Suggestion):
        return {event.by, *(event.passed or ()), *(str(show.by) for show in event.shows)}
    if isinstance(event, OneHolds):
        return {*event.players}
    return {event.player if isinstance(event, BareFact) else event.by}


def _wrong_set_up(rng: Random, table: Table, kind: str) -> Table | None:
    players, face_up = list(table.players), list(table.face_up)
    others = [player for player in players if player != table.me]
    seen = {*(table.me.hand if table.me else ()), *table.face_up}
    unseen = [card for card in table.edition.cards if card not in seen]
    if kind == "hand":
        if table.me is None:
            return None
        # The draws are those of the published measures.
        draws = Random(rng.randrange(99))
        wrong, instead = draws.choice(table.me.hand), draws.choice(unseen)
        hand = tuple(instead if card == wrong else card for card in table.me.hand)
        players[players.index(table.me)] = replace(table.me, hand=hand)
    elif kind == "size":
        one = rng.choice(others)
        size = (one.hand_size or 0) + rng.choice((-1, 1))
        players[players.index(one)] = replace(one, hand_size=size)
    elif kind == "seats":
        first, second = rng.sample(range(len(players)), 2)
        players[first], players[second] = players[second], players[first]
    elif kind == "player missing":
        players.remove(rng.choice(others))
    elif not face_up:
        return None
    else:
        face_up.pop(rng.randrange(len(face_up)))
        face_up += [rng.choice(unseen)] if kind == "face-up wrong" else []
    return replace(table, players=tuple(players), face_up=tuple(face_up))


def _says_the_same(table: Table, one: Event, other: Event) -> bool:
    return Evidence.gather(table, (one,)) == Evidence.gather(table, (other,))


def _game(rng: Random, *, leftover_face_up: bool | None = None) -> Game:
    """Play until the viewpoint could know the envelope, or for twelve rounds."""
    game = play(
        rng,
        rng.choice(_DECKS),
        rng.randint(3, 6),
        _MOST_ROUNDS,
        answering=Answering.ALL if rng.random() < 0.1 else Answering.FIRST,
        leftover_face_up=rng.random() < 0.3 if leftover_face_up is None else leftover_face_up,
    )
    for rounds in range(1, _MOST_ROUNDS):
        events = game.after(rounds)
        if count(Evidence.gather(game.table, events)).answer is not None:
            return replace(game, events=events)
    return game


def _written(rng: Random, game: Game) -> Iterator[Event]:
    """Yield a log with or without passes, and with some bare facts."""
    tells_passes = rng.random() < 0.5
    for event in game.events:
        if tells_passes and isinstance(event, Suggestion):
            yield replace(event, passed=event.passes(game.table))
        else:
            yield event
        if rng.random() < 0.08:
            yield _bare_fact(rng, game)


def _bare_fact(rng: Random, game: Game) -> Event:
    name = rng.choice(game.table.names)
    there = [card for card, place in game.deal.items() if place == name]
    elsewhere = [card for card, place in game.deal.items() if place != name]
    match rng.randrange(3):
        case 0:
            return Holds(name, rng.choice(there))
        case 1:
            return Lacks(name, rng.choice(elsewhere))
        case _:
            cards = [rng.choice(there), *rng.sample(elsewhere, 2)]
            rng.shuffle(cards)
            return HoldsOneOf(name, tuple(cards))


def _slips(rng: Random, table: Table, event: Event) -> Iterator[tuple[str, Event]]:
    match event:
        case Suggestion():
            yield from _wrong_answers(rng, table, event)
            yield from _wrong_shows(table, event)
            yield from _wrong_questions(table, event)
        case Accusation(by, guess, correct):
            yield "right for wrong", Accusation(by, guess, not correct)
            for instead in _other_guesses(table, guess):
                yield "accused card", Accusation(by, instead, correct)
        case Holds() | Lacks() | HoldsSome():
            yield from _wrong_facts(table, event)
        case _:
            pass  # no such entries are played


def _wrong_facts(table: Table, event: Holds | Lacks | HoldsSome) -> Iterator[tuple[str, Event]]:
    """Another player, another card, the opposite."""
    for name in table.names:
        if name != event.player:
            yield "whose card", replace(event, player=name)
    if isinstance(event, HoldsSome):
        for card in event.cards:
            for other in _others(table, card):
                if other in event.cards:
                    continue
                cards = tuple(other if kept == card else kept for kept in event.cards)
                yield "bare card", replace(event, cards=cards)
        return
    for other in _others(table, event.card):
        yield "bare card", replace(event, card=other)
    opposite = Lacks if isinstance(event, Holds) else Holds
    yield "holds for lacks", opposite(event.player, event.card)


def _other_guesses(table: Table, guess: ClueGuess) -> Iterator[ClueGuess]:
    for card in guess:
        for other in _others(table, card):
            yield ClueGuess(*(other if kept == card else kept for kept in guess))


def _others(table: Table, card: ClueCard) -> Iterator[ClueCard]:
    return (other for other in table.edition.of(card.category) if other != card)


def _seen(rng: Random, table: Table, by: str, name: str, guess: ClueGuess) -> Show:
    """A show that never happened, as this observer would note it."""
    me = table.me
    if me is None or me.name not in {by, name}:
        return Show(name)
    cards = [card for card in guess if name != me.name or card in me.hand]
    return Show(name, rng.choice(cards or list(guess)))


def _passes_anew(event: Suggestion, table: Table, shows: tuple[Show, ...]) -> Suggestion:
    """The same question answered so; where passes were written, so they are now."""
    told = Suggestion(event.by, event.guess, shows)
    return told if event.passed is None else replace(told, passed=told.passes(table))


def _wrong_answers(rng: Random, table: Table, event: Suggestion) -> Iterator[tuple[str, Event]]:
    """A pass for a show, a show for a pass, a show by somebody else."""
    asked = table.left_of(event.by)
    showers = {show.by for show in event.shows}
    for show in event.shows:
        rest = tuple(other for other in event.shows if other is not show)
        yield "pass for show", _passes_anew(event, table, rest)
        for name in asked:
            if name not in showers:
                # A player who saw the card still knows it, unless it was the wrong shower's own.
                other = _seen(rng, table, event.by, name, event.guess)
                if other.card is not None and show.card is not None:
                    other = Show(name, show.card)
                yield "who showed", _passes_anew(event, table, (*rest, other))
    if not event.shows or table.answering is Answering.ALL:
        for name in asked:
            if name not in showers:
                show = _seen(rng, table, event.by, name, event.guess)
                yield "show for pass", _passes_anew(event, table, (*event.shows, show))


def _wrong_shows(table: Table, event: Suggestion) -> Iterator[tuple[str, Event]]:
    """Another card shown; where passes are written, another one passed, or one more."""
    for show in event.shows:
        if show.card is not None:
            for card in event.guess:
                if card != show.card:
                    wrong = replace(show, card=card)
                    shows = tuple(wrong if kept is show else kept for kept in event.shows)
                    yield "card shown", replace(event, shows=shows)
    if event.passed is None:
        return
    silent = set(table.names) - {event.by, *event.passed, *(show.by for show in event.shows)}
    for name in sorted(silent):
        yield "who passed", replace(event, passed=(*event.passed, name))
        for passed in event.passed:
            names = tuple(name if kept == passed else kept for kept in event.passed)
            yield "who passed", replace(event, passed=names)


def _wrong_questions(table: Table, event: Suggestion) -> Iterator[tuple[str, Event]]:
    """Another card asked for (and shown, if it was that one), another asker."""
    for card in event.guess:
        for other in _others(table, card):
            shows = tuple(replace(s, card=other) if s.card == card else s for s in event.shows)
            guess = ClueGuess(*(other if kept is card else kept for kept in event.guess))
            yield "card asked", replace(event, guess=guess, shows=shows)
    for name in table.names:
        if name != event.by and name not in {show.by for show in event.shows}:
            if event.passed is None:
                yield "who asked", replace(event, by=name)
            else:
                passed = tuple(kept for kept in event.passed if kept != name)
                yield "who asked", replace(event, by=name, passed=passed)
