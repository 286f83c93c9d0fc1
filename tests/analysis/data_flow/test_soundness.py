"""The analysis loses no execution: whatever memory an execution has at a position, an abstract state there has it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.steps import steps_of
from coveriflow.analysis.data_flow.differences import opposite, plain
from coveriflow.analysis.data_flow.domain import DataFlowDomain, floating_type, stored_type
from coveriflow.analysis.data_flow.fixpoint import Fixpoint, States, by_position, settled
from coveriflow.analysis.data_flow.framing.calls import FramedCalls
from coveriflow.analysis.data_flow.memory_places import pointers, region_types
from coveriflow.analysis.data_flow.precision import FRAMED, PRECISIONS, WITH_MEMORY, Precision
from coveriflow.analysis.data_flow.refining import refined
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.thresholds import float_thresholds
from coveriflow.analysis.data_flow.values.contents import cell_named, is_cell
from coveriflow.analysis.induction.samples import random_inputs
from coveriflow.analysis.search.atoms import Vocabulary, floating_places, integer_places, name_of
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.liveness import live_variables
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.cfa.recursion import DEPTH, SAVED
from coveriflow.program.expressions.compile import Evaluate, Key, compiled
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.c_types import Floating, Integer, Pointer
from tests.analysis.data_flow.closed_programs import DECLARATIONS, TWINS
from tests.analysis.data_flow.recursive_programs import RECURSIVE_TWINS, recursive_program
from tests.analysis.data_flow.test_closed_sets import automaton
from tests.analysis.data_flow.text_programs import TEXT_TWINS, text_program
from tests.analysis.runs import automaton_of, daily_and_slow, model_of, small_program
from tests.generators.overlapping import generate_overlapping
from tests.generators.programs import Shape, generate
from tests.programs.reader import Asked, questions

INDUCTIVE = [each.path for each in questions() if (each.asked, each.name) == (Asked.ANALYSIS, "kinduction")]


def contains(state: State, values: Mapping[str, int]) -> bool:
    """What has no value yet may have any."""
    if any(name in values and values[name] not in number for name, number in state.numbers.items()):
        return False
    if any(name in values and values[name] not in number for name, number in state.floats.items()):
        return False
    known = {plain(name) for pair in state.bounds for name in pair} & values.keys()
    signed = {name: values[name] for name in known} | {opposite(name): -values[name] for name in known}
    bounds = state.bounds.items()
    return all(signed[a] - signed[b] <= most for (a, b), most in bounds if a in signed and b in signed)


def between_steps(cfa: Cfa) -> set[Location]:
    """Where abstract states are: an analysis takes several edges at once."""
    steps = steps_of(cfa, loops_of(cfa))
    found, pending = {cfa.entry}, [cfa.entry]
    while pending:
        new = {step[-1].target for step in steps[pending.pop()]} - found
        found |= new
        pending += new
    return found


def memory_holds(state: State, types: Mapping[str, Integer], memory: Mapping[Key, int]) -> bool:
    """Whether what lies in regions and arrays is in ``state``, number by number and value by value."""
    for key, value in memory.items():
        contents = state.memory.get(key[0]) if isinstance(key, tuple) else None
        if contents is not None and types[key[0]].wrap(value) not in contents.at(int(key[1])):
            return False
    for name, contents in state.memory.items():
        for (first, count), whole in contents.wholes.items():
            parts = [memory.get((name, first + n)) for n in range(count)]
            width = types[name].width
            if (
                None not in parts
                and sum((p or 0) % (1 << width) << width * n for n, p in enumerate(parts)) not in whole
            ):
                return False
    return True


def texts_end(state: State, types: Mapping[str, Integer], memory: Mapping[Key, int], values: Mapping[str, int]) -> bool:
    """Whether a zero lies where ``state`` says, and copies of what lies in memory are zero with it."""
    for (region, names, _), end in state.ends.items():
        if all(name in values for name in names):
            first = sum(values[name] for name in names) + end.offset
            last = min([end.last, *(values[name] + most for name, most in end.tops if name in values)])
            written = (memory.get((region, address)) for address in range(first, last + 1))
            if all(each is not None and types[region].wrap(each) for each in written):
                return False
    for name, place in state.reads.items():
        found = value_of(place, memory) if name in values else None
        if found is not None and bool(found) != bool(values[name]):
            return False
    return True


def value_of(place: Expression, memory: Mapping[Key, int]) -> int | None:
    """``None`` where nothing was written yet on which it depends."""
    try:
        return compiled(place)(dict(memory))
    except KeyError:
        return None


def cells_in(state: State, types: Mapping[str, Integer], memory: Mapping[Key, int]) -> dict[str, int]:
    """The values in memory that relations speak of, without sign."""
    names = {n for pair in state.bounds for n in pair} | {n for key in state.ends for n in key[1]}
    names |= {n for end in state.ends.values() for n, _ in end.tops}
    found: dict[str, int] = {}
    for name in filter(is_cell, map(plain, names)):
        region, (first, count) = cell_named(name)
        parts, width = [memory.get((region, first + n)) for n in range(count)], types[region].width
        if None not in parts:
            found[name] = sum((part or 0) % (1 << width) << width * n for n, part in enumerate(parts))
    return found


def since_entered(state: State, memory: Mapping[Key, int]) -> Mapping[Key, int]:
    """``memory`` as if nothing had been saved before the function was entered, where it is followed once for all."""
    if state.context is None or DEPTH.name not in memory:
        return memory
    now = state.numbers.get(DEPTH.name)
    assert now is not None
    assert now.constant is not None
    before = memory[DEPTH.name] - now.constant
    assert before >= 0
    found = {key: value for key, value in memory.items() if not is_saved(key)}
    saved = {key: value for key, value in memory.items() if is_saved(key) and int(key[1]) >= before}
    return found | {DEPTH.name: now.constant} | {(key[0], int(key[1]) - before): v for key, v in saved.items()}


def is_saved(key: Key) -> bool:
    """Whether a saved value lies there."""
    return isinstance(key, tuple) and key[0].endswith(SAVED)


def depths(memory: Mapping[Key, int]) -> dict[str, int]:
    """How many calls have saved something."""
    return {DEPTH.name: memory[DEPTH.name]} if DEPTH.name in memory else {}


@dataclass
class Looking:
    """Compares what executions have with what the states of each precision say."""

    types: Mapping[str, Integer | Floating | Pointer]
    states: Mapping[str, States]
    regions: Mapping[str, Integer]
    frames: FramedCalls
    seen: int = 0

    def __call__(self, location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> None:
        self.seen += 1
        every, few = Position(location, tuple(stack)), Position(location, self.frames.standing_for(stack))
        values = {name: type_.wrap(memory[name]) for name, type_ in self.types.items() if name in memory}
        for precision, states in self.states.items():
            position = few if precision == FRAMED.name else every
            assert any(
                contains(state, known)
                and memory_holds(state, self.regions, held)
                and texts_end(state, self.regions, held, known)
                for state in states.get(position, ())
                for held in (since_entered(state, memory),)
                for known in (values | depths(held) | cells_in(state, self.regions, held),)
            ), (precision, position, values)


def check(
    cfa: Cfa, executions: int, seed: int, precisions: Sequence[Precision] = (*PRECISIONS, *WITH_MEMORY), cpu: float = 60
) -> int:
    """How many states were looked at."""
    loops, places, watch = loops_of(cfa), integer_places(cfa), LimitWatch(SoftLimits(cpu=cpu))
    live = live_variables(cfa.edges, cfa.functions)
    thresholds, numbers = Vocabulary(cfa, places, live).constants(), Vocabulary(cfa, floating_places(cfa), live)
    floating = (numbers.places, float_thresholds(numbers))
    found: dict[str, States] = {}
    for precision in precisions:
        _, states = settled(DataFlowDomain(cfa, loops, places, thresholds, precision, *floating), watch)
        assert states is not None
        found[precision.name] = by_position(states)
    types: dict[str, Integer | Floating | Pointer] = {name_of(place): stored_type(place) for place in places}
    types |= pointers(cfa)
    types |= {name_of(place): floating_type(place) for place in numbers.places}
    see = Looking(types, found, region_types(cfa), FramedCalls(cfa, loops.recursive))
    interpreter, where, rng = Interpreter(cfa, keep_trace=False), between_steps(cfa), random.Random(seed)
    for _ in range(executions):
        interpreter.visit(random_inputs(rng), 400, where, see)
    return see.seen


@pytest.mark.parametrize("seeds", daily_and_slow(10, 20, 60))
def test_no_execution_is_lost(seeds: range) -> None:
    for seed in seeds:
        text, _ = small_program(seed)
        assert check(automaton_of(text, model_of(seed)), 6, seed)


@pytest.mark.parametrize("seeds", daily_and_slow(3, 20, 30))
def test_no_execution_of_a_larger_program_is_lost(seeds: range) -> None:
    for seed in seeds:
        check(automaton_of(generate(seed), model_of(seed)), 4, seed)


RELATIONS = [each for each in WITH_MEMORY if each.relations]


@pytest.mark.parametrize("seeds", daily_and_slow(30, 8, 250))
def test_no_execution_with_values_that_overlap_in_memory_is_lost(seeds: range) -> None:
    for seed in seeds:
        assert check(automaton_of(generate_overlapping(seed), model_of(seed)), 8, seed, RELATIONS)


OFTEN = (
    "text-index",
    "text-read-twice",
    "text-of-flag",
    "sizes-apart",
    "address-and-length",
    "counted-beside",
    "start-overwritten",
    "values-that-overlap",
)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each in OFTEN else pytest.mark.slow) for each in TWINS]
)
def test_no_execution_with_texts_is_lost(name: str) -> None:
    assert check(automaton(TWINS[name].proved), 12, 1)
    assert check(automaton(TWINS[name].violating), 12, 1)


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each.startswith("cut") else pytest.mark.slow) for each in TEXT_TWINS]
)
def test_no_execution_with_texts_of_unknown_length_is_lost(name: str) -> None:
    assert check(automaton(TEXT_TWINS[name].proved), 20, 1, RELATIONS)
    assert check(automaton(TEXT_TWINS[name].violating), 20, 1, RELATIONS)


@pytest.mark.parametrize("seeds", daily_and_slow(2, 8, 40))
def test_no_execution_of_generated_programs_about_texts_is_lost(seeds: range) -> None:
    for seed in seeds:
        assert check(automaton(DECLARATIONS + text_program(seed)), 12, seed, RELATIONS)


RECURSIVE = Shape(size=16, functions=2, recursion=True)

SAVING = """
extern unsigned char __VERIFIER_nondet_uchar(void);
static int f(int depth, int x) {
  int before = x + 1;
  int deeper = depth > 0 ? f(depth - 1, before * 2) : 0;
  return before + deeper;
}
int main(void) { return f(__VERIFIER_nondet_uchar() & 1, __VERIFIER_nondet_uchar()); }
"""
"""What callers save lies in memory, too, at numbers that are no addresses."""


def test_no_value_that_a_caller_saves_is_lost() -> None:
    assert check(automaton_of(SAVING), 10, 1, [*PRECISIONS, *WITH_MEMORY, FRAMED])


@pytest.mark.parametrize("name", RECURSIVE_TWINS)
def test_no_execution_is_lost_where_calls_are_framed(name: str) -> None:
    assert check(automaton(RECURSIVE_TWINS[name].proved), 12, 1, [FRAMED])
    assert check(automaton(RECURSIVE_TWINS[name].violating), 12, 1, [FRAMED])


@pytest.mark.parametrize("seeds", daily_and_slow(3, 8, 30))
def test_no_execution_of_generated_recursive_programs_is_lost(seeds: range) -> None:
    for seed in seeds:
        assert check(automaton(recursive_program(seed)), 6, seed, [FRAMED], cpu=120)
        assert check(automaton_of(generate(seed, RECURSIVE), model_of(seed)), 4, seed, [FRAMED])


TWO_OBJECTS = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int one[2] = {1, 2}, other[2] = {3, 4}, last[2] = {5, 6};
  int *at = __VERIFIER_nondet_uchar() ? one + 1 : __VERIFIER_nondet_uchar() ? other : last + 1;
  double x = __VERIFIER_nondet_uchar();
  if ((x < LIMIT) & (*at > 0) && x > 8.0) reach_error();
  return 0;
}
"""
"""What a condition says of a floating-point number, and of a number that is in one of several objects."""


