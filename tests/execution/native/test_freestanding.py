"""Executions on a machine without C libraries: coveriflow's own library takes their place, and does the same."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native import compiler as compilers
from coveriflow.execution.native.compiled_program import CompileError, ProgramRun, compile_program
from coveriflow.execution.native.compiler import Compiler, Linkage, reference_flags
from coveriflow.execution.native.confirmation import ExecutionVerdict, execute_test
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, calls_of
from coveriflow.program.types.data_model import DataModel
from tests.execution.native.freestanding import without_libraries

LIMITS = Limits(cpu=20, wall=60, memory=1 << 30)
WIDTHS = {DataModel.ILP32: "-m32", DataModel.LP64: "-m64"}
LIBRARY = Path(compilers.__file__).with_name("freestanding")
USES = Path(__file__).with_name("library_uses.c")
GIVEN = b"q-17 line one\nline two and much more\nend"

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="the library is for x86")

every_model = pytest.mark.parametrize("model", DataModel)


@pytest.fixture
def bare(compiler: str, model: DataModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no C library for programs of ``model``."""
    monkeypatch.setenv("CC", str(without_libraries(compiler, tmp_path, WIDTHS[model])))


def run(text: str, model: DataModel, workers: Workers, *values: int) -> ProgramRun:
    with compile_program([("a.c", preprocess("a.c", text, model))], model, workers=workers) as program:
        assert program.linkage is Linkage.OWN
        return program.run(values, LIMITS)


@every_model
@pytest.mark.usefixtures("compiler_for_32_bits")
def test_it_does_what_the_system_does(
    model: DataModel, compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers
) -> None:
    if "CS_GNU_LIBC_VERSION" not in os.confstr_names:
        pytest.skip("pseudo-random numbers are those of glibc")
    outputs = []
    text = preprocess("a.c", USES.read_text(), model)
    for named in (compiler, str(without_libraries(compiler, tmp_path, WIDTHS[model]))):
        monkeypatch.setenv("CC", named)
        with compile_program([("a.c", text)], model, calls_of("error_"), ("-fno-builtin",), workers) as program:
            done = program.run((), LIMITS, GIVEN)
            outputs.append((program.linkage, done.stdout.splitlines()))
        assert (done.status, done.stderr) == (42, "")
    (system, expected), (own, got) = outputs
    assert (system, own) == (Linkage.SYSTEM, Linkage.OWN)
    assert [pair for pair in zip(expected, got, strict=True) if pair[0] != pair[1]][:3] == []
    assert len(got) > 15_000


@every_model
def test_the_library_compiles_without_warnings_and_is_formatted(model: DataModel, compiler: str) -> None:
    flags = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-nostdinc", *reference_flags(model))
    source = str(LIBRARY / "library.c")
    command = [compiler, *flags, f"-isystem{LIBRARY / 'include'}", "-c", source, "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for file in LIBRARY.rglob("*.[ch]"):
        lines = file.read_text().splitlines()
        assert len(lines) <= 500
        assert not [line for line in lines if len(line) > 120 or line.rstrip() != line or "\t" in line]


@every_model
@pytest.mark.usefixtures("bare")
def test_ends_are_told_apart(model: DataModel, workers: Workers) -> None:
    text = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void), abort(void);
extern int printf(const char *, ...); extern double strtod(const char *, char **);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 0: printf("%d ", 5); return 7;
    case 1: reach_error();
    case 2: abort();
    case 3: __VERIFIER_nondet_int();
    case 4: __builtin_trap();
    default: for (;;);
    }
}
"""
    with compile_program([("a.c", text)], model, workers=workers) as program:
        runs = [program.run([number], LIMITS) for number in range(5)]
        assert program.run([5], Limits(cpu=0.2)).timed_out
    assert [each.stop for each in runs] == [None, Stop.ERROR, None, Stop.EXHAUSTED, None]
    assert [each.status for each in runs] == [7, 107, -6, 108, -4]
    assert runs[0].stdout == "5 "


@every_model
@pytest.mark.usefixtures("bare")
def test_definitions_of_the_program_count(model: DataModel, workers: Workers) -> None:
    """Also variables that have the name of a function, with or without an initial value."""
    text = """
typedef __SIZE_TYPE__ size_t; extern char *strcpy(char *, const char *); extern void *calloc(size_t, size_t);
size_t strlen(const char *text) { return 40 + !text; }
void *memset(void *to, int value, size_t size) { __builtin_trap(); }
int index, time = 2; int *stdin = &time;
int main(void) { char *text = calloc(3, 5); strcpy(text, "a"); return strlen(text) + index + *stdin + text[1]; }
"""
    assert run(text, model, workers).status == 42


@every_model
@pytest.mark.usefixtures("bare")
def test_what_is_missing_is_said(model: DataModel, workers: Workers) -> None:
    text = "extern double tgamma(double); double x = 3; int main(void) { return (int)tgamma(x); }"
    with pytest.raises(CompileError, match=rf"without a C library of the system for {model.value}.*tgamma"):
        run(text, model, workers)
    text = """extern int printf(const char *, ...); extern void reach_error(void);
    int main(void) { printf("%a", 1.5); reach_error(); return 0; }"""
    assert run(text, model, workers).stop is Stop.MISSING
    execution = execute_test([("a.c", text)], [], CALLS_OF_REACH_ERROR, model, LIMITS, workers)
    assert execution.verdict is ExecutionVerdict.INCONCLUSIVE
    assert (execution.linkage, execution.ended) == (None, False)
    assert "more of a C library" in execution.reason


@every_model
def test_headers_of_the_system_are_not_needed(
    model: DataModel, compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: Workers
) -> None:
    monkeypatch.setenv("CC", f"{compiler} --sysroot={tmp_path}")
    text = "extern void reach_error(void); int main(void) { reach_error(); return 0; }"
    execution = execute_test([("a.c", text)], [], CALLS_OF_REACH_ERROR, model, LIMITS, workers)
    assert execution.verdict is ExecutionVerdict.CONFIRMED


def test_a_kernel_without_32_bits(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "_runs", compilers._runs.__wrapped__)
    assert Compiler((compiler,), "").linkage(DataModel.ILP32) is not Linkage.NONE
    another_machine = compilers._SMALLEST[:18] + b"\xf3\x00" + compilers._SMALLEST[20:]
    monkeypatch.setattr(compilers, "_SMALLEST", another_machine)
    assert Compiler((compiler,), "").linkage(DataModel.ILP32) is Linkage.NONE
    assert Compiler((compiler,), "").linkage(DataModel.LP64) is Linkage.SYSTEM


def test_files_of_another_width_are_no_library(compiler: str, tmp_path: Path) -> None:
    """gcc names its files for 64 bits where it has none for 32."""
    script = tmp_path / "gcc"
    names = f'-m32) ;; -print-file-name=*) exec {compiler} "$word" ;;'
    script.write_text(f'#!/bin/sh\nfor word; do case "$word" in {names} esac; done\nexit 1\n')
    script.chmod(0o755)
    assert Compiler((str(script),), "").linkage(DataModel.ILP32) is Linkage.OWN
