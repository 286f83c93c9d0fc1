"""Messages about nights, as a receiver on the loopback interface gets them."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from coveriflow.artifacts.batch.alarms import News, news, standing
from coveriflow.artifacts.batch.changes import Comparison, compared
from coveriflow.artifacts.batch.results import Batch
from coveriflow.flows.batch.notifications import ALARMS, NotDelivered, alarms, check_target, conclude, send
from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.formats.results.alarms_json import read_alarms
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


def of(batch: Batch, changes: Comparison | None) -> News:
    return news(standing(batch, changes), ())


def test_a_webhook_gets_the_alarms() -> None:
    with webhook() as (url, got):
        assert send(url, "tonight", of(BATCH, compared(FINE, BATCH)), "page.html")
    content = json.loads(got[0])
    assert (content["night"], content["well"], content["over"]) == ("tonight", False, [])
    assert content["alarms"] == content["standing"]
    assert content["alarms"][1] == "contradictory verdicts: sets/a.yml: cmc reports true, bmc reports false"
    assert content["alarms"][0] == "wrong verdict: sets/a.yml, bmc (true before, false now)"
    assert content["text"].startswith("coveriflow: the batch run tonight has 5 new alarms\n")


def test_nothing_is_sent_if_all_is_as_it_should_be() -> None:
    with webhook() as (url, got):
        assert not send(url, "tonight", of(FINE, compared(FINE, FINE)), "page.html")
    assert not got
    assert alarms(FINE, None) == ()


def test_mail() -> None:
    with mail_server() as (port, got):
        target = f"smtp://127.0.0.1:{port}?from=a@here&to=b@there&to=c@there"
        assert send(target, "tonight", of(BATCH, None), "page.html")
    assert "RCPT TO:<b@there>" in [line.upper().replace("B@THERE", "b@there") for line in got]
    assert "Subject: coveriflow: the batch run tonight has 2 new alarms" in got
    assert "wrong verdict: sets/a.yml, bmc reports false, true is expected" in got


def test_a_receiver_that_refuses_or_is_gone() -> None:
    with webhook(500) as (url, _), pytest.raises(NotDelivered, match="Internal Server Error"):
        send(url, "tonight", of(BATCH, None), "page.html")
    with pytest.raises(NotDelivered):
        send(url, "tonight", of(BATCH, None), "page.html")


def test_there_is_one_message_for_each_change_and_one_when_it_is_well(tmp_path: Path) -> None:
    """Over several nights; one that is begun again says nothing twice, and what was not delivered is told later."""
    nights = [(FINE, 200), (BATCH, 500), (BATCH, 200), (BATCH, 200), (BATCH, 200), (FINE, 200), (FINE, 200)]
    before: tuple[ResultFolder, Batch] | None = None
    heads: list[list[str]] = []
    for number, (batch, status) in enumerate(nights):
        folder = ResultFolder(tmp_path / f"night{number}")
        folder.folder.mkdir()
        changes = compared(before[1], batch) if before else None
        with webhook(status) as (url, got):
            for _ in range(2):
                with contextlib.suppress(NotDelivered):
                    conclude(url, batch, changes, folder, before and before[0], folder.folder / "index.html")
        heads.append([json.loads(each)["text"].partition("\n")[0].partition("tonight ")[2] for each in got])
        before = folder, batch
    assert heads[0] == heads[3] == heads[4] == heads[6] == []
    assert heads[1] == ["has 5 new alarms"] * 2
    assert heads[2] == ["has 5 new alarms"]
    assert heads[5] == ["is well again: 5 alarms over"]


def test_alarms_stand_also_where_nobody_is_told(tmp_path: Path) -> None:
    """Who gets messages from now on is told of what stands; what cannot be read is as if it were not there."""
    first, second = (ResultFolder(tmp_path / name) for name in ("first", "second"))
    for folder in (first, second):
        folder.folder.mkdir()
    conclude("", BATCH, None, first, None, tmp_path)
    assert len(read_alarms((first.folder / ALARMS).read_bytes(), ALARMS).standing) == 2
    with webhook() as (url, got):
        conclude(url, BATCH, compared(BATCH, BATCH), second, first, tmp_path)
        (second.folder / ALARMS).write_bytes(b"{")
        conclude(url, BATCH, compared(BATCH, BATCH), second, first, tmp_path)
    assert [len(json.loads(each)["alarms"]) for each in got] == [2, 2]


@pytest.mark.parametrize(
    "target", ["", "file:///etc/passwd", "ftp://a/b", "smtp://host:25", "smtp://host?to=a", "hook"]
)
def test_targets_that_are_none(target: str) -> None:
    with pytest.raises(InputError, match="is neither https"):
        check_target(target)
