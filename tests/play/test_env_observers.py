"""Actions and observations: numbers of acts, visible and hidden information."""

from random import Random

import numpy as np
import pytest

from cluetree import (
    Accusation,
    Answering,
    Category,
    ClueCard,
    ClueGuess,
    Edition,
    Event,
    Evidence,
    InvalidTableError,
    Show,
    Suggestion,
    Table,
    count,
)
from cluetree.board import Board, board_of, classic_board
from cluetree.editions import CLUE_2016, CLUE_US, MASTER_DETECTIVE
from cluetree.errors import IllegalActError, UnknownNameError
from cluetree.play import (
    NAMES,
    AccusationRule,
    Accuse,
    Dealt,
    ErraticAgent,
    Move,
    Pawns,
    Phase,
    Roll,
    Rules,
    ShowCard,
    Suggest,
)
from cluetree.play.engine.observations import MOST
from cluetree.play.env import (
    Accusations,
    Actions,
    AgentPolicy,
    Array,
    ClueEnv,
    ObservationLayout,
    Request,
    SeatObserver,
)
from cluetree.play.env.observation_layout import HISTORY
from cluetree.play.knowledge import Deduction, Knowledge
from cluetree.turns import clockwise

DECK = CLUE_US
BOARD = classic_board(DECK)
HAND = ("mustard", "knife", "rope", "hall", "study", "lounge")
TINY = Edition(("Plum",), ("Rope", "Knife"), ("Hall", "Study", "Attic"))


# Actions


@pytest.mark.parametrize(
    ("deck", "board", "accusations", "size"),
    [
        (CLUE_US, None, "sure", 324 + 1 + 21),
        (CLUE_US, None, "chosen", 324 + 1 + 21 + 324 + 1),
        (CLUE_US, BOARD, "chosen", 671 + 9 + len(BOARD.squares)),
        (CLUE_US, BOARD, "sure", 346 + 9 + len(BOARD.squares)),
        (MASTER_DETECTIVE, None, "chosen", 2 * (10 * 8 * 12 + 1) + 30),
        (TINY, None, "chosen", 7 + 6 + 7),
    ],
)
def test_numbers_and_acts_are_one_to_one(
    deck: Edition, board: Board | None, accusations: Accusations, size: int
) -> None:
    actions = Actions(deck, board, accusations)
    assert len(actions) == size
    acts = [actions.decode(number, "Ann") for number in range(size)]
    assert len(set(acts)) == size
    assert {act.by for act in acts} == {"Ann"}
    assert [actions.encode(act) for act in acts] == list(range(size))
    for phase, numbers in actions.ranges.items():
        assert {acts[number].phase for number in numbers} <= {phase}
    assert sorted(number for numbers in actions.ranges.values() for number in numbers) == [
        *range(size)
    ]


@pytest.mark.parametrize("number", [-1, 20, None, 1.0, np.float64(1), np.array([1, 2]), "1"])
def test_invalid_action_number_is_an_error(number: object) -> None:
    with pytest.raises(IllegalActError, match="a number from 0 to 19, got"):
        Actions(TINY).decode(number, "Ann")  # type: ignore[arg-type]


def test_forced_acts_have_no_number() -> None:
    actions = Actions(TINY, accusations="sure")
    for act in (
        Roll("Ann", 7),
        Move("Ann", TINY.card("hall")),
        Accuse("Ann", None),
        Suggest("Ann", DECK.guess("plum", "rope", "kitchen")),
        ShowCard("Ann", DECK.card("kitchen")),
    ):
        with pytest.raises(IllegalActError, match="no action for"):
            actions.encode(act)
    with pytest.raises(UnknownNameError):
        Actions(TINY, accusations="perhaps")  # type: ignore[arg-type]


# Observations, part by part


def ann(**hand_sizes: int) -> Table:
    sizes = hand_sizes or {"Eve": 6, "Ann": 6, "Bob": 6}
    return Table.set_up(DECK, sizes, viewpoint="Ann", hand=HAND)


