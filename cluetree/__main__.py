"""`python -m cluetree` is the command `cluetree`."""

import sys

from cluetree.faces.cli import main

if __name__ == "__main__":
    sys.exit(main())
