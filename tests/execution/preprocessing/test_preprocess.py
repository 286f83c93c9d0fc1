"""Macros, includes, and texts that mean no good."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
from pycparser import c_ast, c_parser

from coveriflow.execution.native.compiler import reference_flags
from coveriflow.execution.preprocessing import preprocess as room
from coveriflow.execution.preprocessing.pcpp_preprocessor import predefined
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.execution.processes.child_process import Bounds, run_tool
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.library.unmodelled import SHOWN_HEADERS
from coveriflow.program.types.data_model import DataModel

LP64, ILP32 = DataModel.LP64, DataModel.ILP32


@pytest.fixture(params=["compiler", "no compiler"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With and without a compiler."""
    if request.param == "compiler":
        request.getfixturevalue("compiler")
    else:
        monkeypatch.setenv("CC", "no-such-compiler")
    return str(request.param)


def places(text: str) -> dict[str, tuple[str, int]]:
    """Where pycparser sees each global declaration."""
    tree = c_parser.CParser().parse(text, "none")
    return {d.name: (d.coord.file, d.coord.line) for d in tree.ext if isinstance(d, c_ast.Decl)}


def test_without_directives_nothing_changes(either: str) -> None:
    text = '# 1 "a.i"\nint x; // #define\n/* #if */ char *s = "#";\n#pragma once\n'
    assert preprocess("a.c", text, LP64) is text


def test_lines_survive(either: str) -> None:
    text = (
        "#define N 3\nint a[N];\n\n#if N > 2\nint b;\n#else\nint c;\n#endif\n" + "\n" * 20 + "int d;\nint e; int f;\n"
    )
    expected = {"a": 2, "b": 5, "d": 29, "e": 30, "f": 30}
    assert places(preprocess("folder/a.c", text, LP64)) == {name: ("folder/a.c", n) for name, n in expected.items()}


def test_names_with_quotes(either: str) -> None:
    assert places(preprocess('a "b".c', "#define X\nint x;\n", LP64))["x"][1] == 2


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_options_that_no_compiler_can_get_are_refused(character: str) -> None:
    for given in ({"defines": (f"X={character}",)}, {"include_directories": (character,)}, {"options": (character,)}):
        with pytest.raises(InputError, match="such characters"):
            preprocess("a.c", "int x;\n", LP64, **given)


def test_defines(either: str) -> None:
    text = "#ifdef A\nint a = A;\n#endif\nint b = B;\nint c = C;\n"
    result = preprocess("a.c", text, LP64, (), ("A", "B=2", "C="))
    assert re.search(r"int a = 1\s*;\s*int b = 2\s*;\s*int c =\s*;", re.sub(r"(?m)^#.*$", "", result))


@pytest.mark.parametrize("data_model", list(DataModel))
def test_data_model(either: str, data_model: DataModel) -> None:
    text = """\
#if __SIZEOF_LONG__ * __CHAR_BIT__ == 64 && defined __LP64__
int l64;
#elif !defined __LP64__
int l32;
#endif
__SIZE_TYPE__ s;
#if __LONG_MAX__ > __INT_MAX__
int longer;
#endif
#if __GNUC__ > 3
int gnu;
#endif
"""
    expected = {"l64", "s", "longer", "gnu"} if data_model is LP64 else {"l32", "s", "gnu"}
    assert set(places(preprocess("a.c", text, data_model))) == expected


def test_error_directive(either: str) -> None:
    with pytest.raises(InputError) as caught:
        preprocess("a.c", "int x;\n\n#error this is wrong\n", LP64)
    assert "this is wrong" in caught.value.message
    assert caught.value.span is not None
    assert (caught.value.span.file, caught.value.span.line) == ("a.c", 3)


@pytest.mark.parametrize("text", ["#if 1\nint x;\n", "#else\n", "#define\nint x;\n", "#if (1\nint x;\n#endif\n"])
def test_broken_directives(either: str, text: str) -> None:
    with pytest.raises(InputError):
        preprocess("a.c", text, LP64)


def test_missing_include(either: str) -> None:
    with pytest.raises(InputError) as caught:
        preprocess("folder/a.c", 'int x;\n  #include "no_such_file.h"\n', LP64)
    assert caught.value.span == Span("folder/a.c", 2, 12 if either == "compiler" else 0)
    assert "no_such_file.h" in caught.value.message


def test_error_in_an_included_file(either: str, tmp_path: Path) -> None:
    (tmp_path / "b.h").write_text("\n#error in b\n")
    with pytest.raises(InputError, match="in b") as caught:
        preprocess(str(tmp_path / "a.c"), '#include "b.h"\n', LP64)
    assert caught.value.span is not None
    assert (caught.value.span.file, caught.value.span.line) == (str(tmp_path / "b.h"), 2)


def test_includes(either: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, variable in (("source", "beside"), ("source/inc", "below"), ("here", "from_here"), ("abs", "absolute")):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / f"{variable}.h").write_text(f"\nint {variable};\n")
    monkeypatch.chdir(tmp_path)
    text = "".join(f'#include "{name}.h"\n' for name in ("beside", "below", "from_here", "absolute")) + "int own;\n"
    seen = places(preprocess("source/a.c", text, LP64, ("inc", "here", str(tmp_path / "abs"))))
    assert seen["beside"] == ("source/beside.h", 2)
    assert seen["own"] == ("source/a.c", 5)
    assert set(seen) == {"beside", "below", "from_here", "absolute", "own"}


