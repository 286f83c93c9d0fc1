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
        options.get("path_length"),
        options.get("assume_edges"),
        options.get("repetitions"),
        options.get("path_seconds"),
        options.get("location_states"),
        options.get("edge_uses"),
        options.get("post_seconds"),
        _bytes(options.get("post_memory")),
        options.get("state_size"),
        refinement or RefinementLimits(),
    )


def refinement_limits(options: RefinementOptions) -> PathLimits:
    """The same with those of refinements."""
    refinement = RefinementLimits(
        options.get("refinement_seconds"),
        _bytes(options.get("refinement_memory")),
        options.get("formula_size"),
        options.get("precision_size"),
    )
    return path_limits(options, refinement)


def _bytes(megabytes: float | None) -> int | None:
    return None if megabytes is None else int(megabytes * _MB)
