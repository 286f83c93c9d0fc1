"""Names of one declaration share the nodes of their specifiers: each has the type that it would have alone."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import pytest

from coveriflow.program.errors import NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel

ATTRIBUTES = ("mode(QI)", "mode(DI)", "vector_size(8)", "vector_size(16), unused", "unused, aligned(8)")
BEFORE, AFTER = "__attribute__(({0})) int", "int __attribute__(({0}))"
OTHERS = (
    "unsigned",
    "__typeof__(sizeof(int))",
    "__typeof__((char)1)",
    "struct { char c; int i; } __attribute__((packed))",
    "struct __attribute__((packed)) { char c; int i; }",
    "struct { __attribute__((mode(QI))) int c, d; int __attribute__((vector_size(8))) v, w; }",
    "union { char c[3]; __attribute__((mode(HI))) int h, k; }",
    "enum { $ONE = 1 } __attribute__((mode(QI)))",
    "enum { $LARGE = 1ULL << 40 }",
    "_Alignas(8) short",
)
SPECIFIERS = (*(form.format(each) for each in ATTRIBUTES for form in (BEFORE, AFTER)), *OTHERS)
DECLARATORS = ("{0}", "*{0}", "{0}[3]", "*{0}[2]")
_NUMBERS = itertools.count()


def declared(specifiers: str, declarator: str, *names: str) -> str:
    """Enumerators have a name of their own each time."""
    own = specifiers.replace("$", f"e{next(_NUMBERS)}_")
    return f"{own} {', '.join(map(declarator.format, names))};"


def is_accepted(text: str, folder: Path) -> bool:
    """Whether gcc takes it; not for each attribute and declarator there is such a type."""
    (folder / "p.c").write_text(text)
    return subprocess.run(["gcc", "-w", "-fsyntax-only", "p.c"], cwd=folder, capture_output=True).returncode == 0


@pytest.mark.parametrize("specifiers", SPECIFIERS)
@pytest.mark.parametrize("place", ["{0} int main(void) {{ {1} }}", "int main(void) {{ {0} {1} }}"])
def test_each_has_the_type_that_it_has_alone(specifiers: str, place: str, tmp_path: Path) -> None:
    asked = 0
    for declarator in DECLARATORS:
        together, alone = declared(specifiers, declarator, "a", "b", "c"), declared(specifiers, declarator, "d")
        one = declared(f"struct {{ {declared(specifiers, declarator, 'a', 'b')} }}", "{0}", "s")
        apart = declared(specifiers, declarator, "a"), declared(specifiers, declarator, "b")
        other = declared(f"struct {{ {' '.join(apart)} }}", "{0}", "t")
        checks = [f"if (sizeof({each}) != sizeof(d)) return 1;" for each in ("a", "b", "c", "s.a", "s.b", "t.b")]
        text = place.format(" ".join((together, alone, one, other)), f"{' '.join(checks)} return sizeof s != sizeof t;")
        if not is_accepted(text, tmp_path):
            continue
        try:
            execution = Interpreter(program_cfa([("p.c", text)], DataModel.LP64)).run([0] * 1_000)
        except NotSupported:
            continue
        asked += 1
        assert (execution.end, execution.status) == (End.RETURNED, 0), text
    assert asked
