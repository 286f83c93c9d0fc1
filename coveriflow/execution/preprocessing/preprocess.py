"""From the text that a user wrote to the text that is analysed: macros and includes expanded, lines remembered."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Calls, Given
from coveriflow.execution.contracts import Outcome
from coveriflow.execution.native.compiler import Compiler, find_compiler, is_spoken, reference_flags
from coveriflow.execution.preprocessing.included import (
    check_directives,
    check_files,
    folders_for,
    outside,
    without_names,
)
from coveriflow.execution.processes.child_process import Bounds, ToolEnd, ToolRun, run_tool
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.errors import InputError, NotSupported, Span, ToolMissing
from coveriflow.program.library.unmodelled import SHOWN_HEADERS
from coveriflow.program.text.tokens import changes_when_preprocessed, is_preprocessed, line_marker
from coveriflow.program.types.data_model import DataModel

_DIALECT = ("-std=gnu11", "-U__STDC_VERSION__", "-D__STDC_VERSION__=201710L")
"""``gnu17``, the reference compiler's own: nothing but this macro tells the two apart (gcc), and older compilers do not
know its name.
"""
_BOUNDS = Bounds()
_OWN_HEADERS = Path(__file__).parent.parent.with_name("headers")
_BESIDE_SYSTEM_HEADERS = Path(__file__).with_name("headers")
_ERROR = re.compile(r"(?m)^(?P<file>.+?):(?P<line>\d+):(?:(?P<column>\d+):)? (?:fatal )?error: (?P<message>.*)$")
_MARKER = re.compile(rb'# (?P<line>\d+) "(?P<file>(?:[^"\\]|\\.)*)"(?P<flags>[ 1-4]*)$')
_CONDITION = re.compile(rb"(?:#|%:)\s*(?:el)?if")
_OWN_INCLUDED = re.compile(rb'(?m)^# \d+ "[^\n]*" 1$')
_MACROS = re.compile(r"(?m)^#(?:define|undef) .*$")
_UNREADABLE = re.compile(
    r"(?m)^(?P<file>.+?):(?P<line>\d+):.* fatal error: '?(?P<wanted>[^'\n]+?)'?"
    r"(?:: No such file or directory|: Permission denied| file not found)$"
)
_MISSING = re.compile(r"fatal error: .*(?:No such file or directory|file not found)")


def preprocess(
    name: str,
    text: str,
    data_model: DataModel,
    include_directories: Sequence[str] = (),
    defines: Sequence[str] = (),
    options: Sequence[str] = (),
) -> str:
    """The text after preprocessing, with line markers (``# 12 "file.c"``) that name the file ``name``.

    A text that this does not change is returned as it is, comments included, unless there are ``defines`` (``NAME`` or
    ``NAME=VALUE``) or ``options`` of the compiler (``formats.tasks.compile_commands``). Relative
    ``include_directories`` are looked up from here and from the source's folder. The C library's headers are ours; only
    a text that includes one which we have not, or one where a condition (``#if``) asks for something that decides
    otherwise under the machine's, gets all of them from the machine.
    ``InputError``, with its place: a missing include, ``#error``, or a text that takes more than 60 s, 2 GiB of memory
    or 256 MiB of output; ``ToolMissing``: ``options`` without a compiler. ``NotSupported``: the machine's compiler has
    no such data model.
    """
    for each in (*include_directories, *defines, *options):
        if "\0" in each or not _can_be_encoded(each):
            raise InputError(f"no option of a compiler has such characters: {each!a}", Span(name))
    if not defines and not options and not changes_when_preprocessed(text):
        return text
    compiler = find_compiler()
    if compiler is None:
        if options:
            raise ToolMissing("the flags of --compile-commands need a C compiler, and there is none", Span(name))
        return _without_compiler(name, text, data_model, include_directories, defines)
    if not is_spoken(data_model):
        raise NotSupported(f"preprocessing for {data_model.value} on this kind of machine")
    return _with_compiler(compiler, name, text, data_model, include_directories, defines, options)


def _can_be_encoded(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


def _with_compiler(
    compiler: Compiler,
    name: str,
    text: str,
    data_model: DataModel,
    directories: Sequence[str],
    defines: Sequence[str],
    options: Sequence[str],
) -> str:
    base_file = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    command = [*compiler.command, *reference_flags(data_model), *_dialect(options), "-E", "-dD", "-x", "c"]
    command += ["-Wno-builtin-macro-redefined", f"-D__BASE_FILE__={base_file}"]
    command += ["-H", f"-iquote{Path(name).parent}", "-ftabstop=1"]  # columns in messages are characters
    command += [f"-I{place}" for place in _folders(name, directories)]
    command += [*options, *(f"-D{define}" for define in defines)]
    given = (line_marker(1, name) + text).encode(errors="surrogateescape")
    places = folders_for(name, _folders(name, directories), options, compiler.command[0])
    check_directives(name, text, places)
    reading = _Reading(compiler, name, text, given, places, includes=bool(options) or not is_preprocessed(text))
    run = reading.run([*command, "-nostdinc", f"-isystem{_OWN_HEADERS}", "-"])
    others = (_BESIDE_SYSTEM_HEADERS, *_other_headers(data_model))
    of_machine = [*command, *(f"-idirafter{place}" for place in others), "-"]
    if run.status != 0 and _MISSING.search(run.errors.decode(errors="replace")):
        run = reading.run(of_machine)
    elif run.status == 0 and _may_depend_on_headers(run.output, given):
        again = reading.run(of_machine)
        if again.status == 0 and _written_lines(again.output) != _written_lines(run.output):
            run = again
    return _MACROS.sub("", _expanded(name, run)).replace(f'"{_OWN_HEADERS}/', f'"{SHOWN_HEADERS}')


def _dialect(options: Sequence[str]) -> Sequence[str]:
    """That of the options, if they name one."""
    return () if any(each == "-ansi" or each.startswith("-std=") for each in options) else _DIALECT


def _may_depend_on_headers(output: bytes, given: bytes) -> bool:
    """Whether a condition may ask what a header of the system defines, or which there are."""
    return _CONDITION.search(given) is not None or _OWN_INCLUDED.search(output) is not None


def _written_lines(output: bytes) -> set[tuple[bytes, int]]:
    """The lines of the user's own files that conditions (``#if``) have left something of: text, or a macro."""
    left, file, number, is_own = set[tuple[bytes, int]](), b"", 0, True
    for line in output.split(b"\n"):
        if marker := _MARKER.match(line):
            file, number, is_own = marker["file"], int(marker["line"]), b"3" not in marker["flags"]
        else:
            if is_own and line.strip():
                left.add((file, number))
            number += 1
    return left


@dataclass(frozen=True, slots=True)
class _Reading:
    """A compiler that reads ``given``, the ``text`` of ``name``, and files below ``places`` and of the system. Where it
    ``includes`` none, those that it names are in line markers only.
    """

    compiler: Compiler
    name: str
    text: str
    given: bytes
    places: tuple[str, ...]
    includes: bool

    def run(self, command: list[str]) -> ToolRun:
        """In a box. ``InputError``: it cannot be run, or has read, or wanted to read, something else."""
        reads = (*self.places, str(_OWN_HEADERS), str(_BESIDE_SYSTEM_HEADERS))
        try:
            run = run_tool(command, self.given, _BOUNDS, Given(Calls.TOOL, reads))
        except OSError as error:
            raise InputError(f"the C compiler {self.compiler.command[0]} cannot be run: {error.strerror}") from error
        names, rest = without_names(run.errors)
        check_files(names if self.includes else (), self.name, self.text, reads)
        if (missed := _UNREADABLE.search(rest.decode(errors="replace"))) is not None:
            folder = os.path.dirname(missed["file"])
            if os.path.lexists(os.path.join(folder, missed["wanted"])):
                raise outside(missed["wanted"], Span(missed["file"], int(missed["line"])))
        return replace(run, errors=rest)


def _folders(name: str, directories: Sequence[str]) -> list[str]:
    """Where included files are looked for, in this order."""
    folder = Path(name).parent
    return [str(place) for directory in directories for place in dict.fromkeys((directory, folder / directory))]


def _other_headers(data_model: DataModel) -> list[Path]:
    """Where the C library has headers for 64 bits only, those serve for 32 bits, with our empty ``gnu/stubs-32.h``."""
    if data_model is DataModel.LP64:
        return []
    return sorted(path for path in Path("/usr/include").glob("x86_64-*") if path.is_dir())


def _expanded(name: str, run: ToolRun) -> str:
    match run.end:
        case ToolEnd.TOO_LONG:
            raise InputError(f"preprocessing takes more than {_BOUNDS.seconds} s", Span(name))
        case ToolEnd.TOO_LARGE:
            raise InputError(f"preprocessing yields more than {_BOUNDS.output >> 20} MiB of text", Span(name))
        case _ if run.status != 0:
            raise _complaint(name, run.errors.decode(errors="replace"))
        case _:
            return run.output.decode(errors="surrogateescape")


def _complaint(name: str, errors: str) -> InputError:
    """The compiler's first error, as ours."""
    found = _ERROR.search(errors)
    if found is None:
        return InputError(f"preprocessing failed: {errors.strip().partition(os.linesep)[0]}", Span(name))
    return InputError(found["message"], Span(found["file"], int(found["line"]), int(found["column"] or 0)))


def _without_compiler(
    name: str, text: str, data_model: DataModel, directories: Sequence[str], defines: Sequence[str]
) -> str:
    from coveriflow.execution.preprocessing.pcpp_preprocessor import expand  # seldom needed, and slow to load

    limits = Limits(cpu=_BOUNDS.seconds, wall=_BOUNDS.seconds, memory=_BOUNDS.memory)
    folders = (*_folders(name, directories), str(_OWN_HEADERS))
    with Workers(()) as workers:
        outcome: Outcome[str] = workers.submit(
            expand, name, text, data_model, folders, tuple(defines), _BOUNDS.output, limits=limits
        ).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        reason = outcome.message.strip().rpartition("\n")[2] or outcome.end.value
        raise InputError(f"preprocessing without a C compiler failed: {reason}", Span(name))
    return outcome.value.replace(f'"{_OWN_HEADERS}/', f'"{SHOWN_HEADERS}')
