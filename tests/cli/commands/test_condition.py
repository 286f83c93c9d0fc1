"""``coveriflow condition``, in this process: files in, files and pages out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.cli.arguments.condition import condition_options
from coveriflow.cli.commands.condition import condition
from coveriflow.cli.contracts import Log
from coveriflow.cli.registry import dispatched
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.program.errors import InputError
from coveriflow.program.frontend import program_cfa
from tests.actors.tasks import program

TASK = program(
    "int main(void) { int x = __VERIFIER_nondet_int();\n  if (x > 0)\n    x = 1;\n  else\n    x = 2;\n  return x; }\n"
)


def covering(branch: str) -> Condition:
    cfa = program_cfa([("program.c", TASK.sources[0].text)], TASK.data_model)
    transitions = tuple(
        Transition(f"l{e.source.number}", e.label, "T" if e.label.branch == branch else f"l{e.target.number}")
        for e in cfa.edges
    )
    return Condition(f"l{cfa.entry.number}", frozenset({"T"}), transitions, TASK.program_hash)


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.c").write_text(TASK.sources[0].text)
    Path("then.graphml").write_bytes(write_condition(covering("condition-true")))
    Path("else.graphml").write_bytes(write_condition(covering("condition-false")))


def run(*words: str) -> int:
    return condition(condition_options(words))


def test_a_condition_is_shown_with_what_it_covers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "then.graphml", "--program", "program.c") == 0
    page = capsys.readouterr().out
    assert page.startswith(" CONDITION  covers a part\n")
    assert "  branches                   50.0 %       1   2\n" in page
    assert "  paths, branches by chance  50.0 %" in page
    assert run("show", "then.graphml", "--json") == 0
    assert json.loads(capsys.readouterr().out)["covers"] == "covers a part"


def test_two_conditions_are_compared_with_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("compare", "then.graphml", "else.graphml", "--program", "program.c") == 10
    page = capsys.readouterr().out
    assert page.startswith(" INCOMPARABLE  ")
    assert "only the first one covers\n    program.c:5: [x > 0]\n" in page
    assert run("union", "then.graphml", "else.graphml", "-o", "both.graphml") == 0
    assert run("compare", "both.graphml", "then.graphml", "--program", "program.c", "--json") == 10
    assert json.loads(capsys.readouterr().out.partition("\n")[2])["relation"] == "weaker"
    assert run("intersect", "both.graphml", "then.graphml", "-o", "again.graphml") == 0
    assert run("compare", "again.graphml", "then.graphml", "--program", "program.c") == 0


@pytest.mark.parametrize("name", ["c.txt", "c.spc", "c.graphml"])
def test_formats_are_converted_and_come_back(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("convert", "then.graphml", "--program", "program.c", "-o", name) == 0
    assert run("convert", name, "--program", "program.c", "-o", "back.graphml") == 0
    assert run("compare", "back.graphml", "then.graphml", "--program", "program.c") == 0
    assert " EQUAL " in capsys.readouterr().out


def test_a_formula_is_written_and_read() -> None:
    assert run("convert", "then.graphml", "--program", "program.c", "-o", "c.yml") == 0
    assert '- location: "program.c:8:main"\n  holds: "0"' in Path("c.yml").read_text()
    assert run("minimise", "c.yml", "--program", "program.c", "-o", "c.graphml") == 0
    assert len(read_condition(Path("c.graphml").read_bytes(), "c").states) == 3


def test_other_commands_read_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("c.txt", "c.yml"):
        assert run("convert", "then.graphml", "--program", "program.c", "-o", name) == 0
    assert dispatched(["reduce", "program.c", "--condition", "c.txt"], Log()) == 0
    assert "x = 1;" not in capsys.readouterr().out
    assert dispatched(["validate", "c.yml", "program.c"], Log()) == 0
    assert capsys.readouterr().out.startswith(" JUSTIFIED ")


def test_what_cannot_be_carried_over_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    states = 'STATE USEFIRST a :\n MATCH "[y > 0]" -> GOTO b;\nSTATE b :\n'
    text = f"OBSERVER AUTOMATON A\nINITIAL STATE a;\n{states}END AUTOMATON"
    Path("a.txt").write_text(text)
    assert run("convert", "a.txt", "--program", "program.c", "-o", "a.graphml") == 0
    said = capsys.readouterr()
    assert "covers nothing" in said.out
    assert said.err.startswith("note: a.txt: 1 texts of branches are none of the program's")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show then.graphml else.graphml", "takes one condition"),
        ("compare then.graphml else.graphml", "--program is missing"),
        ("compare then.graphml --program program.c", "takes two conditions"),
        ("union then.graphml else.graphml", "-o"),
        ("convert then.graphml -o x.png", "ends in"),
        ("convert then.graphml -o x.txt", "--program is needed"),
        ("show missing.graphml", "No such file"),
        ("show program.c", "this is no condition"),
        ("show then.graphml --program other.c", "another program"),
        ("draw then.graphml", "invalid choice"),
    ],
)
def test_what_is_wrong_is_said(words: str, message: str) -> None:
    Path("other.c").write_text("int main(void) { return 0; }\n")
    with pytest.raises(InputError, match=message):
        run(*words.split())
