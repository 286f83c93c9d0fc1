"""Tools of others, played by small scripts: what they say counts as far as it can be checked, however they behave."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from coveriflow.actors import abstract_loops, accelerate, accelerate_automata, assume_invariants, bmc, tool
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.tool_catalogue import FOLDER
from coveriflow.actors.work.reduce.residual import unreduced
from coveriflow.artifacts.answers import (
    Answer,
    Claim,
    ClosedReachedSet,
    Composite,
    Confirmation,
    Justification,
    Violation,
    is_claimed,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.yaml import InvariantSet, WaypointKind
from coveriflow.execution.confinement.contracts import Sandbox, Strength
from coveriflow.execution.confinement.probing import VARIABLE, chosen
from coveriflow.execution.processes.external_process import External, ExternalEnd, run_external
from coveriflow.execution.processes.process_tree import everyone
from coveriflow.formats.witnesses.graphml_witness import write_witness
from coveriflow.formats.witnesses.yaml_witness import write_witness_entries
from coveriflow.program.errors import InputError, ToolMissing
from tests.actors.tasks import Got, confirmation_of, here, program
from tests.actors.validations import entries, sequence, waypoint

SAFE = program("int main(void) { int x = __VERIFIER_nondet_int(); if (x != x) reach_error(); return 0; }")
SILENT = program("int main(void) { return 0; }")
UNSAFE = program("int main(void) { if (__VERIFIER_nondet_int() == 4711) reach_error(); return 0; }")
TEST = """\
mkdir test-suite
cat > test-suite/t.xml <<'END'
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" \
"https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase><input>%s</input></testcase>
END
"""


@pytest.fixture
def no_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tools write elsewhere, too, to tell what they see."""
    monkeypatch.setenv(VARIABLE, Sandbox.OFF.value)


def test_a_tool_writes_in_its_folder_alone(tmp_path: Path) -> None:
    if chosen().strength not in (Strength.FULL, Strength.PARTIAL):
        pytest.skip("this machine has no box for files")
    folder = tmp_path / "run"
    folder.mkdir()
    other = Path(__file__).parent / "written-by-a-tool"
    text = f"touch here; touch {other}; cat {__file__} > copy; exit 3"
    ended = run_external(External((script(tmp_path, text),), folder, folder), Limits(wall=20))
    assert (ended.end, ended.status) == (ExternalEnd.EXITED, 3)
    assert ((folder / "here").exists(), (folder / "copy").stat().st_size > 0, other.exists()) == (True, True, False)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def script(folder: Path, text: str, name: str = "played") -> str:
    path = folder / name
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo 1.5; exit 0; }}\n{text}\n')
    path.chmod(0o755)
    return str(path)


def played(folder: Path, text: str, cpu: float | None = None) -> Actor:
    return tool("command", executable=script(folder, text), cpu=cpu)


def asked(folder: Path, text: str, task: Task = SAFE, cpu: float | None = None) -> Got:
    return here(played(folder, text, cpu), task)


# --- what counts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["/var/tmp", "/tmp"])  # one that tools see, and one that begins empty for them
def test_a_tool_is_found_behind_links(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir=place) as name:
        whole, link = Path(name, "whole"), Path(name, "link")
        (whole / "bin").mkdir(parents=True)
        link.symlink_to(whole)
        program = script(whole / "bin", "touch made; exit 4")
        monkeypatch.setenv("PATH", f"{link / 'bin'}{os.pathsep}{os.environ['PATH']}")
        (whole / "work").mkdir()
        called = str(link / "bin" / Path(program).name)
        ended = run_external(External((called,), link / "work", link / "work"), Limits(wall=20))
        assert (ended.end, ended.status, ended.output) == (ExternalEnd.EXITED, 4, b"")
        assert (whole / "work" / "made").is_file()


