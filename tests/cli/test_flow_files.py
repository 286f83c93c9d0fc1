"""A user's own flows, from Python and YAML files: run, shown, drawn, and refused with the place that is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lxml import etree

from coveriflow.flows.catalogue.flow_paths import is_flow_file
from coveriflow.flows.catalogue.user_flows import flow_of_file
from coveriflow.program.errors import InputError
from tests.cli.helpers import SAFE, coveriflow
from tests.places import ROOT

FLOWS = '''\
"""Flows of a user."""

from coveriflow.actors import Flow, actor, bmc, value, when_unknown
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict


@actor(version="1", provides=(Answer,))
def shrug(task: Task, *, sentence: str = "no idea"):
    """An actor of my own."""
    return (Answer(Verdict.UNKNOWN, sentence),)


mine = Flow("mine", shrug(sentence="hm") >> when_unknown(value()))
part = shrug() >> bmc()


def build():
    return value() | bmc()


def fails():
    return 1 / 0


def cannot_work():
    return Flow("empty", reduce())


from coveriflow.actors import reduce
number = 7
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    name = f"flows_{abs(hash(tmp_path))}"  # modules are known by name for as long as the process lives
    Path(tmp_path, f"{name}.py").write_text(FLOWS)
    Path(tmp_path, "prog.c").write_text(SAFE)
    return tmp_path


def test_flows_of_a_user_run_with_actors_of_theirs(folder: Path) -> None:
    file = next(folder.glob("*.py"))
    done = coveriflow("verify", "prog.c", "--flow", file.name, "--json", cwd=folder, status=0)
    record = json.loads(done.stdout)
    assert record["flow"] == "mine"
    assert [actor["name"] for actor in record["actors"]] == ["shrug", "value"]

    shown = coveriflow("flows", "show", file.name, "--yaml", cwd=folder, status=0).stdout
    assert f"uses:\n- {file.stem}\n" in shown
    Path(folder, "mine.yml").write_text(shown)
    again = coveriflow("verify", "prog.c", "--flow", "mine.yml", "--allow-code", cwd=folder, status=0)
    assert "  flow          mine\n" in again.stdout
    assert "unknown: hm" in again.stdout


def test_a_flow_is_drawn(folder: Path) -> None:
    file = next(folder.glob("*.py"))
    done = coveriflow("flows", "draw", f"{file}:build", "--out", "d/b.svg", cwd=folder, status=0)
    assert done.stdout == "d/b.svg: flow build\n"
    root = etree.fromstring(Path(folder, "d", "b.svg").read_bytes())
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"value", "bmc", "side by side, the first that decides of"} <= set(texts)


@pytest.mark.parametrize(
    ("name", "words", "line"),
    [
        (":number", "neither a flow nor a composition", 0),
        (":fails", "fails() fails: ZeroDivisionError: division by zero", 24),
        (":cannot_work", "reduce needs a Condition, which nothing before it provides", 28),
        (":nothing", "there is no 'nothing' (flows in it: mine)", 0),
    ],
)
def test_what_is_wrong_with_a_flow_of_python(folder: Path, name: str, words: str, line: int) -> None:
    file = next(folder.glob("*.py"))
    with pytest.raises(InputError) as error:
        flow_of_file(f"{file}{name}")
    assert words in str(error.value)
    assert error.value.span
    assert (error.value.span.file, error.value.span.line) == (str(file), line)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("json.py", "mine = 3", "give it another name: 'json' is a module of"),
        ("so-not.py", "mine = 3", "the file's name is no name of a Python module"),
        ("broken_flow.py", "\n\nx = (", "cannot be imported: SyntaxError"),
        ("raising_flow.py", "\n\nundefined_name", "cannot be imported: NameError"),
        ("leaving_flow.py", "import sys\n\nsys.exit(0)", "cannot be imported: SystemExit"),
        ("own_flow.py", "class Odd(BaseException):\n    pass\nraise Odd", "cannot be imported: Odd"),
        ("without_flow.py", "", "name the flow, as in"),
    ],
)
def test_what_is_wrong_with_a_file_of_python(tmp_path: Path, name: str, text: str, words: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(InputError) as error:
        flow_of_file(str(file))
    assert words in str(error.value)
    assert error.value.span
    assert error.value.span.line == (3 if words.startswith("cannot") else 0)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for name in ("nowhere.py", "nowhere.py:x", "nowhere.yml"):
        with pytest.raises(InputError, match="No such file"):
            flow_of_file(str(tmp_path / name))


def test_names_of_flows_and_files() -> None:
    assert all(map(is_flow_file, ("a.yml", "b/a.yaml", "a.py", "a.py:b")))
    assert not any(map(is_flow_file, ("cmc", "cmc.pyx")))


def test_a_verdict_without_evidence_is_none(folder: Path) -> None:
    """Not even that of a user's own actor."""
    text = FLOWS.replace("Verdict.UNKNOWN", "Verdict.TRUE")
    Path(folder, "rash_flow.py").write_text(text)
    done = coveriflow("verify", "prog.c", "--flow", "rash_flow.py:part", cwd=folder, status=0)
    assert "confirmed by" in done.stdout  # bmc
    Path(folder, "rasher_flow.py").write_text(f"{text}\n\nalone = shrug()\n")
    done = coveriflow("verify", "prog.c", "--flow", "rasher_flow.py:alone", cwd=folder, status=20)
    assert " TRUE  no execution violates the property, unconfirmed\n" in done.stdout


