"""Misleading players act as their names say and follow the rules."""

from collections.abc import Callable, Sequence

import pytest

from cluetree.board import classic_board
from cluetree.cards import ClueCard, ClueGuess
from cluetree.editions import CLUE_US
from cluetree.events import Accusation, Suggestion
from cluetree.play import NAMES, AccusationRule, Agent, Rules, check_agent, play_game
from cluetree.play.agents import (
    Bluffer,
    Decoy,
    Heuristic,
    Mule,
    Parrot,
    Penitent,
    Seesaw,
    Turncoat,
    Veteran,
)

ALL: Sequence[Callable[[], Agent]] = (
    Bluffer,
    Turncoat,
    Penitent,
    Decoy,
    Parrot,
    Veteran,
    Mule,
    Seesaw,
)
each = pytest.mark.parametrize("make", ALL)


def asked(make: Callable[[], Agent], seed: int) -> tuple[list[Suggestion], set[ClueCard]]:
    """The first player's suggestions among heuristics, and its hand."""
    result = play_game([make(), Heuristic(), Heuristic()], Rules(), seed)
    asked = [e for e in result.events if isinstance(e, Suggestion) and e.by == NAMES[0]]
    return asked, set(result.dealt.hands[0])


def own(suggestion: Suggestion, hand: set[ClueCard]) -> int:
    return sum(card in hand for card in suggestion.guess)


@each
def test_agent_check_finds_no_fault(make: Callable[[], Agent]) -> None:
    rules = (Rules(most_turns=60), Rules(board=classic_board(CLUE_US), most_turns=60))
    report = check_agent(make, rules=rules, seeds=range(1))
    assert report.ok, str(report)


@each
@pytest.mark.parametrize("players", [2, 3])
def test_games_among_adversaries_end_rightly(make: Callable[[], Agent], players: int) -> None:
    for seed in range(8):
        agents = [make() for _ in range(players)]
        result = play_game(agents, Rules(players=NAMES[:players]), seed)
        assert result.winner is not None
        assert all(e.correct for e in result.events if isinstance(e, Accusation))


class AccusesItsHand(Heuristic):
    """Is out after its first turn."""

    def accuse(self) -> ClueGuess:
        frame = self.known.frame
        own = (self.known.hand & cards or cards for cards in frame.categories)
        return ClueGuess(*(frame.cards(cards)[0] for cards in own))


def test_games_of_two_remaining_players_end() -> None:
    # Each named its own cards for ever, of two categories, and the third could not tell.
    rules = Rules(claims=AccusationRule.SUGGESTER)
    assert play_game([AccusesItsHand(), Turncoat(), Turncoat()], rules, 36).winner is not None


@pytest.mark.parametrize("seed", range(4))
class TestHabits:
    def test_bluffer(self, seed: int) -> None:
        suggestions, hand = asked(Bluffer, seed)
        assert {own(s, hand) for s in suggestions} <= {1, 2}

    def test_turncoat(self, seed: int) -> None:
        suggestions, hand = asked(Turncoat, seed)
        assert [own(s, hand) for s in suggestions[:2]] == [0, 0]
        assert {own(s, hand) for s in suggestions[2:]} <= {2}

    def test_penitent(self, seed: int) -> None:
        suggestions, hand = asked(Penitent, seed)
        kinds = {card.category for card in hand}
        assert {own(s, hand) for s in suggestions[:4]} == {len(kinds)}
        assert {own(s, hand) for s in suggestions[4:]} <= {0}

    def test_seesaw(self, seed: int) -> None:
        suggestions, hand = asked(Seesaw, seed)
        assert {own(s, hand) for s in suggestions[::2]} == {0}
        assert {own(s, hand) for s in suggestions[1::2]} <= {2, 3}

    def test_decoy(self, seed: int) -> None:
        suggestions, hand = asked(Decoy, seed)
        first = [card for card in suggestions[0].guess if card in hand]
        assert len(first) == 1
        assert sum(first[0] in tuple(s.guess) for s in suggestions) > len(suggestions) / 2

    def test_mule(self, seed: int) -> None:
        suggestions, _ = asked(Mule, seed)
        for at in range(0, len(suggestions), 3):
            assert len({s.guess for s in suggestions[at : at + 3]}) == 1

    def test_parrot(self, seed: int) -> None:
        result = play_game([Parrot(), Heuristic(), Heuristic()], Rules(), seed)
        before: Suggestion | None = None
        for event in result.events:
            if isinstance(event, Suggestion):
                if event.by == NAMES[0] and before is not None:
                    assert len({*event.guess} & {*before.guess}) >= 2
                before = event


def test_veteran_asks_for_located_cards_of_others() -> None:
    agent = Veteran()
    held = 0
    for seed in range(4):
        result = play_game([agent, Heuristic(), Heuristic()], Rules(), seed)
        asked = [e for e in result.events if isinstance(e, Suggestion) and e.by == NAMES[0]]
        last = asked[1::2][-1]
        hands = {card for hand in result.dealt.hands[1:] for card in hand}
        held += sum(card in hands for card in last.guess)
    assert held >= 8
