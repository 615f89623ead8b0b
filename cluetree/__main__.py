"""`python -m cluetree` is the command `cluetree`."""

import sys

from cluetree.interfaces.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
