"""Every kind of clash: it is noticed, named, and leaves a tree that can still be used."""

from dataclasses import dataclass
from typing import Final

import pytest

from cluetree import (
    ClueGuess,
    ClueInfo,
    CluePlayer,
    ContradictionError,
    Edition,
    Event,
    Holds,
    SolverTree,
    Table,
)
from cluetree.errors import UnknownCardError, UnknownPlayerError
from cluetree.evidence import Evidence
from cluetree.table import Answering
from cluetree.tree import ClashKind
from tests.brute import certain, deals
from tests.record.samples import log_of

DECK: Final = Edition(("plum", "green"), ("rope", "knife"), ("hall", "study"))
PLUM, GREEN, ROPE, KNIFE, HALL, STUDY = DECK.cards
PRH = DECK.guess("plum", "rope", "hall")
ONLOOKER: Final = Table.set_up(DECK, {"Ann": None, "Bob": None}, answering=Answering.ALL)
ANN: Final = Table.set_up(
    DECK, {"Ann": 1, "Bob": 1}, viewpoint="Ann", hand=("rope",), face_up=("study",)
)
ONE_ROOM: Final = Edition(("plum",), ("rope", "knife"), ("hall",))
SMALLEST: Final = Table.set_up(ONE_ROOM, {"Ann": None, "Bob": None})
SIZED: Final = Table.set_up(DECK, {"Ann": 1, "Bob": 2})
NOTHING: Final = Table.set_up(DECK, {"Ann": 0, "Bob": 3})
TABLES: Final = {"ann": ANN, "sized": SIZED, "smallest": SMALLEST, "nothing": NOTHING}
CASES: Final = """\
two holders | OPPOSITES 1 3
    Ann holds plum; Bob lacks hall; Bob holds plum
lacks and holds | OPPOSITES 1 2
    Ann holds plum; Ann lacks plum
a pass on a card held | OPPOSITES 1 2
    Bob holds hall; Ann: plum, rope, hall -> nobody
my own card elsewhere | ann | OPPOSITES 2
    Bob lacks hall; Ann: plum, rope, hall -> Bob shows rope
a card that is not in my hand | ann | OPPOSITES 1
    Ann holds plum
a face-up card held | ann | OPPOSITES 1
    Bob holds study
a hand too small | sized | NO_ROOM 1 3
    Ann holds plum; Bob holds hall; Ann holds rope
a hand of nothing | nothing | NO_ROOM 1
    Ann holds plum
nothing left to show | sized | ALL_PRUNED 1 2 4 5
    Bob holds plum; Ann lacks knife; Bob lacks green; \
Bob: plum, knife, hall -> nobody passes, Ann shows; Ann lacks hall
a full hand has nothing to show | sized | ALL_PRUNED 1 2
    Bob: plum, knife, hall -> nobody passes, Ann shows; Ann holds study
more than a number | TOO_MANY 1 2 3
    Bob holds plum; Bob holds rope; Bob holds at most 1 of plum, rope
two hidden cards of a kind | NO_ROOM 1 3
    envelope holds plum; envelope holds rope; envelope holds green
two accusations both right | NO_ROOM 1 2
    Ann accuses plum, rope, hall: right; Bob accuses plum, rope, study: right
no card of a kind left | NONE_HIDDEN 1 3
    Ann holds plum; Ann lacks hall; Bob holds green
nobody has either of a kind | TWO_HIDDEN 1 2 3 4
    Ann: plum, rope, hall -> nobody; Bob: plum, rope, study -> nobody; Bob lacks green; \
Ann lacks green
told one, all lack the other | TWO_HIDDEN 1 2 3
    envelope holds green; Ann lacks plum; Bob lacks plum
told one, all lack both | smallest | TWO_HIDDEN 1 4 5
    envelope holds knife; Ann lacks knife; Bob lacks knife; Ann lacks rope; Bob lacks rope
a card that is nowhere | NOWHERE 1 2 3
    envelope lacks plum; Ann lacks plum; Bob lacks plum
every triple a failed accusation | smallest | NO_TRIPLE 1 3
    Ann accuses plum, rope, hall: wrong; Ann lacks rope; Bob accuses plum, knife, hall: wrong
wrong and right | NO_TRIPLE 1 2
    Ann accuses plum, rope, hall: wrong; Bob accuses plum, rope, hall: right
one of two that are both elsewhere | ALL_PRUNED 1 2 3
    envelope holds one of plum, rope; Ann holds plum; Bob holds rope
the last alternative has no room | sized | NO_ROOM 1 2 3
    Ann holds one of plum, rope; Ann holds one of plum, knife; Ann lacks plum
a hand of two and a third card | sized | NO_ROOM 1 2 3
    Bob holds plum; Bob holds hall; Bob holds rope
more than a number that was met | TOO_MANY 1 2 3
    Bob holds plum; Bob holds at most 1 of plum, rope; Bob holds rope
a card beyond the number of another event | ALL_PRUNED 1 2 3 4
    Bob holds rope; Bob holds at most 1 of rope, hall; Bob holds one of hall, plum; Bob lacks plum
fewer than a number | TOO_FEW 1 2 3
    Bob lacks plum; Bob lacks rope; Bob holds 2 of plum, rope, hall
""".splitlines()
"""The name of a case, its table if not the onlooker's, the clash and its causes; then the log."""