@pytest.mark.usefixtures("compiler")
def test_data_model_of_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(NotSupported, match="ILP32"):
        preprocess("a.c", "#define X\n", ILP32)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86")
def test_headers_for_64_bits_serve_for_32(compiler: str, tmp_path: Path) -> None:
    """A machine whose C library has no 32-bit headers: ours stand in for ``gnu/stubs-32.h``."""
    (tmp_path / "user.h").write_text("#ifndef __LP64__\n#include <gnu/stubs-32.h>\n#endif\nint done;\n")
    command = [compiler, "-m32", "-nostdinc", "-E", "-I", str(tmp_path), "-"]
    assert run_tool(command, b"#include <user.h>\n").status != 0
    with_ours = [*command[:-1], f"-idirafter{room._BESIDE_SYSTEM_HEADERS}", "-"]
    assert b"int done" in run_tool(with_ours, b"#include <user.h>\n").output


@pytest.mark.parametrize("data_model", list(DataModel))
def test_predefined_macros_are_the_compiler_s(compiler: str, data_model: DataModel) -> None:
    run = run_tool([compiler, *reference_flags(data_model), "-std=gnu17", "-dM", "-E", "-"])
    actual = dict(re.findall(r"(?m)^#define (\w+) (.*)$", run.output.decode()))
    for macro in predefined(data_model):
        name, _, value = macro.partition("=")
        assert name in actual
        assert "GNUC" in name or actual[name] == value


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    "text",
    [
        "#include <sys/types.h>\n"
        "#if BYTE_ORDER == BIG_ENDIAN\n#define SIDE wrong\n#else\n#define SIDE right\n#endif\nint SIDE;\n",
        "#include <stdio.h>\n#ifdef __GLIBC__\nint right;\n#endif\n",
        "#if __has_include(<sys/wait.h>)\nint right;\n#endif\n",
        "#include <limits.h>\n#ifndef NGROUPS_MAX\n#define NGROUPS_MAX wrong\n#endif\nint right = NGROUPS_MAX;\n",
        '#include "own.h"\n#ifdef OWN_GLIBC\nint right;\n#endif\n',
    ],
)
def test_conditions_are_decided_as_the_machine_s_headers_do(text: str, tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#include <limits.h>\n#ifdef __GLIBC__\n#define OWN_GLIBC\n#endif\n")
    result = preprocess(str(tmp_path / "a.c"), text, LP64)
    if "sys/wait.h" in text and not Path("/usr/include/x86_64-linux-gnu/sys/wait.h").exists():
        pytest.skip("the C library has no headers here")
    assert "int right" in result
    assert "wrong" not in result


@pytest.mark.usefixtures("compiler")
def test_conditions_that_headers_do_not_matter_to_leave_ours() -> None:
    text = "#include <limits.h>\n#if INT_MAX > 3 && defined(CHAR_BIT)\nint x = INT_MAX;\n#endif\n"
    result = preprocess("a.c", text, LP64)
    assert SHOWN_HEADERS in result
    assert "#define" not in result


def test_dialect_is_the_reference_compiler_s(either: str) -> None:
    text = "#if __STDC_VERSION__ == 201710L\nint right = __STDC_VERSION__;\n#endif\n"
    assert "int right = 201710L;" in preprocess("a.c", text, LP64)


@pytest.mark.usefixtures("compiler")
def test_base_file() -> None:
    assert '"a \\"b.c"' in preprocess('a "b.c', "#define X\nchar *s = __BASE_FILE__;\n", LP64)


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_BOUNDS", Bounds(seconds=3, memory=256 << 20, output=1 << 20))


LONG_LINES = "#define A0 x x\n" + "".join(f"#define A{n} A{n - 1} A{n - 1}\n" for n in range(1, 40)) + "A39\n"
PRESCAN = "#define F(x) x x x x\n" + "F(" * 40 + "1" + ")" * 40 + "\n"
DEEP = "#define F(x) (x)\n" + "F(" * 100_000 + "1" + ")" * 100_000 + "\n"
ITSELF = '#include "a.c"\n#include "a.c"\n'


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("bomb", [LONG_LINES, PRESCAN], ids=["lines", "prescan"])
def test_macro_bombs(either: str, bomb: str) -> None:
    with pytest.raises(InputError):
        preprocess("a.c", bomb, LP64)


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("text", [DEEP, ITSELF, '#include "/dev/zero"\n', '#include "."\n'])
def test_other_bombs(either: str, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.c").write_text(text)
    try:
        result = preprocess(str(tmp_path / "a.c"), text, LP64)
    except InputError:
        return
    assert len(result) <= 1 << 20


@pytest.mark.usefixtures("compiler")
def test_bytes_that_are_no_utf8_survive() -> None:
    text = b'#define X 1\nchar *s = "\xff\xe9";\n'.decode("utf-8", "surrogateescape")
    assert b"\xff\xe9" in preprocess("a.c", text, LP64).encode("utf-8", "surrogateescape")


@pytest.mark.usefixtures("compiler")
def test_options_cannot_be_smuggled_in(tmp_path: Path) -> None:
    name = str(tmp_path / "-o evil; touch evil")
    result = preprocess(name, "#define X\nint x;\n", LP64, ("-include evil",), ("X=1 -o evil",))
    assert "int x;" in result
    assert list(tmp_path.iterdir()) == []
