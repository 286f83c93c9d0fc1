"""``coveriflow serve``: what is in the folder is shown, nothing else is, and no text of others runs."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.artifacts.display.error_paths import ErrorPath, PathStep
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.results.result_json import RunRecord, write_run_record
from coveriflow.program.types.data_model import DataModel
from coveriflow.report.batch.page import TEMPLATE as BATCH
from coveriflow.report.counterexamples.as_html import counterexample_html
from coveriflow.report.sanitising import content_policy
from coveriflow.report.serving import contained
from coveriflow.report.serving.application import application
from coveriflow.report.serving.contained import NotServed, closing, opened
from coveriflow.report.serving.listing import MOST

SECRET = b"this is not for browsers"
RESULT = RunRecord(Verdict.FALSE, "G assert", "cmc", "p/a<b>.c", "00", DataModel.LP64, "1")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def policy(self) -> str:
        return self.headers["content-security-policy"]


def ask(folder: Path, path: str, method: str = "GET", hosts: frozenset[str] | None = None, **headers: str) -> Answer:
    """As a server would, with the bytes of ``path`` as they stand in a request."""
    return asyncio.run(_asked(application(folder, hosts), path, method, {"host": "localhost:1"} | headers))


async def _asked(served: Any, path: str, method: str, headers: dict[str, str]) -> Answer:
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "server": ("localhost", 1),
        "client": ("127.0.0.1", 2),
    }

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    await asyncio.wait_for(served(scope, receive, send), 30.0)
    first, *rest = sent
    given_headers = {name.decode(): value.decode() for name, value in first["headers"]}
    return Answer(first["status"], given_headers, b"".join(each["body"] for each in rest))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a secret beside it, and all ways out of it."""
    (tmp_path / "secret").write_bytes(SECRET)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_bytes(SECRET)
    served = tmp_path / "served"
    (served / "run" / "tests").mkdir(parents=True)
    (served / "run" / "result.json").write_bytes(write_run_record(RESULT))
    (served / "run" / "a.c").write_text("int main(void) { return '<script>'; }\n")
    (served / ".hidden").write_bytes(SECRET)
    (served / "link").symlink_to(tmp_path / "secret")
    (served / "folder").symlink_to(tmp_path / "outside")
    (served / "run" / "up").symlink_to("..")
    os.mkfifo(served / "pipe")
    return served


def test_a_folder_is_a_page_with_what_runs_have_found(folder: Path) -> None:
    page = ask(folder, "/")
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert '<a href="./run/">run/</a>' in page.text
    assert '<b class="false">false</b> <small>a&lt;b&gt;.c, cmc</small>' in page.text
    assert not any(name in page.text for name in ("hidden", "link", "pipe", 'href="./folder'))
    assert "script" not in page.text
    assert "script-src" not in page.policy
    inner = ask(folder, "/run/tests/")
    assert '<a href="../../">served</a> / <a href="../">run</a> / tests' in inner.text


def test_links_of_a_page_are_seen_from_within_the_folder(folder: Path) -> None:
    assert (ask(folder, "/run").status, ask(folder, "/run").headers["location"]) == (307, "./run/")
    (folder / "evil.example").mkdir()
    assert ask(folder, "//evil.example").status == 404
    assert ask(folder, "/run/a.c/").status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/%2e%2e/secret",
        "/..%2fsecret",
        "/%2e%2e%2fsecret",
        "/run/../../secret",
        "/run/..%2f..%2fsecret",
        "/%252e%252e/secret",
        "/..%5csecret",
        "/..%00/secret",
        "//secret",
        "/link",
        "/link/",
        "/folder/",
        "/folder/secret",
        "/run/up/run/a.c",
        "/.hidden",
        "/%2ehidden",
        "/pipe",
        "/run/.",
        "/./run/a.c",
        "/%00",
        "/nothing",
        "/" + "a" * 300,
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_nothing_outside_is_served(folder: Path, path: str, method: str) -> None:
    absolute = quote(str(folder.parent / "secret"), safe="")
    for each in (path, f"/{absolute}", f"{path}?x=/../secret"):
        answer = ask(folder, each, method)
        assert answer.status == 404
        assert SECRET not in answer.body


