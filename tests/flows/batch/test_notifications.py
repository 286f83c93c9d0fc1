"""Messages about nights, as a receiver on the loopback interface gets them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from coveriflow.artifacts.batch.changes import compared
from coveriflow.flows.batch.notifications import NotDelivered, alarms, check_target, send
from coveriflow.program.errors import InputError
from tests.formats.results.test_batch_tables import BATCH, TRUE, result

FINE = type(BATCH)(BATCH.plan, tuple(result(each.job.task, each.job.flow, TRUE) for each in BATCH.results))


@contextmanager
def webhook(status: int = 200) -> Iterator[tuple[str, list[bytes]]]:
    """A URL, and what is sent there."""
    got: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/hook", got
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def mail_server() -> Iterator[tuple[int, list[str]]]:
    """A port where one message is taken, as RFC 5321 has it, and its lines."""
    got: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_take_mail, args=(listener, got), daemon=True)
        thread.start()
        yield listener.getsockname()[1], got
        thread.join(10.0)


def _take_mail(listener: socket.socket, got: list[str]) -> None:
    connection, _ = listener.accept()
    with connection, connection.makefile("rwb") as stream:

        def say(line: bytes) -> None:
            stream.write(line + b"\r\n")
            stream.flush()

        say(b"220 here")
        for line in stream:
            got.append(line.decode().rstrip())
            if got[-1].upper() == "DATA":
                say(b"354 go on")
                while (text := stream.readline().decode().rstrip()) != ".":
                    got.append(text)
            say(b"221 bye" if got[-1].upper() == "QUIT" else b"250 fine")
            if got[-1].upper() == "QUIT":
                return


def test_a_webhook_gets_the_alarms() -> None:
    with webhook() as (url, got):
        assert send(url, BATCH, compared(FINE, BATCH), "page.html")
    content = json.loads(got[0])
    assert content["night"] == "tonight"
    assert content["alarms"][:2] == [
        "wrong verdict: sets/a.yml, bmc reports false",
        "contradictory verdicts: sets/a.yml: cmc reports true, bmc reports false",
    ]
    assert "newly wrong: sets/a.yml, bmc (true before, false now)" in content["alarms"]
    assert content["text"].startswith("coveriflow: the batch run tonight has ")


def test_nothing_is_sent_if_all_is_as_it_should_be() -> None:
    with webhook() as (url, got):
        assert not send(url, FINE, compared(FINE, FINE), "page.html")
    assert not got
    assert alarms(FINE, None) == ()


def test_mail() -> None:
    with mail_server() as (port, got):
        assert send(f"smtp://127.0.0.1:{port}?from=a@here&to=b@there&to=c@there", BATCH, None, "page.html")
    assert "RCPT TO:<b@there>" in [line.upper().replace("B@THERE", "b@there") for line in got]
    assert "Subject: coveriflow: the batch run tonight has 2 alarms" in got
    assert "wrong verdict: sets/a.yml, bmc reports false" in got


def test_a_receiver_that_refuses_or_is_gone() -> None:
    with webhook(500) as (url, _), pytest.raises(NotDelivered, match="Internal Server Error"):
        send(url, BATCH, None, "page.html")
    with pytest.raises(NotDelivered):
        send(url, BATCH, None, "page.html")


@pytest.mark.parametrize(
    "target", ["", "file:///etc/passwd", "ftp://a/b", "smtp://host:25", "smtp://host?to=a", "hook"]
)
def test_targets_that_are_none(target: str) -> None:
    with pytest.raises(InputError, match="is neither https"):
        check_target(target)
