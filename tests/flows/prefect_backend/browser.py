"""A headless Chromium that tests drive by the DevTools protocol: open, wait, click, type, take pictures."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import connect
from websockets.sync.connection import Connection

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0
_LARGEST = 64 << 20  # bytes of a message: pictures


def found() -> str | None:
    """The browser of this machine."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@dataclass
class Page:
    """What the browser shows. ``problems``: what its console has reported as errors."""

    connection: Connection
    number: int = 0
    problems: list[str] = field(default_factory=list)

    def call(self, method: str, **parameters: Any) -> Any:
        self.number += 1
        self.connection.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self.connection.recv(PATIENCE))
            if said.get("id") == self.number:
                assert "error" not in said, said
                return said["result"]
            self._note(said)

    def _note(self, said: Any) -> None:
        parameters = said.get("params", {})
        if said.get("method") == "Runtime.exceptionThrown":
            self.problems.append(str(parameters["exceptionDetails"].get("exception", {}).get("description")))
        if said.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")

    def run(self, script: str) -> Any:
        """The value of an expression."""
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    @property
    def text(self) -> str:
        return str(self.run("document.body ? document.body.innerText : ''"))

    def wait_for(self, pattern: str, patience: float = PATIENCE) -> str:
        """Until the text of the page has ``pattern``; the text."""
        return self.until(f"/{pattern}/.test(document.body ? document.body.innerText : '')", patience)

    def until(self, condition: str, patience: float = PATIENCE) -> str:
        """Until a condition in JavaScript holds; the text."""
        deadline = time.monotonic() + patience
        while not self.run(f"Boolean({condition})"):
            assert time.monotonic() < deadline, f"not {condition}: {self.text}"
            time.sleep(0.2)
        return self.text

    def click(self, words: str, within: str = "button, a, [role=menuitem], [role=tab], li") -> None:
        """Press what has exactly these words, as soon as it is there."""
        self.until(_found(words, within))
        self.run(f"{_found(words, within)}.click()")

    def fill(self, selector: str, text: str) -> None:
        """Type into a field."""
        chosen = f"document.querySelector({json.dumps(selector)})"
        self.until(chosen)
        self.run(f"{chosen}.focus()")
        self.call("Input.insertText", text=text)

    def picture(self, file: Path) -> None:
        data = self.call("Page.captureScreenshot", format="png")["data"]
        file.write_bytes(base64.b64decode(data))


def _found(words: str, within: str) -> str:
    return (
        f"[...document.querySelectorAll({json.dumps(within)})]"
        f".filter(each => each.offsetParent && each.innerText.trim() === {json.dumps(words)}).at(-1)"
    )


@contextlib.contextmanager
def browser(profile: Path, size: str = "1400,1000") -> Iterator[Page]:
    """Within, a browser runs, and shows one empty page."""
    command = found()
    assert command is not None
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--window-size={size}"]
    log = profile.with_suffix(".log")
    with (
        log.open("wb") as said,
        subprocess.Popen(
            [command, *words, f"--user-data-dir={profile}", "about:blank"], stdout=said, stderr=said
        ) as process,
    ):
        try:
            with connect(_page_of(_address(log)), max_size=_LARGEST, proxy=None) as connection:
                page = Page(connection)
                for domain in ("Page", "Runtime", "Log"):
                    page.call(f"{domain}.enable")
                yield page
        finally:
            process.terminate()


def _address(log: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if address := re.search(r"DevTools listening on (ws://\S+)", log.read_text(errors="replace")):
            return address[1]
        time.sleep(0.1)
    raise AssertionError(f"the browser does not start: {log.read_text(errors='replace')}")


def _page_of(address: str) -> str:
    """The browser's first page has a connection of its own."""
    with connect(address, proxy=None) as connection:
        connection.send(json.dumps({"id": 1, "method": "Target.getTargets"}))
        targets = json.loads(connection.recv(PATIENCE))["result"]["targetInfos"]
    number = next(each["targetId"] for each in targets if each["type"] == "page")
    return f"{address.partition('/devtools/')[0]}/devtools/page/{number}"
