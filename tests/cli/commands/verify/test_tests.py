"""``coveriflow test``: suites for people and other tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.formats.tests.test_suite import read_test_suite
from tests.cli.helpers import coveriflow

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("if (x > 3) { if (x < 2) return 9; } return 0;", 0, " TESTED  3 of 4 branches (75 %), 1 is never taken\n"),
        ("if (x == 77) reach_error(); return 0;", 10, " FALSE  an execution violates the property\n"),
        (
            "unsigned long y = x; if (y * y * y * y % 1000003 == 5 && y * y % 999983 == 7) return 1; return 0;",
            20,
            " TESTED  ",
        ),
    ],
)
def test_tests_for_branches(tmp_path: Path, body: str, status: int, words: str) -> None:
    Path(tmp_path, "p.c").write_text(f"{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int(); {body} }}")
    done = coveriflow("test", "p.c", "--cpu", "3s", "--out", "o", cwd=tmp_path, status=status)
    assert done.stdout.startswith(words)
    files = {file.name: file.read_bytes() for file in Path(tmp_path, "o", "tests").glob("*.xml")}
    suite = read_test_suite(files, "o/tests")
    assert suite.cases
    assert any(case.covers_error for case in suite.cases) == (status == 10)
    if status == 20:
        assert "\n  not taken   p.c:2: " in done.stdout


def test_branches_behind_what_is_not_supported_are_not_all_taken(tmp_path: Path) -> None:
    jumps = "int r = setjmp(b); if (r == 2) return 1; if (r == 0) longjmp(b, 2); return 0;"
    text = f"#include <setjmp.h>\njmp_buf b;\nint main(void) {{ {jumps} }}"
    Path(tmp_path, "p.c").write_text(text)
    done = coveriflow("test", "p.c", "--cpu", "3s", cwd=tmp_path, status=20)
    assert "\n  not known   after p.c, line 3" in done.stdout
    assert "not taken" not in done.stdout


def test_each_branch_that_is_left_has_a_line(tmp_path: Path) -> None:
    hard = "".join(f"if (y * y * y * y % 1000003 == {n}) return {n};" for n in (5, 6))
    Path(tmp_path, "p.c").write_text(f"{HEAD}int main(void) {{ unsigned long y = __VERIFIER_nondet_int(); {hard} }}")
    done = coveriflow("test", "p.c", "--cpu", "4s", "--set", "random-tests.number=1", cwd=tmp_path, status=20)
    assert "  not taken   p.c:2: y * y * y * y % 1000003 == 5 is condition-true\n              p.c:2: " in done.stdout


def test_the_exit_code_of_a_verdict_is_not_that_of_tests(tmp_path: Path) -> None:
    Path(tmp_path, "p.c").write_text("int main(void) { return 0; }")
    coveriflow("test", "p.c", cwd=tmp_path, status=0)
    coveriflow("verify", "p.c", "--flow", "test", cwd=tmp_path, status=20)
