"""Where boxes and arcs of a drawing go: the contract, and graphviz's ``dot`` as one who fulfils it."""

from __future__ import annotations

import shutil
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.execution.processes.child_process import Bounds, ToolEnd, run_tool

Point = tuple[float, float]

_INCH = 72.0
_PAD = 16.0
_BOUNDS = Bounds(seconds=20, memory=1 << 30, output=16 << 20)


@dataclass(frozen=True, slots=True)
class Box:
    """Something with a size, in pixels; boxes are known by their places in a sequence."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Link:
    """From box to box; ``label``: the characters of its longest line. A ``loose`` one does not keep boxes in order."""

    source: int
    target: int
    label: int = 0
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """``centres`` of the boxes; for each link the points of a curve (a start, then three for each cubic piece), and the
    centre of its label.
    """

    width: float
    height: float
    centres: tuple[Point, ...]
    curves: tuple[tuple[Point, ...], ...]
    labels: tuple[Point, ...]


def has_dot() -> bool:
    """Whether graphviz is installed."""
    return shutil.which("dot") is not None


def dot_layout(boxes: Sequence[Box], links: Sequence[Link]) -> Layout | None:
    """By ``dot``; ``None`` where it is not there, or fails."""
    program = shutil.which("dot")
    if program is None:
        return None
    try:
        done = run_tool([program, "-Tplain"], _asked(boxes, links).encode("ascii"), _BOUNDS)
    except OSError:
        return None
    if done.end is not ToolEnd.EXITED or done.status != 0:
        return None
    return _answered(done.output.decode("ascii", "replace"), boxes, links)


def _asked(boxes: Sequence[Box], links: Sequence[Link]) -> str:
    lines = ["digraph {", "ranksep=0.4; nodesep=0.25;", 'node [shape=box, fixedsize=true, label=""];']
    lines.append('edge [fontname="Courier", fontsize=10, arrowhead=none];')
    lines += [
        f"n{number} [width={box.width / _INCH:.3f}, height={box.height / _INCH:.3f}];"
        for number, box in enumerate(boxes)
    ]
    for link in links:
        label = f' [label="{"x" * link.label}"]' if link.label else ""
        lines.append(f"n{link.source} -> n{link.target}{label}{' [constraint=false]' if link.loose else ''};")
    return "\n".join([*lines, "}"])


@dataclass(frozen=True, slots=True)
class _Drawn:
    """An edge as ``dot`` draws it."""

    points: tuple[Point, ...]
    label: Point


def _answered(text: str, boxes: Sequence[Box], links: Sequence[Link]) -> Layout | None:
    """What ``-Tplain`` says, in pixels with the origin at the top."""
    width = height = 0.0
    centres: dict[int, Point] = {}
    drawn: defaultdict[tuple[int, int], deque[_Drawn]] = defaultdict(deque)
    for line in text.splitlines():
        match line.split():
            case ["graph", _, wide, high, *_]:
                width, height = float(wide) * _INCH, float(high) * _INCH
            case ["node", name, x, y, *_]:
                centres[int(name[1:])] = _pixels(x, y, height)
            case ["edge", tail, head, count, *rest]:
                drawn[int(tail[1:]), int(head[1:])].append(_edge(rest, int(count), height))
            case _:
                pass
    if len(centres) < len(boxes) or any(not drawn[link.source, link.target] for link in links):
        return None
    found = [_next(drawn[link.source, link.target]) for link in links]
    return Layout(
        width + 2 * _PAD,
        height + 2 * _PAD,
        tuple(centres[number] for number in range(len(boxes))),
        tuple(each.points for each in found),
        tuple(each.label for each in found),
    )


def _edge(rest: Sequence[str], count: int, height: float) -> _Drawn:
    """Points, and then the label with its place, if there is one."""
    points = tuple(_pixels(x, y, height) for x, y in zip(rest[: 2 * count : 2], rest[1 : 2 * count : 2], strict=True))
    more = rest[2 * count :]
    return _Drawn(points, _pixels(more[1], more[2], height) if len(more) >= 5 else points[len(points) // 2])


def _pixels(x: str, y: str, height: float) -> Point:
    return float(x) * _INCH + _PAD, height - float(y) * _INCH + _PAD


def _next(drawn: deque[_Drawn]) -> _Drawn:
    return drawn.popleft() if len(drawn) > 1 else drawn[0]
