"""The command `cluetree`: thin words over the library.

Exit status 0: done. 1: the record cannot be true. 2: the record or the command line cannot be
read, or a file cannot be written; then one line on standard error says what and where. 130: it
was stopped by Ctrl-C.
"""

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Final

import cyclopts

import cluetree
from cluetree.errors import ClueError, ContradictionError, RecordError
from cluetree.exact import core_version
from cluetree.interfaces.cli import (
    advise,
    benchmark,
    check,
    check_bot,
    convert,
    play,
    review,
    serve,
    show,
    solve,
    step,
    tournament,
    why,
)
from cluetree.interfaces.cli.common import IMPOSSIBLE, INTERRUPTED, OK, UNREADABLE
from cluetree.text.language import ENGLISH, speaking, wanted
from cluetree.text.refusals import refusal


def versions(version: str, core: str | None) -> str:
    """Say which cluetree this is, and whether the compiled core counts for it."""
    how = "in plain Python" if core is None else f"with cluetree-native {core}"
    return f"cluetree {version}, {how}"


app = cyclopts.App(
    name="cluetree",
    help="Track what one player can know in a game of Clue (Cluedo), and say why.",
    version=versions(cluetree.__version__, core_version()),
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
)
app.default(solve.worked_game)
for _command in (
    solve.solve,
    step.step,
    step.tree,
    convert.convert,
    convert.editions,
    why.why,
    check.check,
    review.review,
    advise.advise,
    show.show,
    show.rivals,
    play.play,
    play.replay,
    tournament.tournament,
    benchmark.benchmark,
    check_bot.check_bot,
    serve.serve,
    serve.notes,
):
    app.command(_command)
app.command(serve.web_sheet, name="web")
# What it passes on to a command is left open in cyclopts.
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]
    add_to_startup=False, help="Let the tabulator complete commands in this shell."
)


_FOR_PROGRAMS: Final = frozenset(
    ["benchmark", "check-bot", "play", "replay", "serve", "tournament", "web"]
)
"""The commands of researchers and bot writers: they speak English alone."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; no error of a user's becomes a traceback.

    What people use at a table speaks the language of the environment.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs shows ?
    words = sys.argv[1:] if arguments is None else arguments
    in_english = not _FOR_PROGRAMS.isdisjoint(words[:1])
    with speaking(ENGLISH if in_english else wanted(os.environ)):
        return _run(words)


def _run(arguments: Sequence[str]) -> int:
    try:
        status = app(
            arguments,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except cyclopts.UnusedCliTokensError as error:
        return _fail(_unused(error.unused_tokens or (), within=bool(error.command_chain)))
    except ClueError as error:
        is_clash = isinstance(error, ContradictionError)
        return _fail(_said(error), IMPOSSIBLE if is_clash else UNREADABLE)
    except cyclopts.CycloptsError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (BrokenPipeError, SystemExit):  # rich turns the one into the other
        _drop_output()  # the reader (head, less) has seen enough
        return OK
    except OSError as error:
        _drop_output()
        return _fail(f"cannot write the answer: {error.strerror or error}")
    return status if isinstance(status, int) else OK


def _unused(words: Sequence[str], *, within: bool) -> str:
    """Say what was typed in vain and, if not within a command, which one it looks like."""
    near = get_close_matches(words[0], app, n=1) if words and not within else []
    meant = f"did you mean {near[0]}?" if near else "see cluetree --help"
    return f"nothing takes {' '.join(words)!r} here; {meant}"


def _said(error: ClueError) -> str:
    """Say what is wrong in the reader's language and, of a record, where."""
    if isinstance(error, RecordError):
        return f"{str(error).removesuffix(error.reason)}{refusal(error)}"
    return refusal(error)


def _fail(message: str, status: int = UNREADABLE) -> int:
    print(f"cluetree: {' '.join(message.split())}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that Python does not complain at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
