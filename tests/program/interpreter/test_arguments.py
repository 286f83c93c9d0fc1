"""What an execution reads of arguments that are longer than what is read of them one by one."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.confirm.command_line import command_line
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.symbolic.verifier import SymbolicExecution
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.arguments import FIRST_BYTES
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Execution, Interpreter
from coveriflow.program.types.data_model import DataModel

COUNTED = """
int main(int argc, char **argv) {
  int n = 0, letters = 0;
  if (argc < 3) return 255;
  for (; argv[2][n]; n++) letters += argv[2][n] == 'b';
  return 100 * (letters > 16) + n;
}
"""
FIRST = [ord("x")] * FIRST_BYTES


def executed(cfa: Cfa, length: int, rest: int) -> Execution:
    """Of four arguments the one that is read has so many characters; ``rest`` stands for those after the first ones."""
    known = FIRST[:length]
    return Interpreter(cfa).run([4, length, *known, *([0] * (FIRST_BYTES - len(known))), rest])


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize(
    ("length", "rest", "status", "text"),
    [
        (3, ord("b"), 3, b"xxx"),
        (16, ord("b"), 16, b"x" * 16),
        (17, ord("b"), 17, b"x" * 16 + b"b"),
        (90, ord("b"), 190, b"x" * 16 + b"b" * 74),
        (90, 0, 16, b"x" * 16),
    ],
)
def test_further_characters_are_one_repeated(
    length: int, rest: int, status: int, text: bytes, model: DataModel
) -> None:
    cfa = program_cfa([("a.c", COUNTED)], model)
    run = executed(cfa, length, rest)
    assert run.status == status
    assert command_line(run.inputs)[2] == text


def program_with(condition: str) -> Cfa:
    text = f"int main(int argc, char **argv) {{ if (argc == 2 && {condition}) reach_error(); return 0; }}"
    return program_cfa([("a.c", f"void reach_error(void);\n{text}")], DataModel.LP64)


LONG = "argv[1][0] && argv[1][15] && argv[1][20]"


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [(LONG, Verdict.FALSE), (f"{LONG} == 'a'", Verdict.FALSE), (f"{LONG} && argv[1][20] == 'Q'", Verdict.UNKNOWN)],
)
def test_a_violation_is_executed_with_letters(condition: str, verdict: Verdict) -> None:
    """Where the text has other characters there, no execution is shown, and nothing is proved."""
    cfa, limits = program_with(condition), SoftLimits(cpu=20.0)
    for found in (BoundedModelChecker(cfa, limits).run(), SymbolicExecution(cfa, limits).run()):
        assert found.verdict is verdict, found.reason
        if found.counterexample is not None:
            run = Interpreter(cfa).run([value for _, value in found.counterexample.inputs])
            assert len(command_line(run.inputs)[1]) > FIRST_BYTES
