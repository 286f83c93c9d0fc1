"""BenchExec calls coveriflow as any other tool, and understands what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("benchexec")

from benchexec import model
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

from tests.cli.helpers import COMMAND, coveriflow

MODULE = "coveriflow.execution.benchexec_tool"


class _Config:
    container = False
    tool_directory = None


@pytest.fixture(scope="module")
def tool() -> BaseTool2:
    return model.load_tool_info(MODULE, _Config())[1]


def test_it_is_found_and_says_its_version(tool: BaseTool2) -> None:
    locator = BaseTool2.ToolLocator(tool_directory=str(Path(COMMAND[0]).parent))
    executable = tool.executable(locator)
    assert Path(executable).samefile(COMMAND[0])
    assert tool.version(executable)[0].isdigit()
    assert tool.name() == "coveriflow"


def test_the_command_line(tool: BaseTool2) -> None:
    task = BaseTool2.Task.with_files(["a.c"], property_file="p.prp", options={"data_model": "ILP32", "language": "C"})
    words = tool.cmdline("cf", ["--flow", "bmc"], task, BaseTool2.ResourceLimits(cputime=9, memory=2_000_000_000))
    usual = ["--no-cache", "--cpu", "9s", "--memory", "1900MB", "--spec", "p.prp", "--data-model", "ILP32"]
    assert words == ["cf", "verify", "--flow", "bmc", *usual, "--", "a.c"]
    own = ["--cpu", "1s", "--no-cache"]
    words = tool.cmdline("cf", own, BaseTool2.Task.with_files(["a.c"]), BaseTool2.ResourceLimits(cputime=9))
    assert words == ["cf", "verify", *own, "--", "a.c"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 0;", "true"),
        ("if (x == 3) reach_error(); return 0;", "false(unreach-call)"),
        ("unsigned y = x; while (y * y != 5) y += 2; return 0;", "unknown"),
    ],
)
def test_verdicts_are_understood(tool: BaseTool2, tmp_path: Path, body: str, expected: str) -> None:
    head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
    Path(tmp_path, "a.c").write_text(f"{head}int main(void) {{ int x = __VERIFIER_nondet_int(); {body} }}")
    task = BaseTool2.Task.with_files(["a.c"])
    words = tool.cmdline("cf", ["--flow", "bmc"], task, BaseTool2.ResourceLimits(cputime=3))
    done = coveriflow(*words[1:], cwd=tmp_path)
    lines = BaseTool2.RunOutput(done.stdout.splitlines(keepends=True))
    run = BaseTool2.Run(words, ProcessExitCode.create(value=done.returncode), lines, termination_reason=None)
    assert tool.determine_result(run).lower() == expected
    assert tool.get_value_from_output(lines, "flow") == "bmc"


@pytest.mark.parametrize(("code", "expected"), [(1, "ERROR (1)"), (2, "ERROR (2)"), (3, "ERROR (3)")])
def test_errors_are_errors(tool: BaseTool2, code: int, expected: str) -> None:
    run = BaseTool2.Run([], ProcessExitCode.create(value=code), BaseTool2.RunOutput([]), termination_reason=None)
    assert tool.determine_result(run) == expected
    killed = BaseTool2.Run([], ProcessExitCode.create(signal=9), BaseTool2.RunOutput([]), termination_reason=None)
    assert tool.determine_result(killed) == "KILLED BY SIGNAL 9"


def test_the_property_that_is_violated_is_told(tool: BaseTool2) -> None:
    for facts, expected in [
        (
            ["  property    valid-free; valid-deref; valid-memtrack\n", "  violates    valid-deref\n"],
            "false(valid-deref)",
        ),
        (["  property    valid-free; valid-deref; valid-memtrack\n"], "false"),
        (["  property    no-overflow\n"], "false(no-overflow)"),
        (["  property    unreach-call (stop is never called)\n"], "false(unreach-call)"),
    ]:
        output = BaseTool2.RunOutput(facts)
        run = BaseTool2.Run([], ProcessExitCode.create(value=10), output, termination_reason=None)
        assert tool.determine_result(run) == expected
