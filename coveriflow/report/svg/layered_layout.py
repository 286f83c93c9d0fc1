"""A layered layout (Sugiyama, Tagawa and Toda 1981) for where graphviz is not installed: layers by longest paths,
order by barycentres, arcs over several layers through points of their own, those that close a cycle upwards.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.report.svg.layout import Box, Layout, Link, Point

_BESIDE = 24.0
_BELOW = 14.0
_CHARACTER = 6.1
_LABEL = 14.0
_DIP = 26.0
_MARGIN = 24.0
_SWEEPS = 8
_BEND = 40.0
_NEW, _OPEN, _DONE = range(3)


class _Way(Enum):
    """How a link is drawn: through layers, or (loose ones, and those to their own source) beside them."""

    DOWN = "down"
    UP = "up"
    BESIDE = "beside"


def layered_layout(boxes: Sequence[Box], links: Sequence[Link]) -> Layout:
    """Every link that is not loose leads downwards, but for those that close a cycle: these lead upwards."""
    return _Layering(list(boxes), links).layout()


@dataclass(slots=True)
class _Layering:
    """``boxes`` grows by the labels of links, which have layers of their own, and by points without size, through which
    long links go: ``ways`` has them by link, from above.
    """

    boxes: list[Box]
    links: Sequence[Link]
    layers: list[list[int]] = field(default_factory=list)
    level: list[int] = field(default_factory=list)
    kinds: list[_Way] = field(default_factory=list)
    ways: list[list[int]] = field(default_factory=list)
    x: list[float] = field(default_factory=list)

    def layout(self) -> Layout:
        real = len(self.boxes)
        self.kinds = self._directions()
        self._level()
        self._route()
        self._order()
        self._place()
        heights = [max((self.boxes[n].height for n in layer), default=0.0) for layer in self.layers]
        tops = [_MARGIN + sum(heights[:index]) + index * _BELOW for index in range(len(heights))]
        left = min((self.x[n] - self.boxes[n].width / 2 for n in range(len(self.boxes))), default=0.0) - _MARGIN
        centres = [(self.x[n] - left, tops[self.level[n]] + heights[self.level[n]] / 2) for n in range(len(self.boxes))]
        curves = tuple(self._curve(number, centres) for number in range(len(self.links)))
        right = [centres[n][0] + self.boxes[n].width / 2 for n in range(len(self.boxes))]
        width = max([0.0, *right, *(x + _LABEL for curve in curves for x, _ in curve)])
        height = sum(heights) + max(0, len(heights) - 1) * _BELOW + 2 * _MARGIN
        labels = tuple(self._label(number, centres, curve) for number, curve in enumerate(curves))
        return Layout(width + _MARGIN, height, tuple(centres[:real]), curves, labels)

    def _label(self, number: int, centres: Sequence[Point], curve: Sequence[Point]) -> Point:
        """In its own layer; beside the others that of a link beside them."""
        if self.ways[number]:
            return centres[self.ways[number][1 if self.kinds[number] is _Way.DOWN else -2]]
        (a, b), (c, d), (e, f), (g, h) = curve
        return (a + 3 * c + 3 * e + g) / 8, (b + 3 * d + 3 * f + h) / 8

    def _directions(self) -> list[_Way]:
        """Upwards lead those links of a depth-first search that lead back to an open node."""
        leaving: list[list[int]] = [[] for _ in self.boxes]
        for number, link in enumerate(self.links):
            if not link.loose and link.source != link.target:
                leaving[link.source].append(number)
        found, state = [_Way.BESIDE] * len(self.links), [_NEW] * len(self.boxes)
        for start in range(len(self.boxes)):
            stack = [(start, iter(leaving[start]))] if state[start] == _NEW else []
            while stack:
                node, rest = stack[-1]
                state[node] = _OPEN
                following = next(rest, -1)
                if following < 0:
                    state[node] = _DONE
                    stack.pop()
                    continue
                target = self.links[following].target
                found[following] = _Way.UP if state[target] == _OPEN else _Way.DOWN
                if state[target] == _NEW:
                    stack.append((target, iter(leaving[target])))
        return found

    def _level(self) -> None:
        """The longest way from above."""
        used = [link for link, kind in zip(self.links, self.kinds, strict=True) if kind is _Way.DOWN]
        entering = [0] * len(self.boxes)
        leaving: list[list[int]] = [[] for _ in self.boxes]
        for link in used:
            entering[link.target] += 1
            leaving[link.source].append(link.target)
        self.level = [0] * len(self.boxes)
        pending = [n for n in range(len(self.boxes)) if not entering[n]]
        while pending:
            node = pending.pop()
            for target in leaving[node]:
                self.level[target] = max(self.level[target], self.level[node] + 2)
                entering[target] -= 1
                if not entering[target]:
                    pending.append(target)

    def _route(self) -> None:
        for link, kind in zip(self.links, self.kinds, strict=True):
            is_down = kind is _Way.DOWN
            upper, lower = (link.source, link.target) if is_down else (link.target, link.source)
            levels = range(self.level[upper] + 1, self.level[lower]) if kind is not _Way.BESIDE else range(0)
            labelled = levels[0 if is_down else -1] if levels and link.label else -1
            way = list(range(len(self.boxes), len(self.boxes) + len(levels)))
            self.boxes += [Box(link.label * _CHARACTER, _LABEL) if n == labelled else Box(0.0, 0.0) for n in levels]
            self.level += levels
            self.ways.append([upper, *way, lower] if kind is not _Way.BESIDE else [])
        self.layers = [[] for _ in range(max(self.level, default=-1) + 1)]
        for node, level in enumerate(self.level):
            self.layers[level].append(node)

    def _neighbours(self) -> tuple[list[list[int]], list[list[int]]]:
        above: list[list[int]] = [[] for _ in self.boxes]
        below: list[list[int]] = [[] for _ in self.boxes]
        for way in self.ways:
            for upper, lower in itertools.pairwise(way):
                below[upper].append(lower)
                above[lower].append(upper)
        return above, below

    def _order(self) -> None:
        above, below = self._neighbours()
        place = [0.0] * len(self.boxes)
        for sweep in range(_SWEEPS):
            near = below if sweep % 2 else above
            for layer in reversed(self.layers) if sweep % 2 else self.layers:
                for index, node in enumerate(layer):
                    place[node] = float(index)
                keys = {n: sum(place[m] for m in near[n]) / len(near[n]) if near[n] else place[n] for n in layer}
                layer.sort(key=keys.__getitem__)
                for index, node in enumerate(layer):
                    place[node] = float(index)

    def _place(self) -> None:
        """Each box near the middle of those it is joined to, as far as the order lets it."""
        above, below = self._neighbours()
        self.x = [0.0] * len(self.boxes)
        for layer in self.layers:
            self._packed(layer, dict.fromkeys(layer, 0.0))
        for sweep in range(_SWEEPS):
            near = below if sweep % 2 else above
            for layer in reversed(self.layers) if sweep % 2 else self.layers:
                wanted = {n: sum(self.x[m] for m in near[n]) / len(near[n]) if near[n] else self.x[n] for n in layer}
                self._packed(layer, wanted)

    def _packed(self, layer: Sequence[int], wanted: dict[int, float]) -> None:
        """The mean of what packing from the left and from the right gives: both keep the order and the distances."""
        gaps = [(self.boxes[a].width + self.boxes[b].width) / 2 + _BESIDE for a, b in itertools.pairwise(layer)]
        left = [wanted[n] for n in layer]
        right = left.copy()
        for index, gap in enumerate(gaps):
            left[index + 1] = max(left[index + 1], left[index] + gap)
        for index in reversed(range(len(gaps))):
            right[index] = min(right[index], right[index + 1] - gaps[index])
        for index, node in enumerate(layer):
            self.x[node] = (left[index] + right[index]) / 2

    def _curve(self, number: int, centres: Sequence[Point]) -> tuple[Point, ...]:
        way, link = self.ways[number], self.links[number]
        if not way:
            return self._beside(link, centres)
        start, end = centres[way[0]], centres[way[-1]]
        points = [(start[0], start[1] + self.boxes[way[0]].height / 2), *(centres[n] for n in way[1:-1])]
        points.append((end[0], end[1] - self.boxes[way[-1]].height / 2))
        if self.kinds[number] is _Way.UP:
            points.reverse()
        curve = [points[0]]
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            middle = (y + to_y) / 2
            curve += [(x, middle), (to_x, middle), (to_x, to_y)]
        return tuple(curve)

    def _beside(self, link: Link, centres: Sequence[Point]) -> tuple[Point, ...]:
        """To any place: out of one side and in at the same side; in one layer, from below."""
        (x, y), (to_x, to_y) = centres[link.source], centres[link.target]
        if self.level[link.source] == self.level[link.target] and link.source != link.target:
            low, to_low = y + self.boxes[link.source].height / 2, to_y + self.boxes[link.target].height / 2
            return ((x, low), (x, low + _DIP), (to_x, to_low + _DIP), (to_x, to_low))
        side = x + self.boxes[link.source].width / 2
        to_side = to_x + self.boxes[link.target].width / 2
        if link.source == link.target:
            y, to_y = y - 6, to_y + 6
        far = max(side, to_side) + _BEND + min(abs(y - to_y) / 8, 2 * _BEND)
        return ((side, y), (far, y), (far, to_y), (to_side, to_y))
