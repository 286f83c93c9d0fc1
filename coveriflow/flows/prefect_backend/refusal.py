"""States that a flow of ours returns in place of a result: an input that is refused, and how a flow below it ended."""

from __future__ import annotations

from typing import Any

from coveriflow.flows.prefect_backend import settings  # noqa: F401  (before Prefect)

# isort: split

from prefect.client.schemas.objects import State
from prefect.logging import get_run_logger
from prefect.states import Failed

from coveriflow.flows.prefect_backend.logs import show_no_needless_tracebacks
from coveriflow.program.errors import InputError, NotSupported


def as_own_state(state: State[Any]) -> State[Any]:
    """For a flow to return: its run ends as the flow run that it has called, with its name, message and result."""
    found = state.result(raise_on_failure=False)
    return State(type=state.type, name=state.name, message=state.message, data=found)


def refused(error: InputError | NotSupported) -> State[Any]:
    """For a flow to return: its run has failed, and its caller gets ``error``."""
    show_no_needless_tracebacks()
    message = f"bad input: {error}" if isinstance(error, InputError) else str(error)
    get_run_logger().error("%s", message)
    return Failed(message=message, data=error)
