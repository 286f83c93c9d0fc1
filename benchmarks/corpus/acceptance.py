"""Whether the files of a task are a C program: gcc takes them and defines no name twice, their headers exist, and
there is where to begin.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from corpus.tasks import CorpusTask
from coveriflow.execution.processes.child_process import Bounds, ToolEnd, run_tool
from coveriflow.program.types.data_model import DataModel

NOT_C = "gcc does not accept it"
NOT_LINKED = "gcc does not link it, since a name is defined twice"
NO_HEADER = "a header does not exist"
THREADS = "threads"
NO_ENTRY = "no function main, and no entry function is named"

_BOUNDS = Bounds(seconds=10, output=1 << 20)
_COMMAND = ("gcc", "-fsyntax-only", "-w", "-std=gnu17", "-x", "c")
_LINKING = ("gcc", "-w", "-std=gnu17", "-include", "assert.h", "-r", "-nostdlib")
_DEFINED_TWICE = re.compile(r"is (initialised|defined) twice")
_STARTS_THREAD = re.compile(r"\b(pthread_create|thrd_create)\b")
_SYSTEM = Path("/usr/include")


def reason_to_leave_out(
    task: CorpusTask, texts: Iterable[tuple[str, str]], message: str, needed: frozenset[str]
) -> str:
    """``""`` for a program in C. ``texts``: preprocessed; ``message``: why it was not built; ``needed``: features."""
    texts = list(texts)
    if "No such file or directory" in message:
        return NO_HEADER
    if task.entry == "main" and message.endswith("the program has no function 'main'"):
        return NO_ENTRY
    if "threads" in needed or _STARTS_THREAD.search(message):
        return THREADS
    for file in task.files:
        ready = [text for name, text in texts if name == str(file)]
        if not any(_accepted(task, text.encode(errors="surrogateescape")) for text in ready):
            if not _accepted_as_it_stands(task, file):
                return NOT_C
    return NOT_LINKED if _DEFINED_TWICE.search(message) and not _linked(task) else ""


def _linked(task: CorpusTask) -> bool:
    """gcc makes one object file of all files; what none of them defines does not matter."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*_LINKING, _machine(task.model), *other_headers(task.model), "-o", f"{folder}/whole.o"]
        command += [f"-D{define}" for define in task.defines]
        run = run_tool([*command, *map(str, task.files)], b"", _BOUNDS)
    return run.status == 0 or run.end is not ToolEnd.EXITED


def _accepted(task: CorpusTask, text: bytes) -> bool:
    """gcc takes the preprocessed text, or has not refused it in time."""
    run = run_tool([*_COMMAND, _machine(task.model), "-"], text, _BOUNDS)
    return run.status == 0 or run.end is not ToolEnd.EXITED


def _accepted_as_it_stands(task: CorpusTask, file: Path) -> bool:
    return is_accepted(file, task.model, task.includes, task.defines)


def is_accepted(file: Path, model: DataModel, includes: tuple[str, ...], defines: tuple[str, ...]) -> bool:
    """gcc takes the file as it stands, or has not refused it in time."""
    folders = [f"-I{place}" for folder in includes for place in dict.fromkeys((folder, file.parent / folder))]
    command = [*_COMMAND, _machine(model), *other_headers(model), *folders]
    run = run_tool([*command, *(f"-D{define}" for define in defines), str(file)], b"", _BOUNDS)
    return run.status == 0 or run.end is not ToolEnd.EXITED


def _machine(model: DataModel) -> str:
    return "-m32" if model is DataModel.ILP32 else "-m64"


@cache
def other_headers(model: DataModel) -> tuple[str, ...]:
    """Where the C library has headers for 64 bits only, those serve for 32 bits."""
    folders = sorted(_SYSTEM.glob("x86_64-*")) if model is DataModel.ILP32 else []
    return tuple(f"-idirafter{folder}" for folder in folders)
