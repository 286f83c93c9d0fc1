"""The compiler that is here, or is not."""

from __future__ import annotations

import os
import platform
import tempfile
from pathlib import Path

import pytest

from coveriflow.execution.native.compiler import Compiler, Linkage, find_compiler, linkage, reference_flags
from coveriflow.execution.processes.child_process import Bounds, ToolEnd, run_tool
from coveriflow.program.types.data_model import DataModel


def test_a_compiler_is_found(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    found = find_compiler()
    assert found is not None
    assert found.command == (compiler,)
    assert found.version.startswith("gcc")
    assert find_compiler() is found


def test_cc_names_it_with_options(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", f"{compiler} -DX='1 2'")
    found = find_compiler()
    assert found is not None
    assert found.command == (compiler, "-DX=1 2")


@pytest.mark.parametrize("named", ["no-such-compiler", "/no/such/compiler", "false", "'unbalanced"])
def test_what_cc_names_counts_alone(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", named)
    assert find_compiler() is None
    assert linkage(DataModel.LP64) is Linkage.NONE


def test_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_compiler() is None


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86")
def test_reference_flags() -> None:
    expected = {"-O0", "-fwrapv", "-fno-strict-aliasing", "-msse2", "-mfpmath=sse", "-ffp-contract=off"}
    assert set(reference_flags(DataModel.LP64)) == expected | {"-m64"}
    assert set(reference_flags(DataModel.ILP32)) == expected | {"-m32"}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86")
def test_data_models(compiler: str) -> None:
    assert Compiler((compiler,), "").supports(DataModel.LP64)
    assert not Compiler((compiler, "-B/nowhere", "-nostartfiles", "-lno_such_library"), "").supports(DataModel.ILP32)


@pytest.mark.usefixtures("compiler_for_32_bits")
def test_32_bits() -> None:
    assert linkage(DataModel.ILP32) is Linkage.SYSTEM


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86")
def test_elsewhere_there_is_one_data_model(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert not any(flag.startswith("-m") for flag in reference_flags(DataModel.ILP32))
    assert Compiler((compiler,), "").supports(DataModel.LP64)
    assert not Compiler((compiler,), "").supports(DataModel.ILP32)


def test_tool_gets_its_input_and_gives_both_outputs() -> None:
    text = b"x" * (4 << 20)
    run = run_tool(["tee", "/dev/stderr"], text)
    assert (run.end, run.status, run.output, run.errors) == (ToolEnd.EXITED, 0, text, text)


def test_tool_that_does_not_read() -> None:
    assert run_tool(["true"], b"x" * (4 << 20)).status == 0


def test_tool_that_takes_too_long() -> None:
    assert run_tool(["sleep", "600"], bounds=Bounds(seconds=1)).end is ToolEnd.TOO_LONG


def test_tool_that_says_too_much() -> None:
    run = run_tool(["yes"], bounds=Bounds(output=1 << 20))
    assert run.end is ToolEnd.TOO_LARGE


def test_tool_that_is_missing() -> None:
    with pytest.raises(OSError, match="no-such-tool"):
        run_tool(["no-such-tool"], b"text")


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("says_where", [True, False])
def test_trying_a_compiler_makes_no_file(says_where: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any process may try it, and be killed while it does. One that says where its files are need not link."""
    silent = "" if says_where else 'case "$word" in -print-*) echo "${word#*=}"; exit;; esac\n'
    program = f'#!/bin/sh\nfor word; do :; done\nprintf "%s\\n" "$word" >> "$LOG"\n{silent}exec cc "$@"\n'
    script, log = tmp_path / "cc", tmp_path / "log"
    script.write_text(program)
    script.chmod(0o755)
    monkeypatch.setenv("LOG", str(log))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert Compiler((str(script),), "").supports(DataModel.LP64)
    tried = [word for word in log.read_text().splitlines() if not word.startswith("-print-file-name=")]
    assert tried == ([] if says_where else [os.devnull])
