"""The Python file of a translated program."""

from __future__ import annotations

from itertools import groupby

from coveriflow.flows.cvt.translation import Translated
from coveriflow.formats.primitives.python_text import comment
from coveriflow.formats.primitives.text import shortened


def written(flow: Translated, source: str) -> str:
    """A module whose variable ``flow`` is the flow; ``source``: what it was translated from."""
    lines = [comment(f"Translated from {shortened(source)}, a program of CoVeriTeam, by 'coveriflow import'.")]
    lines += map(comment, flow.notes)
    lines += ["", *_imports(flow), "", *flow.lines, ""]
    return "\n".join(lines)


def _imports(flow: Translated) -> list[str]:
    by_module = groupby(sorted(flow.imports), key=lambda each: each[0])
    return [f"from {module} import {', '.join(name for _, name in names)}" for module, names in by_module]
