"""Correctness witnesses: confirmed only with a proof, refuted only by an execution; witnesses that lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.actors import kinduction, validate_witness
from coveriflow.actors.work.validate.probes import NotMatchedError, expression_text
from coveriflow.actors.work.verify import portfolio
from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import InvariantSet
from coveriflow.execution.processes import worker
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import example, here, program
from tests.actors.validations import CONFIRMED, REFUTED, UNKNOWN, entries, location, loop, of_invariants, outcome

COUNT = "while (x > 0)"


@pytest.fixture(autouse=True)
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_limits", Limits(cpu=20))
    monkeypatch.setattr(worker, "_send", lambda *_: None)
    monkeypatch.setattr(portfolio, "_ROUNDS", ((4.0, 1.0),))


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is to be proved."""
    monkeypatch.setattr(portfolio, "_ROUNDS", ((0.3, 1.0),))


@pytest.fixture
def count() -> Task:
    return example("count.c")


@pytest.mark.parametrize(
    "values",
    [["x + y == n"], ["x + y == n", "x <= n && y <= n"], ["x >= 0"], ["y <= n"], []],
    ids=["sufficient", "two", "trivial", "not inductive alone", "none"],
)
def test_invariants_that_hold_are_confirmed_with_a_proof(count: Task, values: list[str]) -> None:
    got = of_invariants(count, *(loop(count, COUNT, value) for value in values))
    assert outcome(got) is CONFIRMED
    assert got[Answer].verdict is Verdict.TRUE
    assert got[Answer].evidence is not None
    assert ("no invariants" in got[Validation].reason) == (not values)


