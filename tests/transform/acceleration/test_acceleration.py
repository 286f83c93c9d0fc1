"""Accelerated programs reach the states of their originals, and no others (Theorems 4.1 and 5.1), by execution."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors import bmc
from coveriflow.actors.definition import performed
from coveriflow.actors.work.reduce.accelerate import Accelerating, accelerated_task
from coveriflow.actors.work.reduce.residual import part_of
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.artifacts.answers import Violation
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Check, Location, Return
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable
from coveriflow.program.expressions.make import binary, cast
from coveriflow.program.frontend import program_cfa
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.c_types import Integer
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.acceleration.accelerated import Accelerated, accelerated
from coveriflow.transform.acceleration.accelerators import accelerators_of
from coveriflow.transform.acceleration.checking import Checker, Outcome
from coveriflow.transform.acceleration.contracts import Accelerator, Found, Subsumption
from coveriflow.transform.acceleration.feasibility import is_always_defined
from coveriflow.transform.acceleration.names import FreshNames
from coveriflow.transform.acceleration.restricted import restricted
from coveriflow.transform.acceleration.trace_automata import ACCEPTING, full_trace_automaton, trace_automaton
from coveriflow.transform.reducers.catalogue import identity
from tests.transform.acceleration.acceleration_programs import LoopProgram, as_written, final_states, truth

_CPU = 4.0
_FEW = 3
_CHUNK = 25
_HEAD = "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
_INPUT = "extern int __VERIFIER_nondet_int(void);\n"


def automaton_of(text: str) -> Cfa:
    """Of a whole program."""
    return program_cfa([("program.c", text)], DataModel.LP64)


def found_in(text: str) -> tuple[Cfa, Found, Accelerated]:
    """The accelerators of a program, and the program with them."""
    cfa = automaton_of(text)
    names = FreshNames.beside(cfa)
    found = accelerators_of(cfa, names, 0.5)
    return cfa, found, accelerated(cfa, found.accelerators, names)


def verdict(cfa: Cfa, bound: int = _FEW) -> Findings:
    """Of bounded model checking of the program as it is printed."""
    again = automaton_of(printed(cfa).text)
    return BoundedModelChecker(again, SoftLimits(cpu=_CPU), UnwindingLimits(1, bound)).run()


def main(body: str) -> str:
    """A program with this body."""
    return f"{_HEAD}{_INPUT}int main(void) {{\n{body}\n  return 0;\n}}\n"


@pytest.mark.parametrize(
    ("number", "alone", "few"), [(1, "unknown", "true"), (2, "false", "false"), (3, "unknown", "false")]
)
def test_the_figures_need_three_unwindings(examples: Path, number: int, alone: str, few: str) -> None:
    """Figs. 1 to 3: a proof, a shallow bug, and one behind 10^6 iterations."""
    cfa, _, made = found_in((examples / f"trace-fig{number}.c").read_text())
    assert verdict(cfa).verdict.value == alone
    assert verdict(restricted(made).cfa).verdict.value == few
    if few == "false":
        assert verdict(made.program.cfa).verdict.value == few


def _sets(examples: Path) -> list[Path]:
    return sorted((examples / "acceleration").glob("*.c"))


def _check_example(program: Path) -> None:
    text = program.read_text()
    _, _, made = found_in(text)
    assert f"EXPECT: {verdict(restricted(made).cfa).verdict.value}" in text.partition("\n")[0], program.name


@pytest.mark.parametrize("number", [4, 5, 20])
def test_some_examples(examples: Path, number: int) -> None:
    """Phases, nested loops; a deep bug."""
    _check_example(_sets(examples)[number])


@pytest.mark.slow
def test_all_examples(examples: Path) -> None:
    """All are decided at unwinding 3."""
    assert len(_sets(examples)) == 29
    for program in _sets(examples):
        _check_example(program)


def _check_generated(seed: int, compiler: str, folder: Path) -> None:
    """No verdict on an accelerated program contradicts the executions of the original."""
    text = LoopProgram(seed).text()
    _, _, made = found_in(as_written(text))
    found = {verdict(made.program.cfa).verdict, verdict(restricted(made).cfa).verdict}
    if found != {Verdict.UNKNOWN}:
        known = truth(text, compiler, folder)
        opposite = {"true": Verdict.FALSE, "false": Verdict.TRUE}
        assert opposite.get(known) not in found, f"seed {seed}"
        assert len(found - {Verdict.UNKNOWN}) <= 1, f"seed {seed}"


@pytest.mark.parametrize("seed", [2000, 2002, 2004])
def test_a_few_generated_programs(seed: int, compiler: str, tmp_path: Path) -> None:
    """Variables of eight bits, promoted and wrapping, several paths and loops."""
    _check_generated(seed, compiler, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(40))
def test_a_thousand_generated_programs(chunk: int, compiler: str, tmp_path: Path) -> None:
    """The same for many."""
    for seed in range(chunk * _CHUNK, (chunk + 1) * _CHUNK):
        _check_generated(seed, compiler, tmp_path)


def _check_states(seed: int, compiler: str, folder: Path) -> None:
    """Final states of the original, and others beside them: the accelerated program reaches those, and not these."""
    program = LoopProgram(seed)
    text = program.text()
    states = final_states(program, text, compiler, folder)
    if not states:
        return
    rng = random.Random(seed)
    reachable = rng.sample(sorted(states), min(2, len(states)))
    beside = [tuple(v + rng.choice([-1, 0, 1]) for v in state) for state in reachable]
    names = [*program.variables, "n"]
    for state in {*reachable, *beside}:
        test = " && ".join(f"{name} == {value}" for name, value in zip(names, state, strict=True))
        _, _, made = found_in(program.asking(test))
        wrong = Verdict.TRUE if state in states else Verdict.FALSE
        for cfa in (made.program.cfa, restricted(made).cfa):
            assert verdict(cfa).verdict is not wrong, f"seed {seed}, {test}"


@pytest.mark.parametrize("seed", [3001])
def test_states_are_kept(seed: int, compiler: str, tmp_path: Path) -> None:
    """Theorems 4.1 and 5.1 on bounded domains."""
    _check_states(seed, compiler, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(5))
def test_states_are_kept_by_many(chunk: int, compiler: str, tmp_path: Path) -> None:
    """The same for many."""
    for seed in range(3000 + 20 * chunk, 3020 + 20 * chunk):
        _check_states(seed, compiler, tmp_path)


_LOOPS = main(
    """
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0, k = 0;
  while (i < n) { if (i < 100) { s += 2; } else { s += i; } i++; }
  while (__VERIFIER_nondet_int() != 0 && k < 1000) { k += 3; if (k == 50) reach_error(); }
  while (k != n) { k++; }
