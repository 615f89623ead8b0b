"""Hypothesis strategies for whole records with names that are hard to write down."""

from dataclasses import replace
from typing import Final, TypeVar

from hypothesis import strategies as st

from cluetree._names import name_key
from cluetree.cards import Edition, _CardNames
from cluetree.editions import SHIPPED
from cluetree.record import Record
from cluetree.table import ENVELOPE, RULES, CluePlayer, Table
from tests.strategies import Game, any_events

T = TypeVar("T")

NASTY: Final = (
    *("2", "6", "?", "Ann 6", "R2 D2 ?", "-", "->", "a->b", "a→b", ":"),
    *("p:Scarlet", "p: Plum", "Al:", "2 of us", "1 to 2 of", "at most 1 of it", "exactly 1 of"),
    *("title", "Players", "me", "face-up", "face_up x", "hand of God", "answering all"),
    *("nobody", "NOBODY special", "passes", "Who shows", "holds", "he lacks it", "accuses"),
    *("one of us", "One Of", "one", "of", "custom", "clue-us", "null", "right", "# 1", "#1"),
    *("A card", "a card of it", "My Rope", "all suspects", "Rooms", "Ann or Bob", "Rope (only me)"),
    *("saw", "he asks", "sorry", "entry 4", "yes", "(all know)", "1 right", "two of us"),
    *("x #y", "x#y", '"', 'say "hi"', '"quoted"', 'O"Brien', "\\", "\\n", "a, b", ",", "'"),
    *(" lead", "trail ", "double  blank"),
    *("\xa0nbsp", "\u2028", "\u200b", "\ufeffbom", "\u202eright to left", "İstanbul", "STRASSE"),
    *("e\u0301", "é", "👩‍👩‍👧", "ﬁsh", "中文", "می‌خواهم", "{", "[]", "$.events[0]", "(suspect)"),
)

# All of Unicode that UTF-8 can hold: no halves of surrogate pairs.
_texts: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_printable: Final = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=8
)
names: Final = (st.sampled_from(NASTY) | _printable).filter(lambda name: bool(name.strip()))
titles: Final = st.sampled_from(("", "tab\there", "new\nline", "nul\0", *NASTY)) | _texts


@st.composite
def custom_editions(draw: st.DrawFn) -> Edition:
    cards = draw(st.lists(names, min_size=3, max_size=9, unique_by=lambda n: _CardNames.keys(n)[0]))
    first = draw(st.integers(1, len(cards) - 2))
    second = draw(st.integers(first + 1, len(cards) - 1))
    aliases = st.dictionaries(st.sampled_from(cards), st.lists(names | st.just(""), max_size=2))
    return Edition(
        tuple(cards[:first]),
        tuple(cards[first:second]),
        tuple(cards[second:]),
        title=draw(titles),
        aliases={card: tuple(others) for card, others in draw(aliases).items()},
    )


def _may_sit(name: str) -> bool:
    return name_key(name) not in {ENVELOPE, "nobody", "somebody"}


@st.composite
def tables(draw: st.DrawFn) -> Table:
    edition = draw(st.sampled_from(SHIPPED) | custom_editions())
    seated = draw(st.lists(names.filter(_may_sit), min_size=2, max_size=10, unique_by=name_key))
    viewpoint = draw(st.none() | st.sampled_from(seated))
    lying = draw(st.lists(st.sampled_from(edition.cards), max_size=8, unique=True))
    cut = draw(st.integers(0, len(lying))) if viewpoint is not None else 0
    sizes = st.none() | st.integers(0, 30)
    players = tuple(
        CluePlayer(name, draw(st.none() | st.just(cut)) if cut else 0, tuple(lying[:cut]))
        if name == viewpoint
        else CluePlayer(name, draw(sizes))
        for name in seated
    )
    table = Table(edition, players, viewpoint, tuple(lying[cut:]))
    return replace(table, **{name: draw(st.sampled_from([*rule])) for name, rule in RULES.items()})


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that files can hold: a deck of one's own has no id, title or aliases."""
    table = draw(tables())
    events = st.lists(any_events(Game(table, {})), max_size=6)
    return Record(table, tuple(draw(events)), draw(titles))
