"""A server as a program: `python -m tests.rpc.serving [TCP] [DIRECTORY]`, `-` for none."""

import sys
from pathlib import Path

from cluetree.interfaces.rpc.server import serve


def main(tcp: str = "-", directory: str = "-") -> int:
    """Serve with these arguments."""
    return serve(None if tcp == "-" else tcp, None if directory == "-" else Path(directory))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
