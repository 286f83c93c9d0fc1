"""``coveriflow actors``: what there is, and whether tools answer; and what an unconfirmed verdict looks like."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from coveriflow import __version__
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.external import tool
from coveriflow.artifacts.answers import Answer, Claim, ClosedReachedSet, Composite
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.actors.run import ActorsOptions, Question, actors_options
from coveriflow.cli.commands.verify.result import row_of
from coveriflow.cli.commands.verify.run import exit_code
from coveriflow.cli.contracts import Exit
from coveriflow.execution.contracts import End
from coveriflow.flows.running.run_folder import record_of
from coveriflow.flows.running.runner import Run, Turn
from coveriflow.flows.running.scope import joint_answer
from coveriflow.formats.results.result_json import read_run_record, write_run_record
from coveriflow.program.errors import InputError
from tests.cli.helpers import COMMAND, coveriflow

MINE = """\
executable: mine
arguments: ["{options}", "{files}"]
get: nowhere
properties: {unreach-call: []}
writes: {tests: test-suite}
verdicts:
- {status: 10, verdict: 'false'}
- {status: 0, verdict: 'true'}
"""
FINDS = """\
mkdir test-suite; cat > test-suite/t.xml <<'END'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" \
"https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase><input>4711</input></testcase>
END
exit 10
"""


def _mine(folder: Path, text: str) -> Path:
    (folder / "mine.yml").write_text(MINE)
    script = folder / "mine"
    script.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo 2.0; exit; }}\n{text}\n')
    script.chmod(0o755)
    return script


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], ActorsOptions()),
        (["list"], ActorsOptions()),
        (["show", "value"], ActorsOptions(Question.SHOW, "value")),
        (["check"], ActorsOptions(Question.CHECK)),
        (["check", "cbmc"], ActorsOptions(Question.CHECK, "cbmc")),
        (["describe", "--format", "fm-tools"], ActorsOptions(Question.DESCRIBE, "", "fm-tools")),
        (
            ["describe", "--format", "coveriteam", "--archive", "10.5/x"],
            ActorsOptions(Question.DESCRIBE, "", "coveriteam", "10.5/x"),
        ),
    ],
)
def test_what_can_be_asked(words: list[str], options: ActorsOptions) -> None:
    assert actors_options(words) == options


@pytest.mark.parametrize(
    "words",
    [
        ["show"],
        ["list", "value"],
        ["chek"],
        ["check", "a", "b"],
        ["describe"],
        ["describe", "cbmc", "--format", "fm-tools"],
        ["describe", "--format", "xml"],
        ["list", "--format", "fm-tools"],
        ["describe", "--format", "fm-tools", "--archive", "a\nb"],
    ],
)
def test_what_cannot(words: list[str]) -> None:
    with pytest.raises(InputError, match="Try 'coveriflow actors --help'"):
        actors_options(words)


def test_tools_are_listed_and_shown(tmp_path: Path) -> None:
    assert "\n  cbmc                Bounded model checking" in coveriflow("actors", cwd=tmp_path, status=0).stdout
    shown = coveriflow("actors", "show", "cbmc", cwd=tmp_path, status=0).stdout
    assert "--unwind {bound+1}" in shown
    assert "COVERIFLOW_CBMC" in shown
    done = coveriflow("actors", "show", "cmbc", cwd=tmp_path, status=2)
    assert "there is no actor and no tool 'cmbc'" in done.stderr


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        (FINDS, 0, "mine  mine 2.0: installed, and works\n"),
        ("exit 0", 20, "mine  mine 2.0: here, but finds no violation in a program that has one: true"),
        ("exit 7", 20, "mine: it failed with exit status 7; it printed nothing"),
    ],
)
def test_a_tool_is_asked_about_a_tiny_program(tmp_path: Path, text: str, status: int, sentence: str) -> None:
    script = _mine(tmp_path, text)
    done = coveriflow(
        "actors",
        "check",
        "mine.yml",
        cwd=tmp_path,
        status=status,
        COVERIFLOW_MINE=str(script),
        XDG_CACHE_HOME=str(tmp_path),
    )
    assert sentence in done.stdout


def test_coveriflow_itself_is_a_tool_by_its_own_description(tmp_path: Path) -> None:
    """Called by coveriflow, through BenchExec's interface: it answers, and what has no counterpart is told."""
    pytest.importorskip("benchexec")
    words = ("actors", "describe", "--format", "coveriteam", "--archive", "10.5281/zenodo.7")
    (tmp_path / "own.yml").write_text(coveriflow(*words, cwd=tmp_path, status=0).stdout)
    script = tmp_path / "own"
    script.write_text("#!/bin/sh\nexec " + shlex.join(COMMAND) + ' "$@"\n')
    script.chmod(0o755)
    more = {"COVERIFLOW_OWN": str(script), "XDG_CACHE_HOME": str(tmp_path)}
    done = coveriflow("actors", "check", "own.yml", cwd=tmp_path, status=0, **more)
    assert f"own  coveriflow {__version__}: installed, and works\n" in done.stdout
    assert "    note: line 10: cpuCores is not enforced: it may use all cores\n" in done.stdout


