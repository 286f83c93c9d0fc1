"""What a confirmed execution violates, where it need not be what the path of the verifier says."""

from __future__ import annotations

from collections.abc import Iterable

from coveriflow.actors.work.entry_function import Entered
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.violated import violated, violated_by_call
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.native.compiled_program import CompileError, compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.native.numbered_calls import CalledAt, with_places
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.errors import Span
from coveriflow.program.text.violations import TOLD_LAST


def is_open(task: Task, cfa: Cfa, inputs: Iterable[tuple[Edge, int]]) -> bool:
    """Whether an execution may violate something else: it takes values that the test does not give. The program may do
    so where the automaton does not go on.
    """
    taken = (edge.operation for edge, _ in inputs)
    if not any(isinstance(each, Input) and each.kind is not InputKind.CALL for each in taken):
        return False
    wanted, originals = violations_of(task), Originals(task)
    sources = [(each.name, each.preprocessed) for each in task.sources]
    _, calls = with_places(sources, wanted.functions | wanted.assertions)
    told = {violated(originals, edge) for edge in cfa.entering[cfa.error]}
    return len(told | {_sentence(originals, call) for call in calls}) > 1


def reached(task: Task, entered: Entered, given: bytes, arguments: tuple[bytes, ...], limits: Limits) -> str:
    """What an execution does violate, in the words of ``violated``; empty where that is not known."""
    wanted = violations_of(task)
    sources, calls = with_places(entered.sources, wanted.functions | wanted.assertions)
    try:
        with compile_program(sources, task.data_model, wanted, entered.flags) as program:
            run = program.run(entered.values, limits, given, arguments)
    except CompileError:
        return ""
    if run.stop is not Stop.ERROR or not 0 < run.place <= len(calls):
        return ""
    return _sentence(Originals(task), calls[run.place - 1])


def _sentence(originals: Originals, call: CalledAt) -> str:
    said = call.literals[-1 if call.function in TOLD_LAST else 0] if call.literals else ""
    return violated_by_call(originals, call.function, said, Span(call.file, call.line, call.column))
