"""What a compiler's sanitizers report of an execution, and where."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from coveriflow.actors.work.entry_function import Entered
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiled_program import CompileError, ProgramRun, compile_program
from coveriflow.execution.native.compiler import Linkage, linkage
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.native.leaks import FORGETTING, LEAK_SETTINGS
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.text.violations import Violations

SANITIZERS = ("-fsanitize=undefined,address", "-fno-sanitize-recover=address", "-g")
FINDING = re.compile(r"(?m)^.*(?:runtime error: |ERROR: AddressSanitizer: ).*$")

_FLOATS = "-fsanitize=float-cast-overflow"
_OVERFLOWS = "-fno-wrapv"
"""Where signed arithmetic wraps, an overflow is none."""
_FINDS = re.compile(r"^(?P<file>.+?):(?P<line>\d+):\d+: runtime error: (?P<text>.*)")
_TEXTS = {
    Undefined.OVERFLOW: re.compile("signed integer overflow|(?:negation|division) of .* cannot be represented"),
    Undefined.DIVISION: re.compile("division"),
    Undefined.SHIFT: re.compile("shift"),
    Undefined.FLOAT_CONVERSION: re.compile("outside the range of representable values"),
    Undefined.BOOL: re.compile("not a valid value for type"),
}
"""How what is reported of arithmetic says which it is; none of these is about something else."""
_NO_SEARCH = "LeakSanitizer has encountered a fatal error"
"""It starts a process that traces the program. Boxes without namespaces, debuggers and some containers refuse that."""
_STARTS = re.compile(r"ERROR: AddressSanitizer: |(?:Direct|Indirect) leak of ")
_REPORT = re.compile(r"(?:runtime error: |ERROR: AddressSanitizer: |WARNING: AddressSanitizer )(?P<text>.*)")
"""They warn where memory runs out, which is assumed not to happen."""
_FRAME = re.compile(r"^\s*#\d+ (?P<file>.+?):(?P<line>\d+)(?::\d+)?\s*$")
"""``file``: after the function. Both may have spaces."""


@dataclass(frozen=True, slots=True)
class Sanitized:
    """Files and ``lines`` where the sanitizers report something of an execution; ``end``: how that ended.
    ``searches_leaks``: they were not kept from looking for lost memory.
    """

    lines: frozenset[tuple[str, int]]
    end: End
    searches_leaks: bool = True


def sanitized(
    task: Task,
    values: Sequence[int],
    violations: Violations,
    limits: Limits,
    standard_input: bytes = b"",
    arguments: Sequence[bytes] = (),
    kind: Undefined | None = None,
    included: Collection[str] = (),
) -> Sanitized:
    """The execution with ``values``; ``CompileError`` where there are no sanitizers. ``kind``: what is looked for;
    ``included``: files that count as those of the task.
    """
    _check_library(task)
    sources = [(source.name, source.preprocessed) for source in task.sources]
    if kind in LEAK_SETTINGS:
        sources.append(("<stack>", FORGETTING))
    with compile_program(sources, task.data_model, violations, (*SANITIZERS, _FLOATS, _OVERFLOWS)) as program:
        settings = LEAK_SETTINGS.get(kind, ())
        run = program.run(values, limits, standard_input, arguments, settings, is_traced=bool(settings))
    files = {source.name for source in task.sources} | set(included)
    lines = frozenset(_places(run, files, kind))
    return Sanitized(lines, run.end, searches_leaks=_NO_SEARCH not in run.stderr)


def undefined_before(task: Task, entered: Entered, violations: Violations, limits: Limits) -> tuple[str, str]:
    """What sanitizers report of an execution up to the error; else why they did not look at all of it, if so."""
    flags = (*SANITIZERS, _FLOATS, _OVERFLOWS, *entered.flags)
    try:
        _check_library(task)
        with compile_program(entered.sources, task.data_model, violations, flags) as program:
            run = program.run(entered.values, limits)
    except CompileError as error:
        return "", str(error)
    if found := _REPORT.search(run.stderr):
        return found["text"].strip(), ""
    if run.end is End.FINISHED and run.stop is not Stop.ERROR:
        return "compiled with sanitizers, it ends without the error", ""
    return "", "" if run.stop is Stop.ERROR else f"their execution does not reach the error ({run.end.value})"


def _check_library(task: Task) -> None:
    if linkage(task.data_model) is not Linkage.SYSTEM:
        raise CompileError(
            f"sanitizers need a C library of the system for {task.data_model.value}, which is missing here"
        )


def _places(run: ProgramRun, files: set[str], kind: Undefined | None) -> Iterator[tuple[str, int]]:
    """Where something of ``kind`` is reported. Of what is found at an address the first line of the stack in the
    user's text.
    """
    in_stack = False
    for line in run.stderr.splitlines():
        in_stack = in_stack or (_STARTS.search(line) is not None and kind not in _TEXTS)
        found = _FINDS.match(line) or (_FRAME.match(line) if in_stack else None)
        if found is not None and found.re is _FINDS and not _may_be(found["text"], kind):
            continue
        if found is not None and (file := _named(found["file"], files)):
            yield file, int(found["line"])
            in_stack = False


def _may_be(text: str, kind: Undefined | None) -> bool:
    """Whether a report may be about ``kind``."""
    if kind in _TEXTS:
        return _TEXTS[kind].search(text) is not None
    return not any(pattern.search(text) for pattern in _TEXTS.values())


def _named(name: str, files: set[str]) -> str:
    """The file of the task that a report names: a relative name may have become an absolute one."""
    return next((file for file in files if name == file or name.endswith((f"/{file}", f" {file}"))), "")
