"""README, docs, CI and package metadata agree."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import cluetree
from docs.included import included

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page: what stands behind the fence, and the text."""
    fence = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
    return [(language, text) for language, text in fence.findall(page.read_text("utf-8"))]


def test_readme_has_one_command_to_run_and_one_to_test() -> None:
    commands = [text for language, text in blocks(ROOT / "README.md") if language == "bash"]
    assert [command.count("\n") for command in commands] == [1, 1]
    assert commands[0].endswith("/cluetree\n")
    assert commands[1].endswith("pytest -q\n")


def test_every_prompt_is_in_a_block_that_is_run() -> None:
    for page in PAGES:
        for language, text in blocks(page):
            if ">>> " in text:
                assert language == "python" or text.startswith(".. "), f"{page}: {text}"
            if re.search(r"^\$ ", text, re.MULTILINE):
                assert language == "console", f"{page}: {text}"


def test_examples_of_all_files_are_run(pytestconfig: pytest.Config) -> None:
    plugins = pytestconfig.pluginmanager.get_plugins()
    conftest = next(plugin for plugin in plugins if hasattr(plugin, "docstrings"))
    assert all(map(conftest.docstrings.should_parse, (ROOT / "cluetree").rglob("*.py")))
    assert all(map(conftest.pages.should_parse, PAGES))


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as in the repository."""
    headings = re.findall(r"^##* (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_links_to_pages_have_targets() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*[./][^)#]*)#?([^)]*)\)", text):
            file = page.parent / target
            assert file.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(file), f"{page.name}: {target}#{anchor}"


def test_files_in_pages_are_current() -> None:
    """Run `python docs/included.py` to update them."""
    assert [included(page) for page in PAGES] == [page.read_text("utf-8") for page in PAGES]


@pytest.fixture(scope="module")
def api() -> dict[str, list[str]]:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return import_module("api_pages").public_modules()  # type: ignore[no-any-return]
    finally:
        sys.path.pop(0)


@pytest.mark.slow
def test_every_public_module_has_its_page(api: dict[str, list[str]]) -> None:
    package = ROOT / "cluetree"
    modules = {path.stem for path in package.glob("*.py") if not path.stem.startswith("_")}
    packages = {path.parent.name for path in package.glob("*/__init__.py")} - {
        "interfaces",
        "text",
    }  # without own names
    expected = {f"cluetree.{name}" for name in modules | packages}
    expected -= import_module("api_pages").INTERNAL
    assert expected | {"cluetree.interfaces.rpc"} <= set(api)


@pytest.mark.slow
def test_imports_in_the_docs_are_in_the_reference(api: dict[str, list[str]]) -> None:
    """Every name that a page imports has an entry, in its module or in the package above."""
    names = {name for names in api.values() for name in names}
    taught_by = re.compile(r"^(?:>>>|\.\.\.) from cluetree\.[\w.]+ import (.*)$", re.MULTILINE)
    for page in (page for page in PAGES if page.stem != "engine"):  # its modules can change
        for line in taught_by.findall(page.read_text("utf-8")):
            taught = {name.split()[0] for name in line.split(",")}
            assert taught <= names, (page, taught - names)


@pytest.mark.slow
def test_every_exported_name_has_an_entry(api: dict[str, list[str]]) -> None:
    front = import_module("api_pages").front_page(api)
    for name in cluetree.__all__:
        home = re.search(rf"^- :py:obj:`{name} <(.+)\.{name}>`$", front, re.MULTILINE)
        if home is None:
            assert name == "editions"
        elif home[1] == "cluetree":
            assert f".. autoclass:: cluetree.{name}\n   :inherited-members:" in front
        else:
            assert name in api[home[1]], name


def test_install_lines_install_from_the_checkout_and_name_extras_that_exist() -> None:
    """Nothing is released yet, so a line that asks the package index for cluetree would fail."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {*project["optional-dependencies"]}
    named = set()
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        text = page.read_text("utf-8")
        for target in re.findall(r"pip install (?:-q )?(?:-e )?['\"]?([^\s'`\"]+)", text):
            where, _, rest = target.partition("[")
            assert where in {".", "path/to/checkout"}, f"{page.name}: {target}"
            named |= {*filter(None, rest.rstrip("]").split(","))}
    assert named <= extras
    rows = re.findall(
        r"^\| `(\w+)` \|", (ROOT / "docs/how-to/install.md").read_text("utf-8"), re.MULTILINE
    )
    assert {*rows} == extras


def test_readme_links_to_existing_headings() -> None:
    links = re.findall(r"\]\(#([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert {*links} <= anchors(ROOT / "README.md")


def test_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {cluetree.__version__}\n" in text
    bibtex = (ROOT / "docs" / "reference" / "sources.md").read_text("utf-8")
    assert f"version = {{{cluetree.__version__}}}" in bibtex


def test_workflows_test_the_promised_pythons_and_systems() -> None:
    """The workflows have not run yet; a test below validates them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert f"python: {json.dumps(promised)}\n" in text
    assert "os: [ubuntu-latest, macos-latest, windows-latest]\n" in text
    assert project["requires-python"] == f">={promised[0]}"


def test_actions_are_pinned_by_hash() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for action in re.findall(r"uses: (\S+)", path.read_text("utf-8")):
            assert re.fullmatch(r"\./.+|[\w./-]+@[0-9a-f]{40}", action), f"{path.name}: {action}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("dependabot", ".github/dependabot.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/w*.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("readthedocs", ".readthedocs.yaml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_files_for_hosting_services_are_valid(schema: str, pattern: str) -> None:
    """check-jsonschema contains the schemas, so nothing is downloaded."""
    files = sorted(ROOT.glob(pattern))
    assert files
    checker = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    checked = subprocess.run([*checker, *files], capture_output=True, check=False, text=True)
    assert checked.returncode == 0, checked.stdout


def test_examples_that_the_docs_name_exist() -> None:
    for page in (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"):
        for name in re.findall(r"examples/[\w.]+\.(?:py|clue)", page.read_text("utf-8")):
            assert (ROOT / name).exists(), f"{page.name}: {name}"


def test_lock_has_every_requirement_from_pypi_only() -> None:
    lock = (ROOT / "uv.lock").read_text("utf-8")
    locked = {package["name"]: package.get("version") for package in tomllib.loads(lock)["package"]}
    workflows = (ROOT / ".github" / "workflows").glob("*.yml")
    for file in (ROOT / ".ci" / "run", ROOT / "Dockerfile", *workflows):
        for version in re.findall(r"pip install [^&\n]*\buv\b([^\s\"]*)", file.read_text("utf-8")):
            assert version == f"=={locked['uv']}", file
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    required = [*project["dependencies"], *(line for extra in extras for line in extra)]
    names = {re.split(r"[^\w.-]", line)[0].lower() for line in required}
    assert names <= locked.keys()
    hosts = set(re.findall(r"\w+://([^/\"]+)", lock))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


@pytest.mark.slow
def test_table_of_the_tournament_is_current() -> None:
    """Times may differ."""
    command = [sys.executable, str(ROOT / "docs" / "tables.py"), "--check", "tournament"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