def seen(observer: SeatObserver, request: Request | None = None) -> dict[str, Array]:
    observation = observer.observe(request)
    assert observation.min() >= 0
    assert np.all(observation <= observer.layout.high)
    return observer.layout.split(observation)


def view_of(table: Table, board: Board | None = None) -> SeatObserver:
    return SeatObserver(table, ObservationLayout(table.edition, len(table.players), board))


def marked(row: Array) -> set[str]:
    return {DECK.cards[at].name for at in np.flatnonzero(row)}


def names(*words: str) -> set[str]:
    return {card.name for card in DECK.hand(*words)}


def guess(words: str) -> ClueGuess:
    return DECK.guess(*words.split())


def test_at_the_start_a_seat_sees_its_hand_and_the_sizes() -> None:
    table = Table.set_up(
        DECK,
        {"Eve": 4, "Ann": 5, "Bob": 6},
        viewpoint="Ann",
        hand=HAND[:5],
        face_up=("plum", "white", "wrench"),
    )
    parts = seen(view_of(table))
    assert parts["hand size"].tolist() == [5, 6, 4]
    assert marked(parts["holds"][0]) == names(*HAND[:5])
    assert not parts["holds"][1:].any()
    for row in parts["lacks"][1:]:
        assert marked(row) == names(*HAND[:5], "plum", "white", "wrench")
    assert marked(parts["lacks"][0]) == {card.name for card in DECK.cards} - names(*HAND[:5])
    for name in ("open", "seen", "named", "asked", "answered", "accused", "decision"):
        assert not parts[name].any()
    assert "pawns" not in parts


def test_events_are_seen_one_by_one_and_together() -> None:
    view = view_of(ann())
    told: tuple[Suggestion | Accusation, ...] = (
        Suggestion("Bob", guess("white rope kitchen"), (Show("Eve"),)),
        Suggestion("Ann", guess("white wrench library"), (Show("Eve", DECK.card("wrench")),)),
        Suggestion("Eve", guess("white rope hall"), (Show("Ann", DECK.card("hall")),)),
        Accusation("Bob", guess("plum lead-pipe study")),
    )
    me, bob, eve = 0, 1, 2
    for event in told[:2]:
        view.tell(event)
    parts = seen(view)
    assert marked(parts["named"][me]) == names("white", "wrench", "library")
    assert marked(parts["named"][bob]) == names("white", "rope", "kitchen")
    assert marked(parts["asked"][me]) == names("white", "wrench", "library")
    assert not parts["asked"][1:].any()
    assert marked(parts["answered"][eve]) == names("wrench")
    assert marked(parts["holds"][eve]) == names("wrench")
    assert marked(parts["lacks"][bob]) >= names("white", "library")
    assert marked(parts["open"][eve]) == names("white", "kitchen")
    assert not parts["open"][:2].any()
    assert not parts["seen"].any()
    for event in told[2:]:
        view.tell(event)
    parts = seen(view)
    assert marked(parts["seen"][eve]) == names("hall")
    assert not parts["seen"][:2].any()
    assert marked(parts["accused"][bob]) == names("plum", "lead-pipe", "study")
    assert not parts["accused"][[me, eve]].any()
    events, mask = view.history()
    assert events.shape == (HISTORY, view.layout.event_size)
    assert mask.tolist() == [1] * 4 + [0] * (HISTORY - 4)
    assert not events[4:].any()
    parts = view.layout.split_events(events[:4])
    assert parts["by"].argmax(axis=1).tolist() == [bob, me, eve, bob]
    assert parts["accuses"].ravel().tolist() == [0, 0, 0, 1]
    assert [marked(row) for row in parts["guess"]] == [
        {card.name for card in event.guess} for event in told
    ]
    assert parts["passed"].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert parts["showed"].argmax(axis=1).tolist()[:3] == [eve, eve, me]
    assert not parts["showed"][3].any()
    shown = [marked(row.any(axis=0)) for row in parts["shown"]]
    assert shown == [set(), names("wrench"), names("hall"), set()]
    assert parts["shown"][1, eve].any()


