"""Compositions as SVG: boxes for actors, from left to right in order; frames with a heading around what is chosen,
repeated, limited, or runs side by side. No font, script or other file is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition, Fallback, IfThenElse, Ranged
from coveriflow.actors.composition.nodes import Sequence as InOrder
from coveriflow.report.sanitising import in_markup, visible
from coveriflow.report.terminal.trees import A_RANGE_EACH, actor_text, heading, in_ranges

_CHARACTER = 6.7
_SMALL = 6.0
_GAP = 34.0
_PAD = 14.0
_HEAD = 26.0
_BETWEEN = 12.0
_LINE = 14.0
_WIDEST = 30
_TOP = 62.0
_NOTED = "actor noted"
_STYLE = """
svg { --back: #fff; --text: #1c2127; --quiet: #5d6773; --edge: #7a8591; --actor: #dcecfb; --frame: #f5f7f9;
  --noted: #1a7f37; }
@media (prefers-color-scheme: dark) { svg { --back: #14181d; --text: #e4e8ec; --quiet: #98a3af; --edge: #77828e;
  --actor: #1d3a55; --frame: #1b2127; --noted: #7fd694; } }
.back { fill: var(--back); }
text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--text); }
.title { font: 600 14px system-ui, sans-serif; } .sentence { font: 12px system-ui, sans-serif; fill: var(--quiet); }
.heading { font: italic 11px system-ui, sans-serif; fill: var(--quiet); } .more { fill: var(--quiet); font-size: 10px; }
.actor rect { fill: var(--actor); stroke: var(--edge); } .actor .name { font-weight: 600; }
.noted rect { stroke: var(--noted); stroke-width: 2.4px; } .note { fill: var(--noted); font-weight: 600; }
.frame > rect { fill: var(--frame); fill-opacity: .6; stroke: var(--edge); stroke-dasharray: 5 4; }
path { fill: none; stroke: var(--edge); stroke-width: 1.4px; } marker path { fill: var(--edge); stroke: none; }
"""


@dataclass(frozen=True, slots=True)
class _Block:
    """A part that has a size; it is drawn with its upper left corner at some place. Arrows meet it half way down."""

    width: float
    height: float
    parts: tuple[tuple[float, float, _Block], ...] = ()
    lines: tuple[str, ...] = ()
    title: str = ""
    arrows: tuple[tuple[float, float, float, float], ...] = ()
    kind: str = field(default="")

    def drawn(self, x: float, y: float) -> Iterator[str]:
        """The SVG of it, at a place."""
        yield f'<g class="{self.kind}">' if self.kind else "<g>"
        if self.kind:
            yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{self.width:.1f}" height="{self.height:.1f}" rx="5"/>'
        if self.title:
            yield f'<text class="heading" x="{x + _PAD:.1f}" y="{y + 17:.1f}">{in_markup(self.title)}</text>'
        for number, line in enumerate(self.lines):
            last = "note" if self.kind == _NOTED and number == len(self.lines) - 1 else "more"
            style = last if number else "name"
            yield f'<text class="{style}" x="{x + 10:.1f}" y="{y + 19 + number * _LINE:.1f}">{in_markup(line)}</text>'
        for left, top, part in self.parts:
            yield from part.drawn(x + left, y + top)
        for x1, y1, x2, y2 in self.arrows:
            yield f'<path d="M{x + x1:.1f} {y + y1:.1f} L{x + x2:.1f} {y + y2:.1f}" marker-end="url(#head)"/>'
        yield "</g>"


def flow_svg(flow: Flow, sentence: str = "", notes: Mapping[str, str] | None = None) -> bytes:
    """The drawing of ``flow``, with what it says of itself. ``notes``: actors to stand out, and what to say of them."""
    return composition_svg(flow.name, flow.composition, sentence, notes)


def composition_svg(
    name: str, composition: Composition, sentence: str = "", notes: Mapping[str, str] | None = None
) -> bytes:
    """The same of a composition, which need not give an answer."""
    block = _block(composition, notes or {})
    shown = visible(sentence)
    width = max(block.width + 2 * _PAD, len(name) * 9 + 2 * _PAD, len(shown) * 6.3 + 2 * _PAD, 240.0)
    height = block.height + _TOP + _PAD
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        f"<title>{in_markup(name)}</title><style>{_STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z"/></marker></defs>',
        f'<rect class="back" width="{width:.0f}" height="{height:.0f}"/>',
        f'<text class="title" x="{_PAD:.0f}" y="24">{in_markup(name)}</text>',
        f'<text class="sentence" x="{_PAD:.0f}" y="44">{in_markup(shown)}</text>',
        *block.drawn(_PAD, _TOP),
        "</svg>",
    ]
    return ("\n".join(parts) + "\n").encode("utf-8", "backslashreplace")


def _block(composition: Composition, notes: Mapping[str, str]) -> _Block:
    match composition:
        case Actor():
            return _actor(composition, notes.get(composition.called, ""))
        case InOrder(parts):
            return _row([_block(part, notes) for part in parts])
        case IfThenElse(condition, then, otherwise):
            inside = [_block(then, notes)]
            if otherwise is not None:
                inside.append(_frame("else", _block(otherwise, notes)))
            return _frame(f"if the {condition}", _stack(inside))
        case Ranged(splitter, analyses, aggregator, splitting):
            beside = _frame(A_RANGE_EACH, _stack([_block(part, notes) for part in analyses]))
            return _frame(in_ranges(splitting), _row([_block(splitter, notes), beside, _block(aggregator, notes)]))
        case Fallback(parts):
            return _frame(heading(composition), _stack([_block(part, notes) for part in parts], arrows=True))
        case _:
            return _frame(heading(composition), _stack([_block(part, notes) for part in composition.children()]))


def _actor(actor: Actor, note: str) -> _Block:
    """Its name, below it the parameters that are not the usual ones, and last what is said of it."""
    name, given = actor_text(actor)
    lines = [name, *_wrapped(given), *([note] if note else [])]
    width = max(len(lines[0]) * _CHARACTER, *(len(line) * _SMALL for line in lines)) + 22
    return _Block(width, len(lines) * _LINE + 18, lines=tuple(lines), kind=_NOTED if note else "actor")


def _wrapped(given: Sequence[str]) -> list[str]:
    """Several in a line, as far as they fit."""
    lines: list[str] = []
    for text in given:
        if lines and len(lines[-1]) + len(text) + 2 <= _WIDEST:
            lines[-1] += f", {text}"
        else:
            lines.append(text)
    return lines


def _row(blocks: Sequence[_Block]) -> _Block:
    height = max((block.height for block in blocks), default=0.0)
    parts, arrows, x = [], [], 0.0
    for number, block in enumerate(blocks):
        if number:
            arrows.append((x, height / 2, x + _GAP, height / 2))
            x += _GAP
        parts.append((x, (height - block.height) / 2, block))
        x += block.width
    return _Block(x, height, tuple(parts), arrows=tuple(arrows))


def _stack(blocks: Sequence[_Block], *, arrows: bool = False) -> _Block:
    between = _BETWEEN * 2 if arrows else _BETWEEN
    parts, lines, y = [], [], 0.0
    for number, block in enumerate(blocks):
        if number:
            if arrows:
                lines.append((24.0, y, 24.0, y + between))
            y += between
        parts.append((0.0, y, block))
        y += block.height
    return _Block(max((block.width for block in blocks), default=0.0), y, tuple(parts), arrows=tuple(lines))


def _frame(title: str, inside: _Block) -> _Block:
    width = max(inside.width, len(title) * _SMALL) + 2 * _PAD
    part = (_PAD, _HEAD, inside)
    return _Block(width, inside.height + _HEAD + _PAD, (part,), title=title, kind="frame")