def test_a_proof_of_a_stranger_is_claimed(tmp_path: Path) -> None:
    answer = asked(tmp_path, "echo VERDICT: TRUE")[Answer]
    assert answer.verdict is Verdict.TRUE
    assert answer.evidence == Claim("command 1.5")
    assert is_claimed(answer.evidence)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("says", ["echo FALSE", "exit 10", "exit 20", "echo hello"])
def test_a_test_that_reaches_the_error_is_a_violation_whatever_the_tool_says(tmp_path: Path, says: str) -> None:
    got = asked(tmp_path, TEST % 4711 + says, UNSAFE)
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Violation].values == (4711,)


def test_a_lie_with_inputs_is_refuted(tmp_path: Path) -> None:
    answer = asked(tmp_path, TEST % 4711 + "echo FALSE")[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "command 1.5 claims a violation, but its inputs do not violate the property" in answer.reason


def test_a_lie_about_a_program_with_one_execution_is_refuted(tmp_path: Path) -> None:
    answer = asked(tmp_path, "echo FALSE", SILENT)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "claims a violation" in answer.reason


def test_a_violation_without_inputs_is_claimed(tmp_path: Path) -> None:
    answer = asked(tmp_path, "exit 10", UNSAFE)[Answer]
    assert answer.verdict is Verdict.FALSE
    assert answer.evidence == Claim("command 1.5")
    assert "names no inputs" in answer.reason


def test_a_test_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    answer = asked(tmp_path, "mkdir test-suite; echo '<a' > test-suite/t.xml; exit 10")[Answer]
    assert answer.evidence == Claim("command 1.5")
    assert "its tests cannot be read: not well-formed XML" in answer.reason


def test_a_proof_of_what_is_left_is_one_of_the_whole_with_the_condition(tmp_path: Path) -> None:
    reason = Justification("0" * 64, ClosedReachedSet(3), ("an assumption",))
    left = Residual(SILENT, SAFE, (), (reason,), ("an assumption",))
    answer = here(played(tmp_path, "echo TRUE"), left)[Answer]
    assert answer.evidence == Composite(ClosedReachedSet(3), Claim("command 1.5"))
    assert answer.assumptions == ("an assumption",)
    assert is_claimed(answer.evidence)


@pytest.mark.parametrize("says", ["TRUE", "FALSE"])
def test_a_witness_of_what_is_left_is_none_of_the_whole(tmp_path: Path, says: str) -> None:
    """Its inputs count, and the witness of the violation is about the original."""
    task = UNSAFE if says == "FALSE" else SAFE
    left = unreduced(task)
    (tmp_path / "w").write_bytes(write_witness(here(bmc(), left.task)[Witness]))
    got = here(played(tmp_path, f"cp {tmp_path / 'w'} witness.graphml; echo {says}"), left)
    assert got[Answer].verdict.value == says.lower()
    witness = got.optional(Witness)
    assert (witness.program_hash if witness else None) == (task.program_hash if says == "FALSE" else None)


def test_a_violation_of_abstracted_loops_is_none_of_the_original(tmp_path: Path) -> None:
    """Neither claimed, nor shown by a test."""
    task = program("int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i++; if (i == 7) reach_error(); }")
    residual = here(abstract_loops(), task)[Residual]
    assert residual.is_abstract
    for claim in ("echo FALSE", TEST % 7 + "echo FALSE", TEST % 7):
        answer = here(played(tmp_path, claim), residual)[Answer]
        assert answer.verdict is Verdict.UNKNOWN
    assert "has a violation, which need not be one of the original" in here(bmc(), residual)[Answer].reason
    for nested in (abstract_loops(), assume_invariants(), accelerate(), accelerate_automata()):
        again = here(nested, residual)[Residual]
        assert again.is_abstract
        assert here(bmc(), again)[Answer].verdict is Verdict.UNKNOWN


def test_another_property_is_passed_through_and_claimed(tmp_path: Path) -> None:
    races = Specification((Property(PropertyKind.NO_DATA_RACE),))
    task = program("int main(void) { return 0; }", specification=races)
    assert asked(tmp_path, "echo 'FALSE(no-data-race)'", task)[Answer].evidence == Claim("command 1.5")
    answer = here(tool("cbmc", executable=script(tmp_path, "echo TRUE")), task)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "CBMC does not check no-data-race" in answer.reason


def test_inputs_of_a_witness_are_executed(tmp_path: Path) -> None:
    got = here(bmc(), UNSAFE)
    (tmp_path / "w").write_bytes(write_witness(got[Witness]))
    claimed = asked(tmp_path, f"cp {tmp_path / 'w'} witness.graphml; echo FALSE", UNSAFE)
    assert claimed[Violation].values == (4711,)
    assert claimed[Witness].producer == "coveriflow"


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("kind", ["graphml", "yml"])
def test_a_witness_without_inputs_is_followed(tmp_path: Path, kind: str) -> None:
    """It names the way only, or values of variables, and something that is not in the program."""
    (tmp_path / "w").write_bytes(way_of(UNSAFE, "zz == 3", kind))
    got = here(tool(own_tool(tmp_path, f"cp {tmp_path / 'w'} witness.{kind}; echo FALSE", f"witness.{kind}")), UNSAFE)
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Violation].values == (4711,)


