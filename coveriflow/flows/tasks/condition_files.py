"""Conditions as files of any format, which are distinguished by their content; two of them need the program."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.artifacts.automata.assumption_formulas import AssumptionFormula
from coveriflow.artifacts.automata.guarded_files import with_files_of, with_names_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.flows.tasks.load import read
from coveriflow.formats.conditions.assumption_automaton import read_assumption_automaton
from coveriflow.formats.conditions.assumption_formula import read_assumption_formula
from coveriflow.formats.conditions.graphml_condition import read_condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, Span
from coveriflow.report.streams import say
from coveriflow.transform.conditions.formulas import condition_of
from coveriflow.transform.cpachecker.reading import condition_from

_FORMULA = re.compile(rb"(?:\s|#[^\n]*\n)*(?:format_version|kind)\s*:")
_AUTOMATON = re.compile(rb"(?:\s|//[^\n]*\n|/\*.*?\*/)*(?:(?:OBSERVER|CONTROL)\s+)?AUTOMATON\s", re.DOTALL)
_GZIP = b"\x1f\x8b"
_NO_CONDITION = "this is no condition: neither GraphML, nor an assumption formula, nor an automaton of CPAchecker"


@dataclass
class ProgramOf:
    """The program that a condition is about, loaded when it is needed; ``load`` ``None``: none was named."""

    load: Callable[[], Task] | None = None

    @property
    def is_there(self) -> bool:
        """Whether it was named."""
        return self.load is not None

    @cached_property
    def task(self) -> Task:
        """The task; only where it is there."""
        assert self.load is not None
        return self.load()

    @cached_property
    def cfa(self) -> Cfa:
        """Its automaton."""
        return automaton_of(self.task)

    def need(self, path: Path, what: str) -> None:
        """``InputError`` unless it is there."""
        if not self.is_there:
            raise InputError(f"--program is needed: {what} does not name the edges of a program", Span(str(path)))


def note(path: Path, sentences: Sequence[str]) -> None:
    """Tell on stderr what was lost in a conversion."""
    for sentence in sentences:
        say(f"note: {path}: {sentence}", sys.stderr)


def is_of_another_format(data: bytes) -> bool:
    """Whether this is an assumption formula or an automaton of CPAchecker, by how it begins."""
    start = data.removeprefix(b"\xef\xbb\xbf")
    return start.startswith(_GZIP) or bool(_FORMULA.match(start) or _AUTOMATON.match(start))


def condition_file(path: Path, program: ProgramOf) -> Condition:
    """The condition in a file; ``InputError`` for one that is none, or not about ``program``."""
    return condition_in(read(path), path, program)


def condition_in(data: bytes, path: Path, program: ProgramOf) -> Condition:
    """The same for what has been read from ``path``."""
    start = data.removeprefix(b"\xef\xbb\xbf")
    if start.lstrip().startswith(b"<"):
        found = read_condition(data, str(path))
    elif _FORMULA.match(start):
        formula = read_assumption_formula(data, str(path))
        program.need(path, "an assumption formula")
        check_about(_about(formula), program.task)
        return with_files_of(program.task, condition_of(formula, program.cfa))
    elif not start.startswith(_GZIP) and b"AUTOMATON" not in start:
        raise InputError(_NO_CONDITION, Span(str(path)))
    else:
        automaton = read_assumption_automaton(data, str(path))
        program.need(path, "an automaton of CPAchecker")
        converted = condition_from(automaton, program.task, program.cfa)
        note(path, converted.notes)
        return with_files_of(program.task, converted.condition)
    if program.is_there:
        check_about(found, program.task)
        return with_names_of(program.task, found)
    return found


def _about(formula: AssumptionFormula) -> Condition:
    """What is about the same program, and covers nothing of it."""
    about = (formula.program_hash, formula.specification, formula.data_model, formula.producer)
    return Condition("q", frozenset(), (), *about, formula.preprocessed_hash)