def readme(language: str, containing: str) -> str:
    text = (ROOT / "README.md").read_text()
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return next(block for block in blocks if containing in block)


def test_the_readme_s_flow_of_yaml_runs(tmp_path: Path) -> None:
    Path(tmp_path, "mine.yml").write_text(readme("yaml", "format_version"))
    Path(tmp_path, "prog.c").write_text(SAFE)
    done = coveriflow("verify", "prog.c", "--flow", "mine.yml", cwd=tmp_path, status=0)
    assert "\n  bmc " in done.stdout


def test_the_readme_s_actor_runs(tmp_path: Path) -> None:
    Path(tmp_path, "mine.py").write_text(readme("python", "@actor"))
    Path(tmp_path, "prog.c").write_text(SAFE)
    done = coveriflow("verify", "prog.c", "--flow", "mine.py", cwd=tmp_path, status=0)
    assert "hopeful     unknown: no idea" in done.stdout


VIOLATED = "extern void reach_error(void);\nint main(void) { reach_error(); }\n"
ACTOR = """\
import os, sys
from dataclasses import dataclass
from coveriflow.actors import Flow, actor, bmc, value
from coveriflow.actors.composition.nodes import IfThenElse
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task

@actor(version="1", provides=(Answer,))
def leaves(task: Task, *, how: str = "exit") -> tuple[Answer]:
    sys.exit(0) if how == "exit" else os._exit(0)

@dataclass(frozen=True)
class Leaves:
    def holds(self, artifact: Answer) -> bool:
        sys.exit(0)

leaving = Flow("leaving", leaves())
ending = Flow("ending", leaves(how="_exit"))
asking = Flow("asking", value() >> IfThenElse(Leaves(), bmc()))
"""
YAML_FLOW = "format_version: '1.0'\nflow: mine\n{}\ncomposition: {}\n"


@pytest.mark.parametrize(
    ("flow", "status"),
    [
        ("uses.yml", 2),
        ("question.yml", 2),
        ("leaver.py", 2),
        ("own_actors.py:leaving", 1),
        ("own_actors.py:ending", 20),
        ("own_actors.py:asking", 2),
    ],
)
def test_code_that_leaves_is_no_verdict(tmp_path: Path, flow: str, status: int) -> None:
    """``sys.exit(0)`` in what a flow loads, asks or runs does not make a violated program a verified one."""
    texts = {
        "leaver.py": "import sys\nsys.exit(0)\n",
        "own_actors.py": ACTOR,
        "uses.yml": YAML_FLOW.format("uses: [leaver]", "[value]"),
        "question.yml": YAML_FLOW.format("", "[value, {if: 'leaver:mine', then: bmc}]"),
        "violated.c": VIOLATED,
    }
    for name, text in texts.items():
        Path(tmp_path, name).write_text(text)
    more = ("--no-cache", "--json", "--allow-code")
    done = coveriflow("verify", "violated.c", "--flow", flow, *more, cwd=tmp_path, status=status)
    assert json.loads(done.stdout)["verdict"] == "unknown"


def test_modules_of_two_folders_are_told_apart_by_their_names(tmp_path: Path) -> None:
    text = "import {0}\nfrom coveriflow import Flow, bmc\nmine = Flow('mine', bmc(last_bound={0}.BOUND))\n"
    own, folders = f"own_{tmp_path.name}", [tmp_path / "a", tmp_path / "b"]
    for bound, folder in enumerate(folders, 2):
        folder.mkdir()
        (folder / f"{own}_aside.py").write_text(f"BOUND = {bound}\n")
        (folder / f"{own}_{folder.name}.py").write_text(text.format(f"{own}_aside"))
    flow_of_file(str(folders[0] / f"{own}_a.py"))
    with pytest.raises(InputError, match=f"give '{own}_aside.py' another name: '{own}_aside' is a module of") as error:
        flow_of_file(str(folders[1] / f"{own}_b.py"))
    assert error.value.span is not None
    assert error.value.span.line == 1
