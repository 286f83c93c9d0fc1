"""From a program and a condition to the residual program as a task of its own (fold paper, Def. 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from coveriflow.actors.work.loading import automaton_of, check_about, error_function, task_of
from coveriflow.actors.work.verifying import justified
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residuals import Residual, residual_name
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge, Location
from coveriflow.program.errors import InputError
from coveriflow.program.labels import EdgeLabel
from coveriflow.program.loops import loops_of
from coveriflow.program.printer import Note, ends_objects, printed
from coveriflow.transform.contracts import Reducer
from coveriflow.transform.partitioners import BOUND
from coveriflow.transform.reducers import NAMES, reducer, slicing
from coveriflow.transform.state_conditions import with_branches

_LIFETIMES = "no object is used after the end of its lifetime"
"""Where objects end is not in the text of a residual program."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """Which reducer: one of ``NAMES``, its ``bound``, the lines of loop ``heads`` with commas between them, and whether
    a slice follows.
    """

    name: str = "sep"
    bound: int = BOUND
    heads: str = ""
    slice: bool = False

    def reducer(self, cfa: Cfa) -> Reducer:
        """The reducer for ``cfa``; ``InputError`` for one that there is not."""
        if self.name not in NAMES:
            raise InputError(f"reduce has no reducer '{self.name}': there are {', '.join(NAMES)}")
        found = reducer(self.name, self.bound, _heads(cfa, self.heads) if self.heads else None)
        return slicing(found) if self.slice else found


def _heads(cfa: Cfa, lines: str) -> frozenset[Location]:
    """The loop heads at these lines; ``InputError`` where there is none."""
    loops = loops_of(cfa)
    known = {head: loops.lines[head].line for around in loops.heads.values() for head in around}
    found = frozenset(head for head, line in known.items() if str(line) in lines.replace(" ", "").split(","))
    missing = [word for word in lines.split(",") if word.strip() not in {str(known[head]) for head in found}]
    if missing:
        there = ", ".join(map(str, sorted(set(known.values())))) or "none"
        raise InputError(f"no loop begins at line '{missing[0].strip()}': they begin at {there}")
    return found


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many locations there are."""

    original: int
    residual: int


def reduced(
    task: Task | Residual, condition: Condition, justification: Justification | None, reduction: Reduction
) -> Residual:
    """The residual program of ``task`` and ``condition``, printed as C."""
    return _reduced(task, condition, justification, reduction)[0]


def reduced_and_measured(task: Task, condition: Condition, reduction: Reduction) -> tuple[Residual, Sizes]:
    """The residual program, and how large it is."""
    residual, original, program = _reduced(task, condition, None, reduction)
    return residual, Sizes(len(original.locations), len(program.locations))


def _reduced(
    task: Task | Residual, condition: Condition, justification: Justification | None, reduction: Reduction
) -> tuple[Residual, Cfa, Cfa]:
    """Also the automata before and after."""
    source = task_of(task)
    check_about(condition, source)
    cfa = automaton_of(source)
    prepared = with_branches(cfa, [condition])
    program = reduction.reducer(prepared.cfa)(prepared.cfa, prepared.condition)
    labels = {edge: prepared.origin[origin].label for edge, origin in program.origin.items()}
    reasons, assumed = justified(condition, justification)
    residual = printed_residual(task, program.cfa, labels, reasons, (*cfa.assumptions, *assumed))
    return residual, cfa, program.cfa


def printed_residual(
    task: Task | Residual,
    program: Cfa,
    labels: Mapping[Edge, EdgeLabel],
    reasons: tuple[Justification, ...],
    assumptions: tuple[str, ...],
) -> Residual:
    """``program`` as C that was made of ``task``. ``labels``: which of its edges each edge comes from; one that was
    added comes from none.
    """
    page = printed(program, _line_in(task, labels))
    origin = tuple((line, labels[edge]) for line, edge in page.lines if edge in labels)
    unseen = (_LIFETIMES,) if ends_objects(program) else ()
    assumed = tuple(dict.fromkeys((*assumptions, *unseen)))
    residual = _task(task_of(task), page.text)
    if isinstance(task, Residual):
        return _nested(task, residual, origin, reasons, assumed)
    return Residual(residual, task, origin, reasons, assumed)


def unreduced(task: Task) -> Residual:
    """All of ``task`` as a residual program: its automaton printed, for verifiers that may read C in another way."""
    cfa = automaton_of(task)
    page = printed(cfa)
    unseen = (_LIFETIMES,) if ends_objects(cfa) else ()
    origin = tuple((line, edge.label) for line, edge in page.lines)
    return Residual(_task(task, page.text), task, origin, (), (*cfa.assumptions, *unseen))


def _line_in(task: Task | Residual, labels: Mapping[Edge, EdgeLabel]) -> Note:
    """Where an edge comes from in the original: that of the outer residual program, if there is one."""
    outer = dict(task.origin) if isinstance(task, Residual) else None
    main = (task.original if isinstance(task, Residual) else task).name

    def line(edge: Edge) -> str:
        label = labels.get(edge)
        found = label if outer is None or label is None else outer.get(label.line)
        if found is None or not found.file.isprintable():
            return ""
        return f"line {found.line}" if found.file in ("", main) else f"{found.file}, line {found.line}"

    return line


def _task(original: Task, text: str) -> Task:
    name = residual_name(original)
    subject = Property(PropertyKind.UNREACH_CALL, error_function(original.specification))
    specification = Specification((subject,), original.specification.entry)
    return Task((Source(name, text, text),), specification, original.data_model)


def _nested(
    outer: Residual,
    residual: Task,
    origin: tuple[tuple[int, EdgeLabel], ...],
    reasons: tuple[Justification, ...],
    assumptions: tuple[str, ...],
) -> Residual:
    """A residual program of a residual program is one of the original: origins and reasons are put together."""
    lines = dict(outer.origin)
    composed = tuple((line, lines[label.line]) for line, label in origin if label.line in lines)
    together = tuple(dict.fromkeys((*outer.assumptions, *assumptions)))
    return Residual(residual, outer.original, composed, (*outer.justifications, *reasons), together)
