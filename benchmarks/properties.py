"""Overflow, memory and termination: what the plain command says of the programs of others, and CBMC beside it.

``properties.py CLONE...`` takes work trees; ``corpus/property_tasks.py`` has the rule by which tasks are chosen: of
each collection and property at most ``--most``. Each task is given to ``coveriflow verify --property P
--assume-defined``, as for a property file, then to CBMC with 1, 2, 4, 8, ... unwindings as long as there is time. CBMC
says ``true`` where its unwinding assertions hold; it is not asked about termination. ``--csv`` keeps a line for each
answer: the same command goes on there. Prints who solves what, by collection and by property, why coveriflow does not,
and every verdict that contradicts the collection. ``--smoke`` takes programs of our tests. Exits with 1 if a verdict of
coveriflow is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from threading import Timer

from corpus.acceptance import other_headers
from corpus.endings import Problem, ending_of
from corpus.property_tasks import (
    CLEANUP,
    DEREF,
    FREE,
    NO_OVERFLOW,
    PROPERTIES,
    REFUTED,
    SAFETY,
    TERMINATION,
    PropertyTask,
    chosen,
    tasks,
)
from corpus.records import Records
from rich.console import Console
from rich.table import Table

from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.search import found
from coveriflow.program.errors import ToolMissing
from coveriflow.program.types.data_model import DataModel

_OWN = Path(__file__).resolve().parent.parent / "tests" / "programs" / "properties"
_MEMORY = 3 << 30
_TRUE, _FALSE, _UNKNOWN = "true", "false", "unknown"
_CHECKS = {
    NO_OVERFLOW: ("--signed-overflow-check",),
    SAFETY: ("--pointer-check", "--bounds-check", "--memory-leak-check"),
    DEREF: ("--pointer-check", "--bounds-check"),
    FREE: ("--pointer-check",),
    CLEANUP: ("--memory-leak-check", "--memory-cleanup-check"),
}
_HARMLESS = {"srand", "rand", "time"}
"""Functions that CBMC does not know; any value for their result is right."""
_ASSERTION_FAILED = "execution_ends_at_an_assertion"
"""Without checks of assertions an execution of CBMC goes on after one that fails, unless it is a function of ours."""
_FAILURE = re.compile(r"^\[(\S+)\] .*: FAILURE$", re.MULTILINE)


@dataclass(frozen=True)
class Line:
    """One answer. ``goal``: the property; ``cpu``: seconds."""

    collection: str
    goal: str
    task: str
    variant: str
    model: str
    expected: str
    by: str
    verdict: str
    cpu: float
    reason: str

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it one of its kind."""
        return self.collection, self.goal, self.task, self.variant, self.by

    @property
    def is_refuted(self) -> bool:
        """Whether the expectation is known not to hold."""
        return any(re.search(pattern, f"{self.task} {self.variant} {self.goal}") for pattern in REFUTED)

    @property
    def result(self) -> str:
        """``right``, ``wrong`` or ``unknown``."""
        return "unknown" if self.verdict == _UNKNOWN else "right" if self.verdict == self.expected else "wrong"


@dataclass(frozen=True)
class Ended:
    """How a process ended. ``cpu``: seconds, with all that it waited for."""

    code: int
    output: str
    cpu: float


def main() -> int:
    asked = _arguments()
    taken = chosen(_own() if asked.smoke else (task for clone in asked.clones for task in tasks(clone)), asked.most)
    print(f"{len(taken)} tasks", file=sys.stderr)
    kept = Records(asked.csv, Line)
    lines = kept.known()
    done = {line.key for line in lines}
    verifiers: dict[str, Callable[[PropertyTask, float], Line]] = {"coveriflow": _ours}
    if _cbmc_place():
        verifiers["cbmc"] = _cbmc
    for number, task in enumerate(() if asked.show else taken, start=1):
        for name, verifier in verifiers.items():
            if (*_about(task)[:4], name) not in done and not (name == "cbmc" and task.goal == TERMINATION):
                line = verifier(task, asked.cpu)
                kept.add([line])
                lines.append(line)
                print(f"{number}: {name} {line.task} {line.goal}: {line.result} {line.cpu:.1f}", file=sys.stderr)
    for about in sorted({f"{line.collection} {line.task} {line.goal}" for line in lines if line.is_refuted}):
        print(f"expectation refuted: {about}")
    return ending_of(list(_shown([line for line in lines if not line.is_refuted])))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--most", type=int, help="tasks of a collection and property (default: 20; smoke: 1)")
    parser.add_argument("--cpu", type=float, help="CPU seconds each time (default: 20; smoke: 5)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep a line per answer, and go on from there")
    parser.add_argument("--show", action="store_true", help="run nothing, show what the file has")
    parser.add_argument("--smoke", action="store_true", help="programs of our tests, under a minute")
    given = parser.parse_args()
    if not given.smoke and not given.show and not given.clones:
        parser.error("name a clone, or --smoke")
    given.most = given.most or (1 if given.smoke else 20)
    given.cpu = given.cpu or (5.0 if given.smoke else 20.0)
    return given


