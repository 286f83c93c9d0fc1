"""What a confirmed execution violates, where it need not be what the path of the verifier says."""

from __future__ import annotations

from collections.abc import Iterable

from coveriflow.actors.work.entry_function import Entered
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.violated import called, violated
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.native.compiled_program import CompileError, compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.native.numbered_calls import CalledAt, with_places
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind


def is_open(task: Task, cfa: Cfa, inputs: Iterable[tuple[Edge, int]]) -> bool:
    """Whether an execution may violate something else: it takes values that the test does not give."""
    taken = (edge.operation for edge, _ in inputs)
    hidden = any(isinstance(each, Input) and each.kind is not InputKind.CALL for each in taken)
    return hidden and len({violated(Originals(task), edge) for edge in cfa.entering[cfa.error]}) > 1


def reached(task: Task, cfa: Cfa, entered: Entered, given: bytes, arguments: tuple[bytes, ...], limits: Limits) -> str:
    """What an execution does violate, in the words of ``violated``; empty where that cannot be told."""
    wanted = violations_of(task)
    sources, calls = with_places(entered.sources, wanted.functions | wanted.assertions)
    try:
        with compile_program(sources, task.data_model, wanted, entered.flags) as program:
            run = program.run(entered.values, limits, given, arguments)
    except CompileError:
        return ""
    if run.stop is not Stop.ERROR or not 0 < run.place <= len(calls):
        return ""
    return _sentence(task, cfa, calls[run.place - 1])


def _sentence(task: Task, cfa: Cfa, call: CalledAt) -> str:
    """By the line of the call, or by that of the definition, if the function has one."""
    named = [edge for edge in cfa.entering[cfa.error] if called(edge) == call.function]
    here = [edge for edge in named if (edge.origin.file, edge.origin.line) == (call.file, call.line)]
    sentences = {violated(Originals(task), edge) for edge in here or named}
    return sentences.pop() if len(sentences) == 1 else ""
