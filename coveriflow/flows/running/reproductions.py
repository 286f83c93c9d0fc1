"""The folder ``reproduce`` of a run: what was found, executed again without coveriflow."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator

from coveriflow.artifacts.answers import Confirmation, ConfirmedTest
from coveriflow.artifacts.test_suites import Reproduction
from coveriflow.artifacts.violations import stopping, violations_of
from coveriflow.execution.native.compiler import reference_flags
from coveriflow.execution.native.leaks import LEAK_SETTINGS
from coveriflow.execution.native.reproduction import SANITIZING, SCRIPT, Found, is_plain, reproduction_files
from coveriflow.flows.running.found import behaviour_of, place_of, undefined_of
from coveriflow.flows.running.runner import Run
from coveriflow.program.errors import Span
from coveriflow.program.text.violations import LEAKS, Violations
from coveriflow.program.types.data_model import DataModel

FOLDER = "reproduce"
_SHOWN = frozenset({"-m32", "-msse2", "-mfpmath=sse"})
"""What the user's compiler needs to be told for programs of 32 bits."""


def reproductions_of(run: Run, said: str) -> Iterator[tuple[str, str, bytes]]:
    """Kind, name and bytes of each file; none where no compiled program repeats what was found. ``said``: what that
    is, in words.
    """
    given = _given(run)
    if given is None:
        return
    behaviour, place = behaviour_of(run), place_of(run) or Span("")
    kind = None if behaviour is None else behaviour.undefined
    is_unseen = behaviour is not None and behaviour.confirmation is not Confirmation.EXECUTED
    is_silent = bool(place.file) and (is_unseen or kind in LEAKS)
    found, folder = Found(said, place.file, place.line, is_silent, LEAK_SETTINGS.get(kind, ())), _here()
    for name, data in reproduction_files(
        _sources(run), _wanted(run), run.task.data_model, given, found, folder
    ).items():
        yield "script" if name == SCRIPT else "part", f"{FOLDER}/{name}", data


def build_of(run: Run) -> str:
    """How a shell compiles the files of the task for the command that repeats what was found; empty where they are not
    all that it needs.
    """
    given = _given(run)
    if given is None or run.task.entry or run.task.flags is None or not is_plain(_sources(run), _wanted(run), given):
        return ""
    flags = [flag for flag in reference_flags(run.task.data_model) if flag in _SHOWN]
    flags = flags if run.task.data_model is DataModel.ILP32 else []
    flags += [SANITIZING[0]] if given.is_sanitized else ["-fwrapv"]
    files = [shlex.quote(source.name) for source in run.task.sources]
    flags += [shlex.quote(each) for each in run.task.flags]
    return " ".join(["gcc", "-g", *flags, *files, "-o", "program", "-lm"])


def is_repeated(run: Run) -> bool:
    """Whether there is a script that repeats what was found."""
    return _given(run) is not None


def _given(run: Run) -> Reproduction | None:
    evidence, undefined = run.answer.evidence, undefined_of(run)
    if isinstance(evidence, ConfirmedTest):
        return evidence.run
    return None if undefined is None else undefined.run


def _sources(run: Run) -> list[tuple[str, str]]:
    return [(source.name, source.preprocessed) for source in run.task.sources]


def _wanted(run: Run) -> Violations:
    return stopping(run.task) if undefined_of(run) is not None else violations_of(run.task)


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "."
