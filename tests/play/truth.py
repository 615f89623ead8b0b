"""Whether a seat's messages are true and its beliefs allow the true deal."""

from collections.abc import Mapping, Sequence
from itertools import product

from cluetree import Beliefs, ClueCard, Event, Notebook, Suggestion, Table
from cluetree.claims import Claim, Fact, Quota
from cluetree.evidence import Evidence
from cluetree.exact import count
from cluetree.play import Dealt, Result


def is_true(claim: Claim, deal: Mapping[ClueCard, str]) -> bool:
    """Look one claim up in the true deal."""
    match claim:
        case Fact(player, card, holds):
            return (deal.get(card) == player) is holds
        case Quota(facts, least, most):
            return least <= sum(deal.get(fact.card) == fact.player for fact in facts) <= most


def verify_told(result: Result) -> None:
    """Check that all messages to seats are true, and that each saw what it may see.

    So the true deal fits the evidence of every seat after every event.
    """
    dealt = result.dealt
    onlooker = dealt.table(None)
    for message in result.messages:
        event = message.event
        assert all(is_true(claim, dealt.deal) for claim in event.claims(onlooker)), event
        if isinstance(event, Suggestion):
            for show, name in product(event.shows, message.to):
                assert (show.card is not None) == (name in {event.by, show.by}), message


def verify_beliefs(dealt: Dealt, table: Table, events: Sequence[Event]) -> Beliefs:
    """Check that the true deal is among those that a seat's exact beliefs leave."""
    beliefs = count(Evidence.gather(table, events))
    assert beliefs.deals >= 1
    for card, place in dealt.deal.items():
        assert beliefs.count(place, card) >= 1, (card, place)
    for fact in beliefs.facts:
        assert (dealt.deal.get(fact.card) == fact.player) == fact.holds, fact
    assert any(triple.guess == dealt.envelope for triple in beliefs.triples)
    return beliefs


def verify_notebook(table: Table, events: Sequence[Event], beliefs: Beliefs) -> None:
    """Check that a notebook has the same beliefs."""
    book = Notebook(table, events)
    assert book.consistent
    assert book.beliefs == beliefs