@pytest.mark.slow
def test_an_invariant_that_guards_a_division_is_confirmed(count: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_ROUNDS", ((15.0, 1.0),))
    assert outcome(of_invariants(count, loop(count, COUNT, "x == 0 || 6 / x <= 6"))) is CONFIRMED


@pytest.mark.usefixtures("compiler")
def test_an_invariant_that_does_not_hold_is_refuted_by_an_execution(count: Task) -> None:
    got = of_invariants(count, loop(count, COUNT, "x + y == n"), loop(count, COUNT, "x > 0"))
    assert outcome(got) is REFUTED
    found: Validation = got[Validation]
    assert "invariant 2" in found.reason
    assert "inputs 0" in found.reason
    assert found.place == ("count.c", 11, 3)
    assert got[Answer].verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("cc", ["gcc", "no-such-compiler"])
@pytest.mark.usefixtures("compiler")
def test_a_value_of_what_is_not_initialised_refutes_no_invariant(cc: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Executed with the value made explicit, or replayed where there is no compiler."""
    monkeypatch.setenv("CC", cc)
    task = program("int main(void) { int x; L: if (x == 7 && x == 8) reach_error(); return 0; }")
    got = of_invariants(task, location(task, "L:", "x != 4711"))
    assert outcome(got) is UNKNOWN
    assert "with a value for what is not initialised" in got[Validation].reason


LABELS = """int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
  if (x > 3) { y = 7; goto there; }
  if (x == 3) L: y = 3;
  if (x == 2 && y != 4) { y = 4; goto L; }
there: x = 5;
  switch (y) {
    case 1: x = 7; break;
    case 3: case 7: x = 8;
    default:;
  }
  if (x == 6) reach_error();
end: ;
  return 0;
}
"""


AT_LABELS = [
    ("there:", "y == 1 || y == 3 || y == 7", "y != 7"),
    ("L:", "y == 1 || y == 4", "y != 4"),
    ("case 3:", "y == 3", "y == 1"),
    ("case 7:", "y == 3 || y == 7", "y == 3"),
    ("default:", "x == 8", "x == 7"),
    ("end:", "x == 7 || x == 8", "x == 8"),
]


@pytest.mark.slow
@pytest.mark.usefixtures("compiler")
def test_an_invariant_at_a_label_is_asserted_for_who_jumps_there() -> None:
    task = program(LABELS)
    assert outcome(of_invariants(task, *(location(task, place, holds) for place, holds, _ in AT_LABELS))) is CONFIRMED
    for place, _, fails in AT_LABELS:
        assert outcome(of_invariants(task, location(task, place, fails))) is REFUTED, place


@pytest.mark.parametrize(
    "value",
    [
        "z == 0",
        "reach_error",
        "f(x)",
        "(f)(x)",
        "(*&f)(x)",
        "x = n",
        "x++ >= 0",
        "1); __VERIFIER_assume(0",
        "({ return 0; 1; })",
        "x /* ",
        "x // ",
        "x >= 0\n#undef x\n",
        "\\forall x",
        "x ==> y",
        "x >= 0 &&",
        "(x",
        "x)",
        "a[",
        '"x"',
        "x <: 0 :>",
        "__builtin_unreachable",
        "x" + " + x" * 40_000,
        "(" * 5_000 + "x" + ")" * 5_000,
    ],
    ids=lambda value: value[:20].encode("unicode_escape").decode(),
)
def test_what_is_no_claim_about_the_state_is_unknown_with_a_place(count: Task, value: str) -> None:
    got = of_invariants(count, loop(count, COUNT, value))
    if value == "reach_error":
        assert outcome(got) in (UNKNOWN, CONFIRMED)  # the address of a function is not null
    else:
        assert outcome(got) is UNKNOWN
        assert got[Validation].place == ("count.c", 11, 3)
    assert len(got[Validation].reason) < 1_000


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize("value", ["n / x > 0 || 1", "x % 0 == 0 || 1"])
def test_an_invariant_without_a_value_in_some_execution_is_not_confirmed(count: Task, value: str) -> None:
    assert outcome(of_invariants(count, loop(count, COUNT, value))) is UNKNOWN


@pytest.mark.parametrize(("line", "column"), [(10, 3), (11, 4), (99, 1), (12, 5)])
def test_a_place_where_no_loop_stands_is_unknown(count: Task, line: int, column: int) -> None:
    claimed = loop(count, COUNT, "1")
    got = of_invariants(count, replace(claimed, place=replace(claimed.place, line=line, column=column)))
    assert outcome(got) is UNKNOWN
    assert "no loop of the program stands there" in got[Validation].reason


def test_a_function_and_a_file_that_are_others(count: Task) -> None:
    claimed = loop(count, COUNT, "1")
    for place in (replace(claimed.place, function="other"), replace(claimed.place, file="other.c")):
        assert outcome(of_invariants(count, replace(claimed, place=place))) is UNKNOWN
    own = replace(claimed.place, function="main", file="some/folder/count.c", column=0)
    assert outcome(of_invariants(count, replace(claimed, place=own))) is CONFIRMED


SHAPES = """
int main(void) {
  int a = __VERIFIER_nondet_int(), i = 0;
  if (a < 0 || a > 2) a = 1; else a = a;
  for (;;) { if (i >= 3) break; i++; }
  do i--; while (i > 0);
  { int i = 9; while (i > 9) i = 0; }
  if (a == 7)
    reach_error();
  return a;
}
"""


@pytest.mark.slow
@pytest.mark.usefixtures("compiler")
def test_statements_of_all_shapes_have_places() -> None:
    task = program(SHAPES)
    claims = [
        location(task, "a = 1;", "a < 0 || a > 2"),
        location(task, "a = a;", "a >= 0 && a <= 2"),
        loop(task, "for (;;)", "i <= 3"),
        loop(task, "for (;;)", "i >= 0"),
        loop(task, "do i--;", "i >= 0 && i <= 2"),
        loop(task, "while (i > 9)", "i == 9"),
        location(task, "reach_error();", "0"),
        location(task, "return a;", "a >= 0"),
    ]
    assert outcome(of_invariants(task, *claims)) is CONFIRMED
    wrong = {0: "a > 2", 1: "a > 0", 2: "i < 3", 4: "i > 0", 5: "i != 9", 7: "a < 2"}
    for number, value in wrong.items():
        changed = [replace(each, value=value) if n == number else each for n, each in enumerate(claims)]
        got = of_invariants(task, *changed)
        assert outcome(got) is REFUTED, value
        assert f"invariant {number + 1}," in got[Validation].reason


def test_a_place_is_found_behind_comments_and_macros() -> None:
    text = "/* c */ int main(void) { unsigned i = 0; /* d */ while (i < N) i++; return 0; }"
    task = program(text)
    source = task.sources[0]
    analysed = source.preprocessed.replace("/* c */", "").replace("/* d */", "").replace("N)", "3)")
    task = replace(task, sources=(replace(source, preprocessed=analysed),))
    assert outcome(of_invariants(task, loop(task, "while", "i <= 3"))) is CONFIRMED


@pytest.mark.usefixtures("compiler")
def test_a_witness_of_a_program_with_a_bug_is_refuted() -> None:
    task = program(
        "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 3) x = 3; if (x == 3) reach_error(); }"
    )
    for claims in ([], [loop(task, "while", "1")], [loop(task, "while", "x != 3 || x == 3")]):
        got = of_invariants(task, *claims)
        assert outcome(got) is REFUTED
        assert got[Answer].verdict is Verdict.FALSE


@pytest.mark.usefixtures("briefly")
def test_a_claim_cannot_hide_a_bug() -> None:
    """Neither by ending executions nor by changing what is there."""
    task = program(
        "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 3) x = 3; if (x == 3) reach_error(); }"
    )
    for value in (
        "1 / (x != 3)",
        "x % (x - 3) == 0 || 1",
        "(x = 4)",
        "*(int *)0 == 0 || 1",
        "(1 << (x == 3 ? 99 : 1)) || 1",
    ):
        assert outcome(of_invariants(task, loop(task, "while", value))) is not CONFIRMED


@pytest.mark.slow
@pytest.mark.usefixtures("briefly")
def test_what_time_does_not_suffice_for_is_unknown() -> None:
    text = """int main(void) {
      unsigned i = 0, s = 0;
      while (i < 4000000000u) { i = i + 1; s = s * 3 + i; }
      if (s == 5 && __VERIFIER_nondet_int()) reach_error();
    }"""
    task = program(text)
    got = of_invariants(task, loop(task, "while", "s != 5 || 1"))
    assert outcome(got) is UNKNOWN
    assert "neither shown nor refuted" in got[Validation].reason


@pytest.mark.parametrize("change", ["hash", "model", "specification"])
def test_a_witness_about_something_else_is_refused(count: Task, change: str) -> None:
    witness = entries(count, InvariantSet())
    metadata = witness.entries[0].metadata
    changed = {
        "hash": replace(metadata, files=(("count.c", "0" * 64),)),
        "model": replace(metadata, data_model=DataModel.ILP32),
        "specification": replace(metadata, specification=replace(metadata.specification, entry="other")),
    }[change]
    wrong = replace(witness, entries=(replace(witness.entries[0], metadata=changed),))
    with pytest.raises(InputError, match="about"):
        here(validate_witness(), count, wrong)


RECURSIVE = """
int down(int n) {
  int i = 0;
  while (i < n) i++;
  if (n > 0) return down(n - 1) + i;
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 2 && down(n) > 3) reach_error();
  return 0;
}
"""


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("value", "expected"),
    [("0 <= i && i <= n && n <= 2", CONFIRMED), ("n != 1", REFUTED), ("i != 2", REFUTED), ("i < n || n != 1", REFUTED)],
)
def test_what_one_verifier_does_not_support_the_others_decide(value: str, expected: Outcome) -> None:
    """k-induction does not support recursion."""
    task = program(RECURSIVE)
    assert "not supported" in here(kinduction(), task)[Answer].reason
    assert outcome(of_invariants(task, loop(task, "while", value))) is expected


def test_what_no_verifier_supports_is_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> AnalysisRun:
        def run(*_: object) -> Findings:
            raise NotSupported("whatever")

        return run

    for analysis in ("inductive", "solving", "explicit", "bounded", "abstracting"):
        monkeypatch.setattr(portfolio, analysis, refuses)
    task = program(RECURSIVE)
    got = of_invariants(task, loop(task, "while", "i <= n"))
    assert outcome(got) is UNKNOWN
    for analysis in ("kinduction", "horn", "value", "bmc", "predicate"):
        assert f"{analysis}: whatever is not supported" in got[Validation].reason


@pytest.mark.slow
def test_an_automaton_of_ours_is_confirmed_and_one_with_a_wrong_invariant_is_not(count: Task) -> None:
    witness: Witness = here(kinduction(), count)[Witness]
    assert any(node.invariant for node in witness.nodes)
    assert outcome(here(validate_witness(), count, witness)) is CONFIRMED
    for wrong in ("x > 0", "zz == 1"):
        nodes = tuple(replace(each, invariant=wrong) if each.invariant else each for each in witness.nodes)
        assert outcome(here(validate_witness(), count, replace(witness, nodes=nodes))) is UNKNOWN
    nodes = tuple(replace(each, invariant="1") for each in witness.nodes)
    assert outcome(here(validate_witness(), count, replace(witness, nodes=nodes))) is UNKNOWN  # that of the entry


def test_expressions_become_one_line() -> None:
    assert expression_text("x\n >=  0u && p->a[ 1 ] != 'c'") == "x >= 0u && p -> a [ 1 ] != 'c'"
    assert expression_text("(unsigned long)(x) > sizeof(int)").startswith("( unsigned long )")
    with pytest.raises(NotMatchedError):
        expression_text("(T)(x)")


def test_outcomes_have_words() -> None:
    assert [each.value for each in Outcome] == ["confirmed", "refuted", "unknown"]