@dataclass(frozen=True)
class Case:
    """A log made impossible by its last event, and the expected clash."""

    name: str
    table: Table
    kind: ClashKind
    causes: tuple[int, ...]
    events: tuple[Event, ...]

    @classmethod
    def of(cls, head: str, log: str) -> "Case":
        name, *named, clash = head.split(" | ")
        kind, *causes = clash.split()
        table = TABLES[named[0]] if named else ONLOOKER
        return cls(name, table, ClashKind[kind], tuple(map(int, causes)), log_of(table, log))


each_case = pytest.mark.parametrize(
    "case", [*map(Case.of, CASES[::2], CASES[1::2])], ids=lambda case: case.name
)


@each_case
def test_no_deal_fits(case: Case) -> None:
    """The cases themselves are right, and none of the causes is there for nothing."""
    assert not list(deals(case.table, case.events))
    causes = [case.events[number - 1] for number in case.causes]
    assert not list(deals(case.table, causes))
    for left_out in causes:
        assert list(deals(case.table, [event for event in causes if event is not left_out]))


@each_case
def test_last_event_makes_the_first_clash(case: Case) -> None:
    assert SolverTree.at(case.table, case.events[:-1]).clashes == ()
    assert list(deals(case.table, case.events[:-1]))
    (first, *_) = SolverTree.at(case, strict=False).clashes
    assert (first.causes, first.kind) == (case.causes, case.kind)
    with pytest.raises(ContradictionError) as caught:
        SolverTree.at(case)
    assert caught.value.causes == case.causes
    assert str(caught.value).startswith(f"{case.kind}: ")
    assert "\n" not in str(caught.value)


@each_case
def test_earlier_facts_survive_a_contradiction(case: Case) -> None:
    tree = SolverTree.at(case, strict=False)
    held = {player.name: cards for player, cards in tree.player_cards().items()}
    for event in case.events[:-1]:
        if isinstance(event, Holds) and event.player != "envelope":
            assert event.card in held[event.player]
    step = SolverTree.at(case.table, case.events[:-1], strict=False)
    before = step.player_cards()
    step.grow(case.events[-1], number=len(case.events))
    step.prune()
    assert step.clashes
    for player, cards in before.items():
        assert step.player_cards()[player][: len(cards)] == cards


@each_case
@pytest.mark.parametrize("strict", [True, False])
def test_tree_can_still_be_used(case: Case, *, strict: bool) -> None:
    tree = SolverTree.at(case.table, case.events[:-1], strict=strict)
    tree.grow(case.events[-1], number=len(case.events))
    for _ in range(2):
        if strict:
            with pytest.raises(ContradictionError):
                tree.prune()
            with pytest.raises(ContradictionError):
                tree.prune_once()
            with pytest.raises(ContradictionError):
                tree.get_answer()
        else:
            tree.prune()
            assert tree.prune_once() == ()
            assert tree.get_answer() is None
    assert isinstance(tree.evidence(), Evidence)
    assert str(tree)
    assert tree.to_svg()
    assert len(list(tree.nodes())) > 1
    tree.findings()
    # The tree can grow further, and a new build repairs it.
    categories = (card.category for card in PRH)
    guess = ClueGuess(*(case.table.edition.of(category)[0] for category in categories))
    tree.grow(ClueInfo(guess=guess, has_card=False))
    tree.clear()
    tree.initialize_known()
    assert tree.clashes == ()
    tree.prune()
    assert tree.get_answer() is None


def test_alternatives_that_a_branch_needs_are_known() -> None:
    log = log_of(ONLOOKER, "Bob holds 2 of plum, rope, hall; Bob lacks plum")
    assert SolverTree.at(ONLOOKER, log).player_cards()[ONLOOKER.players[1]] == (ROPE, HALL)


def test_infos_are_counted_from_one_unless_numbered() -> None:
    ann, bob = ONLOOKER.players
    tree = SolverTree.at(ONLOOKER, strict=False)
    tree.grow(ClueInfo(revealing_player=ann, card=PLUM))
    tree.grow(ClueInfo(revealing_player=bob, card=GREEN, has_card=False), number=40)
    tree.grow(ClueInfo(revealing_player=bob, card=PLUM))
    (clash,) = tree.clashes
    assert clash.causes == (1, 3)
    assert [node.number for node in tree.root.children] == [1, 40, 3]


