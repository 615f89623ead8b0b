"""Breaks the package at random, and counts what the tests notice.

    python -m tests.mutation explain record --sample 40 --seed 1

A mutant is a copy of the package with one small fault. It is killed if the tests of its room
fail, or take far too long. So that figures can be had again, the seed says which mutants are
drawn; so that a change does not wait for them, nobody runs this but by hand. Of the survivors
some are no faults at all: a bound that is never met, an answer that is remembered or not.
"""

import argparse
import ast
import copy
import json
import os
import resource
import shutil
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Final, NoReturn

import pytest
import sybil  # noqa: F401 -- what all runs need is imported once
from coverage import CoverageData

ROOT: Final = Path(__file__).parent.parent
NEEDED: Final = ("cluetree", "docs", "examples", "native", "tests", "conftest.py", "pyproject.toml")
LONGEST: Final = 4
"""So many times as long as the tests take without a fault, and a mutant runs for ever."""
START: Final = 10
"""Seconds of a processor that may go by before the first test."""
PATIENCE: Final = 60
"""Seconds that may go by in which none of it is this run's."""
FEW: Final = 20
"""How many of the tests that reach a fault are run before the others."""
REACHED: Final = ".reached"
SPENT: Final = ".spent"
ALREADY_THERE: Final = "ignore::pytest.PytestAssertRewriteWarning"
"""What pytest says of plugins that were imported before it was started."""

TESTS: Final = {
    "claims": ("tests/deduction",),
    "cards": ("tests/test_cards.py", "tests/test_editions.py"),
    "events": ("tests/test_events.py", "tests/test_claims.py", "tests/test_unknown_shower.py"),
    "beliefs": ("tests/exact/test_estimates.py", "tests/exact/test_sampling.py"),
    "line_protocol": ("tests/rpc/test_server.py", "tests/rpc/test_docs.py"),
    "forms": ("tests/operations", "tests/cli", "tests/rpc"),
    "advice": ("tests/advice", "tests/notebook/test_handed_on.py"),
    "explain": ("tests/explain", "tests/notebook/test_handed_on.py"),
    "notebook": ("tests/notebook", "tests/test_arguments.py"),
    "board": ("tests/board", "tests/play/test_referee_board.py"),
    "deduction": ("tests/deduction", "tests/play/test_knowledge.py", "tests/test_evidence.py"),
}
"""Where a room's tests are, if not under its own name."""
OF_ALL: Final = (
    "tests/test_architecture.py::test_what_passes_between_rooms_is_frozen",
    "tests/test_architecture.py::test_the_fields_of_a_document_are_given_by_name",
)

SWAPPED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    one: other
    for pair in (
        (ast.Lt, ast.LtE),
        (ast.Gt, ast.GtE),
        (ast.Eq, ast.NotEq),
        (ast.Is, ast.IsNot),
        (ast.In, ast.NotIn),
        (ast.Add, ast.Sub),
        (ast.Mult, ast.FloorDiv),
        (ast.BitAnd, ast.BitOr),
        (ast.And, ast.Or),
    )
    for one, other in (pair, pair[::-1])
}


@dataclass(frozen=True)
class Mutant:
    """A file with one fault."""

    path: Path
    lines: range
    is_called: bool
    """Whether it is done when a function is called, and not when the module is imported."""
    old: str
    new: str
    source: bytes

    def __str__(self) -> str:
        return f"{self.path}:{self.lines[0]}: {self.old}  ->  {self.new}"


