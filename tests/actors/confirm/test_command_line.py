"""The command with which a person repeats an execution gives the program the same."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.actors.work.confirm.command_line import shell_command, told_inputs

TEXTS = st.binary(max_size=12).map(lambda text: text.replace(b"\0", b"0"))


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=12), st.lists(TEXTS, max_size=3))
def test_a_shell_gives_the_program_the_same(text: bytes, arguments: list[bytes]) -> None:
    command = shell_command(text, [b"program", *arguments])
    if not command:
        assert not text
        assert not arguments
        return
    echo = 'echoed() { printf \'%s,\' "$@"; [ -z "$input" ] || cat; }'
    script = f"{echo}; input={'1' if text else ''}; {command.replace('./program', 'echoed', 1)}"
    said = subprocess.run(["bash", "-c", script], capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout
    assert said == b"".join(each + b"," for each in arguments or [b""]) + text


@pytest.mark.parametrize(("text", "arguments"), [(b"", []), (b"", [b"program"]), (b"x" * 400, [b"program"])])
def test_there_is_no_command_for_nothing_and_for_what_nobody_types(text: bytes, arguments: list[bytes]) -> None:
    assert shell_command(text, arguments) == ""


def test_inputs_are_told_in_words() -> None:
    assert told_inputs(b"1\n", [b"program", b'"']) == r'with "1\n" on standard input and argv "program" "\042"'
    assert told_inputs(b"", []) == ""
