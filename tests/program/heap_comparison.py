"""Accesses, frees and leaks by the automaton and by AddressSanitizer with LeakSanitizer: the same executions.

``python -m tests.program.heap_comparison 1500`` compares so many generated programs, and exits non-zero on a
difference.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coveriflow.actors.work.checks.failing_executions import Failing, failing_execution
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Undefined
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import LEAKS, MEMORY_ACCESSES, failing_checks
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.leak_checks import with_leak_checks
from tests.generators.heaps import heap_program

_STEPS = 20_000
_RUNS = 3
_BATCH = 60
_FLAGS = ("-O0", "-g", "-w", "-fsanitize=address", "-fno-omit-frame-pointer")
_LIBRARY = """\
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
"""
_ALL_LEAKS = "use_globals=0:use_stacks=0:use_registers=0:use_tls=0:use_root_regions=0"
_ERROR = re.compile(r"ERROR: AddressSanitizer: (\S+)")
_FRAME = re.compile(r"#\d+ 0x[0-9a-f]+ in \S+ \S*?p(\d+)\.c:(\d+)")
_LEAK = re.compile(r"(?:Direct|Indirect) leak of")


@dataclass
class Comparison:
    """``ends``: how often executions ended how."""

    ends: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """What ends an execution: an error at a line, or what is left at the end."""

    error: str = ""
    line: int = 0
    leaks: bool = False


def compare(seeds: Sequence[int]) -> Comparison:
    """Executions of the programs with these numbers."""
    found = Comparison()
    for start in range(0, len(seeds), _BATCH):
        batch = seeds[start : start + _BATCH]
        with tempfile.TemporaryDirectory() as folder:
            _compile(batch, Path(folder))
            for seed in batch:
                _compare(seed, Path(folder), found)
    return found


def _compile(seeds: Sequence[int], folder: Path) -> None:
    for seed in seeds:
        (folder / f"p{seed}.c").write_text(f"{_LIBRARY}{heap_program(seed)}".replace("int run(", f"int run{seed}("))
    calls = "".join(f"case {seed}: return run{seed}(a, b, c);\n" for seed in seeds)
    declared = "".join(f"int run{seed}(int, int, int);\n" for seed in seeds)
    (folder / "main.c").write_text(f"""\
int atoi(const char *);
void *memset(void *, int, unsigned long);
{declared}static int run(int n, int a, int b, int c) {{ switch (n) {{ {calls} }} return 1; }}
__attribute__((no_sanitize("address"))) static void wipe(void) {{ char s[8192]; memset(s, 0, sizeof s); }}
int main(int n, char **v) {{ run(atoi(v[1]), atoi(v[2]), atoi(v[3]), atoi(v[4])); wipe(); return 0; }}
""")
    names = ["main.c", *(f"p{seed}.c" for seed in seeds)]
    subprocess.run(["gcc", *_FLAGS, "-o", "all", *names], cwd=folder, check=True)


def _compare(seed: int, folder: Path, found: Comparison) -> None:
    kind = Undefined.LEAK if seed % 2 else Undefined.LOST
    cfa = _automaton(seed, kind)
    for number in range(_RUNS):
        inputs = [random.Random(f"{seed} {number}").randint(0, 3) for _ in range(3)]
        ours, theirs = _by_automaton(cfa, inputs), _by_sanitizer(folder, seed, kind, inputs)
        found.ends["open" if ours is None else ours.error or ("leak" if ours.leaks else "fine")] += 1
        if ours is not None and not _agree(ours, theirs, kind):
            found.differences.append(f"seed {seed} {inputs} {kind.name}: {ours}, but {theirs}")


def _agree(ours: Told, theirs: Told, kind: Undefined) -> bool:
    """The sanitizer takes old copies of a pointer for pointers, so that it may miss what is lost."""
    if ours.error or theirs.error:
        return (bool(ours.error), ours.line) == (bool(theirs.error), theirs.line)
    return ours.leaks == theirs.leaks or (kind is Undefined.LOST and ours.leaks)


def _automaton(seed: int, kind: Undefined) -> Cfa:
    main = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a = __VERIFIER_nondet_int();\n"
    main += "  int b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();\n  run(a, b, c);\n  return 0;\n}\n"
    kinds = MEMORY_ACCESSES | {Undefined.FREE, kind}
    text = f"{_LIBRARY}{heap_program(seed)}{main}"
    return with_leak_checks(program_cfa([("p.c", text)], DataModel.LP64, failing_checks(kinds)), kinds)


def _by_automaton(cfa: Cfa, inputs: Sequence[int]) -> Told | None:
    """``None`` where another check fails first: nothing is known then."""
    failing = failing_execution(cfa, inputs, _STEPS)
    if failing is None:
        return Told()
    kind = _kind(failing)
    if kind in LEAKS:
        return Told(leaks=kind is Undefined.LEAK or failing.detail is not None)
    if kind in MEMORY_ACCESSES or kind is Undefined.FREE:
        return Told(kind.name, failing.at.line)
    return None


def _kind(failing: Failing) -> Undefined:
    assert isinstance(failing.check.operation, Check)
    return failing.check.operation.undefined


def _by_sanitizer(folder: Path, seed: int, kind: Undefined, inputs: Sequence[int]) -> Told:
    options = {"ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1"}
    options |= {"LSAN_OPTIONS": _ALL_LEAKS} if kind is Undefined.LEAK else {}
    command = ["./all", str(seed), *map(str, inputs)]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **options}, capture_output=True, text=True, check=False
    )
    error = _ERROR.search(done.stderr)
    if error is not None:
        frame = _FRAME.search(done.stderr, error.end())
        return Told(error[1], int(frame[2]) if frame else 0)
    return Told(leaks=_LEAK.search(done.stderr) is not None)


def main(number: str, first: str = "0") -> int:
    """The command line."""
    found = compare(range(int(first), int(first) + int(number)))
    print(*found.differences, sep="\n")
    print(f"{number} programs, {sum(found.ends.values())} executions: {dict(found.ends)}")
    print(f"{len(found.differences)} differences")
    return bool(found.differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
