"""Options that several actors have. Those of verifiers are failure-preventing conditions (CMC paper, Fig. 7): what is
left because of one is not covered by the condition that is written; the search goes on elsewhere. ``None``: no limit.
"""

from __future__ import annotations

from typing import TypedDict


class PathOptions(TypedDict, total=False):
    """Of a path: its length in edges, its branchings, the visits of one location, the CPU seconds spent on it. Of a
    place: abstract states at one location. Of an edge: steps of the whole search. Of a step: CPU seconds, MB, and the
    size of the state it leads to (tracked variables, nodes of a path formula, disjuncts of an abstraction formula).
    ``overflow``: whether a path ends where a signed operation may overflow. ``condition_size``: states of the condition
    that is written, which covers less then.
    """

    path_length: int | None
    assume_edges: int | None
    repetitions: int | None
    path_seconds: float | None
    location_states: int | None
    edge_uses: int | None
    post_seconds: float | None
    post_memory: float | None
    state_size: int | None
    condition_size: int | None
    overflow: bool | None


class AccountingOptions(TypedDict, total=False):
    """Of a tool of others. ``accounting``: who counts and limits what it uses: ``own`` (the usual one), ``runexec``
    (BenchExec, by the kernel's cgroups), or ``auto`` (BenchExec where it can). ``cores``: with runexec, how many it may
    use.
    """

    accounting: str | None
    cores: int | None


class RefinementOptions(PathOptions, total=False):
    """Of a refinement, too: CPU seconds, MB, nodes of the error path's formula, predicates at one location."""

    refinement_seconds: float | None
    refinement_memory: float | None
    formula_size: int | None
    precision_size: int | None
