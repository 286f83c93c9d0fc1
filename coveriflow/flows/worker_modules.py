"""What worker processes have imported before the first actor comes. Known without importing any of it."""

from __future__ import annotations

MODULES = (
    "z3",
    "pycparser.c_parser",
    *(f"coveriflow.actors.work.{name}" for name in ("verifying", "abstracting", "reducing", "confirming", "external")),
    "coveriflow.actors.work.rehearsing:rehearse",
)
"""The solver, the parser, and the work of the embedded actors, to be imported once for all workers; and a rehearsal."""
