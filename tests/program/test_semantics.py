"""Small programs for every rule of C that matters: what the interpreter does is written in them, and gcc agrees."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from coveriflow.program import c_bodies
from coveriflow.program.data_model import DataModel
from coveriflow.program.edges import Edge, Input, InputKind
from coveriflow.program.interpreter import Interpreter
from coveriflow.program.printer import printed
from coveriflow.program.units import program_cfa
from tests.program.expectations import Expected, expectations, in_words, outcome
from tests.program.machine import FLAGS, RUNTIME, Outcome

FOLDER = Path(__file__).parent.parent / "programs"
TOPICS = ("semantics", "gnu", "calls", "library", "complex", "vectors")
FILES = sorted(f for topic in TOPICS for f in (FOLDER / topic).glob("*.c") if f.stem.count(".") == 0)
CASES = [
    pytest.param(expectations(file, model), id=f"{file.stem}-{model.value}") for file in FILES for model in DataModel
]
DAILY = {f"{file.stem}-{list(DataModel)[number % 2].value}" for number, file in enumerate(FILES)}
"""Each program under one data model, by turns: what is compiled, or parsed again, takes long."""


def _by_turns(cases: Iterable[Any]) -> list[Any]:
    return [pytest.param(*c.values, id=c.id, marks=() if c.id in DAILY else pytest.mark.slow) for c in cases]


RUNNING = _by_turns(case for case in CASES if case.values[0].runs_with_gcc)
ENDING = _by_turns(case for case in CASES if not case.values[0].outcome.startswith(("not", "input", "too long")))


@pytest.mark.parametrize("expected", CASES)
def test_interpreter_does_what_the_program_expects(expected: Expected) -> None:
    said, cfa, execution = outcome(expected)
    assert _agrees(said, expected.outcome), said
    if cfa is not None and execution is not None:
        assert cfa.assumptions == expected.assumes
        hidden = [value for edge, value in execution.inputs if edge.operation.kind is not InputKind.CALL]  # type: ignore[union-attr]
        assert len(hidden) == len(expected.hidden)


@pytest.mark.parametrize("expected", ENDING)
def test_printed_program_does_the_same(expected: Expected) -> None:
    _print_and_run(expected)


@pytest.mark.slow
@pytest.mark.parametrize("deepest", [1, 2])
@pytest.mark.parametrize("expected", ENDING)
def test_printed_with_jumps_it_does_the_same(expected: Expected, deepest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_bodies, "DEEPEST", deepest)
    _print_and_run(expected)


def _print_and_run(expected: Expected) -> None:
    said, cfa, execution = outcome(expected)
    assert cfa is not None
    assert execution is not None
    text = printed(cfa).text
    values = iter([value for _, value in execution.inputs])

    def following(edge: Edge) -> int | None:
        """What no input function gives, because it was never written, must not matter."""
        assert isinstance(edge.operation, Input)
        return next(values, None) if edge.operation.kind is InputKind.CALL else edge.operation.type.wrap(0xA5A5A5A5)

    again = Interpreter(program_cfa([("printed.c", text)], expected.model)).run(following, 50_000)
    assert in_words(again) == said
    assert next(values, None) is None


@pytest.mark.parametrize("expected", RUNNING)
def test_gcc_agrees(expected: Expected, compiler: str, compiler_for_32_bits: str, tmp_path: Path) -> None:
    end = _compiled_and_run(expected, compiler, tmp_path)
    wanted = {"error": ("ERROR", 0), "stops": ("STOPPED", -1), "exhausted": ("EXHAUSTED", 0)}
    word, _, status = expected.outcome.partition(" ")
    kind = {"returns": "RETURNED", "stops": "STOPPED"}.get(word, "")
    assert (end.end, end.status) == ((kind, int(status)) if status else wanted[expected.outcome])


def _agrees(said: str, wanted: str) -> bool:
    """A message of the parser may say more."""
    head, _, place = wanted.partition(" |")
    return said == wanted or (head.endswith("syntax error") and said.startswith(head) and said.endswith(place))


def _compiled_and_run(expected: Expected, compiler: str, folder: Path) -> Outcome:
    main = "unsigned long long checksum; extern int program_main(void);\n"
    table = (
        "struct program { int (*run)(void); unsigned long long *checksum; } programs[] = {{program_main, &checksum}};\n"
    )
    sources = {**dict(expected.sources), "driver.c": main + table, "runtime.c": RUNTIME}
    for name, text in sources.items():
        (folder / name).write_text(text)
    names = [name for name in sources if name != "runtime.c"]
    width = "-m32" if expected.model is DataModel.ILP32 else "-m64"
    for command in (
        [compiler, *FLAGS, width, "-c", "runtime.c"],
        [compiler, *FLAGS, width, "-Dmain=program_main", *names, "runtime.o", "-o", "batch", "-lm"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    values = " ".join(f"0 {value & (1 << 64) - 1:x}" for value in expected.inputs)
    line = f"0 {len(expected.inputs)} {values}\n"
    run = subprocess.run([folder / "batch"], input=line, capture_output=True, text=True, check=True)
    end, status, checksum, used = run.stdout.split()
    return Outcome(end, int(status), int(checksum), int(used))
