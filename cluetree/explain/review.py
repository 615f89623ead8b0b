"""Review a finished game: what each event revealed, and which chances were missed."""

from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cluetree._results import Results
from cluetree.advice import advise
from cluetree.cards import ClueGuess
from cluetree.claims import Claim, Fact
from cluetree.errors import ClueError
from cluetree.events import Accusation, Event, Game, Suggestion, TurnEvent, log_of
from cluetree.evidence import Evidence
from cluetree.explain.progress import Step, steps
from cluetree.limit import Bound, limited, part
from cluetree.table import Table


@dataclass(frozen=True, slots=True)
class Lesson:
    """The conclusions that one event allowed, beyond its own claims."""

    number: int
    """The number of the event."""
    deduced: tuple[Fact, ...]
    """New facts since the last lesson that no event states, held cards first."""
    bits: float | None
    """The information about the envelope, in bits; negative if its uncertainty grew. `None` if the
    event before has no lesson."""
    gain: float | None = None
    """The expected information of an own suggestion, in bits; `None` if none or out of time."""
    best: float | None = None
    """The largest gain of any suggestion then; on a board see `best_in_room`."""
    best_in_room: float | None = None
    """The largest gain of a suggestion with the same room then."""


@dataclass(frozen=True)
class Review(Results[Lesson]):
    """A review of a whole game."""

    lessons: tuple[Lesson, ...]
    answer: ClueGuess | None
    """The envelope, if the log settles it; at the limit, if the events that were counted do."""
    settled_by: int | None
    """The number of the event that left only one triple; `None` if it is not known within the
    limit."""
    missed: tuple[int, ...]
    """The numbers of the viewpoint's events of a turn, but a correct accusation, after the answer
    was certain."""
    complete: bool = True
    """Whether counting stayed within the limit. If not, facts and missed chances may be missing,
    and some events have no lesson."""

    @property
    def _results(self) -> tuple[Lesson, ...]:
        return self.lessons


def review(game: Game, events: Iterable[Event] = (), *, limit: Bound = None) -> Review:
    """Review a game event by event.

    Raises:
        ClueError: If an event alone breaks the rules.
    """
    table, log = log_of(game, events)
    lessons, missed, stated = list[Lesson](), list[int](), set[Claim]()
    answer = settled = None
    certain = False
    with limited(limit):
        for step in steps(table, log):  # keep no step: each has beliefs of its own
            if certain and _is_missed(table, step.event):
                missed.append(step.number)
            stated.update(step.event.claims(table))
            if step.after is None:
                continue
            lessons.append(Lesson(step.number, _deduced(table, step, stated), step.bits))
            stated.clear()
            answer = step.after.answer
            if answer is not None and not certain:
                certain, settled = True, None if step.bits is None else step.number
        scored = [_scored(table, log, lesson) for lesson in lessons]
    return Review(tuple(scored), answer, settled, tuple(missed), len(lessons) == len(log))


def _scored(table: Table, log: Sequence[Event], lesson: Lesson) -> Lesson:
    """Add the gains of the viewpoint's own suggestion and of the best ones."""
    event = log[lesson.number - 1]
    if not isinstance(event, Suggestion) or event.by != table.viewpoint:
        return lesson
    with suppress(ClueError), part(0.2):  # of the time left; no deal may fit
        advice = advise(table, Evidence.gather(table, log[: lesson.number - 1]))
        gains = {one.guess: one.gain for one in advice.suggestions}
        here = [gain for guess, gain in gains.items() if guess.room == event.guess.room]
        if advice.complete and here:
            own, best = gains[event.guess], max(gains.values())
            return replace(lesson, gain=own, best=best, best_in_room=max(here))
    return lesson


def _deduced(table: Table, step: Step, stated: Container[Claim]) -> tuple[Fact, ...]:
    """Return the new facts that are not stated, held cards first."""
    deduced = (fact for fact in step.facts if fact not in stated)
    position = table.edition.position
    return tuple(sorted(deduced, key=lambda f: (not f.holds, f.player, position[f.card])))


def _is_missed(table: Table, event: Event) -> bool:
    """Whether the viewpoint did anything but win."""
    if not isinstance(event, TurnEvent) or event.by != table.viewpoint:
        return False
    return not isinstance(event, Accusation) or not event.correct