@pytest.mark.usefixtures("compiler")
def test_a_witness_tells_variables_before_they_have_values(tmp_path: Path) -> None:
    """Without the witness what they are then is no input of the program."""
    text = "int x, y; x = __VERIFIER_nondet_int(); y = x + 1; if (y == 4712) reach_error();"
    task = program(f"int main(void) {{ {text} return 0; }}")
    (tmp_path / "w").write_bytes(way_of(task, "y == 0", "graphml"))
    got = here(tool(own_tool(tmp_path, f"cp {tmp_path / 'w'} witness.graphml; echo FALSE", "witness.graphml")), task)
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Violation].values == (4711,)


@pytest.mark.parametrize("kind", ["graphml", "yml"])
def test_a_witness_that_leads_nowhere_leaves_a_claim(tmp_path: Path, kind: str) -> None:
    (tmp_path / "w").write_bytes(way_of(SAFE, "", kind))
    answer = here(tool(own_tool(tmp_path, f"cp {tmp_path / 'w'} witness.{kind}; echo FALSE", f"witness.{kind}")), SAFE)[
        Answer
    ]
    assert answer.evidence == Claim("mine 1.5")
    assert "claims a violation" in answer.reason


@pytest.mark.parametrize(
    ("is_violation", "says", "verdict"),
    [(True, "TRUE", Verdict.UNKNOWN), (True, "FALSE", Verdict.FALSE), (False, "TRUE", Verdict.TRUE)],
)
def test_what_is_said_of_a_witness_is_not_said_of_the_program(
    tmp_path: Path, is_violation: bool, says: str, verdict: Verdict
) -> None:
    answer = validated_by(tmp_path, is_violation, says)
    assert answer.verdict is verdict
    assert is_claimed(answer.evidence) == (verdict is not Verdict.UNKNOWN)


def test_a_proof_that_does_not_hold_is_no_violation(tmp_path: Path) -> None:
    answer = validated_by(tmp_path, False, "FALSE")
    assert answer.verdict is Verdict.UNKNOWN
    assert "the witness is wrong, or the program" in answer.reason


def validated_by(folder: Path, is_violation: bool, says: str) -> Answer:
    """What a tool's report about a witness means for a program that it does not show to be wrong."""
    content = sequence(SAFE) if is_violation else InvariantSet(())
    path = Path(own_tool(folder, f"echo {says}", "w"))
    text = path.read_text().replace("verdicts: [", "verdicts: [{output: TRUE, verdict: 'true'}, ")
    path.write_text(text + "reads: {witness: []}\n")
    return here(tool(str(path)), SAFE, entries(SAFE, content))[Answer]


