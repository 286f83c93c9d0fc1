"""Shapes of residual programs side by side, as in Fig. 5 of the fold paper. No font, script or other file is needed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import pairwise

from coveriflow.artifacts.display.shapes import Shape
from coveriflow.report.sanitising import in_markup, visible

_TALLEST = 420.0
_WIDEST = 160.0
_COLUMN = 210.0
_ACROSS = 4
_HEAD = 72.0
_FOOT = 84.0
_MARGIN = 16.0
_ROWS = 420
_THINNEST = 1.6
_LOWEST = 3.0
_STYLE = """
svg { --back: #fff; --text: #1c2127; --quiet: #5d6773; --shape: #3d7ab8; --line: #d5dae0; }
@media (prefers-color-scheme: dark) { svg { --back: #14181d; --text: #e4e8ec; --quiet: #98a3af; --shape: #6ea8df;
  --line: #39424c; } }
.back { fill: var(--back); } text { font: 12px system-ui, sans-serif; fill: var(--text); }
.title { font-weight: 600; font-size: 14px; } .quiet { fill: var(--quiet); }
.name { font-weight: 600; font-size: 13px; }
.shape { fill: var(--shape); } line { stroke: var(--line); }
"""


def shapes_svg(title: str, shapes: Sequence[Shape]) -> bytes:
    """Each shape as tall as its program is long, and at each height as wide as it has locations there.

    All are on one scale, so that they can be compared. Where there are more distances than can be drawn, several are
    one line, of their mean width.
    """
    tallest = max((len(shape.widths) for shape in shapes), default=1) or 1
    widest = max((width for shape in shapes for width in shape.widths), default=1) or 1
    rows = [shapes[number : number + _ACROSS] for number in range(0, len(shapes), _ACROSS)]
    width = _COLUMN * min(_ACROSS, max(len(shapes), 3)) + 2 * _MARGIN
    parts, top = list[str](), _HEAD
    for row in rows:
        height = max(_height(shape, tallest) for shape in row)
        for column, shape in enumerate(row):
            left = _MARGIN + column * _COLUMN
            parts += _drawn(shape, left + _COLUMN / 2, top, tallest, widest)
        parts.append(f'<line x1="{_MARGIN:.0f}" y1="{top:.1f}" x2="{width - _MARGIN:.0f}" y2="{top:.1f}"/>')
        for column, shape in enumerate(row):
            parts += _caption(shape, _MARGIN + (column + 0.5) * _COLUMN, top + height + 22)
        top += height + _FOOT
    said = f"each as wide as there are locations at a distance from the start; at most {widest} wide, {tallest} long"
    return _page(visible(title), said, parts, width, top).encode("utf-8", "backslashreplace")


def _page(title: str, said: str, parts: Sequence[str], width: float, height: float) -> str:
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        f"<title>{in_markup(title)}</title><style>{_STYLE}</style>",
        f'<rect class="back" width="{width:.0f}" height="{height:.0f}"/>',
        f'<text class="title" x="{_MARGIN:.0f}" y="24">{in_markup(title)}</text>',
        f'<text class="quiet" x="{_MARGIN:.0f}" y="44">{in_markup(said)}</text>',
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def _height(shape: Shape, tallest: int) -> float:
    return max(_LOWEST, _TALLEST * len(shape.widths) / tallest) if shape.widths else _LOWEST


def _drawn(shape: Shape, middle: float, top: float, tallest: int, widest: int) -> list[str]:
    """A polygon in steps, symmetric around ``middle``."""
    means = _means(shape.widths)
    if not means:
        return []
    height = _height(shape, tallest) / len(means)
    halves = [max(_THINNEST, _WIDEST * mean / widest) / 2 for mean in means]
    points = [(half, top + height * number + down) for number, half in enumerate(halves) for down in (0.0, height)]
    right = [f"{middle + half:.1f},{y:.1f}" for half, y in points]
    left = [f"{middle - half:.1f},{y:.1f}" for half, y in reversed(points)]
    hint = f"<title>{in_markup(shape.name)}: {shape.locations} locations</title>"
    return [f'<g>{hint}<polygon class="shape" points="{" ".join([*right, *left])}"/></g>']


def _means(widths: Sequence[int]) -> list[float]:
    """At most ``_ROWS`` lines."""
    count = min(len(widths), _ROWS)
    bounds = [round(number * len(widths) / count) for number in range(count + 1)] if count else []
    return [sum(widths[start:end]) / (end - start) for start, end in pairwise(bounds)]


def _caption(shape: Shape, middle: float, y: float) -> list[str]:
    lines = [f"{shape.locations} locations", f"{max(shape.widths, default=0)} wide, {len(shape.widths)} long"]
    if not shape.widths:
        lines = textwrap.wrap(visible(shape.missing) or "nothing", 26)[:3]
    texts = [f'<text class="name" x="{middle:.0f}" y="{y:.0f}" text-anchor="middle">{in_markup(shape.name)}</text>']
    texts += [
        f'<text class="quiet" x="{middle:.0f}" y="{y + 16 * number:.0f}" text-anchor="middle">{in_markup(line)}</text>'
        for number, line in enumerate(lines, 1)
    ]
    return texts
