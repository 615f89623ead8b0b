"""Run the experiments: `python examples/paper NAME`."""

import sys
from pathlib import Path

import cyclopts

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # so that workers can import the package
    from cluetree.errors import ClueError
    from paper.command import reproduce

    app = cyclopts.App(name="python examples/paper", version_flags=[], help_format="plaintext")
    app.default(reproduce)
    try:
        app()
    except ClueError as error:
        sys.exit(f"paper: {error}")
