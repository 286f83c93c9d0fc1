"""What may be included: files of the program's folder, of folders for headers, and of the system."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import VARIABLE
from coveriflow.execution.preprocessing.pcpp_preprocessor import expand
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

pytestmark = pytest.mark.usefixtures("compiler")


@pytest.fixture(params=[Sandbox.AUTO, Sandbox.OFF])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That of a program, with a header in it and one outside of it."""
    monkeypatch.setenv(VARIABLE, request.param.value)
    (tmp_path / "secret.h").write_text("int secret;\n")
    program = tmp_path / "program"
    (program / "headers").mkdir(parents=True)
    (program / "headers" / "own.h").write_text("int own;\n")
    (program / "link.h").symlink_to(tmp_path / "secret.h")
    (program / "deep.h").write_text('#include "../secret.h"\n')
    os.mkfifo(program / "pipe.h")
    return program


def expanded(folder: Path, text: str, *directories: str) -> str:
    return preprocess(str(folder / "a.c"), text, DataModel.LP64, directories)


def test_own_headers_and_those_of_the_system(folder: Path) -> None:
    text = expanded(folder, '#include "headers/own.h"\n#include <stddef.h>\n#include <sys/epoll.h>\nint x;\n')
    assert "int own;" in text


@pytest.mark.parametrize(
    ("include", "line"),
    [
        ('"../secret.h"', 2),
        ('"{}/secret.h"', 2),
        ('"link.h"', 2),
        ('"headers/../../secret.h"', 2),
        ('"deep.h"', None),
        ('"/etc/hostname"', 2),
        ('"/proc/self/environ"', 2),
    ],
)
def test_what_lies_outside(folder: Path, include: str, line: int | None) -> None:
    with pytest.raises(InputError, match=r"outside the program's folder.*-I") as found:
        expanded(folder, f"int a;\n#include {include.format(folder.parent)}\n")
    assert found.value.span is not None
    assert line is None or (found.value.span.file, found.value.span.line) == (str(folder / "a.c"), line)


@pytest.mark.parametrize(
    ("include", "kind"), [('"pipe.h"', "a pipe"), ('"/dev/zero"', "a device"), ('"/dev/stdin"', "a")]
)
def test_what_is_no_file(folder: Path, include: str, kind: str) -> None:
    with pytest.raises(InputError, match=rf"which is {kind}|outside"):
        expanded(folder, f"#include {include}\n")


_NAMED = '# 1 "{0}/secret.h" 1\nint named = __LINE__;\n# 3 "a.c" 2\n'


def test_files_that_a_preprocessed_text_names_are_not_read(folder: Path) -> None:
    """Whether they are there, or not, or anywhere else."""
    text = _NAMED.format(folder.parent) + '# 1 "flexdef.h" 1\nint other;\n# 5 "a.c" 2\nint x;\n'
    assert "int named = 1;" in expanded(folder, text)


@pytest.mark.parametrize(
    "directive",
    [
        '#include "{0}/secret.h"',
        '#inc\\\nlude "{0}/secret.h"',
        '%:include "{0}/secret.h"',
        '/* */ # /*\n*/ include "{0}/secret.h"',
    ],
)
def test_a_name_in_a_line_marker_does_not_allow_it(folder: Path, directive: str) -> None:
    with pytest.raises(InputError, match="outside the program's folder"):
        expanded(folder, f"{_NAMED}{directive}\n".format(folder.parent))


def test_a_folder_that_is_named(folder: Path) -> None:
    assert "int secret;" in expanded(folder, '#include "secret.h"\nint x;\n', str(folder.parent))
    assert "int secret;" in expanded(folder, '#include "../secret.h"\nint x;\n', str(folder.parent))


def test_what_is_missing_is_missing(folder: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        expanded(folder, '#include "nowhere.h"\n')


def test_without_a_compiler(folder: Path) -> None:
    assert "int own;" in expand(str(folder / "a.c"), '#include "headers/own.h"\n', DataModel.LP64, (), (), 1 << 20)
    for include in ('"../secret.h"', '"link.h"', '"deep.h"'):
        with pytest.raises(InputError, match="outside the program's folder"):
            expand(str(folder / "a.c"), f"#include {include}\n", DataModel.LP64, (), (), 1 << 20)
