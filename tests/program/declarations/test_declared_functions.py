"""A function that a unit declares with another type than its definition: a call does what the compiled one does, or is
undefined.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.program.machine import FLAGS

TYPES = (
    "_Bool",
    "char",
    "unsigned char",
    "short",
    "int",
    "unsigned",
    "long",
    "float",
    "double",
    "void *",
    "struct pair",
)
PASSED, RESULT = "-3", "70000"
"""What a caller passes, and what a function returns."""
STRUCT = "struct pair { int a; short b; };\n"


def value_of(type_: str, number: str) -> str:
    if type_.startswith("struct"):
        return f"(struct pair){{{number}, 2}}"
    return f"({type_})(long){number}" if type_.endswith("*") else f"({type_}){number}"


def number_of(type_: str, expression: str) -> str:
    if type_.startswith("struct"):
        return f"({expression}).a"
    return f"(long long)(long){expression}" if type_.endswith("*") else f"(long long){expression}"


def units() -> tuple[str, str, int]:
    """Two units: each case of the first one's ``test`` calls a function of the second one, and leaves a number."""
    callers, callees = [STRUCT], [STRUCT, "extern long long seen;\n"]
    cases: list[str] = []
    for declared in TYPES:
        for defined in TYPES:
            number = len(cases)
            name = f"takes{number}"
            callees.append(f"void {name}({defined} x) {{ seen = {number_of(defined, 'x')}; }}\n")
            callers.append(f"void {name}({declared});\n")
            cases.append(f"case {number}: {name}({value_of(declared, PASSED)}); break;\n")
            number = len(cases)
            name = f"old{number}"
            callees.append(f"void {name}(x) {defined} x; {{ seen = {number_of(defined, 'x')}; }}\n")
            callers.append(f"void {name}();\n")
            cases.append(f"case {number}: {name}({value_of(declared, PASSED)}); break;\n")
            number = len(cases)
            name = f"gives{number}"
            callees.append(f"{defined} {name}(void) {{ return {value_of(defined, RESULT)}; }}\n")
            callers.append(f"{declared} {name}(void);\n")
            cases.append(f"case {number}: seen = {number_of(declared, f'{name}()')}; break;\n")
    body = f"void test(int number) {{ switch (number) {{\n{''.join(cases)}}} }}\n"
    return "long long seen;\n" + "".join(callers) + body, "".join(callees), len(cases)


def compiled(gcc: str, model: DataModel, caller: str, callee: str, folder: Path) -> Path:
    main = "extern int printf(const char *, ...);\nextern int atoi(const char *);\n"
    main += 'int main(int c, char **v) { test(atoi(v[1])); printf("%lld", seen); return 0; }\n'
    (folder / "a.c").write_text(caller + main)
    (folder / "b.c").write_text(callee)
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    done = subprocess.run(
        [gcc, *FLAGS, width, "a.c", "b.c", "-o", "program"], cwd=folder, capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    return folder / "program"


@pytest.mark.parametrize("model", [DataModel.LP64, pytest.param(DataModel.ILP32, marks=pytest.mark.slow)])
def test_no_call_gives_another_value_than_the_compiled_one(
    model: DataModel, compiler: str, compiler_for_32_bits: str, tmp_path: Path
) -> None:
    caller, callee, count = units()
    program = compiled(compiler_for_32_bits if model is DataModel.ILP32 else compiler, model, caller, callee, tmp_path)
    asking = "int __VERIFIER_nondet_int(void);\nint main(void) { test(__VERIFIER_nondet_int()); return 0; }\n"
    cfa = program_cfa([("a.c", caller + asking), ("b.c", callee)], model)
    ends: Counter[End] = Counter()
    different: list[tuple[str, str, int]] = []
    for number in range(count):

        def given(edge: Edge, number: int = number) -> int:
            assert isinstance(edge.operation, Input)
            return number if edge.operation.kind is InputKind.CALL else 0

        execution = Interpreter(cfa).run(given, 1000)
        ends[execution.end] += 1
        if execution.end is End.RETURNED:
            said = subprocess.run([program, str(number)], capture_output=True, text=True, check=False).stdout
            seen = execution.memory.get("seen", 0)
            if not said or (int(said) - seen) % (1 << 64):
                different.append((caller.splitlines()[number + 2], said, seen))
    assert not different
    assert ends.keys() == {End.RETURNED, End.UNDEFINED, End.UNSUPPORTED}
    assert ends[End.RETURNED] > count // 5
