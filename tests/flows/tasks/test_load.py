"""From files to tasks: what a definition names is read, and what is wrong is an error with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits, used_here
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.tasks.default_limits import counted_from_now, counted_with_own, default_limits, memory_here
from coveriflow.flows.tasks.load import Asked, load, load_for
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
DEFINITION = """format_version: "2.0"
input_files: ["part-*.i"]
properties:
  - property_file: p.prp
    expected_verdict: false
options: {language: C, data_model: ILP32}
"""


@pytest.fixture
def definition(tmp_path: Path) -> Path:
    (tmp_path / "part-2.i").write_text("void reach_error(void) {}\n")
    (tmp_path / "part-1.i").write_text("void reach_error(void); int main(void) { reach_error(); }\n")
    (tmp_path / "p.prp").write_text(PROPERTY)
    (tmp_path / "task.yml").write_text(DEFINITION)
    return tmp_path / "task.yml"


def test_a_definition_names_files_property_and_data_model(definition: Path) -> None:
    task = load(Asked((definition,)))
    assert [Path(source.name).name for source in task.sources] == ["part-1.i", "part-2.i"]
    assert task.data_model is DataModel.ILP32
    assert task.is_specified
    assert [verdict for _, verdict in task.expected] == [Verdict.FALSE]


def test_what_the_user_says_goes_before_the_definition(definition: Path) -> None:
    assert load(Asked((definition,), data_model=DataModel.LP64)).data_model is DataModel.LP64


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("zero.c", b"int x;\n\0", "binary data"),
        ("none.yml", DEFINITION.replace("part-*.i", "none-*.i").encode(), "no file matches"),
        ("missing.yml", DEFINITION.replace("part-*.i", "missing.i").encode(), "no such file"),
    ],
)
def test_what_is_wrong_is_told_with_its_file(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    (tmp_path / "p.prp").write_text(PROPERTY)
    with pytest.raises(InputError, match=said):
        load(Asked((file,)))


def test_a_folder_is_no_program(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        load(Asked((tmp_path,)))


def test_a_program_with_nothing_to_check_is_refused_but_not_for_tests(tmp_path: Path) -> None:
    file = tmp_path / "empty.i"
    file.write_text("int main(void) { return 0; }\n")
    with pytest.raises(InputError, match="nothing to check"):
        load_for(flow_named("bmc"), Asked((file,)))
    assert load_for(flow_named("test"), Asked((file,))).sources


def test_limits_by_default_leave_memory_to_others() -> None:
    limits = default_limits()
    assert limits.wall is None
    assert limits.memory is not None
    assert 0 < limits.memory < memory_here()


def test_elapsed_time_counts_from_the_start() -> None:
    assert counted_from_now(Limits(cpu=1))() == Limits(cpu=1)
    left = counted_from_now(Limits(wall=100))().wall
    assert left is not None
    assert left < 100


def test_what_a_command_uses_itself_counts() -> None:
    """Once for what it used before the run, and half of that for what it does at its end."""
    begun = used_here() - 6
    left = counted_with_own(Limits(cpu=100, wall=100), begun)()
    assert left.cpu is not None
    assert 90 <= left.cpu <= 91
    assert left.wall is not None
    assert 59 <= left.wall < 100
    assert counted_with_own(Limits(cpu=1), begun)().cpu == 0.1
    assert counted_with_own(Limits(), begun)() == Limits()
