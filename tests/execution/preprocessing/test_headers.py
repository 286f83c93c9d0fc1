"""Our headers of the C library: they mean what the machine's own mean, for both data models and without a compiler."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coveriflow.execution.native.compiler import reference_flags
from coveriflow.execution.preprocessing.preprocess import _OWN_HEADERS, preprocess
from coveriflow.execution.processes.child_process import run_tool
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.library.unmodelled import SHOWN_HEADERS
from coveriflow.program.types.data_model import DataModel

HEADERS = sorted(str(file.relative_to(_OWN_HEADERS)) for file in _OWN_HEADERS.rglob("*.h"))
PUBLIC = [name for name in HEADERS if not name.startswith("coveriflow")]
_TYPEDEF = re.compile(r"typedef [^;{}]*?\b([a-z]\w*)(?:\[1\])?;|^} (?:__attribute__.* )?(\w+);", re.MULTILINE)
_MACRO = re.compile(r"^#define ([A-Z]\w*) (?!\{)(?!_Static|.*\"|.*__builtin)", re.MULTILINE)
_FUNCTION = re.compile(r"^extern [^;]*?\b(\w+)\([^;]*\)(?: __attribute__[^;]*)?;", re.MULTILINE)
WIDTHS = {DataModel.LP64: "-m64", DataModel.ILP32: "-m32"}


def _text(header: str) -> str:
    return (_OWN_HEADERS / header).read_text()


def _names(pattern: re.Pattern[str], header: str) -> list[str]:
    return sorted({next(filter(None, match.groups())) for match in pattern.finditer(_text(header))})


@pytest.fixture(params=["compiler", "no compiler"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "compiler":
        request.getfixturevalue("compiler")
    else:
        monkeypatch.setenv("CC", "no-such-compiler")


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("model", DataModel)
def test_all_headers_together_are_a_program(model: DataModel) -> None:
    includes = "".join(f"#include <{name}>\n" for name in (*PUBLIC, *reversed(PUBLIC)))
    text = preprocess("a.c", includes + "int main(void) { assert(LONG_MAX > 1); return 0; }\n", model)
    assert f'"{SHOWN_HEADERS}stdio.h"' in text
    assert str(_OWN_HEADERS) not in text
    program_cfa([("a.c", text)], model)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize(("last", "end"), [(13, End.RETURNED), (14, End.ERROR)])
def test_the_conventions_of_a_locale_have_their_layout(model: DataModel, last: int, end: End) -> None:
    """Ten texts and fourteen numbers (C11 7.11)."""
    text = f"""#include <locale.h>
    extern void reach_error(void);
    int main(void) {{
      struct lconv l = {{0}};
      if (&l.int_n_sign_posn - (char *)&l != 10 * sizeof(char *) + {last}) reach_error();
      return 0;
    }}"""
    cfa = program_cfa([("a.c", preprocess("a.c", text, model))], model)
    assert Interpreter(cfa).run(()).end is end


@pytest.mark.parametrize("header", HEADERS)
def test_each_header_stands_alone(compiler_for_32_bits: str, header: str) -> None:
    for width in WIDTHS.values():
        command = [compiler_for_32_bits, width, "-nostdinc", f"-I{_OWN_HEADERS}", "-std=gnu11", "-pedantic", "-Wall"]
        run = run_tool([*command, "-fsyntax-only", "-xc", "-"], f"#include <{header}>\nint something;\n".encode())
        assert run.status == 0, run.errors.decode()
        assert "warning" not in run.errors.decode()


def _values(compiler: str, options: list[str], header: str, questions: list[str], folder: Path) -> dict[str, str]:
    """What the compiler says the constants ``questions`` are, read from the assembly."""
    lines = [f"unsigned long long q{n} = (unsigned long long)({q});" for n, q in enumerate(questions)]
    extra = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}>\n" for name in dict.fromkeys((header, "stddef.h")))
    file = folder / "q.c"
    file.write_text(extra + "\n".join(lines) + "\n")
    run = run_tool([compiler, *options, "-std=gnu11", "-w", "-S", "-o", "-", str(file)])
    assert run.status == 0, run.errors.decode()
    found = re.findall(r"^q(\d+):\n((?:\s+\.(?:quad|long|zero)\s+\S+\n)+)", run.output.decode(), re.MULTILINE)
    return {questions[int(number)]: " ".join(data.split()) for number, data in found}


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("header", PUBLIC)
def test_types_and_constants_are_the_machine_s(
    compiler_for_32_bits: str, header: str, model: DataModel, tmp_path: Path
) -> None:
    types, macros = (
        _names(_TYPEDEF, header),
        [m for m in _names(_MACRO, header) if not m.startswith(("SIG_", "MB_CUR"))],
    )
    questions = [f"sizeof({name})" for name in types] + [f"_Alignof({name})" for name in types]
    questions += [f"({name}) * 1000" if header == "float.h" and "EPS" in name else f"({name})" for name in macros]
    questions += [f"sizeof({name})" for name in macros]
    flags = list(reference_flags(model))
    ours = [*flags, "-nostdinc", f"-I{_OWN_HEADERS}"]
    theirs = _values(compiler_for_32_bits, flags, header, questions, tmp_path)
    assert _values(compiler_for_32_bits, ours, header, questions, tmp_path) == theirs
    assert len(theirs) == len(questions)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("header", PUBLIC)
def test_functions_have_the_machine_s_types(
    compiler_for_32_bits: str, header: str, model: DataModel, tmp_path: Path
) -> None:
    """The parameters and results of all functions, by a declaration of ours after the machine's own headers."""
    own = re.sub(r"(?m)^#.*$", "", preprocess("a.c", f"#define _GNU_SOURCE\n#include <{header}>\n", model))
    names = _names(_FUNCTION, header)
    declared = re.findall(r"(?s)extern [^;{]*;", own)
    ours = [d for d in declared if (found := _FUNCTION.match(" ".join(d.split()))) and found[1] in names]
    assert len(ours) >= len(names)
    taken = [d for d in ours if "__coveriflow" not in d]
    text = f"#define _GNU_SOURCE\n#include <sys/types.h>\n#include <time.h>\n#include <{header}>\n"
    text += "".join(f"#undef {name}\n" for name in names) + "\n".join(taken)
    run = run_tool(
        [compiler_for_32_bits, WIDTHS[model], "-std=gnu11", "-w", "-fsyntax-only", "-xc", "-"], text.encode()
    )
    assert run.status == 0, run.errors.decode()
