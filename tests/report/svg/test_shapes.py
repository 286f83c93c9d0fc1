"""Shapes side by side: well-formed, on one scale, and bounded in size."""

from __future__ import annotations

from lxml import etree

from coveriflow.artifacts.display.shapes import Shape
from coveriflow.report.svg.shapes import shapes_svg

SVG = "{http://www.w3.org/2000/svg}"


def boxes(drawn: bytes) -> list[tuple[float, float]]:
    """Width and height of each shape."""
    found = []
    for polygon in etree.fromstring(drawn).iter(f"{SVG}polygon"):
        corners = polygon.get("points")
        assert corners is not None
        points = [tuple(map(float, point.split(","))) for point in corners.split()]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        found.append((max(xs) - min(xs), max(ys) - min(ys)))
    return found


def test_shapes_can_be_compared() -> None:
    shapes = [Shape("cfa", (1, 2, 1)), Shape("sep", (1, 2, 4, 8, 4, 1)), Shape("lh", (), "too much <of> it")]
    drawn = shapes_svg("a & b", shapes)
    (narrow, low), (wide, tall) = boxes(drawn)
    assert abs(wide / narrow - 4) < 0.1
    assert abs(tall / low - 2) < 0.1
    texts = [text.text for text in etree.fromstring(drawn).iter(f"{SVG}text")]
    assert {"a & b", "cfa", "4 locations", "2 wide, 3 long", "20 locations", "too much <of> it"} <= set(texts)


def test_long_programs_have_bounded_drawings() -> None:
    drawn = shapes_svg("long", [Shape("sep", (1, 7) * 50_000), Shape("cfa", (1,))])
    assert len(drawn) < 40_000
    assert len(boxes(drawn)) == 2
