"""What a terminal gets: colours, a moving picture that goes away, and the cursor back, whatever happens."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import COMMAND, PATIENCE, SAFE, SLOW, environment

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


class Terminal:
    """The command with a terminal of 80 columns for its output."""

    def __init__(self, folder: Path, text: str, **variables: str) -> None:
        Path(folder, "prog.c").write_text(text)
        self.screen, theirs = os.openpty()
        environ = environment(**{"TERM": "xterm", "COLUMNS": "80", "LINES": "24"} | variables)
        self.process = subprocess.Popen(
            [*COMMAND, "verify", "prog.c"], cwd=folder, env=environ, stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        self.shown = ""

    def until(self, words: str = "") -> str:
        """All that was shown until ``words`` are, or until the end."""
        with contextlib.suppress(OSError):  # the terminal of a process that has ended
            while not words or words not in self.shown:
                if not (piece := os.read(self.screen, 1 << 16)):
                    break
                self.shown += piece.decode(errors="replace")
        return self.shown

    def end(self) -> str:
        self.until()
        self.process.wait(PATIENCE)
        os.close(self.screen)
        return self.shown


def test_the_page_has_colours_and_the_picture_goes_away(tmp_path: Path) -> None:
    shown = Terminal(tmp_path, SAFE).end()
    assert "verifying prog.c (flow default)" in shown
    assert shown.rindex(SHOW) > shown.rindex(HIDE)
    page = shown[shown.rindex(SHOW) :]
    assert "\x1b[1;7;32m TRUE \x1b[0m\x1b[1;32m no execution violates the property\x1b[0m" in page
    assert "verifying" not in page


def test_no_colours_where_they_are_not_wanted(tmp_path: Path) -> None:
    shown = Terminal(tmp_path, SAFE, NO_COLOR="1").end()
    assert " TRUE " in shown
    assert "32m" not in shown


def test_a_dumb_terminal_gets_no_picture(tmp_path: Path) -> None:
    shown = Terminal(tmp_path, SAFE, TERM="dumb").end()
    assert shown.splitlines()[0] == " TRUE  no execution violates the property"
    assert "\x1b" not in shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_gives_the_cursor_back(tmp_path: Path, number: signal.Signals) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        terminal = Terminal(tmp_path, SLOW)
    finally:
        signal.signal(signal.SIGINT, before)
    terminal.until("value")
    terminal.process.send_signal(number)
    shown = terminal.end()
    assert terminal.process.returncode == 128 + number
    assert shown.rindex(SHOW) > shown.rindex(HIDE)
    assert "interrupted" in shown[shown.rindex(SHOW) :]
    assert "Traceback" not in shown
