"""Worker processes, and a Prefect server for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import MODULES


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """Started once for the tests of a module: half a second of CPU time each time."""
    with Workers(MODULES) as those:
        yield those


@pytest.fixture(scope="session")
def prefect_server() -> Iterator[str]:
    """The URL of the API of a server with an empty database; Prefect finds it as long as the fixture lives."""
    from coveriflow.flows.prefect_backend.settings import prefect  # noqa: F401

    # isort: split

    from prefect.settings import PREFECT_API_URL
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=120):
        yield str(PREFECT_API_URL.value())
