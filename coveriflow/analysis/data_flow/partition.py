"""By the values of which places abstract states are kept apart: how many objects there are, and what their sizes
are computed from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from coveriflow.analysis.data_flow.precision import assignments
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign
from coveriflow.program.expressions.expressions import (
    Cell,
    Expression,
    NewObject,
    Variable,
    subexpressions,
)
from coveriflow.program.memory.layout import SITE_PREFIX

_MOST = 24


def partition_places(cfa: Cfa, names: frozenset[str]) -> tuple[str, ...]:
    """Of ``names``: counters of sites, and what sizes of objects are computed from."""
    counters = [name for name in sorted(names) if name.startswith(SITE_PREFIX)]
    sizes = [name for name in _sizes(cfa, names) if name not in counters]
    return (*counters, *sizes[:_MOST])


def _read(expression: Expression, names: frozenset[str]) -> Iterator[str]:
    for part in subexpressions(expression):
        if isinstance(part, Variable) and part.name in names:
            yield part.name


def _sizes(cfa: Cfa, names: frozenset[str]) -> list[str]:
    """Backwards along assignments."""
    sources: defaultdict[str, dict[str, None]] = defaultdict(dict)
    found: dict[str, None] = {}
    for edge in cfa.edges:
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, NewObject):
            found.update(dict.fromkeys(_read(edge.operation.value.size, names)))
        for target, value in assignments(edge.operation):
            name = _name(target)
            if name is not None and value is not None:
                sources[name].update(dict.fromkeys(_read(value, names)))
    pending = list(found)
    while pending:
        new = [name for name in sources[pending.pop()] if name not in found]
        found.update(dict.fromkeys(new))
        pending += new
    return list(found)


def _name(target: Expression) -> str | None:
    match target:
        case Variable(name) | Cell(Variable(name)):
            return name
        case _:
            return None
