"""Makes the page that needs no server: a folder for any static host.

The page is the server's own. Its other door leads to Pyodide, a Python in the browser, which runs
the very same session on games that the browser keeps. What that takes is fetched once, by hash;
nothing of it is in the wheel. The modules in `page/` are put beside those in `../static/`.
"""

from cluetree.interfaces.web.build.pinned import BuildError
from cluetree.interfaces.web.build.site import build_site

__all__ = ("BuildError", "build_site")
