"""The command `cluetree`.

Exit status 0: success. 1: the record is contradictory. 2: the record or the command line is
invalid, an extra is missing, or a file cannot be written; one line on standard error gives the
reason. 130: stopped by Ctrl-C, also while it starts.
"""

import io
import os
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from threading import enumerate as enumerate_threads, main_thread
from typing import Final

import cyclopts

import cluetree
from cluetree import start
from cluetree.errors import ClueError, ContradictionError, LimitReached, Message, system_reason
from cluetree.interfaces.cli.status import IMPOSSIBLE, LIMITED, OK, UNREADABLE, UsageError
from cluetree.text.errors import message_of, reason_of
from cluetree.text.language import ENGLISH, preferred_language, speaking, translation
from cluetree.text.printable import printable


def version() -> str:
    """Return the version, and whether the compiled core is in use."""
    from cluetree.exact import core_version  # noqa: PLC0415 -- this and below: start in less time

    core = core_version()
    how = "in plain Python" if core is None else f"with cluetree-native {core}"
    return f"cluetree {cluetree.__version__}, {how}"


app: cyclopts.App = cyclopts.App(
    name="cluetree",
    help="Track what a player can know in a game of Clue (Cluedo), with proofs.",
    version=version,
    help_format="plaintext",
    default_parameter=cyclopts.Parameter(negative=""),
    suppress_keyboard_interrupt=False,
    group_commands=cyclopts.Group("Commands", sort_key=9),
)
_WORKED_GAME: Final = "worked-game"
_COMMANDS: Final = {
    "At the table": "serve:web sheet:solve questions:why questions:advise "
    "questions:show questions:rivals questions:check",
    "Study": "step:step course:course questions:tree questions:review",
    "Play": "play:play play:replay tournament:tournament tournament:benchmark",
    "Programs": "serve:serve serve:mcp play:check_bot sheet:convert sheet:editions",
}
"""The modules and functions of the commands, each imported when it is used."""
for _place, (_heading, _listed) in enumerate(_COMMANDS.items()):
    _group = cyclopts.Group(_heading, sort_key=_place)
    for _order, _command in enumerate(_listed.split()):
        app.command(
            f"cluetree.interfaces.cli.{_command}",
            name=_command.partition(":")[2].replace("_", "-"),
            group=_group,
            sort_key=_order,
        )
app.command("cluetree.interfaces.cli.questions:worked_game", name=_WORKED_GAME, show=False)
_NAMES: Final = frozenset(name for name in app if not name.startswith("-"))
# Its keyword arguments are not typed in cyclopts.
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]
    add_to_startup=False, help="Let the tabulator complete commands in this shell."
)


@cache
def complete() -> cyclopts.App:
    """Import all commands, and add one for each question that none of the others asks."""
    for name in app:
        app[name]
    from cluetree.interfaces.cli.questions import commands  # noqa: PLC0415

    for name, derived in commands({*app}):
        app.command(derived, name=name, group="More questions")
    return app


_FOR_PROGRAMS: Final = frozenset(["benchmark", "check-bot", "mcp", "replay", "serve", "tournament"])
"""The commands of researchers and bot writers, which exist in English only."""

