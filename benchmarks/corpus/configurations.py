"""Configurations of reducer-based conditional model checking: first verifier, reducer, second verifier (fold paper)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from coveriflow.actors import (
    bmc,
    impact,
    kinduction,
    predicate,
    reduce,
    symbolic,
    tool,
    value,
    when_unknown,
)
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, Within
from coveriflow.artifacts.resources import Limits
from coveriflow.flows.compositions import confirmed

FOLD_REDUCERS = ("cfa", "lh", "lhc", "lhb", "lhbc", "nlh", "sep")
"""The seven of the fold paper, Sect. 4.1."""

REDUCERS: Mapping[str, Callable[[], Composition]] = {
    **{name: lambda name=name: reduce(reducer=name, minimise=False) for name in FOLD_REDUCERS},  # type: ignore[misc]
    "monitor": lambda: reduce(reducer="monitor"),
    "prune": lambda: reduce(reducer="prune"),
    "sep, minimised": lambda: reduce(reducer="sep"),
    "sep, sliced": lambda: reduce(reducer="sep", slice=True),
}
"""Those seven, of conditions as they are written; and of the smallest automaton of a condition, ours."""

_OURS: Mapping[str, Callable[[], Composition]] = {
    "value": value,
    "bmc": bmc,
    "kinduction": kinduction,
    "predicate": predicate,
    "impact": impact,
    "symbolic": symbolic,
}

_TOOLS: Mapping[str, tuple[str, str]] = {
    "cbmc": ("cbmc", ""),
    "eva": ("eva", ""),
    "esbmc": ("esbmc", ""),
    "cpa-bmc": ("cpachecker", "bmc"),
    "cpa-kinduction": ("cpachecker", "kinduction"),
    "cpa-predicate": ("cpachecker", "predicate"),
    "cpa-value": ("cpachecker", "value"),
}
_CONDITIONS: Mapping[str, tuple[str, str]] = {
    "cpa-predicate": ("cpachecker", "predicate-condition"),
    "cpa-value": ("cpachecker", "value-condition"),
}


def _tools(named: Mapping[str, tuple[str, str]]) -> Mapping[str, Callable[[], Composition]]:
    return {name: partial(tool, key, configuration) for name, (key, configuration) in named.items()}


FIRST: Mapping[str, Callable[[], Composition]] = {
    **_OURS,
    **_tools(_CONDITIONS),
    "value, bfs": lambda: value(order="bfs", states=3_000),
    "value, locations": lambda: value(location_states=100),
    "value, loops": lambda: value(loop_bound=12),
}
"""Verifiers that write a condition; those behind a comma stop for another reason than time (CMC paper, Fig. 7)."""

SECOND: Mapping[str, Callable[[], Composition]] = {
    **_OURS,
    **_tools(_TOOLS),
}
"""Verifiers for residual programs; those behind ours are strangers, whose proofs are claims."""

STRANGERS: Mapping[str, str] = {name: key for name, (key, _) in {**_TOOLS, **_CONDITIONS}.items()}
"""The tool that must be here for a verifier that is not ours."""


@dataclass(frozen=True)
class Times:
    """CPU seconds: ``first`` for the first verifier, ``second`` for the reducer and the second one together."""

    first: float
    second: float

    @property
    def both(self) -> float:
        """What a verifier has that works alone."""
        return self.first + self.second


@dataclass(frozen=True, order=True)
class Configuration:
    """``reducer`` is ``""`` for a verifier that works alone; it is ``second`` then, and has the time of both, or it is
    ``first``.
    """

    first: str
    reducer: str = ""
    second: str = ""

    def name(self, times: Times) -> str:
        """What it is called in a file of results, with its limits."""
        if self.reducer:
            return f"{self.first} {times.first:g} s | {self.reducer} | {self.second} {times.second:g} s"
        return f"{self.first} {times.first:g} s" if self.first else f"{self.second} {times.both:g} s"

    def flow(self, times: Times) -> Flow:
        """The composition."""
        name = self.name(times)
        if not self.first:
            return Flow(name, confirmed(Within(SECOND[self.second](), Limits(cpu=times.both))))
        first = Within(FIRST[self.first](), Limits(cpu=times.first))
        if not self.reducer:
            return Flow(name, confirmed(first))
        rest = Within(REDUCERS[self.reducer]() >> SECOND[self.second](), Limits(cpu=times.second))
        return Flow(name, confirmed(first >> when_unknown(rest)))
