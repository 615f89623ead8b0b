"""A game looked back on."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from cluetree.explain import Lesson, Review
from cluetree.operations.forms.parts import Bits, FactForm, Form, Numbers, named


class LessonForm(Form, frozen=True, kw_only=True):
    """What one event let its observer conclude."""

    number: int
    deduced: Annotated[Sequence[FactForm], Meta(description="Beyond what it says itself.")]
    bits: Bits

    @classmethod
    def of(cls, lesson: Lesson) -> "LessonForm":
        """Say what an event taught."""
        deduced = [*map(FactForm.of, lesson.deduced)]
        return cls(number=lesson.number, deduced=deduced, bits=lesson.bits)


class ReviewForm(Form, frozen=True, kw_only=True):
    """A game looked back on."""

    lessons: Sequence[LessonForm]
    answer: Sequence[str] | None
    settled_by: Annotated[int | None, Meta(description="The event that left one triple.")]
    missed: Annotated[Numbers, Meta(description="Events of one who could have accused.")]
    untrue: Annotated[Numbers, Meta(description="Events that the deal belies.")]
    complete: Annotated[bool, Meta(description="Whether all was counted; else some is missing.")]

    @classmethod
    def of(cls, review: Review) -> "ReviewForm":
        """Say what a game looks like from its end."""
        return cls(
            lessons=[*map(LessonForm.of, review.lessons)],
            answer=None if review.answer is None else named(review.answer),
            settled_by=review.settled_by,
            missed=[number for number, _ in review.missed],
            untrue=[number for number, _ in review.untrue],
            complete=review.complete,
        )
