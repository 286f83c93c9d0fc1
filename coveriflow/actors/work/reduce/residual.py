"""From a program and a condition to the residual program as a task of its own (fold paper, Def. 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from coveriflow.actors.work.load import automaton_of, check_about, task_of
from coveriflow.actors.work.verify.justification import justified
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Applied, Reduction, Residual, residual_name
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.violations import violations_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import ABOUT_MEMORY, Assume, Edge, Location, Undefined
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.printing.printer import Note, PrintedProgram, ends_objects, printed
from coveriflow.program.text.violations import is_mentioned
from coveriflow.transform.conditions.assumptions_to_branches import WithBranches, with_branches
from coveriflow.transform.conditions.operations import minimised
from coveriflow.transform.contracts import Reducer, Transformed
from coveriflow.transform.reducers.catalogue import NAMES, reducer, slicing
from coveriflow.transform.reducers.partitioners import BY_CONTEXT

_LIFETIMES = "no object is used after the end of its lifetime"
_ABOUT_LIFETIMES = frozenset({Undefined.DEREFERENCE, Undefined.LIFETIME, Undefined.COMPARISON})
"""Where objects end is not in the text of a residual program."""


def reducer_of(reduction: Reduction, cfa: Cfa) -> Reducer:
    """The reducer for ``cfa``; ``InputError`` for one that there is not."""
    if reduction.name not in NAMES:
        raise InputError(f"reduce has no reducer '{reduction.name}': there are {', '.join(NAMES)}")
    heads = _heads(cfa, reduction.heads) if reduction.heads else None
    found = reducer(reduction.name, reduction.bound, heads)
    return slicing(found) if reduction.slice else found


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


@dataclass(frozen=True)
class Reduced:
    """``residual`` is over the edges of ``prepared``, which is ``original`` with branches on assumptions."""

    original: Cfa
    prepared: WithBranches
    residual: Transformed
    page: PrintedProgram


def printed_residual(task: Task | Residual, condition: Condition, reduction: Reduction) -> Reduced:
    """The residual program, and its text; the same whenever it is made again."""
    source = task_of(task)
    check_about(condition, source)
    _refuse_asking(source)
    cfa = automaton_of(source)
    prepared, program = left_of(cfa, condition, reduction)
    labels = {edge: prepared.origin[origin].label for edge, origin in program.origin.items()}
    return Reduced(cfa, prepared, program, printed(program.cfa, _line_in(task, labels)))


def left_of(cfa: Cfa, condition: Condition, reduction: Reduction) -> tuple[WithBranches, Transformed]:
    """The residual program of ``cfa`` and ``condition``, which has as few states as it can before; and the program with
    branches on assumptions, whose edges it has.

    With fewer states more paths join, and places are reached in other contexts first: for reducers that look at
    contexts the smaller program counts.
    """
    if not reduction.minimise:
        return _left_of(cfa, condition, reduction)
    candidates = [minimised(condition), *([condition] if reduction.name in BY_CONTEXT else [])]
    return min((_left_of(cfa, each, reduction) for each in candidates), key=lambda found: len(found[1].cfa.edges))


def _left_of(cfa: Cfa, condition: Condition, reduction: Reduction) -> tuple[WithBranches, Transformed]:
    prepared = with_branches(cfa, [condition])
    return prepared, reducer_of(reduction, prepared.cfa)(prepared.cfa, prepared.condition)


def _reduced(
    task: Task | Residual, condition: Condition, justification: Justification | None, reduction: Reduction
) -> tuple[Residual, Cfa, Cfa]:
    """Also the automata before and after."""
    source, made = task_of(task), printed_residual(task, condition, reduction)
    cfa, program = made.original, made.residual
    origin = tuple((line, made.prepared.origin[program.origin[edge]].label) for line, edge in made.page.lines)
    reasons, assumed = justified(condition, justification)
    assumptions = _assumptions(program.cfa, (*cfa.assumptions, *assumed))
    applied = Applied(condition, reduction, task if isinstance(task, Residual) else None)
    residual = Residual(residual_task(source, made.page.text), source, origin, reasons, assumptions, applied)
    if isinstance(task, Residual):
        residual = _nested(task, residual)
    return residual, cfa, program.cfa


def part_of(task: Task | Residual, cfa: Cfa, program: Transformed, reason: Justification | None) -> Residual:
    """``program``, which was made of ``task`` with the automaton ``cfa``, printed as C. ``reason``: why the executions
    that it does not have need not be looked at, if there are such. Edges without origin have no line of the original.
    """
    _refuse_asking(task_of(task))
    labels = {edge: origin.label for edge, origin in program.origin.items()}
    page = printed(program.cfa, _line_in(task, labels))
    origin = tuple((line, labels[edge]) for line, edge in page.lines if edge in labels)
    reasons = () if reason is None else (reason,)
    source, assumptions = task_of(task), _assumptions(program.cfa, cfa.assumptions)
    part = Residual(residual_task(source, page.text), source, origin, reasons, assumptions)
    return _nested(task, part) if isinstance(task, Residual) else part


def _assumptions(printed_one: Cfa, known: Iterable[str]) -> tuple[str, ...]:
    """Those that are ``known``, and what cannot be seen in the text."""
    return tuple(dict.fromkeys((*known, *_unseen(printed_one))))


def _unseen(printed_one: Cfa) -> tuple[str, ...]:
    """What is assumed since printed C does not say where objects end; where accesses of such violate the property, it
    cannot be assumed.
    """
    if not ends_objects(printed_one):
        return ()
    asked = (edge.operation for edge in printed_one.edges)
    if any(isinstance(each, Assume) and each.undefined in _ABOUT_LIFETIMES for each in asked):
        raise NotSupported("a printed program in which an access of an object that has ended violates the property")
    return (_LIFETIMES,)


def unreduced(task: Task) -> Residual:
    """All of ``task`` as a residual program: its automaton printed, for verifiers that may read C in another way."""
    _refuse_asking(task)
    cfa = automaton_of(task)
    page = printed(cfa)
    unseen = _unseen(cfa)
    origin = tuple((line, edge.label) for line, edge in page.lines)
    return Residual(residual_task(task, page.text), task, origin, (), (*cfa.assumptions, *unseen))


def _refuse_asking(source: Task) -> None:
    """Of a printed program that asks what exists in memory: there, such a branch is one of the program, which cannot be
    printed again.
    """
    texts = [each.preprocessed for each in source.sources]
    if any(is_mentioned(name, texts) for name in ABOUT_MEMORY):
        raise NotSupported("a residual program of a printed one that asks what exists in memory")


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


def residual_task(original: Task, text: str) -> Task:
    """The residual program of ``original`` with this text."""
    name = residual_name(original)
    subject = Property(PropertyKind.UNREACH_CALL, violations_of(original).name)
    specification = Specification((subject,), original.specification.entry)
    return Task((Source(name, text, text),), specification, original.data_model)


def _nested(outer: Residual, residual: Residual) -> Residual:
    """A residual program of a residual program is one of the original: origins and reasons are put together."""
    if outer.acceleration is not None:
        raise NotSupported("a residual program of an accelerated program, which reads other inputs than the original,")
    lines = dict(outer.origin)
    return replace(
        residual,
        original=outer.original,
        origin=tuple((line, lines[label.line]) for line, label in residual.origin if label.line in lines),
        justifications=(*outer.justifications, *residual.justifications),
        assumptions=tuple(dict.fromkeys((*outer.assumptions, *residual.assumptions))),
        abstraction=outer.abstraction,
    )