@pytest.mark.parametrize(("limit", "is_reached"), [("4.0", False), ("10.0", True)])
def test_a_condition_about_several_objects_says_the_same_of_floats(limit: str, is_reached: bool) -> None:
    cfa = automaton_of(TWO_OBJECTS.replace("LIMIT", limit))
    assert check(cfa, 10, 1)
    floats = Vocabulary(cfa, floating_places(cfa), live_variables(cfa.edges, cfa.functions))
    floating = (floats.places, float_thresholds(floats))
    domain = DataFlowDomain(cfa, loops_of(cfa), integer_places(cfa), (), WITH_MEMORY[0], *floating)
    states = Fixpoint(domain, LimitWatch(SoftLimits(cpu=60))).states()
    assert states is not None
    assert any(position.location == cfa.error for position in states) is is_reached


FLOATING = sorted((Path(__file__).parents[2] / "programs" / "floats").glob("*.c"))
DAILY = FLOATING[5:8]


def sampled(paths: Sequence[Path]) -> list[Any]:
    """Of the floating-point programs, few every day; of those with large arrays, none."""
    is_slow = [path.parent.name == "arrays" or (path in FLOATING and path not in DAILY) for path in paths]
    return [
        pytest.param(path, marks=pytest.mark.slow if each else (), id=f"{path.parent.name}-{path.stem}")
        for path, each in zip(paths, is_slow, strict=True)
    ]


@pytest.mark.parametrize("path", sampled(FLOATING))
def test_no_execution_with_floating_numbers_is_lost(path: Path) -> None:
    assert check(automaton_of(path.read_text()), 10, 1)


@pytest.mark.parametrize("path", sampled(INDUCTIVE))
def test_facts_hold_in_executions(path: Path) -> None:
    cfa = automaton_of(path.read_text())
    tests: dict[Position, list[tuple[Expression, Evaluate]]] = {}
    for news in refined(cfa, LimitWatch(SoftLimits(cpu=60))):
        for position, facts in news.items():
            tests.setdefault(position, []).extend((fact, compiled(fact)) for fact in facts)

    def see(location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> None:
        for fact, holds in tests.get(Position(location, tuple(stack)), ()):
            assert holds(dict(memory)), fact

    interpreter, rng = Interpreter(cfa), random.Random(1)
    for _ in range(30):
        interpreter.visit(random_inputs(rng), 2_000, {position.location for position in tests}, see)
