"""Programs with abstracted loops have all executions of their originals, shortened: by execution, and by verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest

from coveriflow.analysis.induction.loop_invariants import loop_invariants
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, Location
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.program.errors import InputError
from coveriflow.program.expressions.compile import Key
from coveriflow.program.expressions.expressions import BinaryOp, Expression, Variable, all_parts
from coveriflow.program.expressions.make import binary
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter, storage_keys
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.loop_abstraction import AbstractedLoops, Invariants, abstracted, stated, with_invariants
from tests.analysis.runs import automaton_of, bounded, daily_and_slow, runs_of
from tests.generators.programs import Shape, generate

_HEAD = """\
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void); extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *);
"""
_STEPS = 3_000
Keys = tuple[Key, ...]
_RANGE = 4
_SHAPES = (
    Shape(size=12, loops=2, inputs=2, arrays=1, functions=1, input_range=_RANGE, errors=2),
    Shape(size=20, loops=3, inputs=2, arrays=0, functions=2, input_range=_RANGE, errors=3),
)


def made(text: str, seconds: float = 5.0) -> tuple[Cfa, Loops, AbstractedLoops]:
    """The automaton of a program, its loops, and what becomes of them."""
    cfa = automaton_of(_HEAD + text)
    loops = loops_of(cfa)
    return cfa, loops, abstracted(cfa, loops, _known(cfa, seconds))


def _known(cfa: Cfa, seconds: float) -> Invariants:
    return stated(cfa, loop_invariants(cfa, SoftLimits(cpu=seconds)))


def again(cfa: Cfa) -> Cfa:
    """The automaton of the printed text, as a verifier that is given it reads it."""
    return program_cfa([("printed.c", printed(cfa).text)], cfa.data_model)


def reasons(text: str) -> list[str]:
    """Why loops stay as they are."""
    return [reason for _, reason in made(text)[2].left_alone]


# -- executions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Moment:
    """Control is at ``location``, under so many calls; ``edge`` is taken next."""

    location: Location
    depth: int
    edge: Edge
    memory: Mapping[Key, int]


def _moments(cfa: Cfa, inputs: Sequence[int]) -> list[_Moment]:
    """Of one execution; a copy of the memory only where loops begin."""
    found: list[_Moment] = []
    loops, location, depth, memory = loops_of(cfa), cfa.entry, 0, dict[Key, int]()
    for taken in Interpreter(cfa).steps(inputs, _STEPS):
        found.append(_Moment(location, depth, taken.edge, memory))
        location, depth = taken.edge.target, taken.depth
        memory = dict(taken.memory) if loops.is_head(location) else {}
    return found


def _shortened(
    moments: Sequence[_Moment], read: Sequence[int], loops: Loops, changed: Mapping[Location, Keys], iterations: int
) -> Iterator[int]:
    """What the abstracted program reads where the original reads ``read``: of a loop that comes to its head too often,
    the first iterations are left out; values at the visit where it goes on are read instead.
    """
    place, number, inside = 0, 0, list[tuple[Location, int]]()
    while place < len(moments):
        here = moments[place]
        inside = [each for each in inside if _is_inside(each, here, loops)]
        if here.location in changed and (here.location, here.depth) not in inside:
            inside.append((here.location, here.depth))
            visits = _visits(moments, place, loops)
            goes_on = visits[max(0, len(visits) - iterations)]
            is_any = iterations == 1 or len(visits) > iterations
            number += sum(map(_read_at, moments[place:goes_on]))
            place, here = goes_on, moments[goes_on]
            yield from [] if iterations == 1 else [int(is_any)]
            yield from (here.memory.get(key, 0) for key in changed[here.location] if is_any)
        yield from read[number : number + _read_at(here)]
        number += _read_at(here)
        place += 1


def _read_at(moment: _Moment) -> int:
    """How many values: an array takes one for each element."""
    operation = moment.edge.operation
    return sum(1 for _ in storage_keys(operation.target)) if isinstance(operation, Input) else 0


def _is_inside(loop: tuple[Location, int], here: _Moment, loops: Loops) -> bool:
    head, depth = loop
    return here.depth > depth or (here.depth == depth and head in loops.heads.get(here.location, ()))


def _visits(moments: Sequence[_Moment], first: int, loops: Loops) -> list[int]:
    """Of the same loop under the same call, until it is left."""
    loop, found = (moments[first].location, moments[first].depth), [first]
    for place in range(first + 1, len(moments)):
        if not _is_inside(loop, moments[place], loops):
            break
        if (moments[place].location, moments[place].depth) == loop:
            found.append(place)
    return found


def _changes(found: AbstractedLoops) -> dict[Location, Keys]:
    """The keys of the values that are read at heads where these may be any, in order."""
    program = found.program
    return {head: tuple(key for v in _read_from(program, head) for key in storage_keys(v)) for head in found.heads}


def _read_from(program: Transformed, head: Location) -> Iterator[Variable]:
    """Along the steps that were added, where they branch to where more is read."""
    location = head
    for _ in range(1_000):
        edge = program.cfa.leaving[location][0]
        if edge not in program.inner:
            return
        if isinstance(edge.operation, Input) and "any_state" not in edge.operation.target.name:
            yield edge.operation.target
        location = edge.target


def _follow(text: str, model: DataModel, seed: int) -> int:
    """Each execution of a random program is one of the abstracted program; how many were compared."""
    cfa, iterations = automaton_of(text, model), seed % 3 + 1
    loops = loops_of(cfa)
    found = abstracted(cfa, loops, _known(cfa, 1.0), iterations)
    if not found.heads:
        return 0
    changed, compared = _changes(found), 0
    interpreters = [Interpreter(found.program.cfa), Interpreter(again(found.program.cfa))]
    for execution in runs_of(cfa, _RANGE, 40, seed).executions:
        if execution.end not in (End.ERROR, End.RETURNED):
            continue
        values = [value for _, value in execution.inputs]
        shorter = list(_shortened(_moments(cfa, values), values, loops, changed, iterations))
        for interpreter in interpreters:
            replay = interpreter.run(shorter, 4 * _STEPS)
            assert replay.end is execution.end, (iterations, values, shorter, text)
            assert len(replay.inputs) == len(shorter)
        compared += 1
    return compared


@pytest.mark.parametrize("seeds", daily_and_slow(daily=6, slow=10, size=20))
def test_each_execution_is_one_of_the_abstracted_program(seeds: range) -> None:
    """It ends in the same way, and finds the invariants true."""
    compared = [_follow(generate(seed, _SHAPES[seed % 2]), list(DataModel)[seed // 2 % 2], seed) for seed in seeds]
    assert sum(1 for each in compared if each) > len(seeds) // 4


@pytest.mark.parametrize("seeds", daily_and_slow(daily=4, slow=5, size=40))
def test_invariants_that_are_assumed_change_no_execution(seeds: range) -> None:
    """The printed program reads the same, and ends in the same way."""
    for seed in seeds:
        cfa = automaton_of(generate(seed, _SHAPES[seed % 2]))
        printed_one = Interpreter(again(with_invariants(cfa, loops_of(cfa), _known(cfa, 0.5)).cfa))
        for execution in runs_of(cfa, _RANGE, 20, seed).executions:
            if execution.end in (End.ERROR, End.RETURNED):
                replay = printed_one.run([value for _, value in execution.inputs], 4 * _STEPS)
                assert replay.end is execution.end


# -- verdicts ------------------------------------------------------------------------------------------------------

_CHECK = "void check(int c) { if (!c) reach_error(); }\n"
_ROTATED = """
int main(void) {
  unsigned a = 0, b = 1, c = 2;
  while (__VERIFIER_nondet_int()) { check(a < 3); unsigned t = a; a = b; b = c; c = t; }
  return 0;
}"""


def verdict(text: str, iterations: int, invariants: bool = True) -> Verdict:
    """Of bounded model checking of the program as it is printed."""
    cfa = automaton_of(_HEAD + _CHECK + text)
    loops = loops_of(cfa)
    found = abstracted(cfa, loops, _known(cfa, 5.0) if invariants else {}, iterations)
    assert found.heads
    return bounded(again(found.program.cfa), last=iterations + 1).verdict


@pytest.mark.parametrize(("iterations", "said"), [(1, Verdict.FALSE), (3, Verdict.FALSE), (4, Verdict.TRUE)])
def test_iterations_are_the_k_of_k_induction(iterations: int, said: Verdict) -> None:
    """Three values in turn: without invariants, ``a`` is small at the fourth visit if it was at three before."""
    assert verdict(_ROTATED, iterations, invariants=False) is said


def test_invariants_make_one_iteration_enough() -> None:
    """Of the same program."""
    assert verdict(_ROTATED, 1) is Verdict.TRUE


_SAFE = {
    "nested": """int main(void) {
      unsigned n = __VERIFIER_nondet_uint(), i, s = 0;
      for (i = 0; i < n; i++) { for (unsigned j = 0; j < 3; j++) s++; check(s >= 0 && i < n); }
      check(i >= n); return 0; }""",
    "called from two places": """void up(unsigned n) { unsigned i = 0; while (i < n) i++; check(i == n); }
      int main(void) { up(5); up(__VERIFIER_nondet_uint()); return 0; }""",
    "a call that ends the body, and one before the loop": """unsigned g; void step(void) { if (g < 10) g++; }
      int main(void) { step(); while (__VERIFIER_nondet_int()) step(); check(g <= 10 && g >= 1); return 0; }""",
    "an array": """int main(void) {
      int a[4] = {1, 1, 1, 1}; unsigned i = 0;
      while (i < 4000000000U) { a[i % 4] = 2; i++; }
      check(i == 4000000000U); return 0; }""",
    "floating": """int main(void) {
      double x = 0; while (__VERIFIER_nondet_int()) { if (x < 1000) x = x + 1; }
      check(x <= 2000); return 0; }""",
}


@pytest.mark.parametrize("text", _SAFE.values(), ids=_SAFE)
def test_what_is_safe_is_proved_without_unwinding(text: str) -> None:
    """By one iteration, and the invariants."""
    assert verdict(text, 1) is Verdict.TRUE


@pytest.mark.parametrize("iterations", [1, *(pytest.param(each, marks=pytest.mark.slow) for each in (2, 4))])
@pytest.mark.parametrize("text", _SAFE.values(), ids=_SAFE)
def test_a_violation_is_never_lost(text: str, iterations: int) -> None:
    """Of the same programs, where the last check fails after many iterations, or after few."""
    before, _, after = text.rpartition("check(")
    for condition in ("0", "__VERIFIER_nondet_int() != 77"):
        assert verdict(f"{before}check({condition}); check({after}", iterations) is Verdict.FALSE


_NESTED_CALLS = {
    "of the same name": """void f(void) { int k = 0; while (k < 1000) k++; if (k == 1000) reach_error(); }
      int main(void) { int k = 0; while (k < 5) { f(); k++; } return 0; }""",
    "of another name": """void f(int n) { while (n > 10) n -= 3; if (n == 8) reach_error(); }
      int main(void) { int k = 0; while (k < 50) { f(k); k++; } return 0; }""",
}


@pytest.mark.parametrize("iterations", [1, 3])
@pytest.mark.parametrize("text", _NESTED_CALLS.values(), ids=_NESTED_CALLS)
def test_a_caller_that_waits_has_variables_of_its_own(text: str, iterations: int) -> None:
    """What k-induction knows of them in the loop of a function that is called, the text of that function cannot say."""
    assert verdict(text, iterations) is Verdict.FALSE


def test_what_cannot_be_said_is_left_out() -> None:
    """No local variables of others, nothing of where objects lie, no types that the data model lacks."""
    text = """long long n; void f(void) { long long x = 0; while (x < n) x++; check(x >= 0); }
      int main(void) { n = __VERIFIER_nondet_int(); int k = 0; while (k < 5) { int *p = &k; f(); ++*p; } return 0; }"""
    cfa = program_cfa([("program.c", _HEAD + _CHECK + text)], DataModel.ILP32)
    known = loop_invariants(cfa, SoftLimits(cpu=5.0))
    assert {v for some in known.values() for v in _variables(some)} - {
        v for s in stated(cfa, known).values() for v in s
    }
    for head, some in stated(cfa, known).items():
        assert all(v.name.startswith(f"{head.function}::") or v.name == "n" for v in _variables(some))
        assert "__int128" not in " ".join(str(part.type) for part in all_parts(tuple(some)))


def _variables(some: Sequence[Expression]) -> list[Variable]:
    return [part for part in all_parts(tuple(some)) if isinstance(part, Variable)]


def test_invariants_are_about_what_is_read_again() -> None:
    """``t`` keeps what it has before the loop, where the loop is abstracted."""
    text = "int main(void) { int i = 0, t = -1; while (__VERIFIER_nondet_int()) { t = i; i = t + 1; } return i < 0; }"
    cfa = automaton_of(_HEAD + text)
    (head,) = (each for each in cfa.locations if loops_of(cfa).is_head(each))
    i, t = (next(v for v in cfa.functions["main"].locals if v.name == f"main::{name}") for name in "it")
    kept = stated(cfa, {head: [binary(BinaryOp.GT, i, t), binary(BinaryOp.GE, i, i)]})
    assert kept == {head: (binary(BinaryOp.GE, i, i),)}


@pytest.mark.parametrize("iterations", [-1, 0, 1001, 1 << 32, (1 << 32) + 1])
def test_iterations_are_few(iterations: int) -> None:
    """They are counted by 32 bits."""
    cfa = automaton_of(_HEAD + "int main(void) { return 0; }")
    with pytest.raises(InputError, match="keeps from 1 to 1000 iterations"):
        abstracted(cfa, loops_of(cfa), {}, iterations)


_ALONE = {
    "the end of an object": (
        "int *p = malloc(4), i = 0; while (i < 9) { if (i == 5) free(p); i++; }",
        "objects in memory begin or end in it",
    ),
    "a pointer": ("int x, y, *p = &x; while (__VERIFIER_nondet_int()) { *p = 1; p = &y; }", "memory"),
    "a large array": ("int a[100]; unsigned i = 0; while (i < 9) { a[i++] = 1; }", "'a', a large array"),
    "a jump": (
        "int i = 0; if (__VERIFIER_nondet_int()) goto in; while (i < 9) { i++; in: i += 2; }",
        "a jump leads into it",
    ),
}


@pytest.mark.parametrize(("body", "reason"), _ALONE.values(), ids=_ALONE)
def test_other_loops_stay_as_they_are(body: str, reason: str) -> None:
    """Each with its reason."""
    found = reasons(f"int main(void) {{ {body} reach_error(); return 0; }}")
    assert found
    assert all(reason in each for each in found)


def test_a_change_of_rounding_is_left_alone() -> None:
    """The direction is no variable of the text."""
    text = "extern int fesetround(int); int main(void) { while (__VERIFIER_nondet_int()) fesetround(0x400); return 0; }"
    assert reasons(text) == ["it changes how numbers are rounded"]


def test_recursive_programs_stay_as_they_are() -> None:
    """A local variable of an outer call is none of the loop."""
    text = (
        "int f(int n) { int i = 0; while (i < n) i++; return n <= 0 ? 0 : f(n - 1); } int main(void) { return f(5); }"
    )
    assert reasons(text) == ["the program has recursive functions"]
