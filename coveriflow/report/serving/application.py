"""What answers a browser: GET and HEAD of what is in one folder."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coveriflow.formats.primitives.text import path_in_uri
from coveriflow.report.serving.contained import NotServed, Opened, closing, opened
from coveriflow.report.serving.kinds import NOTHING, kind_of
from coveriflow.report.serving.listing import POLICY, listing

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": NOTHING,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Headers of each answer that has no others of the same names."""

_METHODS = ("GET", "HEAD")
_NOTHING = "nothing is served here"


def application(folder: Path, hosts: frozenset[str] | None) -> ASGIApp:
    """Serve ``folder``, whatever is in it when it is asked for.

    ``hosts``: names by which a browser may call the server; others are refused, so that a page elsewhere cannot have
    its own name mean this machine (DNS rebinding). ``None``: any.
    """
    return _Served(folder.resolve(), hosts)


@dataclass(frozen=True, slots=True)
class _Served:
    root: Path
    hosts: frozenset[str] | None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            answer = await run_in_threadpool(self._answer, Request(scope, receive))
        except HTTPException as error:
            answer = PlainTextResponse(f"{error.detail}\n", error.status_code, error.headers)
        except OSError as error:
            answer = PlainTextResponse(f"this cannot be read now: {error.strerror}\n", 503)
        await answer(scope, receive, _guarded(send, is_head=scope["method"] == "HEAD"))

    def _answer(self, request: Request) -> Response:
        if request.method not in _METHODS:
            raise HTTPException(405, "this server is read only", {"Allow": ", ".join(_METHODS)})
        if self.hosts is not None and _called(request) not in self.hosts:
            raise HTTPException(421, "this server has another name: see --host and COVERIFLOW_SERVE_URL")
        parts, ends_in_slash = _parts(request)
        try:
            found = opened(self.root, parts)
        except NotServed:
            raise HTTPException(404, _NOTHING) from None
        if not found.is_folder and not ends_in_slash:
            return _of_file(parts[-1], found)
        with closing(found):
            return self._of_folder(parts, found, ends_in_slash=ends_in_slash)

    def _of_folder(self, parts: list[str], found: Opened, *, ends_in_slash: bool) -> Response:
        if not found.is_folder:
            raise HTTPException(404, _NOTHING)
        if not ends_in_slash:  # links in the page are seen from within the folder
            return RedirectResponse(f"./{path_in_uri(parts[-1])}/")
        return Response(listing(self.root, parts, found), 200, {"Content-Security-Policy": POLICY}, "text/html")


def _called(request: Request) -> str:
    """The name by which the browser has called the server, without the port."""
    name = request.headers.get("host", "").lower()
    return name.partition("]")[0].removeprefix("[") if name.startswith("[") else name.partition(":")[0]


def _parts(request: Request) -> tuple[list[str], bool]:
    """The names between the slashes, decoded once, and whether it is a folder that is asked for. An encoded slash
    separates names like any other.
    """
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    path = os.fsdecode(unquote_to_bytes(raw.partition(b"?")[0])).removeprefix("/")
    return (path.removesuffix("/").split("/") if path else []), not path or path.endswith("/")


def _of_file(name: str, found: Opened) -> Response:
    try:
        kind = kind_of(name, found.head())
    except OSError:
        os.close(found.descriptor)
        raise
    return _OpenFile(found, kind.media_type, kind.policy)


class _OpenFile(FileResponse):
    """A file that is open already; it is closed after the answer, also where the browser has gone."""

    def __init__(self, found: Opened, media_type: str, policy: str) -> None:
        headers = {"Content-Security-Policy": policy}
        super().__init__(found.path, 200, headers, media_type, stat_result=found.facts)
        self.found = found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with closing(self.found):
            await super().__call__(scope, receive, send)


def _guarded(send: Send, *, is_head: bool) -> Send:
    """``send``, with our headers, and without a body that was not asked for. A file that grows meanwhile is cut to what
    the headers say.
    """
    left = 0

    async def guarded(message: Message) -> None:
        nonlocal left
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            left = 0 if is_head else int(headers.get("content-length", sys.maxsize))
            for name, value in _ALWAYS.items():
                headers.setdefault(name, value)
        else:
            message["body"] = message.get("body", b"")[:left]
            left -= len(message["body"])
        await send(message)

    return guarded
