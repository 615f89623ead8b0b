"""Suggestions where an unknown player showed a card."""

from dataclasses import replace
from typing import Final

from cluetree import Edition, Notebook, Show, SolverTree, Suggestion, Table
from cluetree.explain import SlipKind
from cluetree.tree import ClashKind

DECK: Final = Edition(("Plum", "Green", "White"), ("Rope", "Knife", "Axe"), ("Hall", "Study"))


FOUR: Final = {"Ann": 2, "Bob": 1, "Cid": 1, "Dee": 1}
GUESS: Final = DECK.guess("plum", "rope", "hall")


def at(me: str | None, *hand: str) -> Table:
    return Table.set_up(DECK, FOUR, viewpoint=me, hand=hand)


def test_log_without_a_possible_shower_is_impossible() -> None:
    book = Notebook(at("Cid", "rope"), [Suggestion("Bob", GUESS, (Show(None),))])
    assert not book.consistent
    assert book.conflicts().sets == ((1,),)
    (clash,) = SolverTree.at(book, strict=False).clashes
    assert clash.kind is ClashKind.NO_SHOWER
    assert clash.causes == (1,)


def test_unknown_shower_repairs_a_contradictory_one() -> None:
    book = Notebook(at(None), [Suggestion("Ann", GUESS, (Show("Cid", DECK.card("plum")),))])
    wrong = Suggestion("Dee", DECK.guess("white", "knife", "hall"), (Show("Cid"),), ())
    book.tell(wrong)
    assert not book.consistent
    repairs = [each for each in book.repairs().found if each.kind is SlipKind.SOMEBODY]
    (mend,) = (each for each in repairs if each.event == 2)
    assert mend.replacement == replace(wrong, shows=(Show(None),))
    assert mend.deals > 0


def test_branch_over_several_places_names_the_players() -> None:
    tree = SolverTree.at(at("Ann", "white", "axe"), [Suggestion("Bob", GUESS, (Show(None),))])
    drawn = str(tree)
    assert "event 1: Cid or Dee holds Plum or Rope or Hall" in drawn
    assert sum("open" in line for line in drawn.splitlines()) == 6
    assert "├── Dee holds Rope: open" in drawn


def test_players_saw_the_shower() -> None:
    """Dee knows whether it was her; the asker has seen the card."""
    table = at("Ann", "white", "axe")
    unknown = Notebook(table, [Suggestion("Bob", GUESS, (Show(None),))])
    nothing = Notebook(table)
    before, after = ({r.name: r for r in book.rivals()} for book in (nothing, unknown))
    assert after["Bob"].bits.value < before["Bob"].bits.value
