"""The rules of the repository that no ready-made lint keeps: sizes, and what the command line loads."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGE = ROOT / "coveriflow"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE = 500
LONGEST_FUNCTION = 50
LARGEST_FOLDER = 20


def functions(module: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_module_is_longer_than_it_can_be_read() -> None:
    lengths = {str(module.relative_to(PACKAGE)): len(module.read_bytes().splitlines()) for module in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_folder_holds_more_modules_than_one_can_remember() -> None:
    counts = Counter(str(m.parent.relative_to(PACKAGE)) for m in MODULES if m.name != "__init__.py")
    assert {name: count for name, count in counts.items() if count > LARGEST_FOLDER} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    lengths = {
        f"{module.relative_to(PACKAGE)}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for module in MODULES
        for node in functions(module)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


@pytest.mark.skipif(importlib.util.find_spec("coveriflow.cli") is None, reason="there is no command line yet")
def test_command_line_starts_without_prefect() -> None:
    program = "import sys, coveriflow.cli; sys.exit('prefect' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
