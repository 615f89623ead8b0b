"""The page can be read: its colours stand out from each other, by day and by night."""

import re

import pytest

from cluetree.interfaces.web.app import STATIC

CSS = (STATIC / "sheet.css").read_text(encoding="utf-8")
LEAST = 4.5  # WCAG 2.2, level AA, for text of the usual size
LEAST_DRAWN = 3  # the same for borders and bars
SMALLEST = 12


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
    ("ink", "paper"),
    [
        ("ink", "paper"),
        ("ink", "surface"),
        ("ink", "tint"),
        ("ink", "trouble-paper"),
        ("faint", "paper"),
        ("faint", "surface"),
        ("lacks", "paper"),
        ("lacks", "tint"),
        ("open", "paper"),
        ("open", "tint"),
        ("holds", "paper"),
        ("on-holds", "holds"),
        ("trouble", "paper"),
        ("trouble", "trouble-paper"),
        ("on-main", "main"),
    ],
)
def test_what_is_written_stands_out(ink: str, paper: str, dark: bool) -> None:
    found = colours(dark)
    assert contrast(found[ink], found[paper]) >= LEAST


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("line", ["edge", "bar", "holds", "main"])
@pytest.mark.parametrize("paper", ["paper", "surface", "tint"])
def test_what_is_drawn_stands_out(line: str, paper: str, dark: bool) -> None:
    found = colours(dark)
    assert contrast(found[line], found[paper]) >= LEAST_DRAWN


def test_no_text_is_smaller_than_12_pixels() -> None:
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)rem", CSS)]
    assert min(sizes) * 16 >= SMALLEST


def test_the_measure_is_the_known_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_colour_of_the_day_has_one_of_the_night() -> None:
    assert colours(dark=False).keys() == colours(dark=True).keys()
    for name in re.findall(r"var\(--([\w-]+)\)", CSS):
        assert name in {*colours(dark=False), "share", "who", "above", "key-height"}, (
            name
        )  # lengths
