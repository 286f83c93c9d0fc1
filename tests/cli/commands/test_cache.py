"""``coveriflow cache``, and what ``verify`` says of results that are there already."""

from __future__ import annotations

import json
import os
import re
from functools import partial
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Resources
from coveriflow.cli.commands.cache import cache
from coveriflow.execution.store.contracts import About, Entry
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.place import usual_store
from coveriflow.formats.results.result_json import read_run_record
from coveriflow.program.errors import InputError
from tests.cli.helpers import SAFE, coveriflow


def test_the_second_time_nobody_works(tmp_path: Path) -> None:
    (tmp_path / "safe.c").write_text(SAFE)
    here = partial(coveriflow, "verify", "safe.c", "--flow", "value", cwd=tmp_path, status=0, COVERIFLOW_CACHE="cache")
    first = here("--json")
    assert json.loads(first.stdout)["actors"][0]["reused"] is None
    again = here("--verbose")
    assert re.search(r"(?m)^  value +true, witness .* 0\.00 s .* reused, took [\d.]+ s then$", again.stdout)
    assert re.search(r"value: true, witness \(reused, took [\d.]+ s then\)$", again.stderr, re.MULTILINE)
    (actor,) = read_run_record((tmp_path / "coveriflow-out/safe/result.json").read_bytes(), "").actors
    assert actor.reused is not None
    assert actor.reused.cpu > actor.cpu == 0
    done = here("--json", "--no-cache")
    assert json.loads(done.stdout)["actors"][0]["reused"] is None


def test_where_results_cannot_be_stored_the_user_is_told(tmp_path: Path) -> None:
    (tmp_path / "safe.c").write_text(SAFE)
    (tmp_path / "file").touch()
    done = coveriflow("verify", "safe.c", "--flow", "value", cwd=tmp_path, status=0, COVERIFLOW_CACHE="file")
    assert done.stderr.startswith(f"note: results cannot be stored in {tmp_path}/file: ")
    assert done.stderr.endswith("; nothing is stored\n")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileStore:
    """Two results, the second of which was used last."""
    monkeypatch.setenv("COVERIFLOW_CACHE", str(tmp_path / "cache"))
    store = FileStore(tmp_path / "cache").opened()
    for number, verdict in enumerate(("true", "")):
        about = About(f"actor-{number}", "dir/prog.c", verdict, 1e9, None, Resources(1.0, 12.34, 5))
        store.put(f"{number}" * 64, Entry(about, b"content"))
    os.utime(store.place / "0" / ("0" * 64), (0, 1e9))
    return store


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert cache(words) == status
    return capsys.readouterr().out


def test_list(store: FileStore, capsys: pytest.CaptureFixture[str]) -> None:
    head, latest, other, _, together = said(capsys, "list").splitlines()
    assert head.split() == ["when", "actor", "program", "verdict", "took", "size"]
    assert re.fullmatch(r"2001-09-\d\d \d\d:\d\d +actor-1 +dir/prog\.c +12\.3 s +0\.\d kB", latest)
    assert re.fullmatch(r"2001-09-\d\d \d\d:\d\d +actor-0 +dir/prog\.c +true +12\.3 s +0\.\d kB", other)
    assert together == f"2 results, 0 MB, in {store.folder}"


def test_path(store: FileStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "path") == f"{store.folder}\n"


def test_prune(store: FileStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "prune").startswith("removed 0 results (0 MB), 2 results ")
    assert said(capsys, "prune", "--older", "1d").startswith("removed 1 result (0 MB), 1 result ")
    assert [each.about.actor for each in store.listed()] == ["actor-1"]
    assert said(capsys, "prune", "--size", "1GB").startswith("removed 0 results ")
    assert said(capsys, "prune", "--all").startswith("removed 1 result (0 MB), 0 results ")
    assert said(capsys, "list") == "no results\n"


def test_nothing_there_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COVERIFLOW_CACHE", str(tmp_path / "cache"))
    assert said(capsys, "list") == said(capsys, "prune", "--all") == "no results\n"
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("words", [["lst"], ["list", "more"], ["prune", "--older", "often"], ["prune", "--size", "x"]])
def test_what_is_wrong_is_said(store: FileStore, words: list[str]) -> None:
    with pytest.raises(InputError):
        cache(words)
    assert len(list(store.listed())) == 2


def test_without_a_word_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cache([]) == 2
    assert "coveriflow cache list|prune|path" in capsys.readouterr().err


def test_where_results_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("COVERIFLOW_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert usual_store() == FileStore(tmp_path / ".cache" / "coveriflow")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative is ignored")
    assert usual_store() == FileStore(tmp_path / ".cache" / "coveriflow")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert usual_store() == FileStore(tmp_path / "xdg" / "coveriflow")
    monkeypatch.setenv("COVERIFLOW_CACHE", str(tmp_path / "own"))
    assert usual_store() == FileStore(tmp_path / "own")
    monkeypatch.setenv("COVERIFLOW_CACHE", "off")
    assert usual_store() is None


def test_the_tests_have_no_store() -> None:
    assert usual_store() is None
