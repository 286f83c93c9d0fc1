"""Small programs for every rule of C that matters: what the interpreter does is written in them, and gcc agrees."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.errors import NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Execution, Interpreter
from coveriflow.program.lowering.environment import ENVIRONMENT
from coveriflow.program.printing import bodies
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from tests.program.expectations import in_words, outcome
from tests.program.machine import FLAGS, RUNTIME, Outcome
from tests.programs import reader

PROGRAMS = [(each.id, each) for each in reader.executions()]
CASES = [pytest.param(expected, id=name) for name, expected in PROGRAMS]
DAILY = {
    each.executions[number % len(each.executions)].id
    for number, each in enumerate(program for program in reader.programs() if program.executions)
}
"""Each program under one data model, by turns: what is compiled, or parsed again, takes long."""

WIDTH = {DataModel.ILP32: "-m32", DataModel.LP64: "-m64"}
DRIVER = """
unsigned long long checksum;
extern int program_main(void);
struct program { int (*run)(void); unsigned long long *checksum; } programs[] = {{program_main, &checksum}};
"""


def _by_turns(name: str) -> tuple[pytest.MarkDecorator, ...]:
    return () if name in DAILY else (pytest.mark.slow,)


RUNNING = [pytest.param(expected, id=name, marks=_by_turns(name)) for name, expected in PROGRAMS if expected.gcc]
ENDED = [(name, each) for name, each in PROGRAMS if not each.outcome.startswith(("not", "input", "too long"))]
ENDING = [pytest.param(expected, id=name) for name, expected in ENDED]
PRINTED = {name for name, _ in ENDED} & DAILY
"""Together with the interpreter: so these are parsed once."""


@pytest.mark.parametrize("expected", CASES)
def test_interpreter_does_what_the_program_expects(expected: reader.Execution, request: pytest.FixtureRequest) -> None:
    said, cfa, execution = outcome(expected)
    assert _agrees(said, expected.outcome), said
    if cfa is not None and execution is not None:
        assert len(expected.inputs) <= sum(edge.operation.kind is InputKind.CALL for edge, _ in execution.inputs)  # type: ignore[union-attr]
        assert tuple(each for each in cfa.assumptions if each not in ENVIRONMENT) == expected.assumes
        hidden = [edge for edge, _ in execution.inputs if edge.operation.kind not in (InputKind.CALL, InputKind.ORDER)]  # type: ignore[union-attr]
        assert len(hidden) == len(expected.hidden)
        if request.node.callspec.id in PRINTED:
            _check_printed(cfa, execution, expected)


@pytest.mark.slow
@pytest.mark.parametrize("expected", [pytest.param(each, id=name) for name, each in ENDED if name not in PRINTED])
def test_printed_program_does_the_same(expected: reader.Execution) -> None:
    _print_and_run(expected)


@pytest.mark.slow
@pytest.mark.parametrize("deepest", [1, 2])
@pytest.mark.parametrize("expected", ENDING)
def test_printed_with_jumps_it_does_the_same(
    expected: reader.Execution, deepest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "DEEPEST", deepest)
    _print_and_run(expected)


def _print_and_run(expected: reader.Execution) -> None:
    _, cfa, execution = outcome(expected)
    assert cfa is not None
    assert execution is not None
    _check_printed(cfa, execution, expected)


REFUSED_IN_PRINT = {"72-nested-function-behind-a-jump"}
"""Programs with an object of unknown content that several functions use."""


def _check_printed(cfa: Cfa, execution: Execution, expected: reader.Execution) -> None:
    """What is printed is parsed, and does the same with the values that ``execution`` read."""
    if expected.path.stem in REFUSED_IN_PRINT:
        with pytest.raises(NotSupported, match="an object with unknown content"):
            printed(cfa)
        return
    values = iter([value for edge, value in execution.inputs if edge.operation.kind is not InputKind.ORDER])  # type: ignore[union-attr]

    def following(edge: Edge) -> int | None:
        """What no input function gives, because it was never written, must not matter."""
        assert isinstance(edge.operation, Input)
        return next(values, None) if edge.operation.kind is InputKind.CALL else edge.operation.type.wrap(0xA5A5A5A5)

    again = Interpreter(program_cfa([("printed.c", printed(cfa).text)], expected.model)).run(following, 50_000)
    assert in_words(again) == in_words(execution), "printed"
    assert next(values, None) is None, "printed"


@pytest.fixture(scope="module")
def harness(
    compiler: str, compiler_for_32_bits: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[DataModel, Path]:
    """What every program is linked with, compiled once: object files, in a folder for each data model."""
    folders = {model: tmp_path_factory.mktemp(model.value) for model in DataModel}
    for model, folder in folders.items():
        (folder / "driver.c").write_text(DRIVER)
        (folder / "runtime.c").write_text(RUNTIME)
        subprocess.run([compiler, *FLAGS, WIDTH[model], "-c", "driver.c", "runtime.c"], cwd=folder, check=True)
    return folders


@pytest.mark.parametrize("expected", RUNNING)
def test_gcc_agrees(expected: reader.Execution, compiler: str, harness: dict[DataModel, Path], tmp_path: Path) -> None:
    end = _compiled_and_run(expected, compiler, harness[expected.model], tmp_path)
    wanted = {"error": ("ERROR", 0), "stops": ("STOPPED", -1), "exhausted": ("EXHAUSTED", 0)}
    word, _, status = expected.outcome.partition(" ")
    kind = {"returns": "RETURNED", "stops": "STOPPED"}.get(word, "")
    assert (end.end, end.status) == ((kind, int(status)) if status else wanted[expected.outcome])


def _agrees(said: str, wanted: str) -> bool:
    """A message of the parser may say more."""
    head, _, place = wanted.partition(" |")
    return said == wanted or (head.endswith("syntax error") and said.startswith(head) and said.endswith(place))


def _compiled_and_run(expected: reader.Execution, compiler: str, harness: Path, folder: Path) -> Outcome:
    for name, text in expected.sources:
        (folder / name).write_text(text)
    names = [name for name, _ in expected.sources]
    objects = [str(harness / "driver.o"), str(harness / "runtime.o")]
    command = [compiler, *FLAGS, WIDTH[expected.model], "-Dmain=program_main", *names, *objects, "-o", "program", "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    values = " ".join(f"0 {value & (1 << 64) - 1:x}" for value in expected.inputs)
    line = f"0 {len(expected.inputs)} {values}\n"
    run = subprocess.run([folder / "program"], input=line, capture_output=True, text=True, check=True)
    end, status, checksum, used = run.stdout.split()
    return Outcome(end, int(status), int(checksum), int(used))