def test_unknown_players_and_cards_are_rejected_without_a_change() -> None:
    tree = SolverTree.at(ONLOOKER)
    eve = CluePlayer("Eve")
    ann, bob = ONLOOKER.players
    foreign = Edition(("Zed", "plum"), ("rope",), ("hall",))
    for info, error in (
        (ClueInfo(revealing_player=eve, card=PLUM), UnknownPlayerError),
        (ClueInfo(eve, PRH, bob), UnknownPlayerError),
        (ClueInfo(ann, PRH, eve), UnknownPlayerError),
        (ClueInfo(eve, PRH, has_card=False), UnknownPlayerError),
        (ClueInfo(revealing_player=ann, card=foreign.card("zed")), UnknownCardError),
        (ClueInfo(ann, foreign.guess("zed", "rope", "hall"), bob), UnknownCardError),
        (ClueInfo(ann, foreign.guess("zed", "rope", "hall"), bob, ROPE), UnknownCardError),
        (ClueInfo(ann, foreign.guess("zed", "rope", "hall"), has_card=False), UnknownCardError),
    ):
        with pytest.raises(error):
            tree.grow(info)
    with pytest.raises(UnknownCardError):
        tree.set_final_guesses([PRH, foreign.guess("zed", "rope", "hall")])
    assert len(list(tree.nodes())) == 1
    (node,) = tree.grow(ClueInfo(revealing_player=ann, card=PLUM))
    assert node.number == 1


def test_tree_rejects_an_unknown_viewpoint_and_unknown_cards() -> None:
    ann, bob = CluePlayer("Ann"), CluePlayer("Bob")
    with pytest.raises(UnknownPlayerError):
        SolverTree(CluePlayer("Eve"), (ann, bob), DECK)
    with pytest.raises(UnknownCardError):
        SolverTree(None, (ann, bob), DECK, center_cards=("sword",))
    stranger = Edition(("Zed",), ("rope",), ("hall",)).card("zed")
    with pytest.raises(UnknownCardError):
        SolverTree(CluePlayer("Ann", 1, (stranger,)), (ann, bob), DECK)


@pytest.mark.parametrize("names", [("Ann", "Ann"), ("Ann", "envelope")])
def test_tree_rejects_equal_or_reserved_names(names: tuple[str, str]) -> None:
    """Facts go by name, so two of a name, or one called envelope, would share their cards."""
    with pytest.raises(ValueError, match=names[1]):
        SolverTree(None, [CluePlayer(name, 3) for name in names], DECK)


def test_clash_with_a_counted_fact_names_all_its_events() -> None:
    """A counted fact depends on events too: without the first, the second is possible."""
    table = Table.set_up(ONE_ROOM, {"Ann": 1, "Bob": 0})
    rope = ONE_ROOM.card("rope")
    events = log_of(table, "Ann accuses plum, rope, hall: wrong; Ann lacks rope")
    tree = SolverTree.at(table, events[:1], strict=False)
    tree.grow_back(certain(deals(table, events[:1]), table))
    assert tree.player_cards()[table.players[0]] == (rope,)
    tree.grow(events[1], number=2)
    (clash,) = tree.clashes
    blamed = [events[number - 1] for number in clash.causes]
    assert not list(deals(table, blamed)), f"{clash.causes} can all be true"


def test_known_alternative_is_not_pruned_by_a_contradiction() -> None:
    """Else its clash would lose the events that left it alone, and name too few."""
    deck = Edition(("plum", "green"), ("rope", "knife", "axe"), ("hall",))
    table = Table.set_up(deck, {"Ann": 1, "Bob": 2})
    events = log_of(
        table,
        "Ann lacks plum; Ann: green, rope, hall -> Bob shows green; "
        "Ann: plum, rope, hall -> nobody; "
        "Bob holds one of axe, rope, plum; Ann holds one of plum, green, axe",
    )
    tree = SolverTree.at(table, events, strict=False)
    assert tree.clashes
    for clash in tree.clashes:
        assert not list(deals(table, [events[number - 1] for number in clash.causes])), clash


def test_face_up_card_is_known_from_the_set_up_on() -> None:
    """Without the set-up a face-up card can be in a hand; with it that is a contradiction."""
    ann, bob = CluePlayer("Ann", 2), CluePlayer("Bob", 0)
    tree = SolverTree(None, (ann, bob), DECK, center_cards=(PLUM,), strict=False)
    tree.grow(ClueInfo(revealing_player=ann, card=PLUM))
    assert tree.evidence().knows("Ann", PLUM)
    assert tree.evidence().frame.face_up == ()
    tree.initialize_known()
    tree.initialize_known()
    assert {str(clash.kind) for clash in tree.clashes} >= {str(ClashKind.OPPOSITES)}
    assert tree.evidence().knows("Ann", PLUM)
    tree.build([ClueInfo(revealing_player=ann, card=PLUM)])
    assert tree.evidence().frame.face_up == (PLUM,)
    assert not tree.evidence().knows("Ann", PLUM)
