"""A Prefect server for one run: a job of ``Workers``, so that it ends when its owner does, however that ends."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import uvicorn

from coveriflow.execution.contracts import Job
from coveriflow.execution.processes.workers import Workers

_STARTS_WITHIN = 120.0  # seconds; about 5 on an idle machine, 15 if the database has to be made
_STOPS_WITHIN = 10.0
_UNLESS_SET = {"PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}
_ALWAYS = {"PREFECT_SERVER_UI_ENABLED": "false", "PREFECT__SERVER_EPHEMERAL": "1", "PREFECT__SERVER_FINAL": "1"}
_EXCEPTION = re.compile(r"(?m)^[\w.]*(?:Error|Exception)\b.*")


class ServerUnavailable(Exception):
    """Prefect's server cannot be reached, or does not start; the message is for people (exit code 3)."""


@contextlib.contextmanager
def temporary_server(settings: Mapping[str, str]) -> Iterator[str]:
    """The URL of the API of a server on the loopback interface. ``ServerUnavailable``.

    ``settings``: Prefect's environment variables. The server keeps its records in the database that they name, so that
    a later server shows them.
    """
    with _no_proxy(), Workers(()) as workers:
        port = _free_port()
        stop = Path(workers.folder, "stop")
        job = workers.submit(_serve, port, dict(settings), str(stop))
        url = f"http://127.0.0.1:{port}/api"
        _wait_until_healthy(url, job)
        try:
            yield url
        finally:
            stop.touch()
            _wait_until_ended(job)


def _serve(port: int, settings: dict[str, str], stop: str) -> None:
    """In a worker. Prefect is loaded by the server, when its settings are there."""
    os.environ.update(_UNLESS_SET | os.environ | settings | _ALWAYS)
    app = "prefect.server.api.server:create_app"
    server = uvicorn.Server(uvicorn.Config(app, factory=True, host="127.0.0.1", port=port, log_level="error"))
    threading.Thread(target=_stop_on, args=(Path(stop), server), daemon=True).start()
    server.run()


def _stop_on(sign: Path, server: uvicorn.Server) -> None:
    while not sign.exists():
        time.sleep(0.05)
    server.should_exit = True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(url: str, job: Job[None]) -> None:
    deadline = time.monotonic() + _STARTS_WITHIN
    with httpx.Client(timeout=5.0) as client:
        while not _healthy(client, url):
            if job.done:
                raise ServerUnavailable(f"Prefect's temporary server did not start: {_reason(job.result().message)}")
            if time.monotonic() > deadline:
                raise ServerUnavailable(f"Prefect's temporary server did not start within {_STARTS_WITHIN:.0f} s")
            time.sleep(0.1)


def _healthy(client: httpx.Client, url: str) -> bool:
    try:
        return client.get(f"{url}/health").is_success
    except httpx.HTTPError:
        return False


def _reason(output: str) -> str:
    """The last exception in what the server printed, else its last line."""
    exceptions = _EXCEPTION.findall(output)
    return str(exceptions[-1]) if exceptions else output.strip().rpartition("\n")[2]


def _wait_until_ended(job: Job[None]) -> None:
    ended = threading.Event()
    job.when_ended(lambda _: ended.set())
    ended.wait(_STOPS_WITHIN)


@contextlib.contextmanager
def _no_proxy() -> Iterator[None]:
    """No client in this process looks for the loopback interface after a proxy."""
    before = {name: os.environ.get(name) for name in ("NO_PROXY", "no_proxy")}
    hosts = ",".join(filter(None, (before["no_proxy"] or before["NO_PROXY"], "127.0.0.1")))
    os.environ.update(dict.fromkeys(before, hosts))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            os.environ.update({name: value} if value is not None else {})
