"""What a server must know of games, one check a function."""

import json
from typing import Final

import msgspec

from cluetree import record as records
from cluetree.editions import CLUE_US
from cluetree.faces.conformance.client import Check, CheckError, Client, same
from cluetree.faces.conformance.line_checks import SET_UP
from cluetree.faces.forms.advice import AccusingForm, AdviceForm, RivalsForm, ShowingForm
from cluetree.faces.forms.checking import ConflictsForm, RepairsForm, SuspiciousForm
from cluetree.faces.forms.parts import FactForm, to_json
from cluetree.faces.forms.proof import ProofForm
from cluetree.faces.forms.review import ReviewForm
from cluetree.faces.forms.solution import SolutionForm
from cluetree.faces.rpc import results
from cluetree.faces.rpc.protocol import Code
from cluetree.notebook import Notebook
from cluetree.record import Json

_SHOWN: Final[Json] = {
    "kind": "suggestion",
    "by": "Ann",
    "cards": ["Miss Scarlet", "Candlestick", "Kitchen"],
    "passed": ["Bob"],
    "shows": [{"by": "Eve", "card": "Kitchen"}],
}
_EVENTS: Final[tuple[Json, ...]] = (
    _SHOWN,
    "Bob: White, Wrench, Library -> Eve shows",
    "Eve: Plum, Revolver, Ballroom -> nobody",
    {"kind": "accusation", "by": "Bob", "cards": ["white", "wrench", "study"], "correct": False},
    "Bob holds one of Wrench, Library",
    {"kind": "lacks", "player": "envelope", "card": "Billiard Room"},
)
_CLASH: Final[tuple[Json, ...]] = ("Eve holds Pipe", "Bob: Plum, Pipe, Hall -> Eve passes, nobody")
_MANY: Final = 200


def _game(client: Client, *events: Json) -> str:
    """Open a game and tell events; return its id."""
    game = client.ask(results.GameState, "new", record=SET_UP).game
    for event in events:
        client.request("tell", game=game, event=event)
    return game


def _lines(client: Client, game: str) -> list[str]:
    return [entry.line for entry in client.ask(results.Log, "events", game=game).events]


def both_spellings(client: Client) -> None:
    """An event may come as in a JSON record or as a line; it is answered in both."""
    game = _game(client)
    told = client.ask(results.Entered, "tell", game=game, event=_SHOWN)
    again = client.ask(results.Entered, "tell", game=game, event=told.entry.line)
    same("the event", bytes(again.entry.event), bytes(told.entry.event))
    same("its number", again.entry.number, 2)


def log_can_be_changed(client: Client) -> None:
    """Events are inserted, edited, dropped; undo and redo go back and forth."""
    game = _game(client, "Bob holds Pipe", "Eve lacks Wrench")
    client.request("insert", game=game, number=1, event="Eve lacks Revolver")
    client.request("edit", game=game, number=3, event="Eve lacks Candlestick")
    client.request("delete", game=game, number=2)
    whole = ["Eve lacks Revolver", "Bob holds Lead Pipe", "Eve lacks Candlestick"]
    same("the log", _lines(client, game), [whole[0], whole[2]])
    same("undone", client.ask(results.Undone, "undo", game=game).changed, True)
    same("the log", _lines(client, game), whole)
    same("redone", client.ask(results.Undone, "redo", game=game).changed, True)
    same("redone", client.ask(results.Undone, "redo", game=game).changed, False)
    same("the log", _lines(client, game), [whole[0], whole[2]])


def versions_count_changes(client: Client) -> None:
    """Every change moves the version on; at another one than expected nothing is done."""
    game = _game(client, "Bob holds Pipe")
    same("the version", client.ask(results.OfGame, "events", game=game).version, 1)
    undone = client.ask(results.OfGame, "undo", game=game, expect_version=1)
    same("the version", undone.version, 2)
    event = "Bob holds Wrench"
    data = client.refused(Code.BEHIND, "tell", game=game, event=event, expect_version=1)
    same("the version told", data.version, 2)
    same("the log", _lines(client, game), [])
    same("undone", client.ask(results.OfGame, "undo", game=game).version, 2)


