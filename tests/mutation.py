"""Mutation testing: put random faults into a package, and list those that its tests miss.

    python -m tests.mutation explain record --sample 40 --seed 1

A mutant is a copy of the package with one small fault. It is killed if the package's tests fail
or take far too long. The seed decides which mutants are drawn, so that a result is repeatable.
Some survivors are equivalent to the original, such as a bound that is never reached.
"""

import argparse
import ast
import copy
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).parent.parent
NEEDED: Final = ("cluetree", "docs", "examples", "native", "tests", "conftest.py", "pyproject.toml")
LONGEST: Final = 4
"""A mutant is killed if its tests take this many times as long as without a fault."""
PATIENCE: Final = 60
"""Seconds added to that time, for a busy machine."""

TESTS: Final = {
    "claims": ("tests/deduction",),
    "cards": ("tests/test_cards.py", "tests/test_editions.py"),
    "events": ("tests/test_events.py", "tests/test_claims.py", "tests/test_unknown_shower.py"),
    "beliefs": ("tests/exact/test_estimates.py", "tests/exact/test_sampling.py"),
    "line_protocol": ("tests/rpc/test_server.py", "tests/rpc/test_docs.py"),
    "operations": ("tests/operations", "tests/cli", "tests/rpc"),
    "advice": ("tests/advice", "tests/notebook/test_handed_on.py"),
    "explain": ("tests/explain", "tests/notebook/test_handed_on.py"),
    "notebook": ("tests/notebook", "tests/test_arguments.py"),
    "board": ("tests/board", "tests/play/test_referee_board.py"),
    "deduction": ("tests/deduction", "tests/play/test_knowledge.py", "tests/test_evidence.py"),
}
"""The tests of a package, besides those under its own name."""
OF_ALL: Final = ("tests/test_architecture.py::test_data_between_packages_is_frozen",)

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


def mutants(folder: Path, path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file in a folder."""
    source = (folder / path).read_bytes()
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
    """Yield the code that runs, except parts of f-strings and the guard of a `zip`."""
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
    """Yield replacements of a node, each wrong in one way."""
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
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def packages() -> dict[str, list[Path]]:
    """Return the files of each package, and of each interface."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "cluetree").rglob("*.py")):
        parts = path.relative_to(ROOT / "cluetree").parts
        name = parts[1] if parts[0] == "interfaces" else parts[0]
        found.setdefault(name.removesuffix(".py"), []).append(path.relative_to(ROOT))
    return found


def fill(folder: Path) -> None:
    """Copy everything that the tests need."""
    for name in NEEDED:
        there, here = ROOT / name, folder / name
        if there.is_dir():
            shutil.copytree(there, here, ignore=shutil.ignore_patterns("target", "_build"))
        else:
            shutil.copyfile(there, here)


def tests_of(folder: Path, name: str, files: Iterable[Path]) -> list[str]:
    """Return the tests of a package; the examples in its docstrings are run last."""
    places = (*TESTS.get(name, ()), f"tests/{name}", f"tests/test_{name}.py")
    there = [place for place in dict.fromkeys(places) if (folder / place).exists()]
    return [*OF_ALL, *there, *map(str, files)]


def passes(folder: Path, tests: Sequence[str], limit: float | None = None) -> bool:
    """Run tests up to the first failure; a run over the limit in seconds fails."""
    # Bytecode of two faults of equal length, written within a second, would be mixed up.
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    with subprocess.Popen(
        [*command, *tests],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return False


def survivors(folder: Path, drawn: Iterable[Mutant], tests: Sequence[str]) -> Iterator[Mutant]:
    """Yield the mutants that the tests miss."""
    start = monotonic()
    if not passes(folder, tests):
        sys.exit(f"these tests fail without a fault: {' '.join(tests)}")
    limit = PATIENCE + LONGEST * (monotonic() - start)
    for mutant in drawn:
        file = folder / mutant.path
        whole = file.read_bytes()
        file.write_bytes(mutant.source)
        if passes(folder, tests, limit):
            yield mutant
        file.write_bytes(whole)


def main() -> None:
    """Print how many mutants of each package are killed, and the others."""
    found = packages()
    parser = argparse.ArgumentParser(description="Count the mutants that the tests kill.")
    parser.add_argument("package", nargs="+", choices=sorted(found))
    parser.add_argument("--sample", type=int, default=20, help="the mutants of each package")
    parser.add_argument("--seed", default="1", help="the seed of the draw")
    parser.add_argument("--slow", action="store_true", help="run the slow tests as well")
    asked = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        for package in asked.package:
            tests = tests_of(folder, package, found[package])
            tests += ["-m", "slow or not slow"] if asked.slow else []
            every = [mutant for path in found[package] for mutant in mutants(folder, path)]
            drawn = Random(f"{package} {asked.seed}").sample(every, min(asked.sample, len(every)))
            alive = 0
            for mutant in survivors(folder, drawn, tests):
                alive += 1
                sys.stdout.write(f"  alive  {mutant}\n")
                sys.stdout.flush()
            sys.stdout.write(
                f"{package}: {len(drawn) - alive} of {len(drawn)} killed, of {len(every)}\n"
            )


if __name__ == "__main__":
    main()
