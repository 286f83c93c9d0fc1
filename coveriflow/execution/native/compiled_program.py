"""C programs with inputs, compiled once, run many times: ``with compile_program(...) as program: program.run(...)``."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.confinement.contracts import Box, Calls, Given, Strength
from coveriflow.execution.confinement.places import own_folder_of
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.native.compiler import Compiler, Linkage, find_compiler, reference_flags
from coveriflow.execution.native.harness import Stop, harnessed, inputs, place, stop, wrapped
from coveriflow.execution.native.launch import Launch, launch
from coveriflow.execution.processes.workers import MARKS, Workers
from coveriflow.program.library.posix_names import POSIX_NAMES
from coveriflow.program.text.outlines import outline
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, Violations
from coveriflow.program.types.data_model import DataModel

_COMPILING = Limits(cpu=120, wall=120, memory=4 << 30)
_LARGEST_OBJECT = 1 << 30  # bytes
_LARGEST_OUTPUT = 16 << 20  # bytes of stdout, of stderr, and of any file that a program writes
_INHERITED = (MARKS,)
_OF_COMPILERS = (
    *("PATH", MARKS, "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"),
    *("LD_LIBRARY_PATH", "LANG"),
)
"""The environment variables that a compiler gets."""
_TAIL = 1 << 16  # bytes of stderr that are returned
_DIALECTS = (("-std=gnu11",), ("-std=gnu11", "-fgnu89-inline"), ("-std=gnu90",))
"""In the second one what is defined inline only can be called; in the last one constants have other types."""
TOLERANT = ("-w", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion")
_OWN_LIBRARY = Path(__file__).with_name("freestanding")
_HEADERS = str(_OWN_LIBRARY / "include")
_STATIC = ("-nostdlib", "-static", "-fno-stack-protector", "-fno-pic", "-no-pie")
NO_PROGRAM = "the program does not compile: "
"""How the message begins where the compiler refuses a program."""
_NAME = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_ROOM = 1 << 20  # bytes, about those of a program with sanitizers
_UNDEFINED = re.compile("undefined (?:reference|symbol)")
_TELLING = re.compile(r"(?m)^.*(?:\berror: |undefined reference|multiple definition).*$")


_LACK = re.compile(r"Cannot allocate memory|out of memory|memory exhausted|Too many open files|No space left on device")


class CompileError(Exception):
    """There is no compiler, or none for the data model, or it does not take the program; the message says which."""


class LibraryMissing(CompileError):
    """It is not the program: the system has no C library for the data model, and ours is not enough."""


class NoRoom(CompileError):
    """It is not the program: the machine lacks a place on the disk, memory, or descriptors to build it."""


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """One execution. ``status``: the exit status, or minus the signal that killed it, or ``None`` if it was ended.

    ``end``: ``FINISHED`` if it ended by itself, else what ended it (a limit, say). ``stop``: how the harness ended it,
    which loses what the program had buffered for stdout. ``stdout`` and the end of ``stderr`` as text. ``place``: of
    the call that reached the error, where calls have numbers (``execution.native.numbered_calls``).
    """

    status: int | None
    end: End
    stop: Stop | None
    stdout: str
    stderr: str
    resources: Resources
    place: int = 0

    @property
    def timed_out(self) -> bool:
        """A limit on time ended it."""
        return self.end in (End.OUT_OF_CPU, End.OUT_OF_WALL)


@dataclass(frozen=True, slots=True)
class Around:
    """What a program is compiled with in the place of the usual harness. ``runtime`` and ``inputs``: as ``harnessed``
    has them. ``source``: a C file that is compiled by itself, without what is asked for the program.
    """

    runtime: str
    inputs: str
    source: Path


class Program:
    """A compiled program. Several threads may run it at once. ``linkage``: the C library that it is linked with.
    ``compiling``: CPU seconds that its compilation took.
    """

    def __init__(
        self,
        path: Path,
        workers: Workers,
        linkage: Linkage,
        box: Box,
        *,
        reserves: bool = False,
        compiling: float = 0.0,
        writes: Sequence[str] = (),
    ) -> None:
        self._path = path
        self._workers = workers
        self._box = box
        self._reserves = reserves
        self._writes = tuple(writes)
        self.linkage = linkage
        self.compiling = compiling

    def start(
        self,
        arguments: Sequence[str],
        limits: Limits,
        settings: tuple[tuple[str, str], ...] = (),
        written: Sequence[str] = (),
    ) -> Outcome[int]:
        """Run it once in ``folder``, with ``arguments`` for what is ``Around`` it, which runs it in children.

        ``written``: the names of the files there that it writes.
        """
        path, output, errors = (str(self.folder / name) for name in ("program", "stdout", "stderr"))
        files = [self.folder / name for name in written]
        for file in files:
            file.touch()
        given = Given(Calls.FUZZER, (str(self.folder),), tuple(map(str, files)))
        outputs = (output, errors, _LARGEST_OUTPUT, _INHERITED, given, self._box)
        command = (path, *arguments)
        what = Launch(command, str(self.folder), *outputs, reserves=self._reserves, settings=settings)
        return self._workers.submit(launch, what, limits=limits).result()

    @property
    def folder(self) -> Path:
        """Where it lies, with what else the compiler has made; it goes with the program."""
        return self._path.parent

    def run(
        self,
        values: Sequence[int],
        limits: Limits,
        standard_input: bytes = b"",
        arguments: Sequence[bytes] = (),
        settings: tuple[tuple[str, str], ...] = (),
        *,
        is_traced: bool = False,
    ) -> ProgramRun:
        """One execution in an empty folder, in which the program's calls for inputs return ``values`` in order.

        ``arguments``: what ``argv`` holds, the program's name first. ``settings``: of sanitizers, by the name of their
        variable. ``is_traced``: by a process that it starts, if the box lets it do so.
        """
        token = secrets.token_hex(16)
        folder = _own_folder("run-", str(self.folder))
        try:
            with _room("executed"):
                Path(folder, "inputs").write_bytes(inputs(token, values))
                Path(folder, "stdin").write_bytes(standard_input)
                Path(folder, "work").mkdir()
            what = self._launch(folder, arguments, settings, _calls(self._box) if is_traced else Calls.PROGRAM)
            outcome = self._workers.submit(launch, what, limits=limits).result()
            return _program_run(folder, token, outcome)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _launch(
        self, folder: Path, arguments: Sequence[bytes], settings: tuple[tuple[str, str], ...], calls: Calls
    ) -> Launch:
        names = ("work", "stdout", "stderr", "inputs", "stdin")
        work, output, errors, values, given = (str(folder / name) for name in names)
        path = str(self._path)
        command = tuple(arguments) or (path,)
        touched = Given(calls, (path,), self._writes, work)
        outputs = (output, errors, _LARGEST_OUTPUT, _INHERITED, touched, self._box, values, given)
        return Launch(command, work, *outputs, executable=path, reserves=self._reserves, settings=settings)


@contextlib.contextmanager
def _room(done: str) -> Iterator[None]:
    """``NoRoom`` where the machine lacks what is needed within."""
    try:
        yield
    except OSError as error:
        raise NoRoom(f"the program cannot be {done}: {error.strerror or error}") from error


def _own_folder(prefix: str, inside: str) -> Path:
    with _room("executed"):
        return Path(tempfile.mkdtemp(prefix=prefix, dir=inside))


def _built(build: _Build, sources: Sequence[tuple[str, str]], violations: Violations, around: Around | None) -> Path:
    """The program; ``NoRoom`` where the machine is why there is none, which compilers say in many ways."""
    try:
        with _room("built"):
            return build.program(sources, violations, around)
    except CompileError as error:
        if lack := build.lack(str(error)):
            raise NoRoom(f"the program cannot be built: {lack}") from error
        raise


@contextlib.contextmanager
def compile_program(
    sources: Sequence[tuple[str, str]],
    data_model: DataModel,
    violations: Violations = CALLS_OF_REACH_ERROR,
    extra_flags: Sequence[str] = (),
    workers: Workers | None = None,
    around: Around | None = None,
) -> Iterator[Program]:
    """The program of ``sources`` (name, preprocessed text), with the reference flags and ``extra_flags``.

    Where the system has no C library for the data model it is linked with ours, which has fewer functions.
    Compilation and executions are jobs of ``workers``, by default of some of its own. ``CompileError``.
    """
    compiler, box = find_compiler(), chosen()
    if compiler is None:
        raise CompileError("no C compiler was found")
    if not box.is_enough:
        raise CompileError(f"no program is executed outside a full box: {box.why_not_full}")
    for function in violations.functions:
        if not _NAME.fullmatch(function):
            raise CompileError(f"{function!r} is not the name of a function")
    with contextlib.nullcontext(workers) if workers else Workers((launch.__module__,)) as own:
        folder = _own_folder("program-", own.folder)
        try:
            linkage = compiler.linkage(data_model)
            flags = (*extra_flags, *_own_meanings(sources), *(() if around else _wrapping(sources)))
            build = _Build(own, compiler, folder, data_model, flags, linkage, box)
            reserves = any(flag.startswith("-fsanitize=") for flag in extra_flags)
            path = _built(build, sources, violations, around)
            spent, writes = sum(build.spent), _counts(folder)
            yield Program(path, own, linkage, box, reserves=reserves, compiling=spent, writes=writes)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _own_meanings(sources: Sequence[tuple[str, str]]) -> list[str]:
    """Flags by which functions that the program defines are those, and not what compilers know of their names."""
    defined = frozenset[str]().union(*(outline(text).defined for _, text in sources))
    return [f"-fno-builtin-{name}" for name in sorted(defined & POSIX_NAMES)]


def _wrapping(sources: Sequence[tuple[str, str]]) -> list[str]:
    return [f"-Wl,--wrap={name}" for name in wrapped(sources)]


def _calls(box: Box) -> Calls:
    """Of a program that may be traced where nothing else can be, and where the number of processes is bounded. The
    kernel bounds none for root, in namespaces neither.
    """
    return Calls.TRACED if box.strength is Strength.FULL and os.getuid() != 0 else Calls.PROGRAM


def _counts(folder: Path) -> list[str]:
    """The files that a program which counts what it executes writes at its end; they are there before, and empty."""
    files = [file.with_suffix(".gcda") for file in sorted(folder.glob("*.gcno"))]
    for file in files:
        file.touch()
    return [str(file) for file in files]


def run_program(
    sources: Sequence[tuple[str, str]],
    values: Sequence[int],
    data_model: DataModel,
    limits: Limits,
    extra_flags: Sequence[str] = (),
) -> ProgramRun:
    """Compile and run once. ``CompileError``."""
    with compile_program(sources, data_model, extra_flags=extra_flags) as program:
        return program.run(values, limits)


@dataclass(frozen=True, slots=True)
class _Build:
    """One compilation in ``folder``."""

    workers: Workers
    compiler: Compiler
    folder: Path
    data_model: DataModel
    extra_flags: tuple[str, ...]
    linkage: Linkage
    box: Box
    spent: list[float] = field(default_factory=list)

    def program(self, sources: Sequence[tuple[str, str]], violations: Violations, around: Around | None) -> Path:
        """Compile the preprocessed texts of ``sources`` with a harness."""
        if self.linkage is Linkage.NONE:
            name = self.compiler.command[0]
            raise CompileError(f"{name} does not make {self.data_model.value} programs on this machine")
        if around is None:
            return self._compiled(harnessed(sources, violations))
        flags = (*self.extra_flags, self._runtime(around.source))
        texts = harnessed(sources, violations, around.runtime, around.inputs)
        return replace(self, extra_flags=flags)._compiled(texts)

    def _compiled(self, texts: Sequence[str]) -> Path:
        """Preprocessed ``texts`` and, the last one, the harness."""
        files = self._files(texts)
        library = self._own_library() if self.linkage is Linkage.OWN else ()
        complaints = []
        for dialect in _DIALECTS:
            complaint = self._complaint(self._command(dialect, files, library))
            if not complaint:
                return self.folder / "program"
            complaints.append(complaint)
        lacks = self.linkage is Linkage.OWN and _UNDEFINED.search(complaints[0])
        raise (LibraryMissing if lacks else CompileError)(f"the program does not {self._compile}: {complaints[0]}")

    def lack(self, complaint: str) -> str:
        """What the machine lacks, or empty: what the compiler says, or that it fails at the smallest program, too."""
        try:
            with tempfile.TemporaryFile(dir=self.folder) as file:
                file.write(bytes(_ROOM))
            smallest = self._files(["int main(void) { return 0; }\n"])
        except OSError as full:
            return full.strerror or str(full)
        if said := _LACK.search(complaint):
            return said[0]
        if self.linkage is Linkage.NONE:
            return ""
        partly = ("-c",) if self.linkage is Linkage.OWN else ()
        output = str(self.folder / "smallest")
        failed = self._complaint(
            (*self.compiler.command, *reference_flags(self.data_model), *partly, *smallest, "-o", output)
        )
        return f"the compiler does not work ({failed})" if failed else ""

    @property
    def _compile(self) -> str:
        if self.linkage is Linkage.SYSTEM:
            return "compile"
        return f"compile without a C library of the system for {self.data_model.value}, which is missing here"

    def _files(self, texts: Sequence[str]) -> list[str]:
        files = [self.folder / f"{number}.i" for number in range(len(texts) - 1)] + [self.folder / "harness.c"]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text.encode(errors="surrogateescape"))
        return [str(file) for file in files]

    def _runtime(self, source: Path) -> str:
        """The object file of what is around the program."""
        own = (*_STATIC, "-ffreestanding") if self.linkage is Linkage.OWN else ()
        fixed = [flag for flag in self.extra_flags if flag == "-fno-pie"]
        flags = ("-std=gnu11", "-w", "-fno-builtin", *reference_flags(self.data_model), *own, *fixed)
        output = str(self.folder / "runtime.o")
        if complaint := self._complaint((*self.compiler.command, *flags, "-c", str(source), "-o", output)):
            raise CompileError(f"{source.stem} does not compile: {complaint}")
        return output

    def _own_library(self) -> tuple[str, ...]:
        """Compiled once for these workers, in one dialect. Definitions of the program count before those in it."""
        flags = ("-std=gnu11", "-w", "-ffreestanding", *reference_flags(self.data_model), *_STATIC)
        source = str(_OWN_LIBRARY / "library.c")
        command = (*self.compiler.command, *flags, "-nostdinc", f"-isystem{_HEADERS}", "-c", source)
        output = Path(self.workers.folder, f"library-{hashlib.sha256(repr(command).encode()).hexdigest()}.o")
        if not output.exists():
            made = self.folder / "library.o"
            if complaint := self._complaint((*command, "-o", str(made))):
                raise LibraryMissing(f"coveriflow's own C library does not compile: {complaint}")
            made.replace(output)
        return (str(output), "-lgcc") if self.compiler.finds_gcc_library(self.data_model) else (str(output),)

    def _command(self, dialect: Sequence[str], files: list[str], library: tuple[str, ...]) -> tuple[str, ...]:
        *preprocessed, harness = files
        flags = (*dialect, *TOLERANT, *reference_flags(self.data_model), *self.extra_flags)
        inputs = ("-x", "cpp-output", *preprocessed, "-x", "c", harness, "-x", "none")
        output = ("-o", str(self.folder / "program"))
        if library:
            return (
                *self.compiler.command,
                *flags,
                *_STATIC,
                "-nostdinc",
                f"-isystem{_HEADERS}",
                *inputs,
                *output,
                *library,
            )
        return (*self.compiler.command, *flags, f"-idirafter{_HEADERS}", *inputs, *output, "-lm")

    def _objects(self) -> list[str]:
        return [str(file) for file in Path(self.workers.folder).glob("library-*.o")]

    def _complaint(self, command: tuple[str, ...]) -> str:
        """The most telling line of what the compiler says if it fails; empty if it does not."""
        output, errors = self.folder / "stdout", self.folder / "stderr"
        reads = (*own_folder_of(command[0]), str(_OWN_LIBRARY.parent), *self._objects())
        given = Given(Calls.TOOL, reads, (str(self.folder),))
        outputs = (str(output), str(errors), _LARGEST_OBJECT, _OF_COMPILERS, given, self.box)
        what = Launch(command, str(self.folder), *outputs, settings=(("TMPDIR", str(self.folder)),))
        outcome = self.workers.submit(launch, what, limits=_COMPILING).result()
        self.spent.append(outcome.resources.cpu)
        if outcome.end is not End.FINISHED:
            return f"the compiler was ended: {outcome.end.value} {outcome.message}".strip()
        if outcome.value == 0:
            return ""
        text = _tail(errors, _TAIL).decode(errors="replace").strip().replace(f"{self.folder}/", "")
        found = _TELLING.search(text)
        return found[0] if found else text.partition("\n")[0] or f"exit status {outcome.value}"


def _program_run(folder: Path, token: str, outcome: Outcome[int]) -> ProgramRun:
    errors = _tail(folder / "stderr", _TAIL)
    stopped = None if outcome.value is None else stop(token, outcome.value, errors)
    output = _tail(folder / "stdout", _LARGEST_OUTPUT).decode(errors="replace")
    text = errors.decode(errors="replace")
    return ProgramRun(outcome.value, outcome.end, stopped, output, text, outcome.resources, place(token, errors))


def _tail(file: Path, size: int) -> bytes:
    """At most the last ``size`` bytes; none if there is no such file."""
    with contextlib.suppress(FileNotFoundError), file.open("rb") as content:
        content.seek(max(0, file.stat().st_size - size))
        return content.read(size)
    return b""
