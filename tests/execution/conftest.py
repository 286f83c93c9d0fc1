"""Fixtures of the execution room's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coveriflow.execution.workers import Workers


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(()) as some:
        yield some