def mutants(folder: Path, path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file in a folder."""
    source = (folder / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    called = {
        line
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in function.body
        for line in range(part.lineno, 1 + (part.end_lineno or part.lineno))
    }
    for node in code(tree):
        for new in faults(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            text = ast.unparse(new)
            whole = text if isinstance(node, ast.stmt) else f"({text})"
            mutated = source[:start] + whole.encode() + source[end:]
            lines = range(node.lineno, 1 + (node.end_lineno or node.lineno))
            is_called = node.lineno in called
            yield Mutant(path, lines, is_called, ast.unparse(node), text, mutated)


def code(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what is run, but nothing within the braces of a text, nor what only guards a `zip`."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "format_spec", "decorator_list", "bases", "pattern"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and is_needed(child):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from code(child)


def is_needed(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.keyword("strict"):
            return False
        case _:
            return True


def faults(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a part, each wrong in one way."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield changed(node, ops=[SWAPPED[type(op)]()])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield changed(node, op=SWAPPED[type(op)]())
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.IfExp(test):
            yield changed(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Call(keywords=keywords):
            for left_out in filter(is_needed, keywords):
                yield changed(node, keywords=[k for k in keywords if k is not left_out])
        case ast.AugAssign() | ast.Expr(ast.Call()) | ast.Continue():
            yield ast.Pass()
        case _:
            pass


def changed(node: ast.AST, **fields: object) -> ast.AST:
    """Return a part that differs in these fields."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def rooms() -> dict[str, list[Path]]:
    """The files of each room, and of each of the interfaces."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "cluetree").rglob("*.py")):
        parts = path.relative_to(ROOT / "cluetree").parts
        room = parts[1] if parts[0] == "interfaces" else parts[0]
        found.setdefault(room.removesuffix(".py"), []).append(path.relative_to(ROOT))
    return found


@dataclass(frozen=True)
class Cost:
    """What a run takes."""

    seconds: float
    work: float
    """Seconds of a processor."""


class Clock:
    """Measures how long each test takes."""

    def __init__(self) -> None:
        self.seconds = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration


@dataclass(frozen=True)
class Tree:
    """A copy of the tree that may be broken."""

    folder: Path
    is_patient: bool
    """Whether slow tests are run as well."""

    def fill(self) -> None:
        for name in NEEDED:
            there, here = ROOT / name, self.folder / name
            if there.is_dir():
                shutil.copytree(there, here, ignore=shutil.ignore_patterns("target", "_build"))
            else:
                shutil.copyfile(there, here)

    def tests_of(self, room: str, files: Iterable[Path]) -> list[str]:
        """Where the tests of a room are; the examples in its docstrings are run last."""
        places = (*TESTS.get(room, ()), f"tests/{room}", f"tests/test_{room}.py")
        there = [place for place in dict.fromkeys(places) if (self.folder / place).exists()]
        return [*OF_ALL, *there, *map(str, files)]

    def run(
        self, tests: Sequence[str], bound: Cost | None = None, watched: Path | None = None
    ) -> Cost | None:
        """Return what it costs to run some tests that pass; nothing if they do not.

        Args:
            tests: Which ones.
            bound: What it may cost; more is a failure.
            watched: A folder. What each test reaches of it is written down, and how long it takes.

        Raises:
            RuntimeError: If they could not be run.
        """
        start = monotonic()
        child = os.fork()
        if not child:
            self._be_pytest(tests, bound, watched)
        done, status, usage = os.wait4(child, os.WNOHANG)
        while not done:
            sleep(0.02)
            done, status, usage = os.wait4(child, os.WNOHANG)
            if not done and bound and monotonic() - start > bound.seconds:
                os.killpg(child, signal.SIGKILL)
        if watched and os.WIFEXITED(status) and os.WEXITSTATUS(status) > 1:
            raise RuntimeError(f"pytest ends with {os.WEXITSTATUS(status)}: {' '.join(tests)}")
        return None if status else Cost(monotonic() - start, usage.ru_utime + usage.ru_stime)

    def _be_pytest(
        self, tests: Sequence[str], bound: Cost | None, watched: Path | None
    ) -> NoReturn:
        """Run some tests in this process, which ends with them.

        It was forked from one that has imported what they need, but nothing of the package.
        """
        os.setsid()
        os.chdir(self.folder)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        sys.path.insert(0, str(self.folder))
        sys.modules.pop("tests", None)
        sys.pycache_prefix = str(self.folder / ".cache")
        os.environ |= {"PYTHONPATH": str(self.folder), "PYTHONPYCACHEPREFIX": sys.pycache_prefix}
        # Were `--dist` left as it is, pytest-cov would leave the contexts to workers, of which
        # there are none.
        options = ["-q", "-x", "-n", "0", "--dist", "no", "-p", "no:cacheprovider"]
        options += ["-W", ALREADY_THERE]
        if self.is_patient:
            options += ["-m", "slow or not slow"]
        if bound:
            # Bytecode of two faults of one length, written within a second, would be mixed up.
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
            sys.dont_write_bytecode = True
            resource.setrlimit(resource.RLIMIT_CPU, (int(bound.work), int(bound.work)))
        if watched:
            os.environ["COVERAGE_FILE"] = str(self.folder / REACHED)
            options += [f"--cov={watched}", "--cov-context=test", "--cov-report="]
        clock, code = Clock(), int(pytest.ExitCode.INTERRUPTED)
        try:
            code = pytest.main([*options, *tests], [clock])
            if watched:
                (self.folder / SPENT).write_text(json.dumps(clock.seconds))
        finally:  # whatever a fault raises: what is above belongs to the other process
            os._exit(code)


@dataclass(frozen=True)
class Room:
    """The tests of a room, and what each of them reaches."""

    tree: Tree
    tests: Sequence[str]
    cost: Cost
    """Of all of them, without a fault."""
    seconds: Mapping[str, float]
    """How long each takes."""
    reached: Mapping[tuple[str, int], Collection[str]]
    """By file and line."""
    lines: Counter[str]
    """How many each test reaches."""

    @classmethod
    def explored(cls, tree: Tree, tests: Sequence[str], files: Sequence[Path]) -> "Room":
        """Run the tests of some files without a fault."""
        together = Path(os.path.commonpath(files))
        cost = tree.run(tests, watched=together.parent if together.suffix else together)
        if cost is None:
            sys.exit(f"these tests fail without a fault: {' '.join(tests)}")
        data = CoverageData(str(tree.folder / REACHED))
        data.read()
        reached = {
            (str(Path(file).relative_to(tree.folder)), line): by
            for file in data.measured_files()
            for line, by in data.contexts_by_lineno(file).items()
        }
        if not any(map(any, reached.values())):
            sys.exit("coverage says of no test what it reaches")
        seconds = json.loads((tree.folder / SPENT).read_text())
        lines = Counter(chain.from_iterable(reached.values()))
        return cls(tree, tests, cost, seconds, reached, lines)

    def survives(self, mutant: Mutant) -> bool:
        """Run the tests that reach a fault, the nearest first; all if it is met on importing.

        A test that was given an answer which another had left behind has not reached what made
        it. So a fault may live that all tests together would have killed, but none is killed
        that would live.
        """
        file = self.tree.folder / mutant.path
        whole, times = file.read_bytes(), file.stat()
        file.write_bytes(mutant.source)
        try:
            reach = self.reaching(mutant)
            others = reach[FEW:] if mutant.is_called and reach else self.tests
            return all(self._passes(tests) for tests in (reach[:FEW], others) if tests)
        finally:
            file.write_bytes(whole)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def reaching(self, mutant: Mutant) -> list[str]:
        """The tests that reach a fault, those first that reach little else."""
        path = str(mutant.path)
        here = {test for line in mutant.lines for test in self.reached.get((path, line), ())}
        ids = (test.rpartition("|")[0] for test in sorted(here, key=self.lines.__getitem__))
        return [test for test in dict.fromkeys(ids) if test.startswith("tests/")]

    def _passes(self, tests: Sequence[str]) -> bool:
        every = sum(self.seconds.values())
        longest = LONGEST * min(1, sum(self.seconds.get(test, every) for test in tests) / every)
        bound = Cost(PATIENCE + longest * self.cost.seconds, START + longest * self.cost.work)
        return self.tree.run(tests, bound) is not None


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Say of each room how many of its mutants are killed, and show the others."""
    found = rooms()
    parser = argparse.ArgumentParser(description="Count the mutants that the tests kill.")
    parser.add_argument("room", nargs="+", choices=sorted(found))
    parser.add_argument("--sample", type=int, default=20, help="how many mutants of each room")
    parser.add_argument("--seed", default="1", help="which ones")
    parser.add_argument("--slow", action="store_true", help="run the slow tests as well")
    asked = parser.parse_args()
    for plugin in entry_points(group="pytest11"):
        plugin.load()
    with TemporaryDirectory() as folder:
        tree = Tree(Path(folder), asked.slow)
        tree.fill()
        for room in asked.room:
            explored = Room.explored(tree, tree.tests_of(room, found[room]), found[room])
            every = [mutant for path in found[room] for mutant in mutants(tree.folder, path)]
            drawn = Random(f"{room} {asked.seed}").sample(every, min(asked.sample, len(every)))
            alive = 0
            for mutant in drawn:
                if explored.survives(mutant):
                    alive += 1
                    say(f"  alive  {mutant}")
            say(f"{room}: {len(drawn) - alive} of {len(drawn)} killed, of {len(every)}")


if __name__ == "__main__":
    main()
