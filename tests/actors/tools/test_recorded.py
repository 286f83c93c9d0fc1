"""What is made of what real tools said once."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import tool
from coveriflow.actors.tool_catalogue import defined
from coveriflow.artifacts.tool_definitions import Exchange
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import means_the_same
from coveriflow.artifacts.witnesses.graphml import Witness
from tests.actors.tasks import here
from tests.actors.tools.recordings import Recording, configured, recordings, said_of


@pytest.fixture
def asked(recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tool runs on seems to be here."""
    runtime = defined(recording.asked[0]).runs_on
    if runtime is not None and runtime.variable:
        monkeypatch.setenv(runtime.variable, "/bin/true")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.usefixtures("compiler", "asked")
@pytest.mark.parametrize("recording", recordings(), ids=lambda each: each.name)
def test_the_same_is_made_of_it(recording: Recording, tmp_path: Path) -> None:
    name, configuration = recording.asked
    said = said_of(recording.task, name, configuration, recording.played(tmp_path))
    assert said == (Verdict(recording.run["verdict"]), recording.run["justified"])


def writes_alone(recording: Recording) -> bool:
    """Whether it is asked about the program, and not about a witness."""
    return Exchange.WITNESS not in dict(configured(*recording.asked).reads)


@pytest.mark.usefixtures("compiler", "asked")
@pytest.mark.parametrize("recording", [each for each in recordings() if writes_alone(each)], ids=lambda each: each.name)
def test_witnesses_are_about_what_was_asked(recording: Recording, tmp_path: Path) -> None:
    name, configuration = recording.asked
    got = here(tool(name, configuration, executable=recording.played(tmp_path)), recording.task)
    for each in got.produced:
        if isinstance(each, Witness):
            assert means_the_same(recording.task, each.specification)


SEEN = {each.name: each for each in recordings()}


@pytest.mark.usefixtures("compiler", "asked")
@pytest.mark.parametrize(
    ("recording", "seconds", "told"),
    [
        (SEEN["cpachecker-predicate-safe"], 85, 83),
        (SEEN["cpachecker-predicate-safe"], 4, 3),
        (SEEN["cpachecker-value-condition-loop"], 85, 63),
    ],
)
def test_only_a_tool_that_writes_a_condition_is_told_much_less_than_it_has(
    recording: Recording, seconds: float, told: int, tmp_path: Path
) -> None:
    name, configuration = recording.asked
    asks = tool(name, configuration, executable=recording.played(tmp_path), cpu=seconds)
    command = here(asks, recording.task)[ToolLog].command
    assert command[command.index("--timelimit") + 1] == f"{told}s"


def test_each_tool_that_was_run_for_real_has_one_of_each_verdict() -> None:
    """But for those that only prove, or only find violations."""
    said = {(each.run["tool"], each.run["verdict"]) for each in recordings()}
    for name in {each.run["tool"] for each in recordings()} - {"eva", "cpa-witness2test"}:
        assert {(name, "true"), (name, "false")} <= said
