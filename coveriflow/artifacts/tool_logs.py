"""What external tools print, for people who want to know why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolLog:
    """``command``: the last command line; ``output``: the end of what it printed."""

    tool: str
    command: tuple[str, ...]
    output: str
