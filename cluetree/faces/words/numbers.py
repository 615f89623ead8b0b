"""Numbers in words."""


def many(number: int, thing: str) -> str:
    """Count things in words: 1 deal, 2 deals."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def percent(chance: float) -> str:
    """Write a chance as a percentage that is 0 or 100 only if it is sure."""
    if chance in {0, 1}:
        return f"{chance * 100:.0f} %"
    if chance < 0.01:  # noqa: PLR2004 -- one in a hundred
        return "<1 %"
    return ">99 %" if chance > 0.99 else f"{chance * 100:.0f} %"  # noqa: PLR2004
