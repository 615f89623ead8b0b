"""Builds the page that needs no server: a directory for any static host.

It is the page of the server, connected to Pyodide, a Python in the browser, which runs the same
session on games that the browser saves. The build fetches Pyodide once, by hash; the wheel does not
contain it. The modules in `page/` are put beside those in `../static/`.
"""

from cluetree.interfaces.web.build.pinned import BuildError
from cluetree.interfaces.web.build.site import build_site

__all__ = ("BuildError", "build_site")
