"""The configuration of Sphinx: MyST pages, the theme furo, one API page per module.

Three settings come from the environment: the address of the repository for edit links, whether
to download the object inventories of other projects, and a folder with the page without a server
in `sheet/`, to which the first page then links.
"""

import os
import sys
from pathlib import Path

from sphinx.application import Sphinx

import cluetree

sys.path.insert(0, str(Path(__file__).parent))  # for api_pages

project = "cluetree"
author = "The cluetree authors"
copyright = "the cluetree authors"
version = release = cluetree.__version__

extensions = [
    "api_pages",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxcontrib.bibtex",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"cluetree {release}"
html_logo = html_favicon = "_static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["docs.css"]

# Read the Docs sets the first variable, our own workflow the second.
_repository = os.environ.get("READTHEDOCS_GIT_CLONE_URL") or os.environ.get("CLUETREE_REPOSITORY")
html_theme_options = {}
if _repository:
    html_theme_options = {
        "source_repository": _repository.removesuffix(".git"),
        "source_branch": "main",
        "source_directory": "docs/",
        "top_of_page_buttons": ["view", "edit"],
    }

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
bibtex_bibfiles = ["sources.bib"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

if os.environ.get("READTHEDOCS") or os.environ.get("CLUETREE_DOCS_ONLINE"):
    intersphinx_mapping = {
        "python": ("https://docs.python.org/3", None),
        "numpy": ("https://numpy.org/doc/stable", None),
        "anytree": ("https://anytree.readthedocs.io/en/stable", None),
    }
if _folder := os.environ.get("CLUETREE_DOCS_SHEET"):
    html_extra_path = [str(Path(_folder).resolve())]
    tags.add("sheet")  # noqa: F821 -- Sphinx defines it
# Publishers often block programs from the papers behind DOIs; these links are not broken.
linkcheck_ignore = [r"https?://(localhost|127\.0\.0\.1)", r"https://doi\.org/"]
linkcheck_anchors = False

default_role = "code"  # docstrings write `name`, as Markdown does
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_use_ivar = True  # so that an attribute is not described twice
napoleon_use_rtype = False


def keep_colons(*event: object) -> None:
    """Keep napoleon from taking what stands before a colon in an attribute's text for its type."""
    _, what, *_, lines = event
    if what in {"attribute", "data", "property"} and isinstance(lines, list):
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # napoleon comes at 500
