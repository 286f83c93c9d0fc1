"""Compilation databases: what a compiler gets, in both forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coveriflow.formats.tasks.compile_commands import (
    CompileCommand,
    Flags,
    flags_of,
    path_of,
    read_compile_commands,
)
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.types.data_model import DataModel


def command(*words: str) -> CompileCommand:
    return CompileCommand("/b", "a.c", ("cc", *words))


def read(*entries: object) -> tuple[CompileCommand, ...]:
    return read_compile_commands(json.dumps(entries).encode(), "cc.json")


def test_both_forms_are_read() -> None:
    found = read(
        {"directory": "b", "file": "a.c", "command": "gcc -D'A=\"x y\"' -I\\ q -c a.c", "output": "a.o"},
        {"directory": "b", "file": "a.c", "arguments": ["gcc", '-DA="x y"', "-I q", "-c", "a.c"]},
    )
    assert found[0] == found[1] == CompileCommand("b", "a.c", ("gcc", '-DA="x y"', "-I q", "-c", "a.c"))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"directory": "b", "command": "x"}, "'file' is not a text"),
        ({"directory": "b", "file": ""}, "'file' is empty"),
        ({"directory": "b", "file": "a.c"}, "'command' is not a text"),
        ({"directory": "b", "file": "a.c", "command": "gcc 'a"}, "cannot be read: No closing quotation"),
        ({"directory": "b", "file": "a.c", "arguments": [1]}, "'arguments' is not a list of texts"),
    ],
)
def test_what_is_no_entry(entry: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(entry)


@pytest.mark.parametrize("data", [b"{}", b"[1]", b"[", b"\xff", b"[null]"])
def test_what_is_no_database(data: bytes) -> None:
    with pytest.raises(InputError):
        read_compile_commands(data, "cc.json")


def test_flags_that_matter_in_their_order() -> None:
    words = (
        "-O2 -DA=1 -U A -I inc -isystem /s -iquote q -idirafterd -include f.h -imacros m.h -std=c99 -Wall -c a.c -o a.o"
    )
    assert flags_of(command(*words.split()), "/b").options == (
        *("-DA=1", "-UA", "-I/b/inc", "-isystem/s", "-iquote/b/q", "-idirafter/b/d", "-include", "/b/f.h"),
        *("-imacros", "/b/m.h", "-std=c99"),
    )


def test_words_of_other_flags_are_no_flags() -> None:
    assert flags_of(command("-MF", "-DA", "-o", "-DB", "-Xlinker", "-DC"), "/b") == Flags()


def test_flags_for_the_preprocessor_and_wrappers() -> None:
    assert flags_of(command("gcc", "-Wp,-MD,x.d,-DA=2", "-pthread"), "/b").options == ("-DA=2", "-D_REENTRANT")


@pytest.mark.parametrize(("word", "model"), [("-m32", DataModel.ILP32), ("-m64", DataModel.LP64), ("-O1", None)])
def test_the_data_model(word: str, model: DataModel | None) -> None:
    assert flags_of(command(word), "/b").data_model is model


@pytest.mark.parametrize("word", ["-funsigned-char", "-fshort-enums", "-Ofast", "-fpack-struct=2", "-ftrapv", "-mx32"])
def test_flags_that_change_what_c_means_are_not_supported(word: str) -> None:
    with pytest.raises(NotSupported, match=word):
        flags_of(command(word), "/b")


@pytest.mark.parametrize("words", [["-x", "c++"], ["-xc++"], ["-std=c++17"], ["@flags"]])
def test_what_cannot_be_taken_is_told(words: list[str]) -> None:
    with pytest.raises(InputError, match=r"not C|response file"):
        flags_of(command(*words), "/b")


def test_paths_are_from_here_if_they_are_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert path_of("../src/a.c", str(tmp_path / "build")) == "src/a.c"
    assert path_of("../a.c", "/elsewhere/b") == "/elsewhere/a.c"
