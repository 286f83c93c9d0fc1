"""``coveriflow verify`` on the examples, as a user calls it, and what it prints and writes."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.results.result_json import read_run_record
from tests.cli.helpers import SAFE, SLOW, coveriflow
from tests.places import ROOT

STATUS = {"true": 0, "false": 10, "unknown": 20}
EXAMPLES = ROOT / "examples"
HARD = ("cmc-fig3", "trace-fig1", "trace-fig3")
"""Examples for other flows than there are, or for longer than a test takes: the truth or ``unknown``."""

NAMES = sorted(path.stem for path in EXAMPLES.glob("*.c"))


def told(name: str) -> tuple[str, list[str]]:
    """The truth about an example, and the options that it asks for, from its first two lines."""
    lines = Path(EXAMPLES, f"{name}.c").read_text().splitlines()
    return lines[0].removeprefix("// EXPECT: "), shlex.split(lines[1].removeprefix("// ARGS:"))


@pytest.mark.parametrize("name", [name for name in NAMES if name not in HARD])
def test_examples(tmp_path: Path, name: str) -> None:
    truth, options = told(name)
    done = coveriflow("verify", EXAMPLES / f"{name}.yml", *options, "--json", cwd=tmp_path, status=STATUS[truth])
    result = json.loads(done.stdout)
    assert result["verdict"] == truth
    assert result["confirmed_by"]
    assert Path(tmp_path, "coveriflow-out", name, "result.json").read_text() == done.stdout


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * bool(i)) for i, n in enumerate(HARD)])
def test_hard_examples_are_never_answered_wrongly(tmp_path: Path, name: str) -> None:
    truth, options = told(name)
    done = coveriflow("verify", EXAMPLES / f"{name}.c", *options, "--cpu", "2s", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["verdict"] in (truth, "unknown")
    assert done.returncode in (STATUS[truth], STATUS["unknown"])


@pytest.mark.parametrize(("flow", "cpu"), [("value", "10s"), ("bmc", "2s")])
def test_alone_neither_verifier_does_both_halves(tmp_path: Path, flow: str, cpu: str) -> None:
    done = coveriflow("verify", EXAMPLES / "halves.c", "--flow", flow, "--cpu", cpu, cwd=tmp_path, status=20)
    assert "UNKNOWN" in done.stdout
    assert re.search(r"(?m)^  because  ", done.stdout)


@pytest.mark.parametrize("flow", ["cmc", "value", "bmc"])
def test_the_bug_is_found_and_executed(tmp_path: Path, compiler: str, flow: str) -> None:
    done = coveriflow("verify", EXAMPLES / "halves-bug.c", "--flow", flow, cwd=tmp_path, status=10)
    assert "FALSE  an execution violates the property\n" in done.stdout
    assert "confirmed by  a test that was compiled, executed, and reached the error" in done.stdout
    assert re.search(r"(?m)^  inputs +0, \d+, \d+$", done.stdout)
    assert Path(tmp_path, "coveriflow-out/halves-bug/tests/testcase-1.xml").is_file()


def test_the_page_says_what_matters(tmp_path: Path) -> None:
    Path(tmp_path, "halves.c").write_text(Path(EXAMPLES, "halves.c").read_text())
    done = coveriflow("verify", "halves.c", "--flow", "cmc", "--out", "a folder/evidence", cwd=tmp_path, status=0)
    assert done.stderr == ""
    assert done.stdout.isprintable() or "\x1b" not in done.stdout
    assert done.stdout.splitlines()[0] == " TRUE  no execution violates the property"
    for line in (
        r"  task +halves\.c",
        r"  property +assertions \(none fails, and no error function is called\)",
        r"  data model +LP64 \(the default; --data-model chooses\)",
        r"  flow +cmc",
        r"  value +unknown, condition: .*\d\.\d\d s +\d\.\d\d s +\d+ MB  finished",
        r"  reduce +residual program .*",
        r"  bmc +true.*",
        r"  total .*",
    ):
        assert re.search(rf"(?m)^{line}$", done.stdout), line
    paths = re.findall(r"(?m)^  (?:condition|residual program|result) +'(a folder/evidence/\S+)'$", done.stdout)
    assert len(paths) == 3
    assert all(Path(tmp_path, path).is_file() for path in paths)


def test_json_is_the_document_and_nothing_else(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text(SAFE)
    done = coveriflow("verify", "safe.c", "--json", "--verbose", "--data-model", "ILP32", cwd=tmp_path, status=0)
    record = read_run_record(done.stdout.encode(), "stdout")
    assert record.verdict is Verdict.TRUE
    assert record.flow == "default"
    assert record.data_model.value == "ILP32"
    assert "value: starts" in done.stderr


def test_assumptions_cannot_be_missed(tmp_path: Path) -> None:
    text = "void reach_error(); int __VERIFIER_nondet_int();\nint main(void) { return 1 / __VERIFIER_nondet_int(); }\n"
    Path(tmp_path, "divides.c").write_text(text)
    done = coveriflow("verify", "divides.c", "--assume-defined", cwd=tmp_path, status=0)
    first, second, *_ = done.stdout.splitlines()
    assert first == " TRUE  no execution violates the property, under 1 assumption"
    assert second.startswith("  ! assumption: no division by zero")


def test_a_function_that_the_program_does_not_name_is_told(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text(SAFE)
    Path(tmp_path, "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_eror())) )\n")
    done = coveriflow("verify", "safe.c", "--spec", "p.prp", cwd=tmp_path, status=0)
    assert done.stderr.startswith("warning: the program has no function reach_eror")
    assert "  ! warning: the program has no function reach_eror: nothing can violate the property" in done.stdout
    record = read_run_record(Path(tmp_path, "coveriflow-out/safe/result.json").read_bytes(), "result.json")
    assert record.warnings == (done.stderr.removeprefix("warning: ").strip(),)


ASSERTS = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 7 || !"seven");
  return 0;
}
"""


