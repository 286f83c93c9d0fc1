"""Patterns in files of others: the same as the shell's below their folder, refused outside, bounded by count."""

from __future__ import annotations

import glob
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.flows.tasks.patterns import matching
from coveriflow.program.errors import InputError, Span

PLACE = Span("a.set")
NAMES = ("a.c", "b.c", "ab.i", ".hidden.c", "d/a.c", "d/e/a.c", "d/e/b.i", "f/a.c", ".g/a.c")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("patterns")
    for name in NAMES:
        path = top / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (top / "in" / "d" / "loop").symlink_to(top)
    (top / "in" / "d" / "again").symlink_to(".")
    return top


parts = st.sampled_from(["*", "?.c", "[ab]*", "d", "e", "f", "*.c", "*b*"])


@given(st.lists(parts, min_size=1, max_size=4).map("/".join))
def test_wildcards_mean_what_they_do_for_the_shell(folder: Path, pattern: str) -> None:
    if any(each in pattern for each in "*?["):
        expected = sorted(glob.glob(pattern, root_dir=folder / "in"))
        found = matching(pattern, str(folder / "in"), PLACE)
        assert [os.path.relpath(each, folder / "in") for each in found] == expected


def test_folders_behind_links_are_not_searched(folder: Path) -> None:
    """A link to the folder itself has paths without end."""
    found = matching("**/*.c", str(folder / "in"), PLACE)
    shown = sorted(os.path.relpath(each, folder / "in") for each in found)
    assert shown == ["a.c", "b.c", "d/a.c", "d/e/a.c", "f/a.c"]


@pytest.mark.parametrize(
    "pattern", ["/**/*.c", "/*/*/*.c", "../**/*.c", "../*/a.c", "d/../../*/*.c", "*/../../*/a.c", "d/loop/*/*.c"]
)
def test_no_pattern_walks_the_disk(folder: Path, pattern: str) -> None:
    with pytest.raises(InputError, match="outside of the folder of this file"):
        matching(pattern, str(folder / "in"), PLACE)


def test_one_folder_elsewhere_may_be_named(folder: Path) -> None:
    """As sets and benchmark definitions do."""
    assert [Path(each).name for each in matching("../d/*.c", str(folder / "in" / "f"), PLACE)] == ["a.c"]
    assert matching(f"{folder}/in/f/*.c", str(folder / "in" / "d"), PLACE) == [f"{folder}/in/f/a.c"]


def test_names_are_counted(folder: Path) -> None:
    with pytest.raises(InputError, match="too many files"):
        matching("**/*", str(folder / "in"), PLACE, most=5)


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are kept."""
    name = os.fsdecode(b"\xff\xfe.c")
    (tmp_path / name).touch()
    assert matching("*.c", str(tmp_path), PLACE) == [str(tmp_path / name)]
