"""What stands at the top of the page of a violation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """``violation``: what is violated, in words; ``rows``: names and values, such as the place and the inputs."""

    violation: str = ""
    rows: tuple[tuple[str, str], ...] = ()