_STATUS: Final = {ContradictionError: IMPOSSIBLE, LimitReached: LIMITED}
_KINDS: Final[Mapping[object, Message]] = {
    bool: Message("true or false"),
    float: Message("a number"),
    int: Message("a whole number"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; user errors print no traceback.

    Commands for players and teachers use the language of the environment.
    """
    try:
        start.raise_on_interrupt()
        status = _in_language(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        status = start.INTERRUPTED
    if start.is_command():
        start.exit_on_interrupt()
        _exit_without_threads(status)
    return status


def _exit_without_threads(status: int) -> None:
    """End this process if it would wait for threads that agents have left."""
    if any(not thread.daemon and thread is not main_thread() for thread in enumerate_threads()):
        with suppress(OSError, ValueError):
            if sys.stdout is not None:
                sys.stdout.flush()
        os._exit(status)


def _in_language(words: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs shows ?
    in_english = not _FOR_PROGRAMS.isdisjoint(words[:1])
    language = ENGLISH if in_english else preferred_language(os.environ)
    with speaking(language), warnings.catch_warnings():
        warnings.showwarning = _print_warning
        return _run(words)


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(message, file=sys.stderr)


def _run(arguments: Sequence[str]) -> int:
    if not {*app.help_flags}.isdisjoint(arguments):
        from cluetree.interfaces.cli.help import HelpFormatter  # noqa: PLC0415

        app.help_formatter = HelpFormatter()
    try:
        if arguments and arguments[0] not in _NAMES:
            complete()
        status = app(
            arguments or (_WORKED_GAME,),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except ClueError as error:
        known = (status for kind, status in _STATUS.items() if isinstance(error, kind))
        return _fail(message_of(error), next(known, UNREADABLE))
    except cyclopts.CycloptsError as error:
        return _fail(reason_of(_misused(error)))
    except (BrokenPipeError, SystemExit):  # rich turns the first into the second
        _drop_output()  # the reader (head, less) has seen enough
        return OK
    except OSError as error:
        _drop_output()
        why = system_reason(error)
        return _fail(reason_of(ClueError("cannot write the answer: {why}", why=why)))
    return status if isinstance(status, int) else OK


def _misused(error: cyclopts.CycloptsError) -> UsageError:
    """Return the error in the command line."""
    match error:
        case (
            cyclopts.UnknownCommandError(unused_tokens=[word, *_])
            | cyclopts.UnusedCliTokensError(unused_tokens=[word, *_])
        ):
            unknown = Message("unknown command {word!r}", {"word": word})
            unexpected = UsageError("unexpected argument {word!r}", word=word)
            return unexpected if error.command_chain else _unknown(unknown, word, app)
        case cyclopts.UnknownOptionError(token=token):
            names = (name for argument in error.argument_collection for name in argument.names)
            word = token.keyword or token.value
            return _unknown(Message("unknown option {word!r}", {"word": word}), word, names)
        case cyclopts.ValidationError(argument=cyclopts.Argument() as argument):
            cause, why = error.__cause__, error.exception_message
            problem = cause.message if isinstance(cause, ClueError) else why
            return UsageError("{option} {problem}", option=_option(argument), problem=problem)
        case cyclopts.CoercionError(argument=cyclopts.Argument() as argument, token=token) if (
            token is not None and error.target_type in _KINDS
        ):
            return UsageError(
                "{option} must be {kind}, got {value!r}",
                option=_option(argument),
                kind=_KINDS[error.target_type],
                value=token.value,
            )
        case cyclopts.MissingArgumentError(argument=cyclopts.Argument() as argument):
            command = " ".join(("cluetree", *(error.command_chain or ())))
            return UsageError(
                "missing a value for {option}; see {command} --help"
                if argument.name.startswith("-")
                else "missing {option}; see {command} --help",
                option=_option(argument),
                command=command,
            )
        case _:
            text = str(error).rstrip(".")
            return UsageError(f"{text[:1].lower()}{text[1:]}")


def _unknown(what: Message, word: str, choices: Iterable[str]) -> UsageError:
    if near := get_close_matches(word, choices, n=1):
        return UsageError("{what}, did you mean {near!r}?", what=what, near=near[0])
    return UsageError("{what}; see cluetree --help", what=what)


def _option(argument: cyclopts.Argument) -> str:
    """Return the name of an option, or of an argument in capitals, as the help prints it."""
    keywords = [token.keyword for token in argument.tokens if token.keyword]
    name = keywords[-1] if keywords else argument.name
    label = name.upper()
    return name if name.startswith("-") else translation(f"cli.{label}") or label


def _fail(message: str, status: int = UNREADABLE) -> int:
    print(f"cluetree: {printable(' '.join(message.split()))}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Discard unwritten output, so that Python reports no error when it exits."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