def bad_events_change_nothing(client: Client) -> None:
    """What cannot be an event is refused with what it could mean, and the log stays."""
    game = _game(client, "Bob holds Pipe")
    data = client.refused(Code.UNKNOWN_NAME, "tell", game=game, event="Bob holds Librry")
    same("the candidates", data.candidates, ["Library"])
    same("the path", data.path, "$.params.event")
    client.refused(Code.INVALID, "tell", game=game, event="Bob: Plum, Pipe, Hall -> Bob shows")
    client.refused(Code.RECORD, "tell", game=game, event="Bob thinks of Plum")
    client.refused(Code.UNKNOWN_NAME, "edit", game=game, number=1, event="Zoe holds Pipe")
    same("the version", client.ask(results.OfGame, "events", game=game).version, 1)
    same("the log", _lines(client, game), ["Bob holds Lead Pipe"])


def beliefs_are_exact(client: Client) -> None:
    """All that follows is what the library itself works out."""
    game = _game(client, *_EVENTS)
    solution = SolutionForm.of(Notebook.from_clue(_text(client, game)))
    expected: dict[str, Json] = json.loads(to_json(solution))
    found: dict[str, Json] = json.loads(bytes(client.request("beliefs", game=game, one_of=True)))
    for field, value in expected.items():
        same(f"the field {field}", found.get(field), value)


def _text(client: Client, game: str) -> str:
    saved = client.ask(results.Saved, "save", game=game, spelling="clue")
    return msgspec.json.decode(saved.record, type=str)


def answer_comes_when_certain(client: Client) -> None:
    """`answer` is null until only one triple is left."""
    game = _game(client, *_EVENTS)
    same("the answer", client.ask(results.Answered, "answer", game=game).answer, None)
    client.request("tell", game=game, event="Eve accuses Plum, Revolver, Ballroom: right")
    found = client.ask(results.Answered, "answer", game=game).answer
    same("the answer", found, ["Professor Plum", "Revolver", "Ballroom"])


def facts_are_proved_or_open(client: Client) -> None:
    """`why` gives a proof that ends in the fact, or two deals that leave it open."""
    game = _game(client, *_EVENTS)
    proof = client.ask(ProofForm, "why", game=game, player="bob", card="kitchen")
    same("the fact", proof.fact, FactForm(player="Bob", card="Kitchen", holds=False))
    same("the last step", proof.steps[-1].concludes, proof.fact)
    left_open = client.ask(ProofForm, "why", game=game, player="Bob", card="Wrench")
    same("open", (left_open.open, len(left_open.steps)), (True, 0))
    data = client.refused(Code.UNKNOWN_NAME, "why", game=game, player="Bob", card="Sword")
    same("the path", data.path, "$.params.card")


def clashes_are_named_and_mended(client: Client) -> None:
    """An impossible log is kept; its conflict is named, and a repair by number mends it."""
    game = _game(client, *_CLASH)
    same("consistent", client.ask(SolutionForm, "beliefs", game=game).consistent, False)
    same("the conflicts", client.ask(ConflictsForm, "conflicts", game=game).conflicts, [[1, 2]])
    client.refused(Code.CONTRADICTION, "why", game=game, player="Bob", card="Rope")
    if not client.ask(RepairsForm, "repairs", game=game).repairs:
        raise CheckError("a repair should be found")
    client.request("repair", game=game, number=1)
    same("consistent", client.ask(results.Answered, "answer", game=game).consistent, True)
    client.request("undo", game=game)
    same("consistent", client.ask(results.Answered, "answer", game=game).consistent, False)


def what_if_is_a_copy(client: Client) -> None:
    """`suppose` opens another game with more events, or fewer; the first stays as it is."""
    game = _game(client, *_EVENTS)
    before = _lines(client, game)
    copy = client.ask(results.GameState, "suppose", game=game, after=2, events=["Bob holds Pipe"])
    same("the copy", _lines(client, copy.game), [*before[:2], "Bob holds Lead Pipe"])
    same("the game", _lines(client, game), before)
    client.request("close", game=copy.game)
    client.refused(Code.NO_GAME, "events", game=copy.game)


