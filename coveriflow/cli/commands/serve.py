"""``coveriflow serve``: a folder for browsers, until Ctrl-C."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

from coveriflow.cli.contracts import Exit, ServeOptions
from coveriflow.cli.signals import Interrupted
from coveriflow.flows.catalogue.addresses import SERVE_URL, served_host
from coveriflow.program.errors import InputError, Span
from coveriflow.report.serving.application import application
from coveriflow.report.streams import say

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_AT_A_TIME = 100
"""Connections: each answer holds a file."""


def serve(options: ServeOptions) -> int:
    """Serve until a signal; the exit code."""
    folder = _folder(options.folder)
    with _listening(options) as listener:
        address, port = listener.getsockname()[:2]
        is_local = ipaddress.ip_address(address).is_loopback
        if not is_local:
            say(f"warning: everyone who reaches {address}, port {port} can read all of {folder}", sys.stderr)
        shown = f"[{address}]" if ":" in address else address
        say(f"http://{shown}:{port}/ has {folder}, read only; Ctrl-C ends it", sys.stdout)
        own = {address, options.host.lower(), served_host(os.environ.get(SERVE_URL, ""))}
        _run(application(folder, _LOCAL | own if is_local else None), listener)
    return Exit.TRUE


def _folder(path: Path) -> Path:
    try:
        found = path.resolve(strict=True)
    except OSError as error:
        raise InputError(error.strerror or "it cannot be read", Span(str(path))) from None
    if not found.is_dir():
        raise InputError("this is no folder: pages and evidence are served by folders", Span(str(path)))
    return found


@contextlib.contextmanager
def _listening(options: ServeOptions) -> Iterator[socket.socket]:
    try:
        family, *_, address = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{options.host}, port {options.port}: {reason} (--host, --port)") from None
    with listener:
        yield listener


class _Server(uvicorn.Server):
    """It ends at the first signal, whoever is still reading."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal is the wanted end: it is not raised again."""
        try:
            with super().capture_signals():
                yield
        except (Interrupted, KeyboardInterrupt):
            return

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.force_exit = True
        logging.getLogger("uvicorn.error").disabled = True  # answers that are cut off are no errors now


def _run(application: ASGIApp, listener: socket.socket) -> None:
    config = uvicorn.Config(
        application,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_AT_A_TIME,
    )
    _Server(config).run(sockets=[listener])