"""
)


@functools.cache
def _loops() -> tuple[Cfa, Found, Accelerated]:
    return found_in(_LOOPS)


def _changed(accelerator: Accelerator, change: Callable[[Expression], Expression], at: Variable) -> Checker:
    updates: Mapping[Variable, Expression] = {
        variable: change(value) if variable == at else value for variable, value in accelerator.form.updates.items()
    }
    return Checker(accelerator.iteration, replace(accelerator.form, updates=updates), 0.5)


def _one_more(value: Expression, type_: Integer) -> Expression:
    return cast(binary(BinaryOp.ADD, value, Constant(1, type_)), type_)


def test_wrong_closed_forms_are_refused() -> None:
    """However a closed form was derived: one more, or one iteration more, is not sound."""
    _, found, _ = _loops()
    assert len(found.accelerators) >= 4
    for accelerator in found.accelerators:
        for variable in list(accelerator.form.updates)[:1]:
            type_ = variable.type
            assert isinstance(type_, Integer)
            wrong = _changed(accelerator, functools.partial(_one_more, type_=type_), variable)
            assert wrong.sound() is Outcome.NO


def test_bounds_are_needed() -> None:
    """Without them the guard need not hold in between, and one passage is not one of the accelerator's."""
    _, found, _ = _loops()
    for accelerator in found.accelerators:
        form = replace(accelerator.form, feasible=accelerator.form.feasible[:1])
        assert Checker(accelerator.iteration, form, 0.5).sound() is Outcome.NO