@given(st.lists(st.sampled_from(["..", ".", "", "run", "link", "folder", "up", "secret", ".hidden", "a.c", "/", "~"])))
def test_whatever_a_path_is_made_of_it_stays_within(parts: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        root = Path(name, "served")
        (root / "run").mkdir(parents=True)
        (root / "run" / "a.c").touch()
        Path(name, "secret").touch()
        (root / "folder").symlink_to("..")
        (root / "run" / "up").symlink_to("../..")
        (root / "link").symlink_to("../secret")
        try:
            with closing(opened(root, parts)) as found:
                inside = os.path.realpath(found.path)
        except NotServed:
            return
        assert inside == str(root.resolve().joinpath(*parts))


def test_a_socket_and_a_device_are_not_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(folder)
        listener.bind("socket")
        assert ask(folder, "/socket").status == 404
    assert ask(Path("/dev"), "/null").status == 404
    assert "null" not in ask(Path("/dev"), "/").text


def test_what_is_swapped_for_a_link_is_not_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at a folder and the opening of a file in it."""
    before = os.open

    def swapped(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == "a.c":
            (folder / "run").rename(folder / "gone")
            (folder / "run").symlink_to(folder.parent / "outside")
        return before(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", swapped)
    assert b"int main" in ask(folder, "/run/a.c").body
    assert ask(folder, "/run/secret").status == 404


def counterexample() -> bytes:
    return counterexample_html(ErrorPath((PathStep("a.c", 1, "main", 0, ()),)), {"a.c": "x"}, (("task", "a.c"),))


def test_pages_of_ours_are_html_with_their_script_only(folder: Path) -> None:
    (folder / "counterexample.html").write_bytes(counterexample())
    (folder / "index.html").write_text(BATCH.read_text().replace("%%POLICY%%", content_policy(BATCH)))
    for name in ("counterexample.html", "index.html"):
        page = ask(folder, f"/{name}")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "script-src 'sha256-" in page.policy
        assert page.policy.endswith("; frame-ancestors 'none'")
        assert f'<a href="{name}">' in ask(folder, "/").text


OTHERS = {
    "index.html": b"<!DOCTYPE html><script>alert(1)</script>",
    "counterexample.html": counterexample().replace(b"sha256-", b"sha256-X"),
    "page.html": b" " + counterexample(),
    "page.htm": counterexample(),
    "page.xhtml": b'<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
    "a.c": b"<script>alert(1)</script>",
    "log.txt": b"<html>",
    "witness.graphml": b"<?xml version='1.0'?><graphml/>",
    "noname": b"<html>",
    "run.js": b"alert(1)",
    "style.css": b"*{}",
    "drawing.svg": b"<html><script>alert(1)</script></html>",
}


@pytest.mark.parametrize("name", OTHERS)
def test_texts_of_others_are_text(folder: Path, name: str) -> None:
    (folder / name).write_bytes(OTHERS[name])
    answer = ask(folder, f"/{name}")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.policy.endswith("; sandbox")
    assert "script-src" not in answer.policy
    assert answer.body == OTHERS[name]
    assert 'class="page"' not in ask(folder, "/").text


def test_drawings_are_in_a_sandbox_and_bytes_are_bytes(folder: Path) -> None:
    (folder / "drawing.svg").write_bytes(b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    (folder / "core").write_bytes(b"<html>\0")
    (folder / "night.json").write_bytes(b"{}")
    drawing = ask(folder, "/drawing.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.policy.startswith("default-src 'none'")
    assert drawing.policy.endswith("; sandbox")
    assert ask(folder, "/core").headers["content-type"] == "application/octet-stream"
    assert ask(folder, "/night.json").headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["/", "/run", "/run/a.c", "/nothing"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_every_answer_has_the_headers(folder: Path, path: str, method: str) -> None:
    answer = ask(folder, path, method)
    assert answer.status == 405 if method not in ("GET", "HEAD") else answer.status in (200, 307, 404)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.policy.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in answer.policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert method != "HEAD" or answer.body == b""
    assert "access-control-allow-origin" not in answer.headers


def test_head_and_ranges(folder: Path) -> None:
    whole, head = ask(folder, "/run/a.c"), ask(folder, "/run/a.c", "HEAD")
    assert whole.body == (folder / "run" / "a.c").read_bytes()
    assert head.headers["content-length"] == str(len(whole.body))
    part = ask(folder, "/run/a.c", range="bytes=4-7")
    assert (part.status, part.body) == (206, whole.body[4:8])
    assert part.headers["content-range"] == f"bytes 4-7/{len(whole.body)}"
    assert ask(folder, "/run/a.c", range="bytes=900-").status == 416
    assert ask(folder, "/run/a.c", range="bytes=x").status == 400


NAMES = [
    "a b.c",
    "100%.c",
    "%2e%2e",
    "a?b#c.c",
    "a&<b>'\".c",
    "ü.c",
    os.fsdecode(b"not-utf8-\xff.c"),
    "a:b.c",
    "a\nb.c",
]


@pytest.mark.parametrize("name", NAMES)
def test_files_of_all_names_are_found_by_their_links(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"found")
    (address,) = (link for link in _links(ask(folder, "/").body) if link.endswith(quote(os.fsencode(name))))
    assert ask(folder, f"/{address.removeprefix('./')}").body == b"found"


def _links(page: bytes) -> Iterator[str]:
    import html
    import re

    return (html.unescape(found) for found in re.findall(r'href="([^"]*)"', page.decode()))


def test_a_browser_calls_the_server_by_its_name(folder: Path) -> None:
    """A page elsewhere may have its own name lead to this machine (DNS rebinding)."""
    own = frozenset({"localhost", "::1"})
    for host, status in (("localhost:8137", 200), ("LOCALHOST", 200), ("[::1]:8137", 200), ("evil.example", 421)):
        assert ask(folder, "/", hosts=own, host=host).status == status
    assert ask(folder, "/run/a.c", hosts=own, host="[::1").status == 200
    assert ask(folder, "/", hosts=own, host="").status == 421
    assert ask(folder, "/", hosts=None, host="anything").status == 200


def test_a_large_folder_has_a_page_of_limited_size(tmp_path: Path) -> None:
    for number in range(MOST + 5):
        (tmp_path / f"{number:05}").touch()
    page = ask(tmp_path, "/")
    assert page.text.count("<tr>") == MOST + 1
    assert f"The first {MOST} of {MOST + 5} names." in page.text


def test_what_cannot_be_read_is_no_traceback(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "pread", broken)
    before = len(os.listdir("/proc/self/fd"))
    answer = ask(folder, "/run/a.c")
    assert (answer.status, answer.text) == (503, "this cannot be read now: Input/output error\n")
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_that_grows_is_sent_as_long_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (folder / "run" / "a.c").read_bytes()

    def growing(what: contained.Opened) -> bytes:
        with (folder / "run" / "a.c").open("ab") as file:
            file.write(b"more")
        return b""

    monkeypatch.setattr(contained.Opened, "head", growing)
    answer = ask(folder, "/run/a.c")
    assert answer.body == before
    assert answer.headers["content-length"] == str(len(before))


def test_no_file_stays_open(folder: Path) -> None:
    ask(folder, "/")
    before = len(os.listdir("/proc/self/fd"))
    for path in ("/", "/run", "/run/a.c", "/run/a.c/", "/link", "/run/tests/", "/nothing/at/all"):
        ask(folder, path)
        ask(folder, path, "HEAD")
        ask(folder, path, range="bytes=900-")
    assert len(os.listdir("/proc/self/fd")) == before
