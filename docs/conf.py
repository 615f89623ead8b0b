"""Sphinx: MyST pages, furo's looks, autodoc for the reference."""

from sphinx.application import Sphinx

import cluetree

project = "cluetree"
author = "The cluetree authors"
copyright = "the cluetree authors"
version = release = cluetree.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"cluetree {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

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
