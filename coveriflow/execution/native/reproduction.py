"""A folder that repeats an execution without coveriflow: the program, its inputs, a script, and one for gdb.

The program is compiled as it was when it was executed here. Where it needs functions of verifiers, the script compiles
them with it. gdb stops where the violation is reported, and selects the frame in the user's text.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from coveriflow.artifacts.test_suites import Reproduction
from coveriflow.execution.native.compiled_program import TOLERANT
from coveriflow.execution.native.compiler import find_compiler, reference_flags
from coveriflow.execution.native.harness import harnessed, is_complete
from coveriflow.execution.native.leaks import FORGETTING
from coveriflow.execution.native.shell_words import quoted
from coveriflow.program.errors import ToolMissing
from coveriflow.program.text.violations import Violations, calls_of
from coveriflow.program.types.data_model import DataModel

SCRIPT, DEBUGGER = "run.sh", "commands.gdb"
OWN_SUFFIXES = (".sh", ".gdb", ".i", ".c", ".txt")
SANITIZING = ("-fsanitize=address,undefined", "-fno-sanitize-recover=address", "-fno-wrapv")
OF_C_LIBRARY = frozenset({"__assert_fail", "__assert_perror_fail", "__assert"})
"""They report the assertion, and end the program: better than what we would say."""
_RUNTIME = Path(__file__).with_name("reproduction_runtime.c")
_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Found:
    """What the folder repeats: what happens, in words, at a line of a file. ``is_silent``: nothing reports it in a
    debugger. ``leaks``: settings with which a sanitizer reports leaked memory, if it is that.
    """

    violation: str
    file: str
    line: int
    is_silent: bool = False
    leaks: tuple[tuple[str, str], ...] = ()


def is_plain(sources: Sequence[tuple[str, str]], violations: Violations, given: Reproduction) -> bool:
    """Whether the program as the user wrote it does the same without anything of ours."""
    return not given.values and not given.printed and is_complete(sources, _reported(violations))


def reproduction_files(
    sources: Sequence[tuple[str, str]],
    violations: Violations,
    data_model: DataModel,
    given: Reproduction,
    found: Found,
    folder: str,
) -> dict[str, bytes]:
    """The files by name. ``folder``: where names of sources begin."""
    if given.printed:
        sources, violations = [("printed.c", given.printed)], calls_of(given.stops)
    runtime = _RUNTIME.read_text(encoding="ascii").replace("%VALUES%", "".join(map(_value, given.values)))
    *texts, own = harnessed(sources, _reported(violations), runtime)
    names = [f"{number}.i" for number in range(len(texts))]
    files = {name: text.encode(errors="surrogateescape") for name, text in zip(names, texts, strict=True)}
    script = _script(names, data_model, given, found, folder)
    files |= {"printed.c": given.printed.encode(errors="surrogateescape")} if given.printed else {}
    return files | {
        "inputs.c": (own + (FORGETTING if found.leaks else "")).encode(errors="surrogateescape"),
        "input.txt": given.standard_input,
        SCRIPT: script.encode("utf-8", "surrogateescape"),
        DEBUGGER: _commands([name for name, _ in sources], given, found, folder).encode("utf-8", "surrogateescape"),
    }


def debugging(folder: Path, options: Sequence[str] = ()) -> str:
    """The command that starts gdb, for a shell."""
    return " ".join(["bash", shlex.quote(str(folder / SCRIPT)), "--gdb", *map(shlex.quote, options)])


def start_debugger(folder: Path, options: Sequence[str] = ()) -> NoReturn:
    """Have this process become gdb. ``ToolMissing``."""
    for tool in ("bash", "gdb"):
        if shutil.which(tool) is None:
            raise ToolMissing(f"{tool} is not installed\nTo get it: 'apt-get install {tool}' on Debian.")
    if find_compiler() is None:
        raise ToolMissing("there is no C compiler: gcc, cc or clang")
    os.execvp("bash", ["bash", str(folder / SCRIPT), "--gdb", *options])


def _reported(violations: Violations) -> Violations:
    functions = violations.functions - OF_C_LIBRARY
    return Violations(functions, violations.assertions, violations.label, violations.checks, violations.name)


def _value(value: int) -> str:
    low, high = (f"(long long){half % _WORD:#x}ULL" for half in (value, value // _WORD))
    return f"{{{low}, {high}}}, "


def _script(names: Iterable[str], data_model: DataModel, given: Reproduction, found: Found, folder: str) -> str:
    flags = (*reference_flags(data_model), *(SANITIZING if given.is_sanitized else ()), *TOLERANT)
    files = " ".join(f'"$here"/{name}' for name in (*names, "inputs.c"))
    words = _words(given)
    settings = "".join(f"export {name}={value}\n" for name, value in found.leaks)
    return f"""\
#!/usr/bin/env bash
# {_one_line(found.violation)}
# bash {SCRIPT}: compile the program, and execute it with the inputs of this violation.
# bash {SCRIPT} --gdb [OPTIONS]: the same in gdb, up to the violation.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
cd -- {shlex.quote(folder)} 2> /dev/null || cd -- "$here" || exit 2
${{CC:-gcc}} -g -std=gnu11 {" ".join(flags)} \\
  {files} -o "$here"/program -lm || exit 2
if [ "$1" = --gdb ]; then
  shift
  cd -- "$here" || exit 2
  command -v gdb > /dev/null || {{ echo "gdb is not installed" >&2; exit 3; }}
  SHELL=$(command -v bash) exec gdb -q "$@" -x {DEBUGGER} ./program
fi
{settings}exec "$here"/program{words} < "$here"/input.txt
"""


def _words(given: Reproduction) -> str:
    return "".join(f" {quoted(each)}" for each in given.own_arguments)


def _commands(names: Iterable[str], given: Reproduction, found: Found, folder: str) -> str:
    """Where sanitizers report nothing, gdb stops whenever the line is reached."""
    hooks = ["__coveriflow_error", *sorted(OF_C_LIBRARY)]
    hooks += ["__asan_on_error", "__ubsan_on_report"] if given.is_sanitized else []
    hooks += [f"{found.file}:{found.line}"] if found.is_silent else []
    return _GDB.format(
        violation=_one_line(found.violation),
        folder="" if folder.splitlines() != [folder] else f'directory "{folder}"',
        hooks=hooks,
        words=_words(given),
        files=sorted(names),
        line=found.line,
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


_GDB = """\
# {violation}
set confirm off
set pagination off
set breakpoint pending on
set environment ASAN_OPTIONS detect_leaks=0
{folder}
python
for place in {hooks}:
    gdb.execute("break " + place, to_string=True)
end
set args{words} < input.txt
run
python
OWN = {files}

def is_own(frame):
    if (frame.name() or "").startswith("__coveriflow_"):
        return False
    table = frame.find_sal().symtab
    return table is not None and any(table.filename == name or table.filename.endswith("/" + name) for name in OWN)

def own_frame():
    frame = gdb.selected_frame()
    while frame is not None and not is_own(frame):
        frame = frame.older()
    return frame

def is_elsewhere():
    "Sanitizers go on after what they report of other lines."
    if not {line} or gdb.selected_frame().name() != "__ubsan_on_report":
        return False
    frame = own_frame()
    return frame is None or frame.find_sal().line != {line}

try:
    while is_elsewhere():
        gdb.execute("continue")
    frame = own_frame()
    if frame is not None:
        frame.select()
    gdb.execute("frame")
    gdb.execute("info locals")
except gdb.error as error:
    print("The program has ended: " + str(error))
end
"""
