"""Play Speed Clue, a public contest of 2014: our agents in its server, its programs at our table.

    python examples/speed_clue.py join AGENT IDENTIFIER PORT
    python examples/speed_clue.py host GAMES "COMMAND" "COMMAND" AGENT

`join` seats one of our agents in the contest's server, which appends the identifier and the port
to a command. `host` seats the contest's programs, given by their commands, beside our agents.
Messages are ASCII text, each answered before the next one is sent. They have no line ends: what
one read returns is one message. Without arguments two copies of this program visit our table.
"""

import shlex
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from random import Random
from socket import create_connection, create_server, socket

from cluetree import Accusation, Category, ClueCard, ClueGuess, Event, Show, Suggestion, Table
from cluetree.editions import CLUE_US as DECK
from cluetree.play import (
    NAMES,
    Agent,
    BaseAgent,
    Dealt,
    Rules,
    Seat,
    Suggest,
    apply,
    deal_of,
    start,
    stream,
)
from cluetree.play.roster import agent_named

SECONDS = 60.0  # for each answer; the contest permits 10
CODES = {card: card.name.split()[-(card.category is not Category.ROOM)][:2] for card in DECK.cards}
CARDS = {code: card for card, code in CODES.items()}


def codes(guess: ClueGuess) -> str:
    """Write the cards as the contest does, such as `Pl Kn Li`."""
    return " ".join(CODES[card] for card in guess)


def guess_of(words: Sequence[str]) -> ClueGuess:
    """Read the cards of a suggestion or an accusation."""
    return DECK.guess(*(CARDS[word] for word in words))


def exchange(connection: socket, message: str) -> list[str]:
    """Send a message, and return the words of the one that comes back."""
    connection.sendall(message.encode("ascii"))
    words = connection.recv(512).decode("ascii").replace("\0", "").split()
    if not words:
        raise ConnectionError(f"the connection was closed after {message!r}")
    return words


def fresh(guess: ClueGuess | None, made: set[ClueGuess]) -> ClueGuess:
    """Return the suggestion or, by the contest's rule, the most similar one not made before."""
    others = {ClueGuess(*cards) for cards in product(*map(DECK.of, Category))} - made
    made.add(new := max(sorted(others, key=str), key=lambda each: len({*each} & {*(guess or ())})))
    return new


class Entrant:
    """One of our agents in the contest's server, whose messages it answers."""

    def __init__(self, agent: Agent, rng: Random):
        self.agent, self.rng = agent, rng

    def reset(self, names: Sequence[str], name: str, hand: tuple[ClueCard, ...]) -> None:
        """Start a game; the first seats get one card more if the deal is uneven."""
        size, more = divmod(len(DECK.cards) - len(Category), len(names))
        sizes = {other: size + (at < more) for at, other in enumerate(names)}
        self.hand, self.made = hand, set[ClueGuess]()
        self.agent.begin(Table.set_up(DECK, sizes, viewpoint=name, hand=hand), self.rng)

    def answer(self, words: Sequence[str]) -> str:
        """Answer a message of the contest's server."""
        match words:
            case "reset", count, index, *hand:
                cards = tuple(CARDS[code] for code in hand)
                self.reset(NAMES[: int(count)], NAMES[int(index)], cards)
            case ("suggest",):
                guess = self.agent.suggest(DECK.of(Category.ROOM))
                return f"suggest {codes(fresh(guess, self.made))}"
            case "disprove", by, *named:
                asked = guess_of(named)
                options = [card for card in asked if card in self.hand]
                return f"show {CODES[self.agent.show(NAMES[int(by)], asked, options)]}"
            case ("accuse",):
                guess = self.agent.accuse()
                return "-" if guess is None else f"accuse {codes(guess)}"
            case "suggestion", by, suspect, weapon, room, shower, *shown:
                card = CARDS[shown[0]] if shown else None
                shows = () if shower == "-" else (Show(NAMES[int(shower)], card),)
                asked = guess_of((suspect, weapon, room))
                self.agent.observe(Suggestion(NAMES[int(by)], asked, shows))
            case "accusation", by, *named, verdict:
                accused = Accusation(NAMES[int(by)], guess_of(named), correct=verdict == "+")
                self.agent.observe(accused)
            case ("done",):
                return "dead"
            case _:
                raise ValueError(f"unknown message {' '.join(words)!r}")
        return "ok"


