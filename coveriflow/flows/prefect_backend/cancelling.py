"""When the user cancels a flow run: what works in it ends, and the flow runs that wait for it are cancelled, too.

Prefect ends the process of a flow run that a worker of its own has started. Of all other flow runs it only notes that
they are to be cancelled, and no state but *Cancelled* is accepted afterwards.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextvars import Token, copy_context
from typing import Any
from uuid import UUID

import httpx
from prefect import Flow as PrefectFlow
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.objects import FlowRun, State
from prefect.context import FlowRunContext
from prefect.exceptions import PrefectException
from prefect.settings import PREFECT_CLIENT_MAX_RETRIES, temporary_settings
from prefect.states import Cancelled, Cancelling

_BETWEEN_LOOKS = 1.0  # seconds from one question whether the flow run was cancelled to the next
_MESSAGE = "the flow run was cancelled"
_NOTICED: set[UUID] = set()
"""Flow runs of this process that were cancelled: what their functions still begin ends at once."""


@contextlib.contextmanager
def cancelled_with_flow_run(cancel: Callable[[], object]) -> Iterator[None]:
    """Call ``cancel`` when the user cancels the flow run, or one that waits for it as its subflow."""
    over = threading.Event()
    watch = threading.Thread(target=copy_context().run, args=(_watch, cancel, over), daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _watch(cancel: Callable[[], object], over: threading.Event) -> None:
    contexts = list(_enclosing())
    if any(each.flow_run.id in _NOTICED for each in contexts if each.flow_run is not None):
        cancel()
        return
    if not contexts:
        return
    with temporary_settings({PREFECT_CLIENT_MAX_RETRIES: 0}), get_client(sync_client=True) as client:
        while not over.wait(_BETWEEN_LOOKS):
            with contextlib.suppress(httpx.HTTPError, PrefectException):
                found = next((n for n, each in enumerate(contexts) if _is_cancelled(client, each)), None)
                if found is not None:
                    cancel()
                    for each in contexts[: found + 1]:
                        _will_be_cancelled(client, each)
                    return


def _enclosing() -> Iterator[FlowRunContext]:
    """The flow run, and those that called it as a subflow in this process, innermost first."""
    context: Any = FlowRunContext.get()
    while isinstance(context, FlowRunContext):
        if context.flow_run is not None:
            yield context
        token = getattr(context, "_token", None)  # Prefect has no other way from a flow run to the one around it
        context = token.old_value if isinstance(token, Token) else None


def _is_cancelled(client: SyncPrefectClient, context: FlowRunContext) -> bool:
    state = None if context.flow_run is None else client.read_flow_run(context.flow_run.id).state
    return state is not None and (state.is_cancelling() or state.is_cancelled())


def _will_be_cancelled(client: SyncPrefectClient, context: FlowRunContext) -> None:
    """However its function ends, the flow run will be in the state *Cancelled*."""
    flow, flow_run = context.flow, context.flow_run
    if flow is None or flow_run is None:
        return
    _NOTICED.add(flow_run.id)
    if _acknowledged not in flow.on_cancellation_hooks:
        flow.on_cancellation_hooks.append(_acknowledged)
    if not _is_cancelled(client, context):
        client.set_flow_run_state(flow_run.id, Cancelling(message=_MESSAGE))


def _acknowledged(flow: PrefectFlow[Any, Any], flow_run: FlowRun, state: State[Any]) -> None:  # noqa: ARG001
    """What Prefect calls when the flow's function is over, and no other state than *Cancelled* was accepted."""
    cancelled: State[Any] = Cancelled(message=_MESSAGE)
    with get_client(sync_client=True) as client:
        client.set_flow_run_state(flow_run.id, cancelled)
    flow_run.state, flow_run.state_name, flow_run.state_type = cancelled, cancelled.name, cancelled.type
