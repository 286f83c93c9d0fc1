"""``coveriflow serve`` as a process: it says where it listens, serves, and ends at once when it is told to."""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coveriflow.cli.commands import serve as command
from coveriflow.cli.contracts import Exit, ServeOptions
from tests.cli.helpers import COMMAND, PATIENCE, coveriflow, environment

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))
AT_ONCE = 2.0  # seconds


@contextlib.contextmanager
def served(folder: Path, *words: str, **variables: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Within, ``folder`` is served at the address that is given."""
    call = [*COMMAND, "serve", str(folder), "--port", "0", *words]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**variables)
    ) as process:
        try:
            assert process.stdout is not None
            found = re.match(r"(http://\S+:\d+/) has ", process.stdout.readline())
            assert found is not None
            yield found[1], process
        finally:
            process.kill()


def get(address: str) -> tuple[int, bytes]:
    try:
        with LOCAL.open(address, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_exit_code_0(tmp_path: Path, number: signal.Signals) -> None:
    """Also while a browser keeps its connection, another one sends half of a request, and a third one does not read."""
    (tmp_path / "large.bin").write_bytes(b"\0" * (64 << 20))
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    with served(tmp_path) as (address, process), contextlib.ExitStack() as stack:
        place = ("127.0.0.1", int(address.rsplit(":", 1)[1].strip("/")))
        idle, half, stuck = (stack.enter_context(socket.create_connection(place)) for _ in range(3))
        idle.sendall(b"GET /a.c HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"int main" in idle.recv(4096) + idle.recv(4096)
        half.sendall(b"GET /a.c HTTP/1.1\r\n")
        stuck.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert stuck.recv(10)
        assert get(f"{address}a.c") == (200, b"int main(void) { return 0; }\n")
        assert get(f"{address}../a.c")[0] == get(f"{address}..%2fa.c")[0] == 404
        process.send_signal(number)
        began = time.monotonic()
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - began < AT_ONCE
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_wrong_input_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "this is no folder" in coveriflow("serve", "file", cwd=tmp_path, status=2).stderr
    assert "o such file" in coveriflow("serve", "nothing", cwd=tmp_path, status=2).stderr
    assert "no number from 0 to 65535" in coveriflow("serve", ".", "--port", "70000", cwd=tmp_path, status=2).stderr
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = coveriflow("serve", ".", "--port", port, cwd=tmp_path, status=2).stderr
    assert f"127.0.0.1, port {port}: address already in use" in said


class Listener:
    """No test listens for other machines."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def getsockname(self) -> tuple[str, int]:
        return self.address, 8137


@pytest.mark.parametrize(
    ("host", "is_local"),
    [("127.0.0.1", True), ("::1", True), ("127.0.0.9", True), ("0.0.0.0", False), ("::", False), ("192.0.2.7", False)],
)
def test_it_warns_where_other_machines_can_read(
    tmp_path: Path, host: str, is_local: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hosts: list[Any] = []
    monkeypatch.setattr(socket, "create_server", lambda place, family: Listener(place[0]))
    monkeypatch.setattr(command, "application", lambda folder, own: hosts.append(own))
    monkeypatch.setattr(command, "_run", lambda *_: None)
    monkeypatch.setenv("COVERIFLOW_SERVE_URL", "https://proofs.example.org/runs")
    assert command.serve(ServeOptions(tmp_path, host, 0)) is Exit.TRUE
    said = capsys.readouterr()
    assert said.err.startswith("warning: everyone who reaches ") is not is_local
    assert (
        said.out == f"http://{f'[{host}]' if ':' in host else host}:8137/ has {tmp_path}, read only; Ctrl-C ends it\n"
    )
    assert hosts == [{"localhost", "127.0.0.1", "::1", host, "proofs.example.org"} if is_local else None]


@pytest.mark.slow
def test_a_browser_runs_our_script_and_no_other(tmp_path: Path) -> None:
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("there is no Chromium to look at the pages with")
    program = tmp_path / "p.c"
    program.write_text("extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
    coveriflow("verify", program, "--out", "runs/bug", cwd=tmp_path, status=10)
    (tmp_path / "runs" / "evil").mkdir()
    evil = "<!DOCTYPE html><title>others</title><script>document.title = 'run' + 'ning'</script>"
    for name in ("index.html", "evil.svg"):
        (tmp_path / "runs" / "evil" / name).write_text(evil)
    (tmp_path / "runs" / "evil" / "svg.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.id = "run" + "ning"</script></svg>'
    )

    def dom(address: str) -> str:
        words = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
        done = subprocess.run([browser, *words, address], capture_output=True, text=True, check=True, timeout=PATIENCE)
        return done.stdout

    with served(tmp_path / "runs") as (address, _):
        assert 'href="./bug/"' in dom(address)
        page = dom(f"{address}bug/counterexample.html")
        assert "reach_error is called" in page.partition("<script")[0]  # written there by our script
        for name in ("index.html", "evil.svg", "svg.svg"):
            assert "running" not in dom(f"{address}evil/{name}")
