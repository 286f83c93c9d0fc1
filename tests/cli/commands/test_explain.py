"""``coveriflow explain``: drawings beside what they draw, or where they are wanted; other files are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from coveriflow.actors.composition.flow import Flow
from coveriflow.cli.contracts import Log
from coveriflow.cli.registry import dispatched
from coveriflow.flows import ready
from coveriflow.flows.running.run_folder import write_run_folder
from coveriflow.formats.results.graph_json import read_graph_json
from coveriflow.program.errors import InputError
from tests.actors.tasks import example
from tests.flows.running.test_run_folder import ran


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    flow: Flow = ready.cmc()
    path = tmp_path_factory.mktemp("run")
    write_run_folder(ran(flow, example("halves.c")), path)
    return path


def states(folder: Path) -> int:
    return len(read_graph_json((folder / "graphs" / "1-value.json").read_bytes(), "graph").nodes)


def explained(*words: str) -> int:
    return dispatched(["explain", *words], Log())


def test_a_run_folder_gets_drawings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(str(folder), "--layout", "own") == 0
    drawings = [folder / "graphs" / "1-value.svg", folder / "graphs" / "3-bmc.svg", folder / "condition.svg"]
    for drawing in drawings:
        assert etree.fromstring(drawing.read_bytes()).tag.endswith("svg")
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in told] == [str(drawing) for drawing in drawings]
    assert told[0].endswith(f"explicit values, {states(folder)} states")


def test_single_files_and_limits(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = str(folder / "graphs" / "1-value.json")
    assert (
        explained(graph, graph, str(folder / "condition.graphml"), "--out", str(tmp_path / "new"), "--nodes", "4") == 0
    )
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "1-value-2.svg",
        "1-value.svg",
        "condition.svg",
    ]
    assert f"4 of {states(folder)} states" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.c", b"int main(void) { }", "'coveriflow verify' first"),
        ("a.json", b"{}", "schema_version"),
        ("a.json", b"\xff", "UTF-8"),
        ("a.graphml", b"<graphml/>", "graphml"),
        ("empty/none", b"", "no run folder"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    given = file.parent if name == "empty/none" else file
    with pytest.raises(InputError, match=message):
        explained(str(given))


@pytest.mark.parametrize("words", [[], ["x", "--nodes", "0"], ["x", "--nodes", "many"], ["x", "--layout", "neat"]])
def test_bad_words_are_refused(words: list[str]) -> None:
    with pytest.raises(InputError):
        explained(*words)