def records_go_there_and_back(client: Client) -> None:
    """A game saved in either spelling is the same game when it is opened again."""
    game = _game(client, *_EVENTS)
    text = _text(client, game)
    whole = client.ask(results.Saved, "save", game=game, spelling="json").record
    same("both", records.loads_json(bytes(whole)), records.loads_clue(text))
    objects: tuple[Json, ...] = (text, json.loads(bytes(whole)))
    for record in objects:
        again = client.ask(results.GameState, "new", record=record).game
        same("the game", _text(client, again), text)


def drawings_and_reviews_come(client: Client) -> None:
    """The tree is drawn in three forms; review and suspicious entries are told."""
    game = _game(client, *_EVENTS)
    forms = {"text": "Ann holds", "dot": "digraph", "mermaid": "flowchart"}
    for form, sign in forms.items():
        drawn = client.ask(results.Drawing, "tree", game=game, form=form).tree
        same(f"{sign} in the {form}", sign in drawn, True)
    review = client.ask(ReviewForm, "review", game=game)
    same("lessons", [lesson.number for lesson in review.lessons], [*range(1, len(_EVENTS) + 1)])
    client.ask(SuspiciousForm, "suspicious", game=game)
    same("editions", bool(client.ask(results.Editions, "editions").editions), True)


def advice_is_given(client: Client) -> None:
    """Suggestions come best first; the cards to show, rivals and accusing are looked at."""
    game = _game(client, *_EVENTS)
    found = client.ask(AdviceForm, "advise", game=game, rooms=["hall", "study"]).suggestions
    gains = [one.gain for one in found]
    same("the order", gains, sorted(gains, reverse=True))
    same("the rooms", {one.cards[2] for one in found}, {"Hall", "Study"})
    asked: dict[str, Json] = {"asker": "Bob", "cards": ["Plum", "Rope", "Hall"]}
    shown = client.ask(ShowingForm, "card_to_show", game=game, samples=10, **asked)
    same("the cards", {choice.card for choice in shown.choices}, {"Rope", "Hall"})
    known = client.ask(RivalsForm, "rivals", game=game, samples=10)
    same("the opponents", [rival.name for rival in known.rivals], ["Bob", "Eve"])
    right = client.ask(AccusingForm, "accuse_now", game=game, samples=10).right
    same("a chance", 0 < right < 1, True)


def lines_are_completed(client: Client) -> None:
    """`complete` says what may stand next in a line that somebody types."""
    game = _game(client)
    found = client.ask(results.Completed, "complete", game=game, line="Bob: plum, ro")
    same("the candidates", "Rope, " in found.candidates, True)


def many_games_at_once(client: Client) -> None:
    """Games do not mix, however many are open."""
    games = [_game(client) for _ in range(_MANY)]
    same("different ids", len(set(games)), _MANY)
    lines = [f"Bob lacks {card}" for card in CLUE_US.rooms]
    for at, game in enumerate(games):
        client.request("tell", game=game, event=lines[at % len(lines)])
    for at, game in enumerate(games):
        same("the log", _lines(client, game), [lines[at % len(lines)]])
    for game in games:
        client.request("close", game=game)
    left = {state.game for state in client.ask(results.GameList, "games").games}
    same("games left open", left.isdisjoint(games), True)


CHECKS: Final[tuple[Check, ...]] = (
    both_spellings,
    log_can_be_changed,
    versions_count_changes,
    bad_events_change_nothing,
    beliefs_are_exact,
    answer_comes_when_certain,
    facts_are_proved_or_open,
    clashes_are_named_and_mended,
    what_if_is_a_copy,
    records_go_there_and_back,
    drawings_and_reviews_come,
    advice_is_given,
    lines_are_completed,
    many_games_at_once,
)
