"""``coveriflow import``: the file that it writes is a flow of the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from coveriflow.actors import bmc, kinduction
from coveriflow.cli.arguments.import_cvt import import_options
from coveriflow.cli.commands.import_cvt import import_program, module_name
from coveriflow.flows.catalogue.user_flows import flow_of_file
from coveriflow.flows.compositions import confirmed
from coveriflow.program.errors import InputError

PROGRAM = """
a = ActorFactory.create(ProgramVerifier, which);
b = ActorFactory.create(ProgramVerifier, "cbmc.yml", "6.1");
prog = ArtifactFactory.create(CProgram, path);
execute(PARALLEL_PORTFOLIO(a, b, ELEMENTOF(verdict, {TRUE, FALSE})), {'program': prog});
"""
WORDS = ["my-race.cvt", "--input", "which=x/symbiotic.yml", "--use", "symbiotic=kinduction", "--use", "cbmc=bmc"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my-race.cvt").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_the_file_is_a_flow(capsys: pytest.CaptureFixture[str]) -> None:
    assert import_program(import_options(WORDS)) == 0
    said = capsys.readouterr()
    assert said.out == "my_race.py: flow my-race\n"
    assert said.err == "note: cbmc.yml: version 6.1 is required; the installed version is used\n"
    flow = flow_of_file("my_race.py")
    assert (flow.name, flow.composition) == ("my-race", confirmed(kinduction()) | confirmed(bmc()))


def test_no_file_is_overwritten_unless_it_is_named(folder: Path) -> None:
    (folder / "my_race.py").write_text("precious")
    with pytest.raises(InputError, match="--out names the one to write"):
        import_program(import_options(WORDS))
    assert (folder / "my_race.py").read_text() == "precious"
    assert import_program(import_options([*WORDS, "--out", "my_race.py"])) == 0
    assert "flow = Flow" in (folder / "my_race.py").read_text()
    with pytest.raises(InputError, match="cannot be written"):
        import_program(import_options([*WORDS, "--out", "nowhere/x.py"]))


def test_nothing_is_written_where_something_has_no_counterpart(folder: Path) -> None:
    with pytest.raises(InputError, match="'which' is set nowhere"):
        import_program(import_options(["my-race.cvt"]))
    with pytest.raises(InputError, match="there is no tool 'nobody'"):
        import_program(import_options([*WORDS[:-1], "cbmc=nobody"]))
    with pytest.raises(InputError, match="'novalue' is not NAME=VALUE"):
        import_options(["my-race.cvt", "--input", "novalue"])
    assert [path.name for path in folder.iterdir()] == ["my-race.cvt"]


@pytest.mark.parametrize(("stem", "name"), [("a-b", "a_b"), ("2ls", "flow_2ls"), ("x.y", "x_y"), ("ä", "_")])
def test_names_of_modules(stem: str, name: str) -> None:
    assert module_name(stem) == name
