"""The server that records flow runs: the one that the user's Prefect settings name, else a temporary one."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator

from prefect.client.orchestration import get_client
from prefect.events.worker import EventsWorker
from prefect.logging.handlers import APILogWorker, PrefectConsoleHandler
from prefect.settings import (
    PREFECT_API_URL,
    PREFECT_CLIENT_MAX_RETRIES,
    PREFECT_SERVER_EPHEMERAL_ENABLED,
    get_current_settings,
    temporary_settings,
)

from coveriflow.flows.prefect_backend.temporary_server import ServerUnavailable, temporary_server

_ANSWERS_WITHIN = 10.0  # seconds
_RETRIES = (
    2  # of a request: 6 s in all, where Prefect's 5 retries make people wait a minute for a server that has ended
)
_DRAINED_WITHIN = 5.0  # seconds


@contextlib.contextmanager
def reachable_server(notify: Callable[[str], None]) -> Iterator[None]:
    """Within, Prefect finds a server. ``notify`` gets a message when one has to be started. ``ServerUnavailable``."""
    url = PREFECT_API_URL.value()
    if url:
        with temporary_settings({PREFECT_CLIENT_MAX_RETRIES: _RETRIES}):
            _check(url)
            yield
        return
    if not PREFECT_SERVER_EPHEMERAL_ENABLED.value():
        raise ServerUnavailable("Prefect's settings name no server (PREFECT_API_URL), and forbid a temporary one")
    notify("Starting a temporary Prefect server, since PREFECT_API_URL names none; this takes a few seconds ...")
    settings = get_current_settings().to_environment_variables(exclude_unset=True)
    with temporary_server(settings) as address, temporary_settings({PREFECT_API_URL: address}):
        try:
            yield
        finally:
            _drain()


def _check(url: str) -> None:
    with get_client(sync_client=True, httpx_settings={"timeout": _ANSWERS_WITHIN}) as client:
        problem = client.api_healthcheck()
    if problem is not None:
        reason = str(problem).partition(" - ")[0].partition("\n")[0] or type(problem).__name__
        raise ServerUnavailable(
            f"Prefect's server at {url} cannot be reached: {reason}\n"
            "Start it ('prefect server start'), or unset PREFECT_API_URL to have a temporary one."
        )


def _drain() -> None:
    """Have logs and events sent before the server stops."""
    APILogWorker.drain_all(timeout=_DRAINED_WITHIN)
    EventsWorker.drain_all(timeout=_DRAINED_WITHIN)


@contextlib.contextmanager
def silent_console() -> Iterator[None]:
    """Within, what Prefect logs goes to its server, but not to the terminal, where the user has our own display."""
    handlers = [h for h in logging.getLogger().handlers if isinstance(h, PrefectConsoleHandler)]
    for handler in handlers:
        handler.addFilter(_is_not_prefect)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_is_not_prefect)


def _is_not_prefect(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] != "prefect"
