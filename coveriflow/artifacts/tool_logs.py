"""What external tools print, for people who want to know why."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.artifacts.resources import Resources

SUPERVISOR, RUNEXEC = "supervisor", "runexec"
"""Who counts: we, or BenchExec."""


@dataclass(frozen=True, slots=True)
class ToolLog:
    """``command``: the last command line; ``output``: the end of what it printed; ``used``: by that run, as
    ``accounting`` has counted it: our ``supervisor`` or BenchExec's ``runexec``.
    """

    tool: str
    command: tuple[str, ...]
    output: str
    accounting: str = ""
    used: Resources = Resources()
