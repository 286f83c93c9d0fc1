"""A greybox fuzzer of our own: it needs gcc alone. The program runs again and again in children of one process.

What it finds is a guess of an execution that violates the property: inputs, text and arguments. Who asks confirms it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiled_program import Around, Program, compile_program
from coveriflow.execution.native.compiler import Linkage, linkage
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.text.violations import LEAKS, Violations
from coveriflow.program.types.data_model import DataModel

_RUNTIME = Path(__file__).with_name("greybox_runtime") / "runtime.c"
_DECLARED = """\
extern void __coveriflow_quiet(void);
extern void __coveriflow_give(void *, __typeof__(sizeof(int)), int);
#define __coveriflow_stop(why, status) __coveriflow_quiet()
"""
_INPUTS = """\
extern void __coveriflow_give(void *, __typeof__(sizeof(int)), int);
__typeof__({function}()) {function}(void) {
    __typeof__({function}()) value;
    __coveriflow_give(&value, sizeof value, _Generic(value, float: 2, double: 3, long double: 4, _Bool: 5,
        char: (char)-1 < 0, signed char: 1, short: 1, int: 1, long: 1, long long: 1, default: 0));
    return value;
}
"""
_WRAPPED = ("main", "malloc", "calloc", "realloc", "free", "strdup", "strndup", "exit", "abort")
_COVERAGE = ("-fsanitize-coverage=trace-pc,trace-cmp", "-no-pie", "-fno-pie", "-g0")
_INCOMPLETE = "-Wl,--unresolved-symbols=ignore-in-object-files"
"""What has no definition lies at address 0: an execution that calls it crashes, others are as they were."""
_ONLY_INLINE = re.compile(r"(?m)^[ \t]*(?:__inline__|__inline|inline)\b(?!.*\bstatic\b)")
_EXTERN_INLINE = re.compile(r"\bextern\s+(?:__inline__|__inline|inline)\b")
_EMITTED = "-fgnu89-inline"
"""A function that is defined inline only has no definition that could be called, but in this dialect (C11 6.7.4 p7)."""
_TRAPPING = "-fsanitize-undefined-trap-on-error"
_MEMORY = frozenset(
    {Undefined.DEREFERENCE, Undefined.READ_ONLY, Undefined.CALL, Undefined.FREE, Undefined.BOUNDS, Undefined.OVERLAP}
)
_ARITHMETIC = {
    Undefined.OVERFLOW: "signed-integer-overflow",
    Undefined.DIVISION: "integer-divide-by-zero",
    Undefined.SHIFT: "shift",
    Undefined.FLOAT_CONVERSION: "float-cast-overflow",
    Undefined.BOOL: "bool",
    Undefined.UNREACHABLE: "unreachable",
    Undefined.POINTER: "pointer-overflow",
}
_SETTINGS = (
    ("LD_BIND_NOW", "1"),
    ("ASAN_OPTIONS", "handle_segv=0:handle_sigfpe=0:handle_sigbus=0:symbolize=0:detect_leaks=0"),
)
_WRITTEN = ("found", "entries")
_SLACK = 2.0
_LEAST = 0.05
_ENTRIES, _LEAST_MAP, _MOST_MAP = 4, 1 << 12, 1 << 17
"""Of the map, for each edge of the program, and altogether."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """What occurs in the program: ``numbers`` and ``words``. ``reads_text``, ``has_arguments``: whether it reads
    standard input, and its arguments. ``has_handlers``: functions are called at its end.
    """

    numbers: tuple[int, ...] = ()
    words: tuple[bytes, ...] = ()
    reads_text: bool = False
    has_arguments: bool = False
    has_handlers: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """An execution that may violate the property. ``how`` and ``place`` tell it from others. ``values``: of input
    functions, as patterns; ``arguments``: the program's name is the first one.
    """

    how: str
    place: int
    values: tuple[int, ...]
    text: bytes
    arguments: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class GreyboxRound:
    """``kept``: executions that took something new. ``failure``: why the program cannot be fuzzed. ``is_over``: more
    of it would find nothing else.
    """

    candidate: Candidate | None
    executions: int
    cpu: float
    kept: tuple[Candidate, ...] = ()
    failure: str = ""
    is_over: bool = False


@dataclass(slots=True)
class Greybox:
    """A compiled program and the inputs that have taken something new."""

    program: Program
    options: str
    dictionary: Dictionary
    seed: int
    map_size: int
    _passed_over: list[tuple[int, int]] = field(default_factory=list)
    _rounds: int = 0

    def round(self, cpu: float, patience: float, limits: Limits) -> GreyboxRound:
        """Execute for so many CPU seconds, or until an execution may violate the property, or none has taken a new
        edge for ``patience`` CPU seconds; later rounds go on.
        """
        self._rounds += 1
        self._write_dictionary()
        numbers = (int(1000 * cpu), int(1000 * patience), self.seed * 1000 + self._rounds, self.map_size)
        arguments = (" ".join(map(str, numbers)), self.options)
        outcome = self.program.start(arguments, limits, _SETTINGS, _WRITTEN)
        used = outcome.resources.cpu
        if outcome.end not in (End.FINISHED, End.OUT_OF_CPU, End.OUT_OF_WALL):
            return GreyboxRound(None, 0, used, (), f"its execution was ended: {outcome.end.value}")
        if outcome.value == _UNPROTECTED:
            return GreyboxRound(None, 0, used, (), "the system has no seccomp, so that executions cannot be bounded")
        return self._read(used, is_whole=outcome.end is End.FINISHED)

    def pass_over(self, candidate: Candidate) -> None:
        """What ends so at this place is no candidate from now on."""
        self._passed_over.append((_HOWS.index(candidate.how), candidate.place))

    def _write_dictionary(self) -> None:
        lines = [f"n {number}" for number in self.dictionary.numbers]
        lines += [f"w {word.hex()}" for word in self.dictionary.words if word]
        lines += [f"i {how} {place}" for how, place in self._passed_over]
        (self.program.folder / "dictionary").write_text("".join(f"{line}\n" for line in lines))

    def _read(self, cpu: float, *, is_whole: bool) -> GreyboxRound:
        found, executions, is_over = self.program.folder / "found", 0, False
        told: dict[str, list[Candidate]] = {"kept": [], "found": []}
        for line in found.read_text(errors="replace").splitlines() if found.exists() else ():
            what, *fields = line.split(" ")
            with contextlib.suppress(ValueError, IndexError):  # a round that was ended leaves parts of lines
                if what == "executions":
                    executions, is_over = int(fields[0]), fields[2] != "0"
                elif what == "kept" or what in _HOWS[1:]:
                    told["kept" if what == "kept" else "found"].append(_candidate(what, fields))
        candidate = next(iter(told["found"]), None)
        reads = self.dictionary.reads_text or self.dictionary.has_arguments
        is_over = is_over or (is_whole and candidate is None and not reads and executions <= 1)
        failure = "" if executions or not is_whole else "the program could not be executed"
        return GreyboxRound(candidate, executions, cpu, tuple(told["kept"]), failure, is_over)


_HOWS = ("", "called", "crashed", "leaked", "endless")
_UNPROTECTED = 3


def _candidate(how: str, fields: Sequence[str]) -> Candidate:
    place, text, count = int(fields[0]), _bytes(fields[1]), int(fields[2])
    arguments = [_bytes(each) for each in fields[3 : 2 + count]]
    values = [int.from_bytes(_bytes(each), "little") for each in fields[3 + count :]]
    return Candidate(how, place, tuple(values), text, (b"program", *arguments))


def _bytes(text: str) -> bytes:
    return b"" if text == "-" else bytes.fromhex(text)


@contextlib.contextmanager
def compiled_greybox(
    sources: Sequence[tuple[str, str]],
    data_model: DataModel,
    violations: Violations,
    dictionary: Dictionary,
    seed: int = 0,
    workers: Workers | None = None,
    *,
    endless: bool = False,
    edges: int = 4_000,
) -> Iterator[Greybox]:
    """The program of ``sources`` (name, preprocessed text) with the fuzzer around it. ``endless``: an execution that
    does not end is a candidate, too. ``edges``: about so many the program has, if that is known. ``CompileError``.
    """
    flags = (*_COVERAGE, *_sanitizing(violations.checks, linkage(data_model)))
    flags = (*flags, *(f"-Wl,--wrap={name}" for name in _WRAPPED), _INCOMPLETE, *_dialect(sources))
    around = Around(_DECLARED, _INPUTS, _RUNTIME)
    with compile_program(sources, data_model, violations, flags, workers, around) as program:
        options = _options(violations.checks, dictionary, endless=endless)
        yield Greybox(program, options, dictionary, seed, _map_size(edges))


def _dialect(sources: Sequence[tuple[str, str]]) -> Sequence[str]:
    """That in which most inline functions have a definition."""
    is_mixed = any(_EXTERN_INLINE.search(text) for _, text in sources)
    return (_EMITTED,) if not is_mixed and any(_ONLY_INLINE.search(text) for _, text in sources) else ()


def _map_size(edges: int) -> int:
    """Entries for so many edges, such that few share one: a power of two, as the fuzzer has it (``shared.h``)."""
    return min(max(1 << (_ENTRIES * edges).bit_length(), _LEAST_MAP), _MOST_MAP)


def _sanitizing(kinds: Collection[Undefined], library: Linkage) -> tuple[str, ...]:
    """Without a C library of the system there is no address sanitizer."""
    names = [_ARITHMETIC[kind] for kind in _ARITHMETIC if kind in kinds]
    flags = ["-fno-wrapv"] if Undefined.OVERFLOW in kinds else []
    if _MEMORY & set(kinds):
        names += ["bounds", *(["address"] if library is Linkage.SYSTEM else [])]
    return (*flags, f"-fsanitize={','.join(names)}", _TRAPPING) if names else ()


def _options(kinds: Collection[Undefined], dictionary: Dictionary, *, endless: bool) -> str:
    chosen = {
        "m": bool(_MEMORY & set(kinds)),
        "a": bool((_MEMORY | _ARITHMETIC.keys()) & set(kinds)),
        "k": Undefined.LEAK in kinds,
        "l": bool(LEAKS & set(kinds)),
        "t": dictionary.reads_text,
        "v": dictionary.has_arguments,
        "x": dictionary.has_handlers,
        "e": endless,
    }
    return "".join(letter for letter, is_wanted in chosen.items() if is_wanted) or "-"
