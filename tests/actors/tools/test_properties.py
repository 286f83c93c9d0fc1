"""Each tool with each property: the command line that comes out, or that the tool cannot be asked. No tool is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import Flow, tool
from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.actors.options import ToolOptions
from coveriflow.actors.properties import check_property
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.load import task_of
from coveriflow.actors.work.tools.call import _in_its_words, answered
from coveriflow.actors.work.tools.run import ToolRunning
from coveriflow.actors.work.tools.search import Found
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME, NOT_AT_A_PLACE
from coveriflow.artifacts.tool_definitions import PropertyFile
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.benchexec.tool_info import ToolInfo, is_installed
from coveriflow.formats.tasks.specification import read_specification
from tests.flows.properties import PROPERTIES, tasks

TOOLS = ("2ls", "cbmc", "cpachecker", "esbmc", "eva", "fusebmc", "goblint", "klee", "prtest", "symbiotic", "veriabs")
"""Those whose modules make a command line without the tool."""
KNOWN_BY_NAME = {"assertions", "unreach-call"}
LIMITS = Limits(10.0, 20.0, 10**9)


def running(name: str, about: str, folder: Path) -> tuple[ToolRunning, bool]:
    """The tool, asked about an unsafe program; whether it gets the printed one."""
    definition = defined(name)
    given = _in_its_words(tasks(about)[Verdict.FALSE], definition)
    info = ToolInfo(definition.module) if definition.module else None
    found = Found(definition, f"/opt/{name}", "1", info)
    return ToolRunning(definition, found, task_of(given), folder, ()), isinstance(given, Residual)


@pytest.mark.skipif(not is_installed(), reason="BenchExec is not installed")
@pytest.mark.parametrize("about", PROPERTIES)
@pytest.mark.parametrize("name", TOOLS)
def test_it_is_asked_what_the_user_asks(name: str, about: str, tmp_path: Path) -> None:
    definition, specification = defined(name), BY_NAME[about]
    kinds = {one.kind for one in specification.properties}
    knows = kinds <= dict(definition.properties).keys()
    if not knows and kinds & NOT_AT_A_PLACE:
        with pytest.raises(CompositionError, match="it does not check "):
            check_property(Flow("alone", tool(name)), specification)
        return
    check_property(Flow("alone", tool(name)), specification)
    asked, is_printed = running(name, about, tmp_path)
    command = asked._command(1, LIMITS)
    assert is_printed == (not knows and about not in KNOWN_BY_NAME)
    assert (f"{tmp_path}/" in " ".join(word for word in command if word.endswith(".prp"))) == (
        definition.property_file is not PropertyFile.NONE
    )
    if definition.property_file is PropertyFile.PASSED:
        (passed,) = tmp_path.glob("*.prp")
        assert str(passed) in " ".join(command)
        written = read_specification(passed.read_bytes(), passed.name)
        assert written == (specification if knows else asked.task.specification)
    texts = "".join(path.read_text() for path in tmp_path.glob("*.[ci]"))
    assert ("__coveriflow_error()" in texts) >= is_printed


def test_a_tool_that_cannot_be_asked_about_memory_is_not_run() -> None:
    (answer,) = answered(tasks("valid-deref")[Verdict.FALSE], ToolOptions(name="veriabs", executable="/bin/true"))
    assert isinstance(answer, Answer)
    assert answer.reason == (
        "VeriAbs is not run on this program: it does not know __coveriflow_accessible, by which the program asks about "
        "memory"
    )
