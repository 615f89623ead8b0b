"""The colours of the page have enough contrast in the light and in the dark theme."""

import re
from itertools import product

import pytest

from cluetree.interfaces.web.app import STATIC

CSS = (STATIC / "sheet.css").read_text(encoding="utf-8")
TEXT = 4.5  # WCAG 2.2, level AA, for text of the usual size
DRAWN = 3  # the same for borders and bars


def colours(dark: bool) -> dict[str, str]:
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", blocks[dark]))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("ink", "papers"),
    [
        ("ink", ("paper", "surface", "tint", "trouble-paper")),
        ("faint", ("paper", "surface")),
        ("lacks", ("paper", "tint")),
        ("open", ("paper", "tint")),
        ("holds", ("paper",)),
        ("on-holds", ("holds",)),
        ("trouble", ("paper", "trouble-paper")),
        ("on-main", ("main",)),
    ],
)
def test_text_has_enough_contrast(ink: str, papers: tuple[str, ...], dark: bool) -> None:
    found = colours(dark)
    assert min(contrast(found[ink], found[paper]) for paper in papers) >= TEXT


@pytest.mark.parametrize("dark", [False, True])
def test_borders_and_bars_have_enough_contrast(dark: bool) -> None:
    found = colours(dark)
    for line, paper in product(("edge", "bar", "holds", "main"), ("paper", "surface", "tint")):
        assert contrast(found[line], found[paper]) >= DRAWN, (line, paper)


def test_light_and_dark_theme_have_the_same_colours() -> None:
    assert colours(dark=False).keys() == colours(dark=True).keys()
