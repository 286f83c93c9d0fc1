"""Fixtures of validators."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.verify import portfolio
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes import worker


@pytest.fixture
def four_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A validator in this process has so many, of CPU time; it reports to nobody."""
    monkeypatch.setattr(worker, "_limits", Limits(cpu=4))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((0.2, 0.2),))
