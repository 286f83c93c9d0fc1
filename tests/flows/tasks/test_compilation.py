"""A small project with a compilation database: its files are preprocessed as its compiler would do it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from coveriflow.artifacts.tasks import Task
from coveriflow.flows.tasks.load import Asked, load
from coveriflow.program.errors import InputError
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel

MAIN = '#include "list.h"\n#include <cfg.h>\nint main(void) { list_add(LIMIT); assert(count); return VERSION; }\n'
HEADER = "#include <assert.h>\nvoid list_add(int v);\nextern int count;\n"
LIST = """#include "list.h"
#if !defined(FORCED) || defined(BAD) || __STDC_VERSION__ != 199901L
#error other flags
#endif
static void main2(void) { }
void list_add(int v) { main2(); count += v; assert(count); }
"""
FILES = {
    "src/main.c": MAIN,
    "src/list.c": LIST,
    "src/count.c": "int count;\nstatic int spare;\n",
    "src/other.c": "int spare;\nvoid other(void) { }\n",
    "include/list.h": HEADER,
    "gen/cfg.h": "#define LIMIT 7\n",
    "gen/forced.h": "#define FORCED\n",
}
COMPILED: dict[str, dict[str, object]] = {
    "main": {"command": "gcc -I../include -isystem ../gen -DVERSION='(1 + 2)' -O2 -MF x.d -c ../src/main.c"},
    "list": {"arguments": "gcc -I ../include -include ../gen/forced.h -DBAD -UBAD -std=c99 -c ../src/list.c".split()},
    "count": {"arguments": ["gcc", "../src/count.c"]},
    "other": {"arguments": ["gcc", "../src/other.c"]},
}


@dataclass(frozen=True)
class Project:
    """In the working directory."""

    folder: Path

    def write(self, *more: dict[str, object]) -> None:
        entries = [{"directory": ".", "file": f"../src/{name}.c", **how} for name, how in COMPILED.items()]
        (self.folder / "build/compile_commands.json").write_text(json.dumps([*entries, *more]))

    def load(self, *files: str, entry: Entry | None = None) -> Task:
        return load(Asked(tuple(map(Path, files)), entry=entry, compile_commands=Path("build/compile_commands.json")))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str) -> Project:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    found = Project(tmp_path)
    found.write()
    return found


def test_named_files_get_their_flags(project: Project) -> None:
    task = project.load("src/main.c", "src/list.c", "src/count.c")
    assert [each.name for each in task.sources] == ["src/main.c", "src/list.c", "src/count.c"]
    assert "LIMIT" not in task.sources[0].preprocessed
    assert "return (1 + 2)" in task.sources[0].preprocessed
    assert (task.notes, task.data_model) == ((), DataModel.LP64)


def test_without_files_all_that_are_needed_are_taken_and_told(project: Project) -> None:
    task = project.load()
    assert [each.name for each in task.sources] == ["src/main.c", "src/list.c", "src/count.c"]
    assert task.notes == (
        "the program is 3 files of build/compile_commands.json: src/main.c, src/list.c, src/count.c; "
        "the program does not need src/other.c",
    )


def test_an_entry_function_needs_fewer_files(project: Project) -> None:
    task = project.load(entry=Entry("list_add"))
    assert [each.name for each in task.sources] == ["src/list.c", "src/count.c"]
    assert "int main(void)" in task.sources[0].text


def test_several_entries_of_a_file_are_told(project: Project) -> None:
    more: dict[str, object] = {
        "directory": ".",
        "file": "../src/count.c",
        "arguments": ["gcc", "-DX", "../src/count.c"],
    }
    project.write(more, more | {"arguments": ["gcc", "-O2", "../src/count.c"]})
    note = "src/count.c has 2 different entries in build/compile_commands.json: the first one is taken, with no flags"
    assert project.load("src/count.c").notes == (note,)


def test_files_of_several_programs_have_to_be_named(project: Project) -> None:
    (project.folder / "src/tool.c").write_text("int main(void) { return 1; }")
    project.write({"directory": ".", "file": "../src/tool.c", "command": "gcc ../src/tool.c"})
    with pytest.raises(InputError, match=r"several files define 'main': src/main.c, src/tool.c; name those"):
        project.load()
    assert len(project.load("src/tool.c").sources) == 1


def test_files_that_cannot_be_read_are_told(project: Project) -> None:
    (project.folder / "src/broken.c").write_text('#include "nowhere.h"\n')
    project.write({"directory": ".", "file": "../src/broken.c", "command": "gcc ../src/broken.c"})
    assert any("src/broken.c is not taken, since it cannot be read" in each for each in project.load().notes)


def test_a_file_without_an_entry(project: Project) -> None:
    (project.folder / "src/new.c").write_text("int x;")
    with pytest.raises(InputError, match="has no entry for this file"):
        project.load("src/new.c")


def test_other_languages_are_left_out(project: Project) -> None:
    project.write({"directory": ".", "file": "../src/x.cpp", "command": "g++ ../src/x.cpp"})
    assert len(project.load().sources) == 3


def test_a_changed_header_makes_another_program(project: Project) -> None:
    before = project.load().preprocessed_hash
    (project.folder / "gen/cfg.h").write_text("#define LIMIT 8\n")
    assert project.load().preprocessed_hash != before


@pytest.mark.parametrize("flags", [["-m32"], ["-m32", "-DA"]])
def test_the_data_model_is_that_of_the_flags(project: Project, compiler_for_32_bits: str, flags: list[str]) -> None:
    project.write()
    (project.folder / "build/compile_commands.json").write_text(
        json.dumps([{"directory": ".", "file": "../src/count.c", "arguments": ["gcc", *flags, "x.c"]}])
    )
    assert project.load("src/count.c").data_model is DataModel.ILP32
