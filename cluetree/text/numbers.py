"""Numbers in words, where all is English."""


def many(number: int, thing: str) -> str:
    """Count things in words: 1 deal, 2 deals."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
