"""Runs of real tools, recorded as small files, so that definitions are tested where the tools are not.

A recording is a file of ``recorded/``: what the tool was asked about which of the ``programs``, what it said to
``--version``, its calls with their outputs and files, and what came of that here. It is made again by::

    python -m tests.actors.tools.recordings NAME TOOL CONFIGURATION PROPERTY PROGRAM.c

where the tool is installed; ``-`` stands for no configuration, and ``PROGRAM.c`` is one of ``programs``.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coveriflow.actors import bmc, tool
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.answers import Answer, ConfirmedTest, is_claimed
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.tool_definitions import Exchange, ToolDefinition
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import VARIABLE
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import here

FOLDER = Path(__file__).with_name("recorded")
PROGRAMS = FOLDER / "programs"
LARGEST = 50_000
"""Characters of what a tool prints or writes that are kept: more than that is no small file."""

_RECORDER = """\
#!{python}
import json, os, subprocess, sys
here, tool = os.getcwd(), os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0])))

def words_of(text):
    return text.replace(here, "FOLDER").replace({home!r}, "TOOL").replace(tool, "TOOL")

def kept(data):
    return words_of(data.decode(errors="replace"))

def below(path):
    return [each for entry in sorted(os.listdir(path)) for each in below(os.path.join(path, entry))] \\
        if os.path.isdir(path) else [path] * os.path.isfile(path)

ran = subprocess.run([{real!r}, *sys.argv[1:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
written = [file for place in {places!r} for file in below(place)]
files = {{name: kept(open(name, "rb").read()) for name in written}}
words = list(map(words_of, sys.argv[1:]))
call = {{"words": words, "status": ran.returncode, "output": kept(ran.stdout), "files": files}}
with open({log!r}, "a") as log:
    log.write(json.dumps(call) + "\\n")
sys.stdout.write(ran.stdout.decode(errors="replace"))
sys.exit(ran.returncode)
"""
_PLAYER = """\
#!{python}
import json, os, sys
here, tool = os.getcwd(), os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0])))
words = [word.replace(here, "FOLDER").replace(tool, "TOOL") for word in sys.argv[1:]]

def alike(words):  # whatever a file of properties is called
    return ["FOLDER/*.prp" if word.endswith(".prp") else word for word in words]

for call in json.load(open({run!r}))["calls"]:
    if alike(call["words"]) == alike(words):
        for name, text in call["files"].items():
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            open(name, "w").write(text.replace("FOLDER", here))
        sys.stdout.write(call["output"].replace("FOLDER", here))
        sys.exit(call["status"])
sys.exit("no such call was recorded: " + " ".join(words))
"""


@dataclass(frozen=True)
class Recording:
    """What is in a file of ``recorded/``."""

    file: Path
    run: dict[str, Any]

    @property
    def name(self) -> str:
        """That of its file."""
        return self.file.stem

    @property
    def asked(self) -> tuple[str, str]:
        """The tool and its configuration."""
        return self.run["tool"], self.run["configuration"]

    @property
    def task(self) -> Task:
        """The question."""
        model = DataModel(self.run["data_model"])
        return task_of(PROGRAMS / self.run["program"], PropertyKind(self.run["property"]), model)

    def played(self, folder: Path) -> str:
        """A program below ``folder`` that does what the tool did; the files of configurations that it has are empty."""
        for name in self.run["offered"]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
        return _program(folder / "bin" / self.run["executable"], _PLAYER, run=str(self.file))


def recordings() -> list[Recording]:
    """All that there are."""
    return [Recording(each, json.loads(each.read_bytes())) for each in sorted(FOLDER.glob("*.json"))]


def task_of(program: Path, kind: PropertyKind, model: DataModel) -> Task:
    """The question whether a program without includes has a property."""
    text = program.read_text(encoding="ascii")
    subject = "reach_error" if kind is PropertyKind.UNREACH_CALL else ""
    return Task((Source("program.c", text, text),), Specification((Property(kind, subject),)), model)


def configured(name: str, configuration: str) -> ToolDefinition:
    """The definition of a tool in a configuration."""
    return defined(name).configured(configuration)


def said_of(task: Task, name: str, configuration: str, executable: str) -> tuple[Verdict, str]:
    """The verdict and how it is justified: ``claimed``, ``executed``, or nothing. A tool that reads a witness gets that
    of bounded model checking.
    """
    given = (
        [here(bmc(), task)[WitnessEntries]] if Exchange.WITNESS in dict(configured(name, configuration).reads) else []
    )
    answer = here(tool(name, configuration, executable=executable), task, *given)[Answer]
    if is_claimed(answer.evidence):
        return answer.verdict, "claimed"
    return answer.verdict, "executed" if isinstance(answer.evidence, ConfirmedTest) else ""


def _program(path: Path, text: str, **values: object) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.format(python=sys.executable, **values), encoding="ascii")
    path.chmod(0o755)
    return str(path)


def _record(name: str, tool_name: str, configuration: str, kind: PropertyKind, program: Path) -> None:
    definition = configured(tool_name, configuration)
    real = found(definition).executable
    os.environ[VARIABLE] = Sandbox.OFF.value
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch, "calls")
        home = Path(real).parent.parent
        offered = _offered(definition.options, home)
        for first in {Path(each).parts[0] for each in offered}:
            Path(scratch, first).symlink_to(home / first)
        places = [place for _, place in definition.writes]
        given = {"real": real, "home": str(home), "places": places, "log": str(log)}
        recorder = _program(Path(scratch, "bin", Path(real).name), _RECORDER, **given)
        verdict, justified = said_of(task_of(program, kind, DataModel.LP64), tool_name, configuration, recorder)
        calls = [json.loads(line) for line in log.read_text().splitlines()]
    for call in calls:
        call["output"], call["files"] = _small(call["output"]), {k: _small(v) for k, v in call["files"].items()}
    run = {
        "tool": tool_name,
        "configuration": configuration,
        "program": program.name,
        "property": kind.value,
        "data_model": "LP64",
        "executable": Path(real).name,
        "offered": offered,
        "on": datetime.date.today().isoformat(),
        "verdict": verdict.value,
        "justified": justified,
        "calls": calls,
    }
    (FOLDER / f"{name}.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")
    print(f"{name}: {verdict.value} {justified}, {len(calls)} calls")


def _offered(options: Sequence[str], home: Path) -> list[str]:
    """The files of the installation that the options name."""
    patterns = [found[1] for option in options for found in re.finditer(r"\{(?:newest|file) ([^}]+)\}", option)]
    return [str(max(home.glob(each)).relative_to(home)) for each in patterns]


def _small(text: str) -> str:
    if len(text) > LARGEST:
        raise SystemExit(f"{len(text)} characters are too many: choose a smaller program")
    return text


if __name__ == "__main__":
    _name, _tool, _configuration, _kind, _program_file = sys.argv[1:]
    _record(_name, _tool, _configuration.strip("-"), PropertyKind(_kind), PROGRAMS / _program_file)
