"""``coveriflow draw``: programs, what a condition covers of them, what it leaves, and the shapes of that."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from coveriflow.actors import value
from coveriflow.artifacts.conditions import Condition
from coveriflow.cli.contracts import Log
from coveriflow.cli.registry import dispatched
from coveriflow.formats.conditions.graphml_condition import write_condition
from coveriflow.program.errors import InputError
from tests.actors.tasks import example, here


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    task = example("abspow.c")
    Path("abspow.c").write_text(task.sources[0].text)
    Path("c.graphml").write_bytes(write_condition(here(value(loop_bound=2), task)[Condition]))


def drawn(*words: str, to: str = "abspow.svg") -> str:
    assert dispatched(["draw", "abspow.c", *words], Log()) == 0
    return "\n".join(map(str, etree.fromstring(Path(to).read_bytes()).itertext()))


def test_a_program_and_what_is_left_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--condition", "c.graphml")
    assert "abspow.c, and what coveriflow value verified: 17 locations" in drawn(*given, "--layout", "own")
    assert 'class="verified"' in Path("abspow.svg").read_text()
    left = drawn(*given, "--reducer", "lh", "--nodes", "9", "-o", "left.svg", to="left.svg")
    assert "what is left of abspow.c, by lh: 9 locations, 7 more are not drawn" in left
    shapes = drawn(*given, "--shapes", "-o", "shapes.svg", to="shapes.svg")
    assert all(name in shapes for name in ("original", "cfa", "lh", "lhc", "lhb", "lhbc", "nlh", "sep"))
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "abspow.svg: abspow.c, and what coveriflow value verified, 17 locations"
    assert said[2] == "shapes.svg: what coveriflow value leaves of abspow.c, 8 shapes"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a FILE to draw is missing"),
        (["abspow.c", "--shapes"], "--condition is missing"),
        (["abspow.c", "--reducer", "lh"], "--condition is missing"),
        (["abspow.c", "--condition", "c.graphml", "--shapes", "--automaton"], "not allowed with"),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        dispatched(["draw", *words], Log())