AUTOMATON = """\
cat > condition.txt <<'END'
OBSERVER AUTOMATON AssumptionAutomaton
INITIAL STATE A;
STATE __TRUE : TRUE -> GOTO __TRUE;
STATE __FALSE : TRUE -> GOTO __FALSE;
STATE USEFIRST A : MATCH "[x > 3]" -> GOTO __TRUE; MATCH "[!(x > 3)]" -> GOTO __FALSE; TRUE -> GOTO A;
END AUTOMATON
END
echo FALSE
"""


def test_a_condition_by_texts_of_branches_is_one_of_ours(tmp_path: Path) -> None:
    task = program(
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3) x = 3;\n  if (x > 9) reach_error();\n}"
    )
    path = Path(own_tool(tmp_path, AUTOMATON, "x"))
    path.write_text(path.read_text().replace("witness: x", "condition: condition.txt"))
    condition = here(tool(str(path)), task)[Condition]
    assert condition.program_hash == task.program_hash
    assert {e.guard.branch for e in condition.transitions if e.target in condition.accepting} == {"condition-true"}
    path.write_text(path.read_text() + "options: [--wrong]\n")
    (tmp_path / "mine").unlink(missing_ok=True)
    script(tmp_path, AUTOMATON.replace("STATE __TRUE : TRUE", "STATE __TRUE : MORE"))
    assert here(tool(str(path)), task).optional(Condition) is None


def own_tool(folder: Path, text: str, witness: str) -> str:
    """The definition of a tool that leaves a witness."""
    path = folder / "mine.yml"
    path.write_text(
        f"executable: {script(folder, text)}\narguments: ['{{files}}']\nproperties: {{unreach-call: []}}\n"
        f"writes: {{witness: {witness}}}\nverdicts: [{{output: FALSE, verdict: 'false'}}]\n"
    )
    return str(path)


def way_of(task: Task, assumption: str, kind: str) -> bytes:
    """A witness whose execution goes into the branch of the program."""
    if kind == "yml":
        follow = [waypoint(task, WaypointKind.ASSUMPTION, "int main", assumption)] if assumption else []
        branch = waypoint(task, WaypointKind.BRANCHING, "if (", "true")
        return write_witness_entries(entries(task, sequence(task, *follow, branch)))
    nodes = tuple(WitnessNode(name, violation=name == "C") for name in "ABC")
    edges = (
        WitnessEdge("A", "B", 4, 4, assumption=assumption, assumption_scope="main" if assumption else ""),
        WitnessEdge("B", "C", 4, 4, control="condition-true"),
    )
    own = task.program_hash
    return write_witness(Witness(WitnessKind.VIOLATION, "A", nodes, edges, task.name, own, data_model=task.data_model))


# --- how they end ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exit 3", "it failed with exit status 3; it printed nothing"),
        ("echo nonsense; exit 0", "its output is not understood; its last line is 'nonsense'"),
        ("echo TRUE; kill -SEGV $$", "it crashed with SIGSEGV"),
        ("echo TRUE; exit 1", "it failed with exit status 1; its last line is 'TRUE'"),
        ("echo TRUE; echo but not yet", "its output is not understood; its last line is 'but not yet'"),
        ("head -c 100000000 /dev/zero > large; exit 1", "it failed with exit status 1"),
        ("exec head -c 100000000 /dev/zero > large", "it wrote too much"),
        ("head -c 100000000 /dev/zero; echo TRUE", "it wrote too much"),
        (r"printf '\377\376\n'; exit 0", "its output is not understood; its last line is"),
        ("echo UNKNOWN", "it reports UNKNOWN"),
    ],
)
def test_each_way_to_fail_has_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    answer = asked(tmp_path, text)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert reason in answer.reason


def test_megabytes_and_foreign_characters_before_the_verdict_do_not_matter(tmp_path: Path) -> None:
    answer = asked(tmp_path, r"printf '\377\376\n'; head -c 5000000 /dev/zero | tr '\0' x; echo; echo TRUE")[Answer]
    assert answer.verdict is Verdict.TRUE


