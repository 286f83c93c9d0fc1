"""Program to program: every transformed automaton knows which of the original's edges each of its edges is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge


@dataclass(frozen=True)
class Transformed:
    """``origin`` maps edges of ``cfa`` to edges of the original; inputs are read in the same order by both."""

    cfa: Cfa
    origin: Mapping[Edge, Edge]