OPEN = """\
#include <assert.h>
#include <math.h>
int main(void) {
  double x = exp(0.0);
  assert(x != 5.5);
  if (x > 2) x = 3;
  assert(x > 2);
  return 0;
}
"""


def test_the_assertion_that_the_execution_reaches_is_named(tmp_path: Path) -> None:
    """What the library gives is not computed: the path that was found may end elsewhere, and is not shown then."""
    Path(tmp_path, "open.c").write_text(OPEN)
    done = coveriflow("verify", "open.c", "--json", cwd=tmp_path, status=10)
    assert read_run_record(done.stdout.encode(), "stdout").violated == "the assertion `x > 2` fails at line 7"
    path = Path(tmp_path, "coveriflow-out/open/counterexample.txt")
    assert not path.exists() or "x != 5.5` fails" not in path.read_text()


def test_an_assertion_is_named_with_its_line(tmp_path: Path) -> None:
    """It is what is verified by default; as a call of the error function it is no violation."""
    Path(tmp_path, "asserts.c").write_text(ASSERTS)
    done = coveriflow("verify", "asserts.c", "--json", cwd=tmp_path, status=10)
    record = read_run_record(done.stdout.encode(), "stdout")
    assert (record.property, record.violated) == (
        "assertions",
        'the assertion `x != 7 || !"seven"` fails at line 5',
    )
    text = Path(tmp_path, "coveriflow-out/asserts/counterexample.txt").read_text()
    assert f"{record.violated}: this is the violation" in text
    other = coveriflow("verify", "asserts.c", "--property", "unreach-call", cwd=tmp_path, status=0)
    assert "warning: the program has no function reach_error" in other.stderr
    assert "(it has __assert_fail: --property assertions)" in other.stderr


def test_a_program_with_nothing_to_check_is_bad_input(tmp_path: Path) -> None:
    Path(tmp_path, "nothing.c").write_text("#define NDEBUG\n" + ASSERTS)
    done = coveriflow("verify", "nothing.c", cwd=tmp_path, status=2)
    assert done.stderr.startswith("error: there is nothing to check here")
    assert "undefined-behaviour (overflows" in done.stderr
    assert "LTL(G ! call(NAME()))" in done.stderr
    assert coveriflow("verify", "nothing.c", "--property", "x", cwd=tmp_path, status=2).stdout == ""
    twice = coveriflow("verify", "nothing.c", "--property", "assertions", "--spec", "p", cwd=tmp_path, status=2)
    assert "--spec" in twice.stderr


