"""Colour as eyes see it: contrast (WCAG 2), colour-blindness (Machado 2009), difference (CIEDE2000)."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, TypeAlias

RGB: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each from 0 to 255."""

_Matrix: TypeAlias = tuple[RGB, RGB, RGB]
BLINDNESS: Final[dict[str, _Matrix]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1.0; they work on linear light."""
_XYZ: Final[_Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def contrast(one: RGB, other: RGB) -> float:
    """From 1 to 21."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def lightness(colour: RGB) -> float:
    """L* from 0 to 100."""
    return _lab(_linear(colour))[0]


def seen(colour: RGB, blindness: str | None) -> RGB:
    """Linear light as someone with this colour-blindness sees it."""
    light = _linear(colour)
    if blindness is None:
        return light
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(BLINDNESS[blindness], light))
    return red, green, blue


def difference(one: RGB, other: RGB, blindness: str | None = None) -> float:
    """CIEDE2000; 1 is just noticeable side by side, 10 at a glance."""
    return apart(_lab(seen(one, blindness)), _lab(seen(other, blindness)))


def apart(one: RGB, other: RGB) -> float:
    """CIEDE2000 of two colours that are given as L*, a* and b*."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    middle = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    t = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    by_l = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2))
    by_c = (c2 - c1) / (1 + 0.045 * chroma)
    by_h = hue / (1 + 0.015 * chroma * t)
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    return sqrt(by_l**2 + by_c**2 + by_h**2 + bend * by_c * by_h)


def _linear(colour: RGB) -> RGB:
    red, green, blue = (_light(part / 255) for part in colour)
    return red, green, blue


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _luminance(colour: RGB) -> float:
    return _times(_XYZ, _linear(colour))[1]


def _lab(light: RGB) -> RGB:
    x, y, z = (_root(part / white) for part, white in zip(_times(_XYZ, light), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def _times(matrix: _Matrix, colour: RGB) -> RGB:
    first, second, third = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return first, second, third