def test_two_alphabets_accept_the_same() -> None:
    """An automaton that sees only choices follows one that sees all edges, along random paths."""
    _, _, made = _loops()
    cfa, patterns = made.program.cfa, (*made.traces, *made.twice)
    small, full = trace_automaton(cfa, patterns), full_trace_automaton(cfa, patterns)
    assert patterns
    rng, accepted = random.Random(1), 0
    for _ in range(1000):
        location, states, stack = cfa.entry, (0, 0), list[Location]()
        for _ in range(120):
            edges = [e for e in cfa.leaving[location] if not isinstance(e.operation, Return) or e.target == stack[-1]]
            if not edges:
                break
            edge = rng.choice(edges)
            if isinstance(edge.operation, Call):
                stack.append(edge.operation.return_to)
            elif isinstance(edge.operation, Return):
                stack.pop()
            states = small.successor(states[0], edge), full.successor(states[1], edge)
            assert (states[0] == ACCEPTING) == (states[1] == ACCEPTING)
            location = edge.target
        accepted += states[0] == ACCEPTING
    assert 30 < accepted < 1000


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("float f = 0; while (f < 9) f = f + 1;", "it computes with floating values"),
        ("int a[9], *p = a; unsigned i = 0; while (i < 9) { p[i] = 1; i++; }", "memory that is no array with a name"),
        ("int s = 0; while (s < 9) s += __VERIFIER_nondet_int();", "inputs"),
        ("unsigned x = 1; while (x < 999) x = x * 3;", "no closed form"),
        ("int x = 0; while (x == 5) x = 6;", "it is never taken twice in a row"),
    ],
)
def test_what_is_left_alone_has_a_reason(body: str, reason: str) -> None:
    """And no accelerator that could be wrong."""
    _, found, made = found_in(main(body))
    assert any(reason in each.reason for each in found.left_alone) or any(
        each.subsumption is not Subsumption.ALWAYS for each in found.accelerators
    )
    assert made.program.cfa.edges


def test_polynomials_and_products() -> None:
    """Sums of sums, checked by Pascal's rule."""
    text = main(
        "unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0, c = 0;\n"
        "while (i < n) { s += i; c += s; i++; }\nif (n == 100 && c != 166650) reach_error();"
    )
    _, found, made = found_in(text)
    assert [each.subsumption for each in found.accelerators] == [Subsumption.ALWAYS]
    assert len(found.accelerators[0].form.binomials) == 2
    assert verdict(restricted(made).cfa).verdict is Verdict.TRUE


def test_splits_ask_nothing_undefined() -> None:
    """The condition at a head is asked wherever control comes there: it must have a value in every state."""
    text = main(
        "unsigned char n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), i = 0;\n"
        "while (m != 0 && i % m != 5 && i != n) { i += 2; }\nif (m == 0) reach_error();"
    )
    _, _, made = found_in(text)
    assert verdict(restricted(made).cfa).verdict is Verdict.FALSE
    assert not is_always_defined(_loop_guard(text))


def _loop_guard(text: str) -> Expression:
    """The remainder by a variable."""
    tests = [edge.operation.condition for edge in automaton_of(text).edges if isinstance(edge.operation, Assume)]
    return next(each for each in tests if "MOD" in repr(each))


