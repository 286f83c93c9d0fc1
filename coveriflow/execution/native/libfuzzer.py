"""libFuzzer: a program is compiled with it, run for some seconds, and the values that it read are reported."""

from __future__ import annotations

import functools
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.native.harness import harnessed
from coveriflow.execution.processes.external_process import External, ExternalEnd, ExternalRun, run_external
from coveriflow.program.errors import ToolMissing
from coveriflow.program.text.violations import Violations
from coveriflow.program.types.data_model import DataModel

VARIABLE = "COVERIFLOW_CLANG"
Values = tuple[int, ...]

_GET = "\nTo get it: 'make tools' (as root, on Debian), or 'apt-get install clang libclang-rt-dev g++'."
_RUNTIME = Path(__file__).with_name("fuzz_runtime.c")
COMPILING = Limits(cpu=60.0, wall=120.0, memory=2 << 30)
FLAGS = ("-O1", "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-common")
_OPTIONS = (
    *(
        "-use_value_profile=1",
        "-max_len=4096",
        "-len_control=20",
        "-detect_leaks=0",
        "-close_fd_mask=3",
        "-rss_limit_mb=0",
        "-timeout=20",
    ),
    *(f"-handle_{name}=0" for name in ("abrt", "bus", "fpe", "ill", "segv", "xfsz")),
)
_RENAMED = {
    "main": "main", "abort": "abort", "exit": "exit", "_exit": "exit", "_Exit": "exit", "quick_exit": "exit",
    "__assert_fail": "assert_fail",
    "malloc": "malloc", "calloc": "calloc", "realloc": "realloc", "free": "free",
}  # fmt: skip
_BEFORE = '#pragma clang section bss="coveriflow_bss" data="coveriflow_data"\n' + "".join(
    f"#define {name} __coveriflow_{new}\n" for name, new in _RENAMED.items()
)
_INPUTS = """\
extern void __coveriflow_take(void *, __SIZE_TYPE__);
extern void __coveriflow_took(const void *, __SIZE_TYPE__);
__typeof__({function}()) {function}(void) {
    __typeof__({function}()) value;
    __coveriflow_take(&value, sizeof value);
    if (__builtin_types_compatible_p(__typeof__(value), _Bool)) *(unsigned char *)&value &= 1;
    __coveriflow_took(&value, sizeof value);
    return value;
}
"""
_BATCH = 200
NO_BOX = "no program is executed outside a full box"
_OWN = (str(_RUNTIME.parent),)
"""What fuzzers read besides the system and their folder: they execute the program."""


@dataclass(frozen=True, slots=True)
class NotCompiled:
    """``reason``: the first message of the compiler."""

    reason: str


def find_clang() -> str:
    """The clang that ``COVERIFLOW_CLANG`` names, else the one on the path, else the newest with a version in its name
    that has libFuzzer. ``ToolMissing``.
    """
    named = os.environ.get(VARIABLE, "")
    names = (named,) if named else ("clang", *(f"clang-{version}" for version in range(30, 10, -1)))
    places = [place for name in names if (place := shutil.which(name)) is not None]
    if not places:
        where = f"'{named}' is no executable" if named else "there is no 'clang' on the path"
        raise ToolMissing(f"clang is not installed: {where}{_GET}\nIf it is elsewhere, set {VARIABLE} to its path.")
    found = next(filter(links_a_fuzzer, places), None)
    if found is None:
        raise ToolMissing(f"clang is installed, but links no program with libFuzzer{_GET}")
    return found


@functools.cache
def links_a_fuzzer(clang: str) -> bool:
    """Whether this clang, or AFL++'s, comes with what drives a fuzzer."""
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "probe.c").write_text("int LLVMFuzzerTestOneInput(const char *b, long n) { return 0; }\n")
        command = (clang, "-fsanitize=fuzzer", "-o", "probe", "probe.c")
        return succeeds(run_in(folder, command, COMPILING, AFL_QUIET="1"))


def run_in(folder: Path, command: Sequence[str], limits: Limits, **variables: str) -> ExternalRun:
    """Run it in ``folder``. ``OSError`` if it cannot be started."""
    return run_external(External(command, folder, folder, variables, reads=_OWN), limits)


def succeeds(run: ExternalRun) -> bool:
    """Whether it came to its end, and that was good."""
    return run.end is ExternalEnd.EXITED and run.status == 0


@dataclass(frozen=True, slots=True)
class Round:
    """``values``: of each new input, what it makes the program read; of one that reaches the error first.
    ``cpu``: seconds that it took. ``failure``: why it could not fuzz.
    """

    values: tuple[Values, ...]
    claims_error: bool
    cpu: float
    failure: str = ""


class Fuzzing(Protocol):
    """A compiled program that is fuzzed in rounds, each of which goes on where the one before has ended."""

    def round(self, seconds: int, limits: Limits, *, stops_at_error: bool) -> Round:
        """Run for so many seconds, within ``limits``, or until the error is reached."""


