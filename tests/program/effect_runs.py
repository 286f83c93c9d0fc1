"""Many programs compiled by one call of gcc, each run once in a process of its own; those that it refuses are left out.

What a program writes or reads goes nowhere; however it ends, its checksum is told.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from coveriflow.program.types.data_model import DataModel
from tests.generators.effect_calls import INPUTS
from tests.generators.effects import Program
from tests.program.machine import FLAGS

FIRST_INPUT = 5
"""Input functions give this number and those that follow."""

_REFUSED = re.compile(r"^(?:p(\d+)\.c|programs\.c):\d+:.*\berror:", re.MULTILINE)
_UNDEFINED = re.compile(r"undefined reference to `(\w+)'")


def outcomes(
    gcc: str, model: DataModel, programs: Sequence[Program], folder: Path, declared: str = ""
) -> list[tuple[str, int] | None]:
    """How each program ended and with which checksum; ``None`` for those that gcc refuses. ``declared``: what stands
    before all of them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    command = [gcc, *FLAGS, "-fmax-errors=0", "-w", "-D_GNU_SOURCE", width]
    kept = {number: program.named(f"p{number}_") for number, program in enumerate(programs)}
    (folder / "runtime.c").write_text(_runtime(model))
    for _ in range(20):
        refused = _compile(command, kept, folder, declared)
        if not refused:
            break
        kept = {number: text for number, text in kept.items() if number not in refused}
    else:
        raise AssertionError("gcc refuses some of those that it accepted")
    ran = subprocess.run([folder / "batch"], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    found = {int(number): (end, int(sum_)) for number, end, sum_ in map(str.split, ran.stdout.splitlines())}
    assert found.keys() == kept.keys()
    return [found.get(number) for number in range(len(programs))]


def _compile(command: list[str], texts: Mapping[int, str], folder: Path, declared: str) -> set[int]:
    """The numbers of programs that gcc or the linker refuses."""
    table = "".join(f"[{n}] = {{(int (*)(void))p{n}_main, &p{n}_checksum}},\n" for n in texts)
    entry = "struct program { int (*run)(void); unsigned long long *checksum; };\n"
    size = f"int size = {max(texts, default=0) + 1};\n"
    body = "".join(f'#line 1 "p{number}.c"\n{text}' for number, text in texts.items())
    whole = f'{declared}\n{body}#line 1 "table.c"\n{entry}struct program programs[] = {{\n{table}}};\n{size}'
    (folder / "programs.c").write_text(whole)
    done = subprocess.run(
        [*command, "-o", "batch", "programs.c", "runtime.c", "-lm"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode == 0:
        return set()
    refused = {int(number) for number in _REFUSED.findall(done.stderr) if number}
    missing = set(_UNDEFINED.findall(done.stderr))
    refused |= {n for n, text in texts.items() if missing & set(re.findall(r"\w+", text))}
    assert refused, done.stderr[:3000]
    return refused


def _runtime(model: DataModel) -> str:
    inputs = (
        f"{type_} __VERIFIER_nondet_{name}() {{ return ({type_})next(); }}\n"
        for name, type_ in INPUTS.items()
        if model is DataModel.LP64 or "128" not in type_
    )
    return _BEGINNING + "".join(inputs) + _END


_BEGINNING = r"""
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct program { int (*run)(void); unsigned long long *checksum; };
extern struct program programs[];
extern int size;
static int number, out, taken = 5;

static void finish(const char *end) {
    dprintf(out, "%d %s %llu\n", number, end, *programs[number].checksum);
    syscall(SYS_exit_group, 0);
}
static int next(void) { return taken++; }
"""
_END = r"""
void __VERIFIER_nondet_memory(void *to, unsigned long size) { next(); }
void reach_error() { finish("ERROR"); }
void __VERIFIER_error() { finish("ERROR"); }
void __VERIFIER_assume(int holds) { if (!holds) finish("STOPPED"); }
void __VERIFIER_atomic_begin() {}
void __VERIFIER_atomic_end() {}
int unknown_function() { return 0; }
void ending_function() { finish("STOPPED"); }
void _exit(int status) { finish("STOPPED"); for (;;) ; }
void _Exit(int status) { finish("STOPPED"); for (;;) ; }

static void stopped(void) { finish("STOPPED"); }
static void late(int signal) { finish("TOO_LONG"); }
static void faulty(int signal) { finish("SIGNAL"); }
static void aborted(int signal) { finish("STOPPED"); }

static void one(void) {
    int nothing = open("/dev/null", O_RDWR);
    out = dup2(1, 100);
    dup2(nothing, 0), dup2(nothing, 1), dup2(nothing, 2);
    signal(SIGALRM, late);
    signal(SIGABRT, aborted), signal(SIGILL, aborted);
    signal(SIGSEGV, faulty), signal(SIGBUS, faulty), signal(SIGFPE, faulty);
    atexit(stopped);
    at_quick_exit(stopped);
    alarm(5);
    programs[number].run();
    finish("RETURNED");
}

int main(void) {
    for (number = 0; number < size; number++) {
        if (!programs[number].run) continue;
        int child = fork(), status;
        if (child == 0) one();
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status)) dprintf(1, "%d DIED 0\n", number);
    }
    return 0;
}
"""
