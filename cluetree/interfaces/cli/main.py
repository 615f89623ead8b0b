"""The command `cluetree`.

Exit status 0: success. 1: the record is contradictory. 2: the record or the command line is
invalid, an extra is missing, or a file cannot be written; one line on standard error gives the
reason. 3: the time limit. 130: stopped by Ctrl-C.
"""

import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from threading import enumerate as enumerate_threads, main_thread
from typing import Final

import cyclopts

import cluetree
from cluetree.errors import ClueError, ContradictionError, LimitReached, system_reason
from cluetree.interfaces.cli import IMPOSSIBLE, INTERRUPTED, LIMITED, OK, UNREADABLE
from cluetree.text.language import ENGLISH, preferred_language, speaking
from cluetree.text.printable import printable

app: cyclopts.App = cyclopts.App(
    name="cluetree",
    help="Track what a player can know in a game of Clue (Cluedo), with proofs.",
    version=f"cluetree {cluetree.__version__}",
    help_format="plaintext",
    default_parameter=cyclopts.Parameter(negative=""),
    suppress_keyboard_interrupt=False,
    group_commands=cyclopts.Group("Commands", sort_key=9),
)
_COMMANDS: Final = {
    "At the table": "serve:web questions:solve questions:why questions:chance questions:advise "
    "questions:show questions:rivals questions:check",
    "Study": "step:step course:course questions:tree questions:review",
    "Play": "play:play tournament:tournament tournament:benchmark",
    "Programs": "serve:serve serve:mcp play:check_bot questions:convert questions:editions",
}
"""The modules and functions of the commands, each imported when it is used."""
for _place, (_heading, _listed) in enumerate(_COMMANDS.items()):
    _group = cyclopts.Group(_heading, sort_key=_place)
    for _order, _command in enumerate(_listed.split()):
        _name = _command.partition(":")[2].replace("_", "-")
        _path = f"cluetree.interfaces.cli.{_command}"
        app.command(_path, name=_name, group=_group, sort_key=_order)
app.command("cluetree.interfaces.cli.questions:worked_game", name="worked-game", show=False)
# Its keyword arguments are not typed in cyclopts.
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]
    add_to_startup=False, help="Let the tabulator complete commands in this shell."
)

_FOR_PROGRAMS: Final = frozenset(["benchmark", "check-bot", "mcp", "serve", "tournament"])
"""The commands of researchers and bot writers, which exist in English only."""
_STATUS: Final = {ContradictionError: IMPOSSIBLE, LimitReached: LIMITED}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; user errors print no traceback.

    Commands for players and teachers use the language of the environment.
    """
    words = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs shows ?
    in_english = not _FOR_PROGRAMS.isdisjoint(words[:1])
    language = ENGLISH if in_english else preferred_language(os.environ)
    with speaking(language), warnings.catch_warnings():
        warnings.showwarning = _print_warning
        status = _run(words)
    if arguments is None:
        _exit_without_threads(status)
    return status


def _exit_without_threads(status: int) -> None:
    """End this process if it would wait for threads that agents have left."""
    if any(not thread.daemon and thread is not main_thread() for thread in enumerate_threads()):
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(status)


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(message, file=sys.stderr)


def _run(arguments: Sequence[str]) -> int:
    try:
        if arguments and arguments[0] in app.help_flags:
            for name in app:
                app[name]  # imported, so that its help is known
        status = app(
            arguments or ("worked-game",),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except ClueError as error:
        known = (status for kind, status in _STATUS.items() if isinstance(error, kind))
        return _fail(str(error), next(known, UNREADABLE))
    except cyclopts.CycloptsError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # rich turns the first into the second
        _drop_output()  # the reader (head, less) has seen enough
        return OK
    except OSError as error:
        _drop_output()
        why = system_reason(error)
        return _fail(f"cannot write the answer: {why}")
    return status if isinstance(status, int) else OK


def _fail(message: str, status: int = UNREADABLE) -> int:
    print(f"cluetree: {printable(' '.join(message.split()))}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Discard unwritten output, so that Python reports no error when it exits."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
