"""Each package says what it holds, what it must not know, what to read first and what keeps it; its tests mirror it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.packaging.test_documents import has_test
from tests.places import ROOT

PACKAGE = ROOT / "coveriflow"
TESTS = ROOT / "tests"
PACKAGES = sorted(file.parent for file in PACKAGE.rglob("__init__.py"))
WORK = Path("actors", "work")
"""Tests of actors call them as flows do: what lies in ``work`` is tested beside the definitions."""


def mirrored(package: Path) -> Path:
    """Where the tests of a package are."""
    path = package.relative_to(PACKAGE)
    return TESTS / "actors" / path.relative_to(WORK) if path.is_relative_to(WORK) else TESTS / path


def described(package: Path) -> str:
    """What a package says of itself, in one line."""
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")))
    return " ".join((text or "").split())


def is_in(package: Path, name: str) -> bool:
    """Whether a package has such a module, package or file."""
    return any((package / each).exists() for each in (name, f"{name}.py"))


every_package = pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))


@every_package
def test_a_package_has_tests_where_a_reader_looks_for_them(package: Path) -> None:
    tests = mirrored(package)
    assert any(tests.rglob("test_*.py")), f"{tests.relative_to(ROOT)} has no tests of {package.relative_to(ROOT)}"


@every_package
def test_a_package_says_what_must_not_be_in_it(package: Path) -> None:
    assert "Nothing here " in described(package), "write 'Nothing here knows ...' into the docstring"


@every_package
def test_a_package_says_what_to_read_first(package: Path) -> None:
    begin = re.search(r"Begin with ((?:``[\w.]+``(?:, then |\b)?[^.`]*)+)", described(package))
    assert begin is not None, "write 'Begin with ``module``.' into the docstring"
    assert [name for name in re.findall(r"``([\w.]+)``", begin[1]) if not is_in(package, name)] == []


@every_package
def test_a_package_says_which_tests_keep_it(package: Path) -> None:
    kept = described(package).partition("Kept by ")[2]
    tests = re.findall(r"``(tests/[\w/.]+)``", kept)
    assert tests, "write 'Kept by ``tests/...``.' into the docstring"
    assert [test for test in tests if not has_test(test)] == []


def test_tests_of_packages_that_are_gone_are_found() -> None:
    """A folder of tests mirrors a package, or has a subject of its own."""
    own = {"", "campaigns", "examples", "generators", "packaging", "programs"}
    mirrors = {mirrored(package) for package in PACKAGES}
    folders = {file.parent for file in TESTS.rglob("test_*.py")}
    others = {str(folder.relative_to(TESTS)) for folder in folders - mirrors if folder != TESTS}
    assert {name for name in others if name.split("/")[0] not in own} == set()
