"""How long a search may take: its own limit, and as long as reading took where that is more."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.verify import soft_limits
from coveriflow.analysis.search.limits import SoftLimits


class Clock:
    """CPU seconds as told."""

    now = 0.0

    def process_time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(soft_limits, "time", found)
    return found


@pytest.mark.parametrize(
    ("limits", "reading", "left"),
    [
        (SoftLimits(cpu=1.0, most=50.0), 0.1, 0.9),
        (SoftLimits(cpu=1.0, most=50.0), 4.0, 4.0),
        (SoftLimits(cpu=1.0, most=5.0), 4.0, 1.0),
        (SoftLimits(cpu=1.0, most=3.0), 4.0, 0.0),
        (SoftLimits(cpu=1.0), 4.0, 0.0),
        (SoftLimits(), 4.0, None),
    ],
)
def test_a_search_has_as_much_time_as_reading_took(
    clock: Clock, limits: SoftLimits, reading: float, left: float | None
) -> None:
    counted = soft_limits.counted_from_now(limits)
    clock.now = reading
    assert counted().cpu == pytest.approx(left)
    clock.now += 0.5
    assert counted().cpu == pytest.approx(None if left is None else max(0.0, left - 0.5)), "the whole stays what it was"


def test_the_evidence_has_as_much_more() -> None:
    longer = SoftLimits(cpu=1.0, evidence=2.0, most=10.0).at_least(6.0)
    assert (longer.cpu, longer.evidence) == (6.0, 7.0)
    assert SoftLimits(cpu=1.0, evidence=2.0, most=10.0).at_least(0.5) == SoftLimits(cpu=1.0, evidence=2.0, most=10.0)
