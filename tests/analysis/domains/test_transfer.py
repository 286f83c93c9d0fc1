"""What one edge does: symbolic and explicit values against the interpreter, edge by edge along executions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.compile import Key
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.expressions.softfloat import FORMATS
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter, storage_keys
from coveriflow.program.types.c_types import Array, Block, Floating, Region
from tests.analysis.machines import machine
from tests.analysis.runs import automaton_of, chunks, model_of
from tests.generators.floats import generate_floats
from tests.generators.patterns import anything
from tests.generators.programs import Shape, generate
from tests.logic.evaluator import ArrayContent, Content, Evaluator

_SHAPES = [Shape(size=16, undefined=True), Shape(size=16, wide=True), Shape(size=24, loops=2, arrays=5)]
_PATHS = 3
_LONGEST = 150
Memory = Mapping[Key, int]


def any_program(seed: int) -> str:
    """Of all kinds; a machine every third time."""
    return machine(seed) if seed % 3 == 0 else generate(seed, _SHAPES[seed % len(_SHAPES)])


@pytest.mark.parametrize("seeds", chunks(default=1, all_=25, size=40))
def test_domains_agree_with_the_interpreter(seeds: range, record_property: Callable[[str, object], None]) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        try:
            cfa = automaton_of(any_program(seed), model_of(seed))
        except NotSupported:
            continue
        rng = random.Random(seed)
        for _ in range(_PATHS):
            _check_path(cfa, rng, figures)
        figures["programs"] += 1
    record_property("figures", dict(figures))
    assert figures["values compared"] > 100 * len(seeds), figures
    assert figures["terms compared"] > 100 * len(seeds), figures


@pytest.mark.parametrize("seeds", chunks(default=1, all_=25, size=20))
def test_domains_agree_with_the_interpreter_on_floats(seeds: range) -> None:
    figures: Counter[str] = Counter()
    for seed in seeds:
        cfa, rng = automaton_of(generate_floats(seed), model_of(seed)), random.Random(seed)
        for _ in range(_PATHS):
            _check_path(cfa, rng, figures)
    assert figures["values compared"] > 100 * len(seeds), figures
    assert figures["terms compared"] > 100 * len(seeds), figures


def _check_path(cfa: Cfa, rng: random.Random, figures: Counter[str]) -> None:
    interpreter = Interpreter(cfa)
    whole = interpreter.run(_random_inputs(rng), _LONGEST)
    inputs = [value for _, value in whole.inputs]
    figures.update({"paths": 1, "edges": len(whole.trace), whole.end.name: 1})
    memories = [_memory_after(interpreter, inputs, length) for length in range(len(whole.trace) + 1)]
    _check_terms(cfa, whole, memories, figures)
    _check_values(cfa, whole, memories, rng, figures)


def _random_inputs(rng: random.Random) -> Callable[[Edge], int]:
    small = rng.random() < 0.6

    def following(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        if isinstance(edge.operation.type, Floating):
            return anything(FORMATS[edge.operation.type.width], rng)
        width = edge.operation.type.width
        return edge.operation.type.wrap(
            rng.randrange(-2, 10) if small else rng.getrandbits(rng.randrange(1, width + 1))
        )

    return following


def _memory_after(interpreter: Interpreter, inputs: list[int], length: int) -> Memory:
    memory = dict.fromkeys((key for g in interpreter.cfa.globals for key in storage_keys(g.variable)), 0)
    return {**memory, **interpreter.run(inputs, length).memory}


def _failures(execution: Execution) -> list[bool]:
    """For each step of the path whether it is undefined: at most the last one, since there the execution ends."""
    last = len(execution.trace) - 1
    return [index == last and execution.end is End.UNDEFINED for index in range(last + 1)]


# --- symbolic ---------------------------------------------------------------------------------------------------------


def _check_terms(cfa: Cfa, execution: Execution, memories: list[Memory], figures: Counter[str]) -> None:
    """After every edge the guard holds for the inputs read, and every term that is there has the concrete value."""
    domain, types = SymbolicDomain(cfa), {v.name: v for v in variables_of(cfa)}
    state: PathFormula | None = domain.initial()
    unknowns: dict[str, Content] = {}
    evaluator, read = Evaluator(unknowns), 0
    for edge, memory, failed in zip(execution.trace, memories[1:], _failures(execution), strict=True):
        assert state is not None
        state = domain.successor(state, (edge,))
        if state is None:
            assert failed, f"{edge} is not possible"
            return
        for (reads, term), (read_by, value) in zip(state.inputs, execution.inputs[read:], strict=False):
            assert reads is read_by
            _note(term, value, unknowns)
        read += len(state.inputs)
        assert evaluator.value(state.guard) == (not failed), edge
        for name, term in state.values.items() if not failed else ():
            figures["terms compared"] += _compare_term(types[name], evaluator.value(term), memory, edge)


def _note(term: Term, value: int, unknowns: dict[str, Content]) -> None:
    """The input variable ``term``, or the element of one, has ``value``."""
    pattern = value & ((1 << term.sort) - 1)
    if not term.args:
        unknowns[str(term.payload)] = pattern
        return
    array, index = term.args
    before = unknowns.setdefault(str(array.payload), ArrayContent(0, {}))
    assert isinstance(before, ArrayContent)
    assert index.constant is not None
    unknowns[str(array.payload)] = before.with_value(index.constant, pattern)


def _compare_term(variable: Variable, found: Content, memory: Memory, edge: Edge) -> int:
    if isinstance(variable.type, Region):
        _compare_region(variable.name, variable.type, found, memory, edge)
    elif isinstance(found, ArrayContent):
        assert isinstance(variable.type, Array)
        for index in range(variable.type.length):
            element = variable.type.element.wrap(found.at(index))
            assert element == memory[variable.name, index], f"{variable}[{index}] after {edge}"
    else:
        assert not isinstance(variable.type, Array | Block)
        assert variable.type.wrap(found) == memory[variable.name], f"{variable} after {edge}"
    return 1


def _compare_region(name: str, region: Region, found: Content, memory: Memory, edge: Edge) -> None:
    """All of it: the numbers that the term has, and those that are in memory."""
    if not isinstance(found, ArrayContent):
        assert region.single
        assert found == memory[name], f"{name} after {edge}"
        return
    there = {key[1]: value for key, value in memory.items() if isinstance(key, tuple) and key[0] == name}
    for address in {*there, *found.stored}:
        assert found.at(address) == there[address], f"{name}[{address}] after {edge}"


def variables_of(cfa: Cfa) -> list[Variable]:
    found = [g.variable for g in cfa.globals]
    for function in cfa.functions.values():
        found += [*function.parameters, *function.locals, *([function.result] if function.result else [])]
    return found


# --- explicit ---------------------------------------------------------------------------------------------------------


def _check_values(
    cfa: Cfa, execution: Execution, memories: list[Memory], rng: random.Random, figures: Counter[str]
) -> None:
    """Soundness of the transfer function: from any part of what is so before an edge, only what is so after it
    follows."""
    domain = ValueDomain(cfa)
    current: Values | None = domain.initial()
    for edge, before, after, failed in zip(
        execution.trace, memories[:-1], memories[1:], _failures(execution), strict=True
    ):
        for knowledge in (current, _part_of(before, rng)):
            assert knowledge is not None
            following = domain.successor(knowledge, (edge,))
            if failed:
                assert following is None or edge in domain.undefined
                continue
            assert following is not None, f"{edge} is not possible with {knowledge}"
            _compare_values(following, after, edge)
            figures["values compared"] += len(following.known)
        current = domain.successor(current, (edge,)) if current is not None else None
        if current is None:
            return


def _part_of(memory: Memory, rng: random.Random) -> Values:
    share = rng.random()
    return Values({key: value for key, value in memory.items() if rng.random() < share})


def _compare_values(found: Values, memory: Memory, edge: Edge) -> None:
    wrong = {key: (value, memory[key]) for key, value in found.known.items() if memory[key] != value}
    assert not wrong, f"after {edge}: {wrong}"
