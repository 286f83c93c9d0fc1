"""Differences of unknown values: they hold in executions, step functions keep the same, and no verdict is wrong."""

from __future__ import annotations

import random

from coveriflow.analysis.domains.offsets import Family, Shifted, compared, families_of
from coveriflow.analysis.domains.step_functions import StepFunctions
from coveriflow.analysis.domains.value_edges import Environment
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Input
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.interpreter.interpreter import End, Interpreter, storage_keys
from coveriflow.program.types.c_types import INT, Integer
from tests.analysis.domains.test_domains import explored
from tests.analysis.runs import automaton_of

NAMES = "abcd"
TYPES = ("int", "unsigned", "long long")


def program(seed: int) -> str:
    """Variables that are copied, counted up, read and compared, in an order that inputs decide."""
    rng = random.Random(seed)
    type_ = TYPES[seed % len(TYPES)]

    def sum_() -> str:
        return f"{rng.choice(NAMES)} {rng.choice('+-')} {rng.randrange(4)}"

    def simple() -> str:
        name = rng.choice(NAMES)
        return rng.choice(
            (
                f"{name} = {sum_()};",
                f"{name} = {rng.choice(NAMES)};",
                f"{name} = next({sum_()});",
                f"{name} {rng.choice('+-')}= {rng.randrange(3)};",
                f"{name} = any();",
                f"{name} = {rng.randrange(5)};",
                "swap();",
            )
        )

    def statement() -> str:
        if rng.random() < 0.6:
            return simple()
        test = f"{rng.choice(NAMES)} {rng.choice(('==', '!='))} {rng.choice((sum_(), str(rng.randrange(4))))}"
        return f"if ({test}) {{ {simple()} }} else {{ {simple()} {simple()} }}"

    cases = "".join(f"if (way == {number}) {{ {statement()} {statement()} }}\n" for number in range(4))
    last = f"{rng.choice(NAMES)} == {sum_()}"
    return f"""
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static {type_} a, b, c, d;
static {type_} any(void) {{ return __VERIFIER_nondet_int(); }}
static {type_} next({type_} before) {{ return before + 1; }}
static void swap(void) {{ {type_} kept = a; a = b; b = kept; }}
int main(void) {{
  a = any(); b = a + {rng.randrange(3)}; {simple()}
  for (int i = 0; i < 3; i++) {{
    int way = __VERIFIER_nondet_int();
    {cases}
  }}
  if ({last}) reach_error();
  return 0;
}}
"""


def holds(values: Values, memory: Environment) -> bool:
    for key, value in values.known.items():
        if isinstance(key, str) and " - " in key:
            one, other = key.split(" - ")
            if (memory[one] - memory[other] - value) % (1 << 64 if memory["wide"] else 1 << 32):
                return False
        elif memory[key] != value:
            return False
    return True


def _inputs(rng: random.Random) -> list[int]:
    return [rng.choice((rng.randrange(5), rng.randrange(-(2**31), 2**31))) for _ in range(60)]


def _memories(cfa: Cfa, inputs: list[int]) -> tuple[tuple[Edge, ...], list[Environment]]:
    """An execution, and what is in memory before each edge and at the end."""
    interpreter = Interpreter(cfa)
    whole = interpreter.run(inputs, 400)
    at_first: Environment = {k: 0 for g in cfa.globals for k in storage_keys(g.variable)}
    is_wide = any(isinstance(g.variable.type, Integer) and g.variable.type.width == 64 for g in cfa.globals)
    found = []
    for length in range(len(whole.trace) + 1):
        memory = dict(at_first)
        memory.update(interpreter.run(inputs, length).memory)
        memory["wide"] = int(is_wide)
        found.append(memory)
    return tuple(whole.trace), found


def test_what_is_kept_holds_along_executions() -> None:
    kept = 0
    for seed in range(24):
        cfa, rng = automaton_of(program(seed)), random.Random(seed)
        trace, memories = _memories(cfa, _inputs(rng))
        domain = ValueDomain(cfa, relates=True)
        current = domain.initial()
        for edge, memory in zip(trace, memories[1:], strict=True):
            following = domain.successor(current, (edge,))
            assert following is not None, f"{edge} is not possible with {current}"
            assert holds(following, memory), f"after {edge}: {following}, not {memory}"
            kept += sum(isinstance(key, str) and " - " in key for key in following.known)
            current = following
    assert kept > 500


def test_step_functions_do_what_the_domain_says() -> None:
    checked = related = 0
    for seed in range(12):
        cfa = automaton_of(program(seed))
        domain = ValueDomain(cfa, relates=True)
        functions = StepFunctions(domain)
        for node in explored(cfa, [domain]).nodes[:300]:
            known = node.state.elements[0].known
            for arc in node.arcs:
                after, own = domain.successor(Values(known), arc.step), known.copy()
                assert functions.whole(arc.step)(own) is (after is not None)
                assert after is None or after.known == own
                checked += 1
            related += any(isinstance(key, str) and " - " in key for key in known)
    assert checked > 500
    assert related > 100


def test_no_verdict_is_contradicted() -> None:
    """An error that one of many executions has is never excluded."""
    proved = violated = 0
    for seed in range(40):
        cfa, rng = automaton_of(program(seed)), random.Random(seed)
        found = ExplicitValueAnalysis(cfa, SoftLimits(states=3000)).run()
        ends = {Interpreter(cfa).run(_inputs(rng), 400).end for _ in range(40)}
        assert not (found.verdict is Verdict.TRUE and End.ERROR in ends), seed
        proved += found.verdict is Verdict.TRUE
        violated += End.ERROR in ends
    assert proved >= 3
    assert violated >= 10


def test_groups_are_told_by_one_of_them() -> None:
    x, y, z = (Variable(name, INT) for name in "xyz")
    family = Family((x, y, z))
    known: Environment = {"y - x": 3, "z - x": 1}
    groups = family.groups(known)
    assert family.difference(groups, Shifted(z, 5), Shifted(y, 0)) == 3
    known["y"] = 2
    family.put(known, groups)
    assert known == {"x": -1, "y": 2, "z": 0}


def test_what_is_united_is_one_group() -> None:
    x, y, z = (Variable(name, INT) for name in "xyz")
    family = Family((x, y, z))
    known: Environment = {"z - y": 4}
    groups = family.groups(known)
    family.united(groups, Shifted(x, 1), Shifted(z, 0))
    family.put(known, groups)
    assert known == {"y - x": 2**32 - 3, "z - x": 1}


def test_which_comparisons_count() -> None:
    """Those of values of one width, that a number is added to at most."""
    text = """extern int any(void); unsigned a, b; long wide; _Bool c, d;
    int main(void) { a = any(); b = a; wide = any(); if (a + 1 == b - 2) return 1; if (a * 2 == b) return 2;
    if (wide == a) return 3; if (c == d) return 4; if (a == 7) return 5; return 0; }"""
    cfa = automaton_of(text)
    conditions = {e.operation.condition for e in cfa.edges if isinstance(e.operation, Assume)}
    [(left, right)] = filter(None, map(compared, conditions))
    assert {left.variable.name if left.variable else "", right.variable.name if right.variable else ""} == {"a", "b"}
    assert {left.number, right.number} == {1, -2}
    assert [name for family in families_of(cfa) for name in family.names if name in "ab"] == ["a", "b"]
    assert any(isinstance(edge.operation, Input) for edge in cfa.edges)