@dataclass(slots=True)
class Fuzzer:
    """A compiled program in ``folder``, which no other process uses, with the inputs that are found interesting."""

    folder: Path
    seed: int = 0
    _told: set[str] = field(default_factory=set)
    _rounds: int = 0

    def round(self, seconds: int, limits: Limits, *, stops_at_error: bool) -> Round:
        """Run for so many seconds, within ``limits``, or until the error is reached."""
        self._rounds += 1
        errors, corpus = self.folder / "errors", self.folder / "corpus"
        errors.unlink(missing_ok=True)
        corpus.mkdir(exist_ok=True)
        options = [*_OPTIONS, f"-max_total_time={seconds}", f"-seed={self.seed * 1000 + self._rounds}"]
        variables = {"COVERIFLOW_ERRORS": str(errors)} if stops_at_error else {}
        command = (str(self.folder / "fuzzer"), *options, f"-artifact_prefix={self.folder}/", str(corpus))
        run = run_in(self.folder, command, limits, **variables)
        replayed = (*_OPTIONS, f"-artifact_prefix={self.folder}/")
        found, cpu = found_in(self.folder, errors, new_inputs(corpus, self._told), replayed, limits)
        return Round(found, errors.exists(), run.resources.cpu + cpu)


def new_inputs(corpus: Path, told: set[str]) -> Iterator[list[str]]:
    """The files in ``corpus`` that were not ``told`` yet, the short ones first."""
    files = (each for each in corpus.iterdir() if each.name not in told and each.is_file())
    names = [name for _, name in sorted((each.stat().st_size, each.name) for each in files)]
    told.update(names)
    for start in range(0, len(names), _BATCH):
        yield [str(corpus / name) for name in names[start : start + _BATCH]]


def _dumped(folder: Path, options: Sequence[str], inputs: list[str], limits: Limits) -> tuple[list[Values], float]:
    """What ``inputs`` make the program read, and the CPU seconds that it took to see."""
    dump = folder / "dump"
    dump.unlink(missing_ok=True)
    run = run_in(folder, (str(folder / "fuzzer"), *options, *inputs), limits, COVERIFLOW_DUMP=str(dump))
    return (list(values_in(dump)) if dump.exists() else []), run.resources.cpu


def found_in(
    folder: Path, errors: Path, batches: Iterable[list[str]], options: Sequence[str], limits: Limits
) -> tuple[tuple[Values, ...], float]:
    """What executions read, once each: those that came to the error, in ``errors``, before those of new inputs; and the
    CPU seconds that it took to see.
    """
    found, spent = list(values_in(errors)) if errors.exists() else [], 0.0
    for batch in batches:
        values, cpu = _dumped(folder, options, batch, limits)
        found += values
        spent += cpu
    return tuple(dict.fromkeys(found)), spent


def values_in(file: Path) -> Iterator[Values]:
    """Of each execution: their number, in 8 bytes, and 16 bytes for each. A last one that is not whole is left away."""
    data, start = file.read_bytes(), 0
    while start + 8 <= len(data):
        end = start + 8 + 16 * int.from_bytes(data[start : start + 8], "little")
        if end > len(data):
            return
        yield tuple(int.from_bytes(data[at : at + 16], "little") for at in range(start + 8, end, 16))
        start = end


def compiled(
    sources: Sequence[tuple[str, str]], data_model: DataModel, violations: Violations, folder: Path, seed: int = 0
) -> Fuzzer | NotCompiled:
    """The program of ``sources`` (name, preprocessed text) with libFuzzer around it. ``ToolMissing``.

    Where clang cannot link programs of the data model, it is one of the machine's own: inputs are tried elsewhere.
    """
    clang = find_clang()
    if not chosen().is_enough:
        return NotCompiled(NO_BOX)
    names = write_program(sources, violations, folder)
    models = ("-m32", "-m64") if data_model is DataModel.ILP32 else ("-m64",)
    for model in models:
        run = _compiled_as(clang, model, names, folder)
        if succeeds(run):
            return Fuzzer(folder, seed)
    return NotCompiled(first_error(run))


def write_program(sources: Sequence[tuple[str, str]], violations: Violations, folder: Path) -> list[str]:
    """The names of the files of the program; ``harness.c`` beside them has the runtime around it."""
    *texts, own = harnessed(sources, violations, _RUNTIME.read_text(), _INPUTS)
    names = [f"{number}.c" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_bytes((_BEFORE + text).encode("utf-8", "surrogateescape"))
    (folder / "harness.c").write_text(own)
    return names


def _compiled_as(clang: str, model: str, names: Sequence[str], folder: Path) -> ExternalRun:
    flags = (clang, *FLAGS, model)
    run = run_in(folder, (*flags, "-fsanitize=fuzzer-no-link", "-c", *names), COMPILING)
    if not succeeds(run):
        return run
    objects = [f"{Path(name).stem}.o" for name in names]
    return run_in(folder, (*flags, "-fsanitize=fuzzer", "-o", "fuzzer", "harness.c", *objects, "-lm"), COMPILING)


def first_error(run: ExternalRun) -> str:
    """What a compiler complains of first."""
    if run.end is not ExternalEnd.EXITED:
        return f"it {run.end.value}"
    text = run.output.decode(errors="replace")
    found = re.search(r"error: (.*)|undefined reference to (.*)|multiple definition of (\S*)", text)
    return found[0] if found is not None else f"exit status {run.status}"
