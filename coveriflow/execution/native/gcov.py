"""What a suite of tests covers, as gcov counts it in executions of the compiled program."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from coveriflow.artifacts.coverage import MeasuredCoverage
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Calls, Given
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.native.compiled_program import CompileError, compile_program
from coveriflow.execution.native.compiler import Linkage, find_compiler, linkage
from coveriflow.execution.native.launch import Launch, launch
from coveriflow.execution.processes.workers import MARKS, Workers
from coveriflow.program.text.violations import Violations
from coveriflow.program.types.data_model import DataModel

_FLAGS = ("--coverage", "-D__coveriflow_gcov", "-fprofile-update=atomic", "-Wl,--wrap=abort")
_COMPILER = re.compile(r"(.*-)?(?:gcc|cc)(-\d+)?")
_LIMITS = Limits(cpu=60.0, memory=2_000_000_000)
_LARGEST = 64 << 20


def measured(
    sources: Sequence[tuple[str, str]],
    tests: Iterable[Sequence[int]],
    data_model: DataModel,
    violations: Violations,
    limits: Limits,
) -> MeasuredCoverage | None:
    """Coverage of the files of ``sources`` by ``tests``, each of which runs under ``limits``.

    ``None`` where it cannot be measured: there is no gcov, or the program does not compile. An execution that is
    killed, at its limits or by a signal but SIGABRT, leaves no counts.
    """
    gcov = _gcov()
    if gcov is None:
        return None
    if linkage(data_model) is not Linkage.SYSTEM:
        return MeasuredCoverage(0, 0, 0, 0, f"that needs a C library of the system for {data_model.value}")
    with Workers((launch.__module__,)) as workers:
        try:
            with compile_program(sources, data_model, violations, _FLAGS, workers) as program:
                for values in tests:
                    program.run(values, limits)
                return _counted(gcov, program.folder, {name for name, _ in sources}, workers)
        except CompileError:
            return None


def _gcov() -> str | None:
    """That of the compiler."""
    compiler = find_compiler()
    named = _COMPILER.fullmatch(Path(compiler.command[0]).name) if compiler is not None else None
    return shutil.which(f"{named[1] or ''}gcov{named[2] or ''}") if named else None


def _counted(gcov: str, folder: Path, files: Collection[str], workers: Workers) -> MeasuredCoverage | None:
    data = sorted(str(path) for path in folder.glob("*.gcda") if path.stat().st_size)
    output, errors = str(folder / "coverage"), str(folder / "complaints")
    command = (gcov, "--json-format", "--stdout", "--branch-probabilities", *data)
    given = Given(Calls.TOOL, (str(folder),))
    what = Launch(command, str(folder), output, errors, _LARGEST, ("PATH", MARKS), given, chosen())
    if not data or workers.submit(launch, what, limits=_LIMITS).result().value != 0:
        return None
    reports = [json.loads(os.fsdecode(line)) for line in Path(output).read_bytes().splitlines() if line.strip()]
    return _summed(each for report in reports for each in report["files"] if each["file"] in files)


def _summed(reports: Iterable[dict[str, Any]]) -> MeasuredCoverage:
    lines: dict[tuple[str, int], bool] = {}
    branches: list[bool] = []
    for report in reports:
        for line in report["lines"]:
            key = (report["file"], line["line_number"])
            lines[key] = lines.get(key, False) or line["count"] > 0
            branches += [branch["count"] > 0 for branch in line["branches"]]
    return MeasuredCoverage(sum(lines.values()), len(lines), sum(branches), len(branches))