def test_only_the_latest_events_are_kept() -> None:
    view = view_of(ann())
    for at in range(HISTORY + 3):
        asker = "Bob" if at < HISTORY else "Eve"
        view.tell(
            Suggestion(asker, guess("white knife kitchen"), (Show("Ann", DECK.card("knife")),))
        )
    events, mask = view.history()
    assert mask.all()
    assert view.layout.split_events(events)["by"][:, 2].tolist() == [0] * (HISTORY - 3) + [1] * 3


def test_counts_stop_at_their_most() -> None:
    view = view_of(ann(Eve=6, Ann=6, Bob=6))
    for _ in range(MOST + 20):
        view.tell(Suggestion("Bob", guess("white wrench kitchen"), (Show("Eve"),)))
    parts = seen(view)
    assert parts["named"].max() == parts["open"].max() == MOST


def test_request_to_show_is_part_of_the_observation() -> None:
    view = view_of(ann())
    view.tell(Suggestion("Bob", guess("plum wrench library"), (Show("Eve"),)))
    asked = Suggestion("Eve", guess("white rope hall"))
    request = Request(Phase.SHOW, cards=DECK.hand("rope", "hall"), asked=asked)
    parts = seen(view, request)
    assert parts["decision"].tolist() == [0, 0, 1, 0]
    assert marked(parts["asked"][2]) == names("white", "rope", "hall")
    assert not parts["asked"][:2].any()
    assert not parts["answered"].any()
    assert not parts["named"][2].any()
    after = seen(view)
    assert marked(after["asked"][1]) == names("plum", "wrench", "library")
    assert not after["decision"].any()
    for at, phase in enumerate((Phase.MOVE, Phase.SUGGEST, Phase.SHOW, Phase.ACCUSE)):
        assert seen(view, Request(phase))["decision"].tolist() == [int(at == i) for i in range(4)]


def test_pawns_are_observed_on_a_board() -> None:
    table = ann()
    view = view_of(table, BOARD)
    pawns = Pawns.at_start(BOARD, table.names)
    view.watch(pawns)
    places = (*DECK.of(Category.ROOM), *sorted(BOARD.squares))
    parts = seen(view)
    assert parts["plays"].tolist()[0] == [0, 1, 0, 0, 0, 0]
    assert parts["plays"].tolist()[2] == [1, 0, 0, 0, 0, 0]
    for row, suspect in zip(parts["pawns"], DECK.of(Category.SUSPECT), strict=True):
        assert [places[at] for at in np.flatnonzero(row)] == [BOARD.starts[suspect]]
    white, hall = DECK.card("white"), DECK.card("hall")
    view.watch(pawns.moved(0, hall).suggested(0, white, hall))
    parts = seen(view)
    at = DECK.position[white]
    assert parts["pawns"].sum(axis=1).tolist() == [1] * 6
    assert places[int(np.argmax(parts["pawns"][at]))] == hall
    assert np.flatnonzero(parts["summoned"]).tolist() == [at]
    assert np.flatnonzero(parts["fresh"]).tolist() == [at]
    with pytest.raises(InvalidTableError, match="the pawns must stand"):
        view_of(table).watch(pawns)
    other = Pawns.at_start(classic_board(CLUE_2016), table.names)
    with pytest.raises(InvalidTableError, match="the pawns must stand"):
        view.watch(other)


def test_onlooker_has_no_observer() -> None:
    table = Table.set_up(DECK, {"Ann": 6, "Bob": 6, "Eve": 6})
    with pytest.raises(InvalidTableError, match="onlooker"):
        view_of(table)


# Whole games

