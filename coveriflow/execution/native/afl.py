"""AFL++ beside libFuzzer, with the same interface: the same runtime around the program, linked with AFL's own driver.

Comparisons are split into those of bytes when the program is compiled, so that a constant is found one byte at a time.
Its shared memory lies in a namespace of its own, where the system allows that: nothing of it is left when it is killed.
"""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.native.libfuzzer import (
    COMPILING,
    FLAGS,
    NO_BOX,
    NotCompiled,
    Round,
    first_error,
    found_in,
    links_a_fuzzer,
    new_inputs,
    run_in,
    succeeds,
    write_program,
)
from coveriflow.execution.processes.external_process import ExternalEnd, ExternalRun
from coveriflow.program.errors import ToolMissing
from coveriflow.program.text.violations import Violations

VARIABLE = "COVERIFLOW_AFL"
_FUZZ, _CLANG = "afl-fuzz", "afl-clang-fast"
_GET = "\nTo get it: 'make tools' (as root, on Debian), or 'apt-get install afl++ clang'."
_QUIET = {
    "AFL_SKIP_CPUFREQ": "1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
    "AFL_NO_UI": "1",
    "AFL_NO_AFFINITY": "1",
    "AFL_QUIET": "1",
}
_SPLITTING = {"AFL_LLVM_LAF_ALL": "1", "AFL_QUIET": "1"}
_SEEDS = (b"\0" * 16, b"\xff" * 16)
_TIMEOUT = "1000"  # milliseconds of an execution, whose runtime has a limit of its own
_NAMESPACES = (("unshare", "--ipc"), ("unshare", "--map-root-user", "--ipc"))


@dataclass(slots=True)
class AflFuzzer:
    """A compiled program in ``folder``, which no other process uses. As ``libfuzzer.Fuzzer``."""

    folder: Path
    seed: int = 0
    _told: set[str] = field(default_factory=set)
    _rounds: int = 0

    def round(self, seconds: int, limits: Limits, *, stops_at_error: bool) -> Round:
        """Run for so many seconds, within ``limits``, or until the error is reached; later rounds go on."""
        self._rounds += 1
        errors, found = self.folder / "errors", self.folder / "found"
        errors.unlink(missing_ok=True)
        given = "-" if self._rounds > 1 else str(self._seeds())
        options = ["-i", given, "-o", str(found), "-V", str(seconds), "-s", str(self.seed * 1000 + self._rounds)]
        until = {"AFL_BENCH_UNTIL_CRASH": "1", "COVERIFLOW_ERRORS": str(errors), "COVERIFLOW_CRASH": "1"}
        command = (*_namespace(), find_afl()[0], *options, "-m", "none", "-t", _TIMEOUT, "--", "./fuzzer")
        run = run_in(self.folder, command, limits, **_QUIET, **(until if stops_at_error else {}))
        queue = found / "default" / "queue"
        batches = new_inputs(queue, self._told) if queue.is_dir() else ()
        values, cpu = found_in(self.folder, errors, batches, (), limits)
        return Round(values, errors.exists(), run.resources.cpu + cpu, _failure(run, errors))

    def _seeds(self) -> Path:
        folder = self.folder / "seeds"
        folder.mkdir(exist_ok=True)
        for number, data in enumerate(_SEEDS):
            (folder / str(number)).write_bytes(data)
        return folder


def _failure(run: ExternalRun, errors: Path) -> str:
    """Why it did not come to fuzzing at all; one that was ended is none."""
    if run.end is not ExternalEnd.EXITED or run.status == 0 or errors.exists():
        return ""
    lines = [line.strip() for line in run.output.decode(errors="replace").splitlines() if line.strip()]
    told = next((line for line in lines if "PROGRAM ABORT" in line), lines[-1] if lines else "it printed nothing")
    return f"{_FUZZ} fails: {told[-200:]}"


def compiled_with_afl(
    sources: Sequence[tuple[str, str]], violations: Violations, folder: Path, seed: int = 0
) -> AflFuzzer | NotCompiled:
    """The program of ``sources`` (name, preprocessed text) with AFL++ around it, for 64 bits. ``ToolMissing``."""
    clang = find_afl()[1]
    if not chosen().is_enough:
        return NotCompiled(NO_BOX)
    names = write_program(sources, violations, folder)
    flags = (clang, *FLAGS, "-m64")
    objects = [f"{Path(name).stem}.o" for name in names]
    run = run_in(folder, (*flags, "-c", *names), COMPILING, **_SPLITTING)
    if succeeds(run):
        link = (*flags, "-fsanitize=fuzzer", "-o", "fuzzer", "harness.c", *objects, "-lm")
        run = run_in(folder, link, COMPILING, AFL_QUIET="1")
    return AflFuzzer(folder, seed) if succeeds(run) else NotCompiled(first_error(run))


def find_afl() -> tuple[str, str]:
    """``afl-fuzz`` and ``afl-clang-fast``, in the folder that ``COVERIFLOW_AFL`` names, else on the path.
    ``ToolMissing``.
    """
    named = os.environ.get(VARIABLE) or None
    places = [shutil.which(name, path=named) for name in (_FUZZ, _CLANG)]
    if places[0] is None or places[1] is None:
        missing = _FUZZ if places[0] is None else _CLANG
        where = f"in '{named}'" if named else "on the path"
        raise ToolMissing(
            f"AFL++ is not installed: there is no '{missing}' {where}{_GET}\n"
            f"If it is elsewhere, set {VARIABLE} to its path."
        )
    if not links_a_fuzzer(places[1]):
        raise ToolMissing(f"AFL++ is installed, but its compiler links no program{_GET}")
    return places[0], places[1]


@functools.cache
def _namespace() -> tuple[str, ...]:
    """What comes before a command that shall have its own shared memory; nothing where that is not to be had."""
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as name:
        for words in _NAMESPACES:
            if shutil.which(words[0]) and succeeds(run_in(Path(name), (*words, "true"), COMPILING)):
                return words
    return ()