def test_elements_are_read_before_they_are_written() -> None:
    """What an iteration takes out of an array, and then puts something else there: the old element counts."""
    text = main(
        "unsigned a[3] = {3, 4, 5}, i = 0, x = 0, y = 0, n = __VERIFIER_nondet_uint();\n"
        "while (i < n && i < 3) { x = a[i]; y = x + i; a[i] = 7; i++; }\nif (QUESTION) reach_error();"
    )
    for question, expected in (("x == 5 && y == 7 && a[2] == 7", Verdict.FALSE), ("x == 7", Verdict.TRUE)):
        _, found, made = found_in(text.replace("QUESTION", question))
        assert [each.subsumption for each in found.accelerators] == [Subsumption.ALWAYS]
        assert verdict(restricted(made).cfa).verdict is expected


def test_programs_of_32_bits_have_no_types_of_128() -> None:
    """Compilers for ILP32 do not know them."""
    text = main("unsigned long long z = 0;\nwhile (z < 10000000000ULL) { z += 3; }")
    for model, wide in ((DataModel.LP64, True), (DataModel.ILP32, False)):
        cfa = program_cfa([("program.c", text)], model)
        names = FreshNames.beside(cfa)
        made = accelerated(cfa, accelerators_of(cfa, names, 0.5).accelerators, names)
        assert ("__int128" in printed(made.program.cfa).text) is wide


def test_idle_loops_end() -> None:
    """Where the number of iterations makes no difference one passage is enough, with its last inputs."""
    text = main(
        "int x = 0, y = 1;\nwhile (__VERIFIER_nondet_int() != 0) { x = __VERIFIER_nondet_int(); y = 2; }\n"
        "if (QUESTION) reach_error();"
    )
    for question, expected in (("x == 3", Verdict.FALSE), ("x == 3 && y == 1", Verdict.TRUE)):
        _, found, made = found_in(text.replace("QUESTION", question))
        assert {each.form.count for each in found.accelerators} == {None}
        assert verdict(restricted(made).cfa, 8).verdict is expected


def test_inputs_of_iterations_are_given_to_each() -> None:
    """A violation of the accelerated program becomes one of the original, which reads an input in each iteration."""
    text = main(
        "unsigned k = 0;\nwhile (k < 5000 && __VERIFIER_nondet_int() == 7) { k += 2; }\n"
        "if (k == 3000 && __VERIFIER_nondet_int() == 9) reach_error();"
    )
    source = Source("program.c", text, text)
    subject = Property(PropertyKind.UNREACH_CALL, "reach_error")
    task = Task((source,), Specification((subject,), "main"), DataModel.LP64)
    residual = accelerated_task(task, Accelerating(automata=True))
    (produced,) = [each for each in performed(bmc(last_bound=3), (residual,)) if isinstance(each, Violation)]
    assert produced.values[:1500] == (7,) * 1500
    assert produced.values[1501] == 9
    assert len(produced.values) == 1502
    with pytest.raises(NotSupported, match="a residual program of an accelerated program"):
        part_of(
            residual,
            automaton_of(text),
            identity(automaton_of(text), ResolvedCondition(frozenset(), frozenset(), {})),
            None,
        )


def test_wrapping_paths_are_kept() -> None:
    """Where the accelerator is strictly under-approximating the head is split: what wraps is still reached."""
    text = main(
        "unsigned char c = 249; unsigned k = 0;\nwhile (c != 2) { c = c + 4; k++; if (k == 4) break; }\n"
        "if (c == 9 && k == 4) reach_error();"
    )
    _, found, made = found_in(text)
    assert any(each.subsumption is Subsumption.WHERE for each in found.accelerators)
    assert verdict(restricted(made).cfa, 8).verdict is Verdict.FALSE


@pytest.mark.parametrize("last", ["a[i];", "n << i;"])
def test_a_check_at_the_end_of_an_iteration_stays(last: str) -> None:
    """What may be undefined there is told: a trace is cut off behind it."""
    text = main(f"int a[9], i = 0, n = __VERIFIER_nondet_int();\nwhile (i < n) {{ i++; {last} }}")
    _, found, made = found_in(text)
    assert [each.subsumption for each in found.accelerators] == [Subsumption.ALWAYS]
    assert isinstance(found.accelerators[0].trace.edges[-1].operation, Check)
    assert verdict(restricted(made).cfa).undefined