def _own() -> Iterator[PropertyTask]:
    for file in sorted(_OWN.glob("*.c")):
        head = file.read_text(encoding="utf-8")[:300]
        expected, name = re.search(r"EXPECT: (true|false) by flow", head), re.search(r"// PROPERTY: (\S+)\n", head)
        if expected and name and name[1] in PROPERTIES:
            yield PropertyTask("own", file.name, name[1], (file,), DataModel.LP64, expected[1] == _TRUE)


def _about(task: PropertyTask) -> tuple[str, str, str, str, str, str]:
    variant = "good" if "OMITBAD" in task.defines else "bad" if "OMITGOOD" in task.defines else ""
    expected = _TRUE if task.expected else _FALSE
    return task.collection, task.goal, task.name, variant, task.model.value, expected


# --- the verifiers ---------------------------------------------------------------------------------------------------


def _ended(command: Sequence[str], seconds: float) -> Ended:
    """The process in a group of its own, which ends after a hundred times as much elapsed time."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, start_new_session=True)
        timer = Timer(100 * seconds, os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return Ended(process.returncode, output.read(), round(usage.ru_utime + usage.ru_stime, 2))


def _words(task: PropertyTask) -> list[str]:
    included = [word for folder in task.includes for word in ("-I", folder)]
    return [*map(str, task.files), *included, *(word for define in task.defines for word in ("-D", define))]


def _ours(task: PropertyTask, cpu: float) -> Line:
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("coveriflow")), "verify", *_words(task)]
        command += ["--property", task.goal, "--assume-defined", "--data-model", task.model.value]
        command += ["--cpu", f"{cpu}s", "--cores", "1", "--memory", "3GB", "--no-cache", "--json", "--out", folder]
        ended = _ended(command, cpu)
    try:
        said = json.loads(ended.output)
    except ValueError:
        said = {"error": f"exit code {ended.code}, and no result"}
    verdict = {0: _TRUE, 10: _FALSE}.get(ended.code, _UNKNOWN)
    reason = said.get("reason") or said.get("error") or ""
    if verdict == _FALSE:
        reason = said.get("violated") or ""
    elif verdict == _UNKNOWN and ended.code == 1:
        reason = f"internal error: {reason}"
    return Line(*_about(task), "coveriflow", verdict, ended.cpu, _shortened(str(reason)))


def _shortened(reason: str) -> str:
    """On one line, files without their folders."""
    return re.sub(r"(?<!\S)/\S*/", "", " ".join(reason.split()))[:300]


@cache
def _cbmc_place() -> str:
    """Its executable; ``""`` where there is none."""
    try:
        return found(defined("cbmc")).executable
    except ToolMissing:
        return ""


def _cbmc(task: PropertyTask, cpu: float) -> Line:
    spent, bound, verdict, reason = 0.0, 1, _UNKNOWN, "out of time"
    with tempfile.TemporaryDirectory() as folder:
        files = _preprocessed(task, Path(folder))
        while verdict == _UNKNOWN and cpu - spent > 0.1 and bound <= 1 << 20:
            ended = _ended(_cbmc_command(task, files, bound, cpu - spent), cpu)
            spent += ended.cpu
            verdict, reason, is_final = _cbmc_says(ended)
            if is_final:
                break
            bound *= 2
    return Line(*_about(task), "cbmc", verdict, round(spent, 2), reason)


def _cbmc_command(task: PropertyTask, files: Sequence[str], bound: int, cpu: float) -> list[str]:
    limits = f'ulimit -t {int(cpu) + 1}; ulimit -v {_MEMORY >> 10}; exec "$@"'
    options = ["--no-standard-checks", "--no-assertions", "--no-malloc-may-fail", "--unwinding-assertions"]
    options += ["--unwind", str(bound), "--object-bits", "12", "--32" if task.model is DataModel.ILP32 else "--64"]
    return ["sh", "-c", limits, "sh", _cbmc_place(), *files, *options, *_CHECKS[task.goal]]


def _cbmc_says(ended: Ended) -> tuple[str, str, bool]:
    """Verdict, reason, and whether more unwindings change nothing."""
    if "VERIFICATION SUCCESSFUL" in ended.output:
        return _TRUE, "", True
    failed = _FAILURE.findall(ended.output)
    no_body = [name.partition(".no-body.")[2] for name in failed if ".no-body." in name]
    others = [name for name in failed if not re.search(r"\.(unwind|recursion|no-body)\b", name)]
    if set(no_body) - _HARMLESS:
        return _UNKNOWN, f"no body of {min(set(no_body) - _HARMLESS)}", True
    if others:
        return _FALSE, others[0], True
    if len(failed) > len(no_body):
        return _UNKNOWN, "not unwound far enough", False
    if no_body:
        return _TRUE, "", True
    return _UNKNOWN, "out of time or memory" if ended.code < 0 or ended.code > 100 else f"exit code {ended.code}", True


def _preprocessed(task: PropertyTask, folder: Path) -> list[str]:
    """By gcc, for 32 bits with the headers for 64 bits where there are no others."""
    flags = ["-m32", *other_headers(task.model)] if task.model is DataModel.ILP32 else ["-m64"]
    flags += ["-w", f"-D__assert_fail={_ASSERTION_FAILED}", *(word for word in _words(task) if not _is_file(word))]
    names = [str(folder / f"{number}.i") for number, _ in enumerate(task.files)]
    for name, file in zip(names, task.files, strict=True):
        command = ["gcc", "-E", "-P", *flags, str(file), "-o", name]
        subprocess.run(command, check=False, capture_output=True, timeout=60)
    assertions = folder / "assertions.c"
    parameters = "const char *assertion, const char *file, unsigned line, const char *function"
    assertions.write_text(f"void {_ASSERTION_FAILED}({parameters}) {{ __CPROVER_assume(0); }}\n", encoding="utf-8")
    return [*names, str(assertions)]


def _is_file(word: str) -> bool:
    return word.endswith((".c", ".i"))


# --- what is shown ---------------------------------------------------------------------------------------------------


def _shown(lines: Sequence[Line]) -> Iterator[Problem]:
    console = Console(width=None if sys.stdout.isatty() else 150)
    for title, of in (("collection", _collection), ("property", _property)):
        columns = [f"{by}: {what}" for by in ("coveriflow", "cbmc") for what in ("right", "wrong", "unknown", "CPU s")]
        table = Table(title, "tasks", *columns)
        for name in [*sorted({of(line) for line in lines}), "all"]:
            some = [line for line in lines if name in ("all", of(line))]
            own = [line for line in some if line.by == "coveriflow"]
            cells = [*_cells(own), *_cells([line for line in some if line.by == "cbmc"])]
            table.add_row(name, str(len(own)), *cells)
        console.print(table)
    reasons = Counter(line.reason for line in lines if line.by == "coveriflow" and line.result == "unknown")
    for reason, count in reasons.most_common():
        print(f"{count} unknown: {reason}")
    for line in lines:
        if line.result == "wrong":
            about = " ".join(filter(None, (line.collection, line.task, line.variant, line.goal)))
            what = f"{line.by}: {about}: {line.verdict}, expected {line.expected}: {line.reason}"
            print(what)
            if line.by == "coveriflow":
                yield Problem(what, is_wrong=True)


def _cells(lines: Sequence[Line]) -> list[str]:
    counts = Counter(line.result for line in lines)
    middle = f"{median(line.cpu for line in lines):.1f}" if lines else ""
    return [*(str(counts[result]) if lines else "" for result in ("right", "wrong", "unknown")), middle]


def _collection(line: Line) -> str:
    return line.collection


def _property(line: Line) -> str:
    return SAFETY if line.goal in (DEREF, FREE) else line.goal


if __name__ == "__main__":
    sys.exit(main())
