"""The command line: exit statuses, and the error of an invalid command line."""

from cluetree.errors import ClueError

OK, IMPOSSIBLE, UNREADABLE, LIMITED, INTERRUPTED = 0, 1, 2, 3, 130


class UsageError(ClueError, ValueError):
    """An invalid command line."""
