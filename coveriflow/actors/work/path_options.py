"""From the options of actors to limits of analyses."""

from __future__ import annotations

from coveriflow.actors.options import PathOptions, RefinementOptions
from coveriflow.analysis.search.path_limits import PathLimits, RefinementLimits

_MB = 1_000_000


def path_limits(
    options: PathOptions, refinement: RefinementLimits | None = None, loop_bound: int | None = None
) -> PathLimits:
    """Those of the analyses."""
    return PathLimits(
        loop_bound,
        options.path_length,
        options.assume_edges,
        options.repetitions,
        options.path_seconds,
        options.location_states,
        options.edge_uses,
        options.post_seconds,
        _bytes(options.post_memory),
        options.state_size,
        refinement or RefinementLimits(),
    )


def refinement_limits(options: RefinementOptions) -> PathLimits:
    """The same with those of refinements."""
    refinement = RefinementLimits(
        options.refinement_seconds,
        _bytes(options.refinement_memory),
        options.formula_size,
        options.precision_size,
    )
    return path_limits(options, refinement)


def _bytes(megabytes: float | None) -> int | None:
    return None if megabytes is None else int(megabytes * _MB)
