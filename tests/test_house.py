"""What README, CI and docs promise each other."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page: what stands behind the fence, and the text."""
    fence = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
    return [(language, text) for language, text in fence.findall(page.read_text("utf-8"))]


def test_readme_has_one_command_to_run_and_one_to_test() -> None:
    commands = [text for language, text in blocks(ROOT / "README.md") if language == "bash"]
    assert [command.count("\n") for command in commands] == [1, 1]
    assert commands[0].endswith("cluetree solve examples/friday.clue\n")
    assert commands[1].endswith("pytest -q\n")


def test_ci_runs_the_commands_of_the_readme() -> None:
    assert "for n in 1 2" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_prompt_stands_in_a_block_that_is_run() -> None:
    for page in PAGES:
        for language, text in blocks(page):
            if ">>> " in text:
                assert language == "python" or text.startswith(".. "), f"{page}: {text}"
            if re.search(r"^\$ ", text, re.MULTILINE):
                assert language == "console", f"{page}: {text}"


def test_links_to_files_lead_somewhere() -> None:
    links = re.compile(r"\]\((?!https?:|#)([^)#]+)[^)]*\)")
    found = [(page, target) for page in PAGES for target in links.findall(page.read_text("utf-8"))]
    assert not [
        f"{page}: {target}" for page, target in found if not (page.parent / target).exists()
    ]


def test_every_public_module_is_in_the_reference() -> None:
    package = ROOT / "cluetree"
    modules = {path.stem for path in package.glob("*.py") if not path.stem.startswith("_")}
    rooms = {path.parent.name for path in package.glob("*/__init__.py")} - {"faces"}
    api = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")
    assert {name for name in modules | rooms if f"cluetree.{name}" not in api} == set()


def test_examples_that_the_docs_name_exist() -> None:
    for page in (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"):
        for name in re.findall(r"examples/[\w.]+\.(?:py|clue)", page.read_text("utf-8")):
            assert (ROOT / name).exists(), f"{page.name}: {name}"


def test_lock_file_knows_every_requirement_and_only_pypi() -> None:
    lock = (ROOT / "uv.lock").read_text("utf-8")
    locked = {package["name"] for package in tomllib.loads(lock)["package"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(line for extra in extras for line in extra)]
    names = {re.split(r"[^\w.-]", line)[0].lower() for line in wanted}
    assert names <= locked
    hosts = set(re.findall(r"\w+://([^/\"]+)", lock))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}
