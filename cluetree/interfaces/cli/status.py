"""The exit statuses of the commands, and the error of an invalid command line."""

from cluetree.errors import ClueError

OK, IMPOSSIBLE, UNREADABLE, LIMITED = 0, 1, 2, 3


class UsageError(ClueError, ValueError):
    """An invalid command line."""
