"""The models of the C library are C files: compilers take them, and each function is found by its name."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pycparser import c_ast

from coveriflow.program.constructs import LOWERERS
from coveriflow.program.library.desugaring import defined_name
from coveriflow.program.library.needed_models import needed_models
from coveriflow.program.library.texts import FOLDER, MODELS, Models, items, names
from coveriflow.program.syntax.parse import parsed

FILES = sorted(FOLDER.glob("*.c"))
COMPILE = ("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_OWN = "__coveriflow_"

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


@needs_gcc
@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_compilers_take_each_file_without_a_warning(width: str) -> None:
    done = subprocess.run([*COMPILE, width, *map(str, FILES)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs_gcc
def test_a_model_has_all_declarations_that_it_needs(tmp_path: Path) -> None:
    """Alone, but for the header, it is a whole file for a compiler, which need not know the functions that it calls."""
    for name, model in MODELS.items():
        (tmp_path / f"{name}.c").write_text(f"{model.text}\n")
    others = ("-w", "-Wno-implicit-function-declaration", "-Wno-int-conversion", "-include", str(FOLDER / "model.h"))
    command = [*COMPILE, *others, *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_model_defines_what_it_is_named_by(name: str) -> None:
    text = MODELS[name].text.replace("size_t", "unsigned long")
    functions = {each.decl.name: each for each in parsed("a.c", text).ext if isinstance(each, c_ast.FuncDef)}
    visible = [each for each, function in functions.items() if "static" not in function.decl.storage]
    assert name in visible
    assert visible[0] == MODELS[name].name
    assert [each for each in visible[1:] if not each.startswith(_OWN)] == [], "a program may define its own"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_of_a_file_is_left_out(file: Path) -> None:
    text = _COMMENT.sub("", file.read_text(encoding="utf-8")).replace('#include "model.h"', "")
    for item in items(file.read_text(encoding="utf-8")):
        assert item in text
        text = text.replace(item, "", 1)
    assert text.strip() == ""
    assert all(name in MODELS[name].text for name in names(file.read_text(encoding="utf-8")))


def test_a_name_is_defined_once(tmp_path: Path) -> None:
    definition = "int f(void) {\n  return 1;\n}\n"
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_text(definition)
    with pytest.raises(ValueError, match=r"b\.c: there is another model of f"):
        Models(sorted(tmp_path.iterdir()))


@pytest.mark.parametrize("shared", ["static int n;\n\nint f(void) {\n", "int f(void) {\n  static int n;\n"])
def test_another_name_shares_no_state(tmp_path: Path, shared: str) -> None:
    """It is a copy."""
    (tmp_path / "a.c").write_text(f"{shared}  return n++;\n}}\n\nALIAS(g, f);\n")
    with pytest.raises(ValueError, match="g is another name of f, which has static objects"):
        Models([tmp_path / "a.c"])["g"]


def test_a_function_added_to_a_file_is_a_model(tmp_path: Path) -> None:
    """With what it needs of the file, and nothing else."""
    (tmp_path / "a.c").write_text(
        """#include "model.h"

struct pair {
  int a, b;
};

struct unused {
  int a;
};

static int counted;

static int sum(struct pair *p) {
  return p->a + p->b;
}

/* int g(void) { of a comment; } */
int first(struct pair *p,
          int more) {
  return sum(p) + more;
}

int second(void) {
  return counted++;
}

void __coveriflow_reset(void) {
  counted = 0;
}

ALIAS(third, first);
"""
    )
    found = Models([tmp_path / "a.c"])
    assert {name: model.name for name, model in found.items()} == {
        "first": "first",
        "second": "second",
        "__coveriflow_reset": "second",
        "third": "third",
    }
    parts = {name: list(_named(model.text)) for name, model in found.items()}
    assert parts["first"] == ["pair", "sum", "first"]
    assert parts["third"] == ["pair", "sum", "third"]
    assert parts["second"] == parts["__coveriflow_reset"] == ["counted", "second", "__coveriflow_reset"]


def _named(text: str) -> Iterator[str]:
    for item in parsed("a.c", text).ext:
        if not isinstance(item, c_ast.Typedef):
            yield defined_name(item) or item.type.name


def test_a_program_gets_a_model_that_several_functions_share_once() -> None:
    tree = parsed("a.c", "int main(void) { atexit(0); __coveriflow_run_exit_handlers(); return strlen(0); }")
    assert list(needed_models([tree], "unsigned long", LOWERERS.templates)) == ["<atexit>", "<strlen>"]


@needs_gcc
def test_options_are_read_as_by_the_library(tmp_path: Path) -> None:
    """Step by step, on random command lines: also how arguments are moved."""
    harness = Path(__file__).with_name("options_beside_the_library.c")
    command = ("gcc", "-std=gnu11", "-w", f"-I{FOLDER}", str(harness), "-o", str(tmp_path / "program"))
    subprocess.run(command, check=True)
    done = subprocess.run([tmp_path / "program", "1", "20000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout) > 20_000
