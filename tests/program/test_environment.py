"""What a program depends on in its environment is named, and only where it does."""

from __future__ import annotations

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.lowering.environment import MEMORY_SUFFICES, NAMED, PRECISION
from coveriflow.program.types.data_model import DataModel

ILP32, LP64 = DataModel.ILP32, DataModel.LP64


@pytest.mark.parametrize(
    ("text", "model", "assumed"),
    [
        ("int main(void) { int *p = __builtin_malloc(4); return p != 0; }", LP64, {MEMORY_SUFFICES}),
        ("int main(void) { int *p = __builtin_calloc(4, 4); return p != 0; }", LP64, {MEMORY_SUFFICES}),
        ("int main(void) { int *p = __builtin_malloc((unsigned long)-1); return p != 0; }", LP64, set()),
        ("int main(int argc, char **argv) { return argc < 1; }", LP64, {NAMED}),
        ("int main(void) { return 0; }", LP64, set()),
        ("int main(void) { float x = 1; x = x / 3; return x > 0; }", ILP32, {PRECISION}),
        ("int main(void) { return 1e308 * 2 / 2 > 1; }", ILP32, {PRECISION}),
        ("int main(void) { float x = 1; x = x / 3; return x > 0; }", LP64, set()),
        ("int main(void) { float x = 1; return x > 0; }", ILP32, set()),
        ("int main(void) { long double x = 1; x = x / 3; return x > 0; }", ILP32, set()),
    ],
)
def test_what_it_depends_on_is_named(text: str, model: DataModel, assumed: set[str]) -> None:
    assert set(program_cfa([("program.c", text)], model).assumptions) == assumed