def test_what_it_printed_is_kept(tmp_path: Path) -> None:
    log = asked(tmp_path, "echo hello; echo world >&2; exit 3")[ToolLog]
    assert (log.tool, log.output) == ("command 1.5", "hello\nworld\n")
    assert log.command[0] == str(tmp_path / "played")
    assert log.command[-1].endswith("/program.c")


def test_out_of_time(tmp_path: Path) -> None:
    answer = asked(tmp_path, "echo TRUE; while :; do :; done", cpu=0.3)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.reason == "command: it ran out of CPU time"


@pytest.mark.usefixtures("no_box")
def test_what_hangs_detaches_itself_and_ignores_signals_is_dead_at_the_limit(tmp_path: Path) -> None:
    """It ignores SIGTERM, and its children are in sessions of their own, one without a parent."""
    text = f"""\
trap '' TERM HUP INT
setsid sh -c 'trap "" TERM; echo $$ > {tmp_path}/one; exec sleep 1000' &
(setsid sh -c 'echo $$ > {tmp_path}/two; exec sleep 1000' &)
while ! [ -s {tmp_path}/one -a -s {tmp_path}/two ]; do :; done
touch {tmp_path}/begun
sleep 1000
"""
    folder = tmp_path / "run"
    folder.mkdir()
    ended = run_external(External((script(tmp_path, text),), folder, folder), Limits(wall=1.5))
    assert (tmp_path / "begun").exists()
    assert ended.end is ExternalEnd.OUT_OF_WALL
    pids = {int((tmp_path / name).read_text()) for name in ("one", "two")}
    assert not pids & {each.pid for each in everyone() if each.resident}


def test_a_tool_that_fills_the_disk_with_many_files_is_ended(tmp_path: Path) -> None:
    text = "i=0; while :; do head -c 1000000 /dev/zero > f$i; i=$((i + 1)); [ $i = 40 ] && sleep 1000; done"
    external = External((script(tmp_path, text),), tmp_path, tmp_path, total=10 << 20)
    assert run_external(external, Limits(wall=60)).end is ExternalEnd.TOO_LARGE


@pytest.mark.usefixtures("no_box")
def test_the_files_that_a_tool_leaves_are_gone(tmp_path: Path) -> None:
    asked(tmp_path, f"pwd > {tmp_path}/where; touch left; chmod 500 .; echo TRUE")
    assert not Path((tmp_path / "where").read_text().strip()).exists()


@pytest.mark.usefixtures("no_box")
def test_a_tool_that_removes_its_folder_has_said_what_it_said(tmp_path: Path) -> None:
    assert asked(tmp_path, 'echo TRUE; rm -rf "$PWD"')[Answer].evidence == Claim("command 1.5")
    text = (FOLDER / "command.yml").read_text() + "bound: {options: ['{bound}'], tried: [1, 2]}\n"
    (tmp_path / "mine.yml").write_text(text)
    bounded = tool(str(tmp_path / "mine.yml"), executable=script(tmp_path, 'rm -rf "$PWD"; echo UNKNOWN'))
    assert "mine.yml" not in here(bounded, SAFE)[Answer].reason
    assert "its folder cannot be used any more: No such file" in here(bounded, SAFE)[Answer].reason


@pytest.mark.parametrize(
    "text",
    [
        "mkfifo witness.graphml witness.yml; mkdir test-suite; mkfifo test-suite/a.xml; exit 10",
        "ln -s /etc test-suite; exit 10",
        "mkdir test-suite; ln -s ../test-suite test-suite/b.xml; exit 10",
        "mkdir test-suite test-suite/a.xml; chmod 0 test-suite; exit 10",
        "echo nonsense > test-suite.zip; mkdir witness.yml; exit 10",
        r"printf '<a>\0</a>' > witness.graphml; printf '\200' > witness.yml; exec >&- 2>&-; exit 10",
    ],
)
def test_whatever_it_leaves_is_no_evidence(tmp_path: Path, text: str) -> None:
    assert asked(tmp_path, text, UNSAFE)[Answer].evidence == Claim("command 1.5")


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.graphml").write_text("<a/>")
    got = asked(tmp_path, f"ln -s {tmp_path}/secret.graphml witness.graphml; echo FALSE", UNSAFE)
    assert Witness not in got
    assert got[Answer].evidence == Claim("command 1.5")


