"""Other entry functions than ``main`` get arguments of any value."""

from __future__ import annotations

from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.data_model import DataModel

TEXT = "int f(int x, unsigned char c, short *p) { return x < 0 && c == 200 && !p ? 5 : 6; }"


def test_parameters_of_another_entry_function_are_inputs() -> None:
    cfa = program_cfa([("entry.c", TEXT)], DataModel.LP64, entry="f")
    assert Interpreter(cfa).run([-3, 200, 0]).status == 5
    assert Interpreter(cfa).run([3, 200, 0]).status == 6
