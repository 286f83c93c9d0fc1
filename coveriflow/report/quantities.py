"""Amounts as people read them."""

from __future__ import annotations

from coveriflow.artifacts.resources import Resources


def used(resources: Resources) -> tuple[str, str, str]:
    """CPU time, wall time, memory."""
    return seconds(resources.cpu), seconds(resources.wall), memory(resources.memory)


def reused(then: Resources) -> str:
    """A result that was there already."""
    return f"reused, took {seconds(then.wall)} then"


def seconds(amount: float) -> str:
    """With as many digits as matter."""
    return f"{amount:.2f} s" if amount < 10 else f"{amount:.1f} s" if amount < 1000 else f"{amount:.0f} s"


def duration(amount: float) -> str:
    """As ``seconds``, and in hours from two on."""
    return seconds(amount) if amount < 7200 else f"{amount / 3600:.1f} h"


def memory(amount: int) -> str:
    """In units of 1000."""
    return f"{amount / 1e6:.0f} MB" if amount < 1e9 else f"{amount / 1e9:.2f} GB"


def file_size(amount: int) -> str:
    """In units of 1000."""
    return f"{amount} B" if amount < 1000 else f"{amount / 1000:.1f} kB" if amount < 1_000_000 else memory(amount)