@pytest.mark.parametrize(
    ("said", "status", "verdict"),
    [
        ("TRUE", 0, Verdict.TRUE),
        ("TRUE", 10, Verdict.UNKNOWN),
        ("FALSE", 0, Verdict.FALSE),
        ("FALSE(unreach-call)", 0, Verdict.FALSE),
        ("FALSE(reach)", 0, Verdict.FALSE),
        ("FALSE(valid-deref)", 0, Verdict.UNKNOWN),
        ("VERDICT: FALSE(no-overflow)", 10, Verdict.UNKNOWN),
    ],
)
def test_a_violation_of_another_property_is_none(tmp_path: Path, said: str, status: int, verdict: Verdict) -> None:
    own = tool("command", executable=script(tmp_path, f"echo '{said}'; exit {status}"))
    assert here(own, UNSAFE)[Answer].verdict is verdict


# --- what is not there -----------------------------------------------------------------------------------------------


def test_a_tool_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("benchexec")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("COVERIFLOW_ESBMC", raising=False)
    with pytest.raises(
        ToolMissing, match=r"ESBMC is not installed: .*\nTo get it: github.com/esbmc.*\n.*COVERIFLOW_ESBMC"
    ):
        here(tool("esbmc"), SAFE)


@pytest.mark.parametrize("named", ["file", "folder"])
def test_the_environment_says_where_a_tool_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    path = script(tmp_path, "echo TRUE", "command")
    monkeypatch.setenv("COVERIFLOW_COMMAND", path if named == "file" else str(tmp_path))
    assert here(tool("command"), SAFE)[Answer].verdict is Verdict.TRUE
    monkeypatch.setenv("COVERIFLOW_COMMAND", str(tmp_path / "nowhere"))
    with pytest.raises(ToolMissing, match="nowhere' is no executable of it"):
        here(tool("command"), SAFE)


def test_benchexec_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coveriflow.execution.benchexec.tool_info.is_installed", lambda: False)
    with pytest.raises(ToolMissing, match="pip install benchexec"):
        here(tool("cbmc", executable=script(tmp_path, "")), SAFE)


def test_a_tool_that_is_too_old(tmp_path: Path) -> None:
    pytest.importorskip("benchexec")
    with pytest.raises(ToolMissing, match=r"CBMC 1\.5 is too old: 6\.0 is the oldest version"):
        here(tool("cbmc", executable=script(tmp_path, "")), SAFE)


@pytest.mark.usefixtures("no_box")
def test_the_version_of_an_unchanged_tool_is_asked_once(tmp_path: Path) -> None:
    path = Path(script(tmp_path, "echo TRUE"))
    path.write_text(f"#!/bin/sh\necho x >> {tmp_path}/calls\n" + path.read_text())
    for _ in range(2):
        assert here(tool("command", executable=str(path)), SAFE)[Answer].verdict is Verdict.TRUE
    assert (tmp_path / "calls").read_text().count("x") == 3
    os.utime(path, ns=(1, 1))
    here(tool("command", executable=str(path)), SAFE)
    assert (tmp_path / "calls").read_text().count("x") == 5


def test_options_that_are_no_words(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be split into words"):
        here(tool("command", executable=script(tmp_path, ""), options="'"), SAFE)


def test_options_come_before_the_files(tmp_path: Path) -> None:
    log = here(tool("command", executable=script(tmp_path, "exit 20"), options="--a 'b c'"), SAFE)[ToolLog]
    assert log.command[1:3] == ("--a", "b c")
