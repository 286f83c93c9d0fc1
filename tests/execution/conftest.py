"""Fixtures of the execution room's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coveriflow.execution.processes.workers import Workers
from tests.execution import jobs


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers((jobs.__name__,)) as some:
        yield some