def test_a_description_of_somebody_else_is_a_flow(tmp_path: Path) -> None:
    pytest.importorskip("benchexec")
    version = "{version: 1, url: 'https://a.org/b.zip'}"
    text = f"name: A\nbenchexec_toolinfo_module: cbmc\nversions: [{version}]\ncolour: red\n"
    (tmp_path / "a.yml").write_text(text)
    (tmp_path / "p.c").write_text("void reach_error(void);\nint main(void) { return 0; }\n")
    done = coveriflow("verify", "p.c", "--flow", "a.yml", "--allow-code", cwd=tmp_path, status=3, PATH="/nowhere")
    assert "note: a.yml: line 4: the key 'colour' is not known and not used\n" in done.stderr
    assert "A is not installed: BenchExec's module finds none on the path" in done.stderr
    assert "To get it: the archive https://a.org/b.zip (version 1)." in done.stderr
    (tmp_path / "a.yml").write_text(text.replace("'https", "['https").replace("zip'", "zip']"))
    assert (
        "/a.yml:3:30\n" in coveriflow("verify", "p.c", "--flow", "a.yml", "--allow-code", cwd=tmp_path, status=2).stderr
    )


def test_a_tool_that_is_missing_has_its_exit_code(tmp_path: Path) -> None:
    _mine(tmp_path, "")
    done = coveriflow("actors", "check", "mine.yml", cwd=tmp_path, status=3)
    assert "missing: mine is not installed" in done.stdout
    assert "To get it: nowhere" in done.stdout


def _run(answer: Answer) -> Run:
    task = Task((Source("a.c", "", ""),))
    actor = tool("command")
    return Run(Flow("one", actor), task, answer, (Turn(actor, End.FINISHED, produced=(answer,)),))


@pytest.mark.parametrize("verdict", [Verdict.TRUE, Verdict.FALSE])
@pytest.mark.parametrize("evidence", [Claim("mine 2.0"), Composite(ClosedReachedSet(1), Claim("mine 2.0"))])
def test_what_is_only_claimed_is_not_confirmed(verdict: Verdict, evidence: Claim | Composite) -> None:
    done = _run(Answer(verdict, "", evidence))
    assert exit_code(done) == Exit.UNKNOWN
    record = record_of(done)
    assert record.confirmed_by == ""
    assert "the report of mine 2.0, unchecked" in record.claimed_by
    assert read_run_record(write_run_record(record), "r.json") == record
    assert row_of(done.turns[0]).outcome == f"{verdict.value}, unconfirmed"


def test_a_confirmed_answer_comes_before_a_claimed_one() -> None:
    claimed, proved = Answer(Verdict.TRUE, "", Claim("mine")), Answer(Verdict.TRUE, "", ClosedReachedSet(1))
    assert joint_answer([("a", claimed), ("b", proved)]) is proved
    refuted = joint_answer([("a", Answer(Verdict.FALSE, "", Claim("mine"))), ("b", proved)])
    assert refuted is not None
    assert refuted.verdict is Verdict.UNKNOWN
    assert "a claims false, b reports true" in refuted.reason