GAMES: dict[str, tuple[Rules, Deduction]] = {
    "plain": (Rules(), "propagation"),
    "six": (Rules(players=NAMES[:6], leftover_face_up=True), "propagation"),
    "all answer": (Rules(MASTER_DETECTIVE, NAMES[:4], Answering.ALL), "propagation"),
    "all accuse": (Rules(players=NAMES[:4], accusers=AccusationRule.ALL), "certain"),
    "exact": (Rules(), "exact"),
    "board": (Rules(players=NAMES[:4], board=board_of(CLUE_US)), "propagation"),
}


Sight = tuple[list[list[int]], tuple[Event, ...]]


def sight(clue: ClueEnv, player: str) -> Sight:
    """All that a player is given."""
    observation = clue.observe(player)
    seen = (
        observation["observation"],
        observation["events"].ravel(),
        observation["event_mask"],
        observation["action_mask"],
    )
    return [part.tolist() for part in seen], clue.infos[player]["events"]


def played(
    rules: Rules, deduction: Deduction, seed: int, me: str, steps: list[tuple[str, int, Sight]]
) -> ClueEnv:
    """Let rash agents play to the end of a turn; record actions and one player's view."""
    clue = ClueEnv(rules, deduction=deduction)
    policies = {name: AgentPolicy(ErraticAgent(rash=0.03, bluff=0.3)) for name in rules.players}
    clue.reset(seed=seed)
    for player in clue.agent_iter():
        request = clue.request(player)
        if request is None or (len(steps) > 40 and request.phase is not Phase.SHOW):
            break
        action = policies[player].act(clue)
        assert action is not None
        steps.append((player, action, sight(clue, me)))
        clue.step(action)
    return clue


@pytest.mark.parametrize(("rules", "deduction"), GAMES.values(), ids=GAMES.keys())
def test_observed_facts_are_those_deduced_from_the_events(
    rules: Rules, deduction: Deduction
) -> None:
    clue = played(rules, deduction, 1, rules.players[0], [])
    for seat, player in enumerate(rules.players):
        known = Knowledge(clue.result.dealt.table(player), deduction)
        for event in clue.result.seen_by(player):
            known.tell(event)
        parts = clue.layout.split(clue.observe(player)["observation"])
        order = (seat, *clockwise(seat, len(rules.players)), len(rules.players))
        for row, place in enumerate(order):
            for at in range(len(rules.edition.cards)):
                assert parts["holds"][row, at] == known.held[place] >> at & 1
                assert parts["lacks"][row, at] != known.may[place] >> at & 1


def another_deal(clue: ClueEnv, me: str, seed: int) -> Dealt:
    """Other cards that this player could not tell from the true ones."""
    true = clue.result.dealt
    beliefs = count(Evidence.gather(true.table(me), clue.result.seen_by(me)))
    deals = beliefs.sample(50, rng=Random(seed))
    deal = next((deal for deal in deals if deal != true.deal), true.deal)
    lying: dict[str, list[ClueCard]] = {}
    for card, place in deal.items():
        lying.setdefault(place, []).append(card)
    hands = tuple(tuple(lying[name]) for name in clue.rules.players)
    return Dealt(clue.rules, clue.rules.edition.guess(*lying["envelope"]), hands, true.face_up)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("rules", "deduction"), GAMES.values(), ids=GAMES.keys())
def test_observation_does_not_reveal_hidden_cards(
    rules: Rules, deduction: Deduction, seed: int
) -> None:
    me = rules.players[seed % len(rules.players)]
    steps: list[tuple[str, int, Sight]] = []
    clue = played(rules, deduction, seed, me, steps)
    twin = ClueEnv(rules, deduction=deduction)
    twin.reset(seed=seed, options={"dealt": another_deal(clue, me, seed)})
    assert twin.result.dealt != clue.result.dealt
    shows = twin.actions.ranges[Phase.SHOW]
    for player, action, seen_then in steps:
        assert twin.agent_selection == player
        assert sight(twin, me) == seen_then
        mask = twin.observe(player)["action_mask"]
        assert mask[action] or action in shows  # what others show in secret may differ
        twin.step(action if mask[action] else int(np.flatnonzero(mask)[0]))
    assert sight(twin, me) == sight(clue, me)