def test_what_is_not_supported_is_shown(tmp_path: Path) -> None:
    Path(tmp_path, "asm.c").write_text("int main(void) {\n\tfork();\n\tassert(0);\n}\n")
    done = coveriflow("verify", "asm.c", cwd=tmp_path, status=20)
    assert re.search(r"(?m)^  because +\S.* is not supported$", done.stdout)
    assert "--> asm.c:2:2\n" in done.stdout
    assert "2 |     fork();\n    |     ^\n" in done.stdout


def test_several_files_are_one_program(tmp_path: Path) -> None:
    Path(tmp_path, "include").mkdir()
    Path(tmp_path, "include", "f.h").write_text("int f(void);\n")
    Path(tmp_path, "main.c").write_text(
        '#include "f.h"\nvoid reach_error(void);\nint main(void) { if (f() != N) reach_error(); }\n'
    )
    Path(tmp_path, "f.c").write_text("int f(void) { return 4; }\n")
    for value, status in (("4", 0), ("5", 10)):
        coveriflow("verify", "main.c", "f.c", "-I", "include", "-D", f"N={value}", cwd=tmp_path, status=status)


def test_a_definition_reaches_a_program_without_directives(tmp_path: Path) -> None:
    Path(tmp_path, "prog.c").write_text("void reach_error(void);\nint main(void) { if (N != 4) reach_error(); }\n")
    coveriflow("verify", "prog.c", "-DN=4", cwd=tmp_path, status=0)


def test_a_contradicted_task_definition_is_told(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text(SAFE)
    Path(tmp_path, "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    entry = "properties:\n  - property_file: p.prp\n    expected_verdict: false\n"
    Path(tmp_path, "task.yml").write_text(f"format_version: '2.0'\ninput_files: safe.c\n{entry}")
    done = coveriflow("verify", "task.yml", cwd=tmp_path, status=0)
    assert "expected      false, as in the task definition: CONTRADICTED" in done.stdout
    assert "LP64 (the default" in done.stdout


def test_limits_hold(tmp_path: Path) -> None:
    Path(tmp_path, "slow.c").write_text(SLOW)
    done = coveriflow("verify", "slow.c", "--wall", "2s", "--json", cwd=tmp_path, status=20)
    assert sum(actor["wall"] for actor in json.loads(done.stdout)["actors"]) < 30


def test_without_prefect_there_is_advice(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text(SAFE)
    Path(tmp_path, "hidden").mkdir()
    Path(tmp_path, "hidden", "prefect.py").write_text("raise ImportError('No module named prefect')\n")
    path = f"{tmp_path / 'hidden'}"
    done = coveriflow("verify", "safe.c", "--prefect", cwd=tmp_path, status=3, PYTHONPATH=path)
    assert done.stderr.splitlines()[-1] == "Install it with: pip install prefect"


def test_a_failing_actor_is_told_and_costs_the_answer(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text(SAFE)
    Path(tmp_path, "broken").mkdir()
    Path(tmp_path, "broken", "sitecustomize.py").write_text(
        "import sys\nsys.modules['coveriflow.analysis.unwinding.bmc'] = None\n"
    )
    path = str(tmp_path / "broken")
    done = coveriflow("verify", "safe.c", "--flow", "bmc", "--json", cwd=tmp_path, status=1, PYTHONPATH=path)
    assert json.loads(done.stdout)["verdict"] == "unknown"
    first, second = done.stderr.splitlines()
    assert first == "error: internal error in bmc"
    assert second.endswith("the traceback is in coveriflow-out/safe/log/1-bmc.txt.")
    assert "coveriflow.analysis.unwinding.bmc" in Path(tmp_path, "coveriflow-out/safe/log/1-bmc.txt").read_text()


def test_without_a_compiler_the_headers_are_there(tmp_path: Path) -> None:
    Path(tmp_path, "includes.c").write_text("#include <assert.h>\nint main(void) { assert(1); return 0; }\n")
    coveriflow("verify", "includes.c", cwd=tmp_path, status=0, CC="no-such-compiler")