def join(agent: Agent, identifier: str, port: int) -> None:
    """Play an agent in the contest's server until it is done."""
    entrant = Entrant(agent, Random(identifier))
    with create_connection(("localhost", port)) as connection:
        message = f"{identifier} alive"
        while message != "dead":
            message = entrant.answer(exchange(connection, message))
        connection.sendall(message.encode("ascii"))


class Visitor(BaseAgent):
    """One of the contest's programs at our table."""

    def __init__(self, connection: socket):
        self.send: Callable[[str], list[str]] = partial(exchange, connection)

    def begin(self, table: Table, rng: Random) -> None:
        """Deal the cards to the program."""
        super().begin(table, rng)
        hand = " ".join(CODES[card] for card in self.me.hand)
        self.send(f"reset {len(table.names)} {table.names.index(self.me.name)} {hand}")

    def observe(self, event: Event) -> None:
        """Report what the program may know."""
        match event:
            case Suggestion(by, guess, shows):
                seats = (NAMES.index(show.by) for show in shows if show.by is not None)
                seen = " ".join(CODES[show.card] for show in shows if show.card is not None)
                message = f"suggestion {NAMES.index(by)} {codes(guess)} {next(seats, '-')} {seen}"
                self.send(message.rstrip())
            case Accusation(by, guess, correct):
                self.send(f"accusation {NAMES.index(by)} {codes(guess)} {'+' if correct else '-'}")
            case _:
                pass  # the contest does not show the envelope after a failed accusation

    def suggest(self, rooms: Sequence[ClueCard]) -> ClueGuess:  # noqa: ARG002 -- any room
        """Ask the program for a suggestion."""
        return guess_of(self.send("suggest")[1:])

    def show(self, asker: str, guess: ClueGuess, cards: Sequence[ClueCard]) -> ClueCard:
        """Let the program choose if it has a choice."""
        if len(cards) == 1:
            return cards[0]
        return CARDS[self.send(f"disprove {NAMES.index(asker)} {codes(guess)}")[1]]

    def accuse(self) -> ClueGuess | None:
        """Ask the program whether it accuses."""
        words = self.send("accuse")
        return guess_of(words[1:]) if words != ["-"] else None


@contextmanager
def visitor(command: str, identifier: str) -> Generator[Visitor]:
    """Start a program, seat it while the context lasts, and end it."""
    with create_server(("localhost", 0)) as server:
        server.settimeout(SECONDS)
        words = [*shlex.split(command), identifier, str(server.getsockname()[1])]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as program:  # noqa: S603 -- the user's
            try:
                connection, _ = server.accept()
                with connection:
                    connection.settimeout(SECONDS)
                    connection.recv(512)  # "{identifier} alive"
                    guest = Visitor(connection)
                    yield guest
                    guest.send("done")
            except BaseException:
                program.kill()
                raise


def play(agents: Sequence[Agent], dealt: Dealt, seed: int) -> str:
    """Play a game and return the winner: the last player left wins, too."""
    names = dealt.rules.players
    seats = dict(zip(names, agents, strict=True))
    for name, agent in seats.items():
        agent.begin(dealt.table(name), stream(seed, name))
    state, made = start(dealt), {name: set[ClueGuess]() for name in names}
    while state.winner is None and len(state.eliminated) < len(names) - 1:
        by = state.actor
        if by is None:
            raise RuntimeError(f"no winner after {state.turn} turns")
        act = Seat(seats[by]).choose(state)
        if isinstance(act, Suggest):
            act = Suggest(by, fresh(act.guess, made[by]))
        state, messages = apply(state, act)
        for message in messages:
            for name in message.to:
                seats[name].observe(message.event)
    left = {*range(len(names))} - state.eliminated
    return names[left.pop() if state.winner is None else state.winner]


def host(games: int, *spelled: str) -> None:
    """Seat programs, given by commands of several words, and agents at our table."""
    with ExitStack() as stack:
        agents = [
            stack.enter_context(visitor(words, f"seat{at}")) if " " in words else agent_named(words)
            for at, words in enumerate(spelled)
        ]
        rules = Rules(DECK, NAMES[: len(agents)])
        for seed in range(games):
            print(f"game {seed + 1}: {play(agents, deal_of(rules, seed), seed)} wins")


def main(*arguments: str) -> None:
    """Join the contest's server, or be the host."""
    match arguments:
        case "join", agent, identifier, port:
            join(agent_named(agent), identifier, int(port))
        case "host", games, *spelled:
            host(int(games), *spelled)
        case _:
            copy = shlex.join([sys.executable, __file__, "join", "heuristic"])
            host(4, copy, "random", copy)


if __name__ == "__main__":
    main(*sys.argv[1:])
