"""A file runs nothing by itself: what names code is refused with one sentence, until the user allows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors.definition import known_actors
from coveriflow.artifacts.permissions import Code
from coveriflow.flows.batch.planning import Order, begun, joined, working_context
from coveriflow.flows.catalogue.user_flows import flow_of_file
from coveriflow.program.errors import InputError
from tests.cli.helpers import SAFE, coveriflow

MARK = "from pathlib import Path\nPath(__file__).with_name('loaded').touch()\n"
QUESTION = "class Q:\n    def holds(self, artifact):\n        return True\n\nquestion = Q()\n"
FLOW = "from coveriflow.actors import Flow, bmc\n\nmine = Flow('mine', bmc())\n"
TOOL = "format_version: '1.0'\nexecutable: ./tool.sh\n"
SENTENCE = "is code: add --allow-code if you trust it"
COMPOSITIONS = {
    "uses": "uses: [own]\ncomposition: [bmc]",
    "if": "composition: [value, {if: 'own:question', then: bmc}]",
    "when": "composition: [{select: [{when: 'own:question', run: bmc}, {run: bmc}]}]",
    "until": "composition: [{repeat: bmc, until: 'own:question', most: 1}]",
    "wins": "composition: [{portfolio: [bmc, value], wins: 'own:question'}]",
    "tool": "composition: [{tool: ./tool.yml}, bmc]",
    "external": "composition: [{actor: external, set: {name: ./tool.yml}}, bmc]",
    "executable": "composition: [{tool: command, set: {executable: ./tool.sh}}, bmc]",
    "options": "composition: [{tool: cbmc, set: {options: --version}}, bmc]",
}
"""Each way in which a flow in YAML names something that is run."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    name = f"own_{abs(hash(tmp_path))}"  # modules are known by name for as long as the process lives
    Path(tmp_path, f"{name}.py").write_text(MARK + QUESTION + FLOW)
    Path(tmp_path, "tool.yml").write_text(
        (Path(__file__).parents[2] / "coveriflow/actors/tools/command.yml").read_text()
    )
    for key, text in COMPOSITIONS.items():
        content = f"format_version: '1.0'\nflow: f\n{text}\n".replace("own", name)
        Path(tmp_path, f"flow-{key}.yml").write_text(content)
    return tmp_path


@pytest.mark.parametrize("key", COMPOSITIONS)
def test_a_flow_in_yaml_runs_nothing_by_itself(folder: Path, key: str) -> None:
    """It is refused before anything is loaded, with one sentence and the line; with permission it is read."""
    with pytest.raises(InputError) as refused:
        flow_of_file(f"flow-{key}.yml")
    assert refused.value.message.endswith(SENTENCE)
    assert refused.value.message.count(". ") == 0
    assert refused.value.span
    assert refused.value.span.line >= 3
    assert not Path(folder, "loaded").exists()
    assert flow_of_file(f"flow-{key}.yml", Code.ALLOWED).name == "f"


def test_a_description_of_a_tool_is_code(folder: Path) -> None:
    with pytest.raises(InputError, match=SENTENCE):
        flow_of_file("tool.yml")
    assert flow_of_file("tool.yml", Code.ALLOWED).name == "tool"


def test_of_all_actors_only_tools_have_parameters_that_name_programs() -> None:
    """A new one of that kind has to be known by ``own_program``."""
    suspicious = {"executable", "options", "command", "program", "module", "script", "path", "file"}
    ours = [each for each in known_actors().values() if each.__module__.startswith("coveriflow.")]
    assert {each.name for each in ours if suspicious & set(each.defaults)} == {
        "external",
        "external-given",
        "external-reducer",
        "external-witness",
    }


def test_the_command_line_says_what_to_do(folder: Path) -> None:
    """For one file, the commands about flows, and batch runs."""
    Path(folder, "prog.c").write_text(SAFE)
    for words in (
        ("verify", "prog.c", "--flow", "flow-uses.yml"),
        ("flows", "show", "flow-uses.yml"),
        ("nightly", "prog.c", "--flow", "flow-uses.yml", "--name", "n", "--since", "none"),
    ):
        done = coveriflow(*words, cwd=folder, status=2)
        assert SENTENCE in " ".join(done.stderr.replace("|", " ").split())
        assert not Path(folder, "loaded").exists()
        coveriflow(*words, "--allow-code", cwd=folder, status=0)
        Path(folder, "loaded").unlink()


def test_a_plan_and_a_benchmark_definition_name_no_code(folder: Path) -> None:
    """The user has named the set or the batch run, and not the flow of Python that it names."""
    Path(folder, "prog.c").write_text(SAFE)
    name = next(folder.glob("own_*.py")).name
    Path(folder, "set.xml").write_text(
        '<benchmark tool="coveriflow.execution.benchexec_tool"><rundefinition/>'
        f'<option name="--flow">{name}</option><tasks><include>prog.c</include></tasks></benchmark>'
    )
    with pytest.raises(InputError, match=SENTENCE):
        begun(Order(("set.xml",), since="none"))
    assert not Path(folder, "loaded").exists()
    with working_context(begun(Order(("prog.c",), (name,), "n", since="none")), None) as context:
        with pytest.raises(InputError, match=SENTENCE):
            joined(context.results_folder)
        assert set(joined(context.results_folder, code=Code.ALLOWED).flows) == {name}
    assert set(begun(Order(("set.xml",), since="none", code=Code.ALLOWED)).flows) == {name}
