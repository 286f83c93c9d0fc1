"""``coveriflow reduce``: what it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import value
from coveriflow.actors.composition.nodes import actors_in
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Reduction, Residual
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.arguments.reduce import reduce_options
from coveriflow.cli.commands.reduce import reduce
from coveriflow.cli.commands.reduce_task import task_files
from coveriflow.cli.contracts import Exit
from coveriflow.flows.catalogue.settings import with_settings
from coveriflow.flows.ready import READY
from coveriflow.flows.tasks.load import Asked, load
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.formats.tests.test_suite import write_test_case
from coveriflow.program.errors import InputError
from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import example, here
from tests.cli.helpers import coveriflow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """abspow.c, and what explicit values cover of it."""
    found = tmp_path_factory.mktemp("reduce")
    task = example("abspow.c")
    (found / "abspow.c").write_text(task.sources[0].text)
    condition = here(value(loop_bound=2), task)[Condition]
    (found / "c.graphml").write_bytes(write_condition(condition))
    return found


def test_the_command_prints_and_writes(folder: Path) -> None:
    call = ("reduce", "abspow.c", "--condition", "c.graphml", "--reducer", "lh")
    printed = coveriflow(*call, cwd=folder, status=0)
    assert "by lh\nassuming the condition written by coveriflow value is true\n" in printed.stderr
    assert "  while (p < absPow__N) {  // line 21\n" in printed.stdout
    assert "goto" not in printed.stdout
    options = reduce_options(
        [str(folder / "abspow.c"), *call[2:3], str(folder / "c.graphml"), "-o", str(folder / "o.c")]
    )
    assert reduce(options) == Exit.TRUE
    written = (folder / "o.c").read_text()
    assert written.count("p = (2LL * p);") == 3, "the rounds that the condition tells apart, and the rest"
    assert program_cfa([("o.c", written)], DataModel.LP64).edges


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--condition", "c.graphml"], "a FILE to reduce is missing"),
        (["a.c"], "--condition"),
        (["a.c", "--condition", "c.graphml", "--bound", "-1"], "is no number from 0 on"),
    ],
)
def test_what_the_command_refuses(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        reduce_options(words)


def test_a_reducer_that_there_is_not(folder: Path) -> None:
    words = [str(folder / "abspow.c"), "--condition", str(folder / "c.graphml"), "--reducer", "best"]
    with pytest.raises(InputError, match="no reducer 'best': there are identity, cfa, lh, lhc"):
        reduce(reduce_options(words))


def test_the_reducer_of_a_flow_is_a_parameter() -> None:
    flow = with_settings(READY["cmc-three"](), ["reduce.reducer=lhb", "reduce.bound=3", "reduce.slice=true"])
    found = [dict(actor.parameters) for actor in actors_in(flow.composition) if actor.name == "reduce"]
    assert [(each["reducer"], each["bound"], each["slice"]) for each in found] == [("lhb", 3, True)] * 2


def test_the_program_of_a_range(tmp_path: Path) -> None:
    (tmp_path / "mid.c").write_text(example("mid.c").sources[0].text)
    for name, values in (("lower.xml", (0, 2, 1)), ("upper.xml", (1, 0, 2))):
        (tmp_path / name).write_bytes(write_test_case(TestCase(tuple(map(TestInput, values)))))
    both = coveriflow("reduce", "mid.c", "--range", "lower.xml", "upper.xml", cwd=tmp_path, status=0)
    assert both.stderr.endswith(", instrumented\nonly the paths in [(0, 2, 1), (1, 0, 2)]\n")
    assert "const unsigned long long range_lower[1] = {5ULL};\n" in both.stdout
    assert "  if (x < y) {  // line 14\n    range_step(1);\n" in both.stdout
    left = coveriflow("reduce", "mid.c", "--range", "-", "upper.xml", "--form", "residual", cwd=tmp_path, status=0)
    assert left.stderr.endswith(", by sep\nonly the paths in [start, (1, 0, 2)]\n")
    assert "  if (!(mid__x < mid__z)) abort();  // line 22\n" in left.stdout
    for text in (both.stdout, left.stdout):
        assert program_cfa([("o.c", text)], DataModel.LP64).edges
    wrong = coveriflow("reduce", "mid.c", "--range", "upper.xml", "lower.xml", cwd=tmp_path, status=2)
    assert "the range [(1, 0, 2), (0, 2, 1)] is empty" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a.c", "--range", "a.xml", "-", "--condition", "c.graphml"], "give either a --condition"),
        (["a.c", "--condition", "c.graphml", "--form", "residual"], "the program of a --range has a --form"),
        (["a.c", "--range", "-", "-", "--form", "best"], "no form 'best' of a program"),
        (["a.c", "--range", "-", "-", "--form", "instrumented", "--reducer", "lh"], "makes the form residual"),
    ],
)
def test_what_ranges_the_command_refuses(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        reduce_options(words)


def test_a_reducer_makes_a_residual_program_of_a_range() -> None:
    assert reduce_options(["a.c", "--range", "-", "u.xml"]).form == "instrumented"
    options = reduce_options(["a.c", "--range", "-", "u.xml", "--reducer", "lh"])
    assert (options.form, options.reducer, options.bounds) == ("residual", "lh", ("-", "u.xml"))


def test_what_is_left_is_a_task_that_can_be_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CMC paper, Sect. I, benchmark generation. It is known to be true where the original is."""
    (folder / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    verdict = "expected_verdict: true"
    properties = (
        f"properties:\n- property_file: unreach-call.prp\n  {verdict}\noptions: {{language: C, data_model: ILP32}}\n"
    )
    (folder / "abspow.yml").write_text(f"format_version: '2.0'\ninput_files: abspow.c\n{properties}")
    task = load(Asked((folder / "abspow.yml",)))
    condition = here(value(loop_bound=2), task)[Condition]
    (folder / "ilp32.graphml").write_bytes(write_condition(condition))
    words = ["--condition", str(folder / "ilp32.graphml"), "--reducer", "cfa", "--task", str(folder / "left")]
    assert reduce(reduce_options([str(folder / "abspow.yml"), *words])) == Exit.TRUE
    assert capsys.readouterr().out == f"{folder / 'left' / 'abspow.cfa.yml'}\n"
    left = load(Asked((folder / "left" / "abspow.cfa.yml",)))
    assert left.data_model is DataModel.ILP32
    assert left.expected == (("unreach-call", Verdict.TRUE),)
    assert left.sources[0].text.startswith("// What coveriflow value left of abspow.c, by coveriflow ")
    assert here(value(loop_bound=1), left)[Answer].verdict is Verdict.UNKNOWN
    for name in ("bug", "unknown"):
        (folder / "abspow.yml").write_text(
            f"format_version: '2.0'\ninput_files: abspow.c\n{properties.replace('true', 'false')}"
            if name == "bug"
            else f"format_version: '2.0'\ninput_files: abspow.c\n{properties.replace('  ' + verdict, '')}"
        )
        other = load(Asked((folder / "abspow.yml",)))
        residual = Residual(left, other, ())
        files = task_files(other, condition, Reduction("cfa"), residual)
        assert b"expected_verdict" not in files["abspow.cfa.yml"]
