"""Plots of a batch run as SVG that stands inside of a page: colours come from the page, nothing from the network.

Quantile plots and scatter plots are those of the field (Beyer, Löwe, Wendler: Reliable benchmarking, STTT 2019): CPU
time is on logarithmic axes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from coveriflow.artifacts.batch.results import Batch, JobResult
from coveriflow.report.quantities import seconds
from coveriflow.report.sanitising import in_markup

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#7a4fb5", "#555555")
"""After Okabe and Ito: distinguished by those who see some colours alike, too."""
_ALONE = """
text { font: 12px system-ui, sans-serif; fill: #1c2127; } text.tick, text.quiet { fill: #5d6773; font-size: 11px; }
.area { fill: #ffffff; stroke: #d8dde3; } .border { fill: #f5f7f9; stroke: #d8dde3; }
.grid { stroke: #d8dde3; stroke-width: .7; } .axis, .equal { stroke: #5d6773; } .curve { fill: none; stroke-width: 2; }
"""
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_LEAST = 0.01  # seconds: what took less is drawn there
_WIDTH, _HEIGHT = 640.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 150.0, 14.0, 46.0
_SIDE = 440.0
_MARGIN = 34.0
_MANY = 500
"""Points of a scatter plot from which on they are small."""


def colour(number: int) -> str:
    """Of the flow with this number."""
    return COLOURS[number % len(COLOURS)]


def quantile_plot(batch: Batch) -> str:
    """How many tasks each flow solves, if it has so much CPU time for each: further right and lower is better."""
    times = {flow: sorted(max(_LEAST, r.cost) for r in batch.of(flow) if r.is_solved) for flow in batch.plan.flows}
    most = max((len(each) for each in times.values()), default=0) or 1
    decades = _decades(value for each in times.values() for value in each)
    across = _WIDTH - _LEFT - _RIGHT
    down = _HEIGHT - _TOP - _BOTTOM

    def x(number: float) -> float:
        return _LEFT + across * number / most

    def y(value: float) -> float:
        return _TOP + down * (1 - _share(value, decades))

    parts = [f'<rect class="area" x="{_LEFT}" y="{_TOP}" width="{across}" height="{down}"/>']
    parts += (_across(y(10.0**each), _LEFT, _LEFT + across, _power(each)) for each in range(decades[0], decades[1] + 1))
    parts += (_below(x(each), _TOP + down, str(each)) for each in _whole_ticks(most))
    parts.append(_text(_LEFT + across / 2, _HEIGHT - 8, "tasks solved", "middle"))
    parts.append(_upright(16, _TOP + down / 2, "CPU time of the n-th fastest"))
    for number, (flow, values) in enumerate(times.items()):
        parts += _curve(number, [(x(n), y(value)) for n, value in enumerate(values, 1)], flow)
        parts += _key(number, flow, len(values), _LEFT + across + 14, _TOP + 12 + 20 * number)
    return _svg(_WIDTH, max(_HEIGHT, _TOP + 20 * len(times) + 20), "quantile plot", parts)


def _curve(number: int, points: Sequence[tuple[float, float]], flow: str) -> Iterator[str]:
    style = f'stroke="{colour(number)}" stroke-dasharray="{_dash(number)}"'
    if points:
        steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline class="curve" points="{steps}" {style}><title>{in_markup(flow)}</title></polyline>'
    for x, y in points if len(points) <= 100 else points[:: len(points) // 100]:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour(number)}"/>'


def _key(number: int, flow: str, solved: int, x: float, y: float) -> Iterator[str]:
    style = f'stroke="{colour(number)}" stroke-dasharray="{_dash(number)}"'
    yield f'<line class="curve" x1="{x}" x2="{x + 22}" y1="{y}" y2="{y}" {style}/>'
    yield _text(x + 28, y + 4, f"{_short(flow)} ({solved})", "start")


def _dash(number: int) -> str:
    return _DASHES[number // len(COLOURS) % len(_DASHES)]


def scatter_plot(one: Sequence[JobResult], other: Sequence[JobResult], names: tuple[str, str]) -> str:
    """A point for each task that one of two flows has solved; what a flow has not solved lies on its border."""
    pairs = _pairs(one, other)
    decades = _decades(each.cost for pair in pairs for each in pair if each.is_solved)
    edge, low = _LEFT + _SIDE, _TOP + _MARGIN + _SIDE

    def x(result: JobResult, number: int) -> float:
        return (
            _LEFT + _SIDE * _share(result.cost, decades) if result.is_solved else edge + _MARGIN / 2 + _beside(number)
        )

    def y(result: JobResult, number: int) -> float:
        return low - _SIDE * _share(result.cost, decades) if result.is_solved else _TOP + _MARGIN / 2 + _beside(number)

    whole = _SIDE + _MARGIN
    parts = [f'<rect class="border" x="{_LEFT}" y="{_TOP}" width="{whole}" height="{whole}"/>']
    parts.append(f'<rect class="area" x="{_LEFT}" y="{_TOP + _MARGIN}" width="{_SIDE}" height="{_SIDE}"/>')
    for each in range(decades[0], decades[1] + 1):
        along = _SIDE * (each - decades[0]) / (decades[1] - decades[0])
        parts += (_across(low - along, _LEFT, edge, _power(each)), _upwards(_LEFT + along, low, _power(each)))
    parts += _diagonals(decades, low)
    parts.append(_text(_LEFT + _SIDE / 2, low + 38, f"CPU time of {_short(names[0], 40)}", "middle"))
    parts.append(_upright(14, low - _SIDE / 2, f"CPU time of {_short(names[1], 40)}"))
    parts.append(_text(_LEFT + _SIDE / 2, _TOP - 4, f"not solved by {_short(names[1])}", "middle", "quiet"))
    parts.append(_upright(edge + _MARGIN + 13, low - _SIDE / 2, f"not solved by {_short(names[0])}", "quiet"))
    size = 3.6 if len(pairs) <= _MANY else 2.0
    parts += (_point((x(a, n), y(b, n)), size, a, b) for n, (a, b) in enumerate(pairs))
    return _svg(edge + _MARGIN + 20, low + 48, f"scatter plot of {names[0]} and {names[1]}", parts)


def _pairs(one: Sequence[JobResult], other: Sequence[JobResult]) -> list[tuple[JobResult, JobResult]]:
    others = {each.job.task: each for each in other}
    found = [(each, others[each.job.task]) for each in one if each.job.task in others]
    return [pair for pair in found if any(each.is_solved for each in pair)]


def _diagonals(decades: tuple[int, int], low: float) -> Iterator[str]:
    """Equal, and ten times as long in either direction."""
    step = _SIDE / (decades[1] - decades[0])
    for shift, name in ((0.0, "equal"), (step, "tenfold"), (-step, "tenfold")):
        start, end = max(0.0, -shift), min(_SIDE, _SIDE - shift)
        ends = (_LEFT + start, low - start - shift, _LEFT + end, low - end - shift)
        yield '<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>'.format(name, *ends)


def _beside(number: int) -> float:
    """Points on the border would hide each other."""
    return 2.2 * (number * 5 % 11 - 5)


def _point(place: tuple[float, float], size: float, a: JobResult, b: JobResult) -> str:
    kind = "both" if a.is_solved and b.is_solved else "first" if a.is_solved else "second"
    said = (f"{each.job.flow}: {each.status}, {seconds(each.cost)}" for each in (a, b))
    title = "\n".join((a.job.task.path, *said))
    where = f'cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="{size}"'
    return f'<circle class="{kind}" {where}><title>{in_markup(title)}</title></circle>'


# --- axes -------------------------------------------------------------------------------------------------------------


def _decades(values: Iterable[float]) -> tuple[int, int]:
    """Powers of ten around all values, at least one decade."""
    kept = [max(_LEAST, value) for value in values] or [_LEAST]
    low, high = math.floor(math.log10(min(kept)) + 1e-9), math.ceil(math.log10(max(kept)) - 1e-9)
    return low, max(high, low + 1)


def _share(value: float, decades: tuple[int, int]) -> float:
    return (math.log10(max(_LEAST, value)) - decades[0]) / (decades[1] - decades[0])


def _power(exponent: int) -> str:
    return f"{10.0**exponent:g} s"


def _whole_ticks(most: int) -> list[int]:
    step = next(each * 10**power for power in range(9) for each in (1, 2, 5) if most / (each * 10**power) <= 8)
    return list(range(0, most + 1, step))


def _across(y: float, left: float, right: float, label: str) -> str:
    line = f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
    return line + _text(left - 6, y + 4, label, "end", "tick")


def _upwards(x: float, low: float, label: str) -> str:
    line = f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{low}" y2="{low - _SIDE}"/>'
    return line + _text(x, low + 18, label, "middle", "tick")


def _below(x: float, y: float, label: str) -> str:
    return f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + 5}"/>' + _text(
        x, y + 18, label, "middle", "tick"
    )


def _text(x: float, y: float, text: str, anchor: str, kind: str = "label") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{in_markup(text)}</text>'


def _upright(x: float, y: float, text: str, kind: str = "label") -> str:
    turn = f'transform="rotate(-90 {x:.1f} {y:.1f})"'
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle" {turn}>{in_markup(text)}</text>'


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    head = f'<svg class="plot" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="img"'
    return f'{head} aria-label="{in_markup(title)}">{"".join(parts)}</svg>'


def standing_alone(plot: str) -> bytes:
    """A plot as a file of its own, with the colours that it has on a bright page."""
    head, rest = plot.split(">", 1)
    named = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    back = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return f"{named}><style>{_ALONE}</style>{back}{rest}".encode("utf-8", "backslashreplace")


def _short(text: str, most: int = 16) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."
