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
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).parent.parent
NEEDED: Final = ("cluetree", "docs", "examples", "native", "tests", "conftest.py", "pyproject.toml")
LONGEST: Final = 10
"""So many times as long as the tests take without a fault, and a mutant runs for ever."""
INTERRUPTED: Final = 2
"""How pytest ends if tests could not be collected, which is a failure as well."""

TESTS: Final = {
    "claims": ("tests/deduction",),
    "infos": ("tests/test_events.py", "tests/test_claims.py"),
    "words": ("tests/words", "tests/commands"),
    "forms": ("tests/forms", "tests/commands", "tests/rpc"),
    "board": ("tests/board", "tests/play/test_referee_board.py"),
    "deduction": ("tests/deduction", "tests/play/test_knowledge.py", "tests/test_evidence.py"),
}
"""Where a room's tests are, if not under its own name."""
OF_ALL: Final = "tests/test_architecture.py::test_what_passes_between_rooms_is_frozen"

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
    line: int
    old: str
    new: str
    source: bytes

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old}  ->  {self.new}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in code(ast.parse(source)):
        for new in faults(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            text = ast.unparse(new)
            whole = text if isinstance(node, ast.stmt) else f"({text})"
            mutated = source[:start] + whole.encode() + source[end:]
            yield Mutant(path, node.lineno, ast.unparse(node), text, mutated)


def code(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what is run: no annotations, and nothing within the braces of a text."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "format_spec", "decorator_list", "bases", "pattern"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from code(child)


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
            for keyword in keywords:
                yield changed(node, keywords=[k for k in keywords if k is not keyword])
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
    """The files of each room, and of each of the faces."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "cluetree").rglob("*.py")):
        parts = path.relative_to(ROOT / "cluetree").parts
        room = parts[1] if parts[0] == "faces" else parts[0]
        found.setdefault(room.removesuffix(".py"), []).append(path.relative_to(ROOT))
    return found


@dataclass(frozen=True)
class Tree:
    """A copy of the tree that may be broken."""

    folder: Path

    def fill(self) -> None:
        for name in NEEDED:
            there, here = ROOT / name, self.folder / name
            if there.is_dir():
                shutil.copytree(there, here, ignore=shutil.ignore_patterns("target", "_build"))
            else:
                shutil.copyfile(there, here)

    def tests_of(self, room: str, path: Path) -> list[str]:
        """Where the tests of a room are, those of the file itself first.

        The examples in its docstrings are run last, for they import the file once more.
        """
        named = (self.folder / "tests" / room).glob(f"test_{path.stem.strip('_')}*.py")
        places = (*TESTS.get(room, ()), f"tests/{room}", f"tests/test_{room}.py")
        there = [place for place in dict.fromkeys(places) if (self.folder / place).exists()]
        files = [str(place.relative_to(self.folder)) for place in named]
        return [*files, *there, OF_ALL, str(path)]

    def survives(self, mutant: Mutant, room: str, longest: float) -> bool:
        """Run the tests of a room on a mutant, for so many seconds."""
        file = self.folder / mutant.path
        whole = file.read_bytes()
        file.write_bytes(mutant.source)
        try:
            return self.is_green(self.tests_of(room, mutant.path), longest)
        finally:
            file.write_bytes(whole)

    def is_green(self, tests: list[str], longest: float | None = None) -> bool:
        """Say whether some tests pass, within so many seconds.

        Raises:
            RuntimeError: If they could not be run.
        """
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        environment["PYTHONPYCACHEPREFIX"] = str(self.folder / ".cache")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        one_by_one = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider")
        command = [sys.executable, "-m", "pytest", *one_by_one, *tests]
        quiet = subprocess.DEVNULL
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                stdout=quiet,
                stderr=quiet,
                timeout=longest,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        if done.returncode > INTERRUPTED:
            raise RuntimeError(f"pytest ends with {done.returncode}: {' '.join(tests)}")
        return done.returncode == 0


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
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        tree.fill()
        for room in asked.room:
            start = monotonic()
            if not tree.is_green(tree.tests_of(room, found[room][0])):
                sys.exit(f"{room}: its tests fail without a fault")
            longest = LONGEST * (monotonic() - start)
            every = [mutant for path in found[room] for mutant in mutants(path)]
            drawn = Random(f"{room} {asked.seed}").sample(every, min(asked.sample, len(every)))
            alive = 0
            for mutant in drawn:
                if tree.survives(mutant, room, longest):
                    alive += 1
                    say(f"  alive  {mutant}")
            say(f"{room}: {len(drawn) - alive} of {len(drawn)} killed, of {len(every)}")


if __name__ == "__main__":
    main()
