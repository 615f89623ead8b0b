"""The built-in agents play legally and as described."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from cluetree import Accusation, Category, Holds, Lacks, Show, Suggestion, Table
from cluetree.advice import advise
from cluetree.board import classic_board
from cluetree.editions import CLUE_US as DECK, MASTER_DETECTIVE
from cluetree.errors import UnknownNameError
from cluetree.evidence import Evidence
from cluetree.play import NAMES, AccusationRule, Agent, Result, Rules, check_agent, play_game
from cluetree.play.agents import (
    Heuristic,
    RandomStateful,
    RandomStateless,
    Seeker,
    Wensel,
)
from cluetree.play.agents.published import Aim
from cluetree.play.agents.rollouts import Strongest
from cluetree.play.pawns import Pawns
from cluetree.table import Answering
from tests.exact.games import seeded

Maker = Callable[[], Agent]

MAKERS: dict[str, Maker] = {
    "stateless": RandomStateless,
    "stateful": RandomStateful,
    "exact": lambda: RandomStateful(deduction="exact"),
    "heuristic": Heuristic,
    "random ties": lambda: Heuristic(tie="random"),
    "exact heuristic": lambda: Heuristic(deduction="exact"),
    "wensel": Wensel,
    "seeker": lambda: Seeker(accuses=1),
}
each_agent = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
ROLLOUTS: dict[str, Maker] = {
    "strongest": lambda: Strongest(candidates=60, deals=30, playouts=120),
}
SLOW = [pytest.param(make, marks=pytest.mark.slow) for make in ROLLOUTS.values()]
every_agent = pytest.mark.parametrize("make", [*MAKERS.values(), *SLOW], ids=[*MAKERS, *ROLLOUTS])

HAND = ("Mustard", "Plum", "Rope", "Hall", "Study", "Lounge")
ROOMS = DECK.of(Category.ROOM)


def ann() -> Table:
    return Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6}, viewpoint="Ann", hand=HAND)


def games(make: Maker, rules: Rules, number: int, *, seed: int = 0) -> list[Result]:
    return [
        play_game([make() for _ in rules.players], rules, f"{seed}/{game}")
        for game in range(number)
    ]


# Whole games


RULES = {
    "plain": Rules(),
    "claims by all": Rules(accusers=AccusationRule.ALL),
    "two": Rules(players=NAMES[:2]),
    "board": Rules(board=classic_board(DECK)),
    "face-up": Rules(players=NAMES[:5], leftover_face_up=True),
    "six on the board": Rules(players=NAMES[:6], board=classic_board(DECK)),
    "master detective": Rules(edition=MASTER_DETECTIVE, players=NAMES[:4], answering=Answering.ALL),
}
SMALL = [RULES["plain"], RULES["two"], RULES["board"]]
LONG = {("seeker", rules) for rules in ("face-up", "six on the board", "master detective")}
LONG |= {(agent, "six on the board") for agent in ("stateless", "exact")}


@pytest.mark.parametrize(
    ("make", "rules"),
    [
        pytest.param(
            make,
            rules,
            id=f"{agent}, {name}",
            marks=[pytest.mark.slow] if (agent, name) in LONG else [],
        )
        for agent, make in MAKERS.items()
        for name, rules in RULES.items()
    ],
)
def test_every_game_is_legal_and_won_by_a_proof(make: Maker, rules: Rules) -> None:
    patient = replace(rules, most_turns=10_000)  # who remembers nothing may take long
    for result in games(make, patient, 2):
        assert result.winner is not None
        accusations = [event for event in result.events if isinstance(event, Accusation)]
        assert [event.correct for event in accusations] == [True]


@pytest.mark.slow
@each_agent
def test_check_for_agents_finds_no_fault(make: Maker) -> None:
    costly = make in {MAKERS["seeker"], MAKERS["exact"], MAKERS["exact heuristic"]}
    report = check_agent(make, rules=SMALL) if costly else check_agent(make)
    assert report.ok, str(report)


@every_agent
def test_copy_or_a_pickled_agent_plays_the_same_game(make: Maker) -> None:
    agents = [make() for _ in range(3)]
    sent = pickle.loads(pickle.dumps(agents))  # noqa: S301
    assert repr(sent) == repr(agents)
    assert " at 0x" not in repr(agents)
    copied = copy.deepcopy(agents)
    first, *others = (play_game(some, Rules(most_turns=6), 3) for some in (agents, sent, copied))
    assert [game.events for game in others] == [first.events] * 2


@every_agent
def test_suggestion_names_one_of_the_rooms_or_nothing(make: Maker) -> None:
    agent = make()
    agent.begin(ann(), seeded(1))
    agent.observe(Suggestion("Bob", DECK.guess("white", "knife", "kitchen"), (Show("Eve"),)))
    other = copy.deepcopy(agent)
    kitchen = DECK.card("kitchen")
    guess = agent.suggest([kitchen])
    assert guess == other.suggest([kitchen])
    assert guess is not None
    assert guess.room == kitchen
    assert agent.suggest(()) is None


# Suggestions


@pytest.mark.parametrize(
    ("make", "seen"), [(RandomStateless, HAND), (RandomStateful, (*HAND, "White"))]
)
def test_random_agent_names_cards_outside_the_envelope(make: Maker, seen: Sequence[str]) -> None:
    agent = make()
    agent.begin(ann(), seeded(1))
    agent.observe(Holds("Bob", DECK.card("white")))
    guesses = [guess for _ in range(4000) if (guess := agent.suggest(ROOMS))]
    for category in Category:
        named = Counter(card for guess in guesses for card in guess if card.category is category)
        assert set(named) == set(DECK.of(category)) - set(DECK.hand(*seen))
        assert [*named.values()] == pytest.approx([4000 / len(named)] * len(named), rel=0.15)


def test_random_stateless_accuses_its_unanswered_suggestion() -> None:
    agent = RandomStateless()
    agent.begin(ann(), seeded(1))
    guess = DECK.guess("white", "knife", "kitchen")
    for event in (
        Suggestion("Ann", guess, (Show("Bob", DECK.card("knife")),)),
        Suggestion("Bob", guess, "nobody"),
        Suggestion("Ann", DECK.guess("white", "rope", "kitchen"), "nobody"),
    ):
        agent.observe(event)
        assert agent.accuse() is None
    agent.observe(Suggestion("Ann", guess, "nobody"))
    assert agent.accuse() == guess
    agent.begin(ann(), seeded(1))
    assert agent.accuse() is None


def test_heuristic_names_cards_with_the_fewest_possible_holders() -> None:
    agent = Heuristic()
    agent.begin(ann(), seeded(1))
    assert agent.suggest(ROOMS) == DECK.guess("scarlet", "candlestick", "kitchen")
    agent.observe(Lacks("Bob", DECK.card("green")))
    agent.observe(Lacks("Eve", DECK.card("pipe")))
    agent.observe(Lacks("Eve", DECK.card("library")))
    agent.observe(Lacks("Eve", DECK.card("conservatory")))
    assert agent.suggest(ROOMS) == DECK.guess("green", "pipe", "conservatory")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (partial(RandomStateful, deduction="magic"), "'magic'"),  # type: ignore[arg-type]
        (partial(Seeker, aim="win"), "solve or gain"),  # type: ignore[arg-type]
        (partial(Heuristic, tie="last"), "first or random"),  # type: ignore[arg-type]
        (partial(Strongest, playouts=0), "must be positive"),
        (partial(Strongest, candidates=0), "candidates"),
    ],
)
def test_wrong_options_are_named(make: Maker, message: str) -> None:
    with pytest.raises((UnknownNameError, ValueError), match=message):
        make()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("aim", "leak"), [("solve", 0.0), ("gain", 0.0), ("gain", 0.5)])
def test_seeker_follows_the_advice_and_gambles_at_one_half(
    aim: Aim, leak: float, seed: int
) -> None:
    seeker = Seeker(aim=aim, leak=leak)
    result = play_game([seeker, Heuristic(), Heuristic()], Rules(), seed)
    table = result.dealt.table("Ann")
    for number, event in enumerate(result.events):
        if isinstance(event, Suggestion) and event.by == "Ann":
            evidence = Evidence.gather(table, result.seen_by("Ann")[:number])
            merits = {
                each.guess: (each.solves, each.gain)
                if aim == "solve"
                else (each.gain - leak * each.leak,)
                for each in advise(table, evidence).suggestions
            }
            assert merits[event.guess] == pytest.approx(max(merits.values()), abs=1e-8)
    assert seeker.gambled is None or seeker.gambled.chance >= 1 / 2


def test_seeker_enters_the_room_of_the_best_suggestion() -> None:
    """Bob holds one of two weapons, and would show the ballroom as well."""
    agent = Seeker(aim="solve")
    agent.begin(ann(), seeded(1))
    for card in DECK.hand("scarlet", "peacock", "candlestick", "knife", "pipe", "library"):
        agent.observe(Holds("Eve", card))
    for card in DECK.hand("white", "kitchen"):
        agent.observe(Holds("envelope", card))
    ballroom, kitchen = DECK.hand("ballroom", "kitchen")
    agent.observe(Holds("Bob", ballroom))
    agent.watch(Pawns.at_start(classic_board(DECK), agent.table.names))
    assert agent.move([ballroom, kitchen]) == kitchen


# Shows


@each_agent
def test_suspect_before_weapon_before_room_is_shown(make: Maker) -> None:
    agent = make()
    agent.begin(ann(), seeded(1))
    guess = DECK.guess("plum", "rope", "hall")
    assert agent.show("Bob", guess, guess.cards[::-1]) == guess.suspect
    assert agent.show("Bob", guess, guess.cards[1:]) == guess.weapon
    assert agent.show("Bob", guess, guess.cards[2:]) == guess.room
