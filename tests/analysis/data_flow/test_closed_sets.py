"""A closed set proves what no execution violates, and nothing else: programs with twins, and generated ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.data_flow.closed_set import ClosedSet, closed_sets
from coveriflow.analysis.data_flow.fixpoint import Fixpoint
from coveriflow.analysis.data_flow.precision import FRAMED, Precision
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.text.violations import MEMORY_ACCESSES, failing_checks
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.failing_checks import violating
from coveriflow.transform.leak_checks import with_leak_checks
from tests.analysis.data_flow.closed_programs import DECLARATIONS, TWINS
from tests.analysis.data_flow.recursive_programs import RECURSIVE_TWINS, recursive_program
from tests.analysis.data_flow.text_programs import TEXT_TWINS, text_program
from tests.analysis.runs import daily_and_slow

KINDS = frozenset({*MEMORY_ACCESSES, Undefined.LOST})
_STEPS = 2_000


def automaton(text: str, model: DataModel = DataModel.LP64) -> Cfa:
    violations = failing_checks(KINDS)
    cfa = with_leak_checks(program_cfa([("p.c", text)], model, violations), KINDS)
    return violating(cfa, KINDS)


def last_closed(cfa: Cfa, precisions: Sequence[Precision] = (), seconds: float = 30.0) -> ClosedSet | None:
    """The first that is a proof, else the last one."""
    found = None
    for found in closed_sets(cfa, LimitWatch(SoftLimits(cpu=seconds)), precisions):
        if found.is_proof:
            break
    return found


def is_violated(cfa: Cfa, values: Sequence[int]) -> bool:
    """Whether an execution in which all inputs are equal, or two of them alternate, comes to the error."""
    interpreter = Interpreter(cfa)
    pairs = ((a, b) for a in values for b in (a, 0, 1, 97))
    return any(interpreter.run([a, b] * 20, _STEPS).end is End.ERROR for a, b in pairs)


ALL_TWINS = TWINS | TEXT_TWINS


@pytest.mark.parametrize("name", ALL_TWINS)
def test_the_safe_twin_alone_is_proved(name: str) -> None:
    twins = ALL_TWINS[name]
    proved = last_closed(automaton(twins.proved))
    assert proved is not None
    assert proved.is_proof, [str(edge.origin) for edge in proved.open_errors]
    violating_ = last_closed(automaton(twins.violating))
    assert violating_ is None or not violating_.is_proof


def is_violated_by_texts(cfa: Cfa, seed: int) -> bool:
    """Whether one of some random texts leads to the error."""
    interpreter, rng = Interpreter(cfa), random.Random(seed)
    texts = ([rng.choice([0, 1, 97, 97, 98]) for _ in range(20)] for _ in range(150))
    return any(interpreter.run(text, _STEPS).end is End.ERROR for text in texts)


@pytest.mark.parametrize("name", RECURSIVE_TWINS)
def test_the_safe_twin_alone_is_proved_with_framed_calls(name: str) -> None:
    twins = RECURSIVE_TWINS[name]
    proved = last_closed(automaton(twins.proved), [FRAMED])
    assert proved is not None
    assert proved.is_proof, [str(edge.origin) for edge in proved.open_errors]
    violating_ = last_closed(automaton(twins.violating), [FRAMED])
    assert violating_ is not None
    assert not violating_.is_proof


def test_states_that_do_not_say_their_context_are_no_closed_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """What returns from them would come back nowhere."""

    def without_contexts(found: list[CompositeState] | None) -> list[CompositeState] | None:
        for state in found or ():
            state.elements[0].context = None
        return found

    reached, again = Fixpoint.reached, Fixpoint.reached_from
    monkeypatch.setattr(Fixpoint, "reached", lambda self: without_contexts(reached(self)))
    monkeypatch.setattr(Fixpoint, "reached_from", lambda self, states: without_contexts(again(self, states)))
    assert last_closed(automaton(next(iter(RECURSIVE_TWINS.values())).proved), [FRAMED]) is None


_TEXT = """char text[{size}]; for (int i = 0; i < {filled}; i++) text[i] = (char)in();
  text[{end}] = {last}; """
_LOOPS = (
    "int n = {first}; while (text[n] {op} {byte}) n += {step}; sum += n;",
    "char *p = text + {first}; while (*p) {{ if (*p == {byte}) {{ p++; if ({stops}) break; }} p += {step}; }}",
    "unsigned n = {first}; for (; text[n]; n++) if (text[n] == {byte}) text[n] = {last};",
    "char *p = text, *q = text; char c; while ((c = *p) != 0) {{ *q = c; p++; if (c != {byte}) q++; }} *q = {last};",
    "unsigned k = in() % {size}; char *m = malloc(k + {last}); if (!m) abort(); for (unsigned i = 0; i < k; i++)"
    " m[i] = text[i]; if (in() == {byte}) {{ {lose} abort(); }} free(m);",
    'const char *s = in() ? "abc" : ""; while (s[{first}]) s += {step};',
    "int ok = 0; if (in() < {byte}) {{ text[in() % {size}] = {last}; ok = {ok}; }}"
    " if (ok) {{ int n = 0; while (text[n]) n++; }}",
    "struct {{ char *text; unsigned long at; }} r = {{text, {first}}}; while (r.text[r.at] {op} {byte})"
    " {{ r.at += {step}; if (in() == {byte}) {{ {changes} }} }}",
    "struct {{ unsigned char at; char *text; }} r = {{{first}, text}}; char c; while ((c = r.text[r.at]) != 0)"
    " {{ if (in() == {byte}) {{ {changes} }} if (c != {byte}) r.at++; else r.at += {step}; }}",
)
_CHANGES = (
    "",
    "r.at = 0;",
    "r.at--;",
    "text[r.at] = 0;",
    "text[r.at] = 1;",
    "unsigned char *q = (unsigned char *)&r.at; q[0]++;",
    "unsigned char at = r.at; at++; r.at = at;",
)


def generated(seed: int) -> str:
    rng = random.Random(seed)
    size = rng.choice([4, 6])

    def filled(part: str) -> str:
        numbers = {"size": size, "filled": rng.choice([size, size - 1]), "end": rng.choice([size - 1, size - 2, 0])}
        numbers |= {"last": rng.choice([0, 0, 0, 1]), "first": rng.choice([0, 0, 1]), "step": rng.choice([1, 1, 1, 2])}
        numbers |= {"byte": rng.choice([0, 0, 1, 97]), "ok": rng.choice([0, 1])}
        words = {
            "op": rng.choice(["!=", "!=", ">"]),
            "stops": rng.choice(["!*p", "0"]),
            "lose": rng.choice(["", "m = 0;"]),
            "changes": rng.choice(_CHANGES),
        }
        return part.format(**numbers, **words)

    loops = "\n  ".join("{ " + filled(rng.choice(_LOOPS)) + " }" for _ in range(rng.choice([1, 2])))
    body = f"int main(void) {{\n  int sum = 0; {filled(_TEXT)}\n  {loops}\n  return 0;\n}}\n"
    return DECLARATIONS + "static unsigned char in(void) { return __VERIFIER_nondet_uchar(); }\n" + body


@pytest.mark.parametrize("seeds", daily_and_slow(8, 5, 100))
def test_no_proof_contradicts_an_execution(seeds: range) -> None:
    for seed in seeds:
        cfa = automaton(generated(seed))
        found = last_closed(cfa)
        assert found is None or not found.is_proof or not is_violated(cfa, range(0, 256, 15)), generated(seed)


@pytest.mark.parametrize("seeds", daily_and_slow(4, 5, 100))
def test_no_proof_about_texts_contradicts_an_execution(seeds: range) -> None:
    for seed in seeds:
        cfa = automaton(DECLARATIONS + text_program(seed))
        found = last_closed(cfa)
        assert found is None or not found.is_proof or not is_violated_by_texts(cfa, seed), text_program(seed)


@pytest.mark.parametrize("seeds", daily_and_slow(3, 8, 30))
def test_no_proof_with_framed_calls_contradicts_an_execution(seeds: range) -> None:
    for seed in seeds:
        cfa = automaton(recursive_program(seed))
        found = last_closed(cfa, [FRAMED], seconds=3.0)
        is_proof = found is not None and found.is_proof
        assert not is_proof or not is_violated(cfa, (0, 1, 40, 45, 97)), recursive_program(seed)


def test_what_is_left_has_kinds_and_lines() -> None:
    text = (
        "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  int a[4] = {0};\n"
        "  a[__VERIFIER_nondet_uint() % 4] = 1;\n  a[__VERIFIER_nondet_uint() % 5] = 1;\n  return 0;\n}\n"
    )
    found = last_closed(automaton(text))
    assert found is not None
    assert found.what_is_left() == "values in memory exclude 1 of 2 checks, but not: invalid dereference in p.c, line 5"
