"""Many programs in one gcc call, run many times by one process: each program's names get a prefix, each run a fork."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coveriflow.program.types.data_model import DataModel

FLAGS = ("-O0", "-fwrapv", "-fno-strict-aliasing", "-msse2", "-mfpmath=sse", "-ffp-contract=off", "-w")
_KEEP = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
    _Bool __int128 __builtin_unreachable __builtin_expect __attribute__ __extension__ __asm__ __inline __const
    _Static_assert _Noreturn _Alignas noreturn unused abort exit reach_error __VERIFIER_assume malloc free
    rint rintf rintl fesetround _Complex __real__ __imag__ vector_size
    __coveriflow_unsupported""".split()
)
_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\#[^\n]*|[A-Za-z_$][\w$]*|\d[\w.]*""", re.DOTALL
)


@dataclass(frozen=True)
class Outcome:
    """How a compiled program ended: ``end`` as the runtime says it, with its status, checksum and inputs consumed."""

    end: str
    status: int
    checksum: int
    consumed: int


@dataclass(frozen=True)
class Machine:
    """A compiled batch of programs; the compiler itself crashes on those that are ``left_out``."""

    executable: Path
    left_out: frozenset[int] = frozenset()

    def run(self, requests: Sequence[tuple[int, Sequence[int]]]) -> list[Outcome | None]:
        """Run program ``number`` with a list of inputs, for each request; ``None`` for those left out."""
        lines = [_line(number, values) for number, values in requests if number not in self.left_out]
        done = subprocess.run([self.executable], input="".join(lines), capture_output=True, text=True, check=True)
        found = [line.split() for line in done.stdout.splitlines()]
        assert len(found) == len(lines)
        outcomes = iter([Outcome(end, int(status), int(sum_), int(used)) for end, status, sum_, used in found])
        return [None if number in self.left_out else next(outcomes) for number, _ in requests]


def _line(number: int, values: Sequence[int]) -> str:
    words = " ".join(f"{v >> 64 & _MASK:x} {v & _MASK:x}" for v in values)
    return f"{number} {len(values)} {words}\n"


_MASK = (1 << 64) - 1


def prefixed(text: str, prefix: str) -> str:
    """``text`` with ``prefix`` before every name of its own."""

    def renamed(match: re.Match[str]) -> str:
        word = match[0]
        if not (word[0].isalpha() or word[0] in "_$") or word in _KEEP or word.startswith("__VERIFIER_"):
            return word
        if word.startswith("__builtin_"):
            return word
        return prefix + word

    return _TOKEN.sub(renamed, text)


def compiled(gcc: str, model: DataModel, texts: Sequence[str], folder: Path, flags: Sequence[str] = FLAGS) -> Machine:
    """One executable of all ``texts``, each of which has ``main`` and a global ``checksum``.

    If gcc crashes, those on which it crashes alone are left out. That it refuses a program is an error.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "runtime.c").write_text(RUNTIME)
    command = [gcc, *flags, "-m32" if model is DataModel.ILP32 else "-m64"]
    parts = {number: prefixed(text, f"p{number}_") for number, text in enumerate(texts)}
    left_out: frozenset[int] = frozenset()
    done = _compile_batch(command, parts, folder)
    if crashed(done):
        left_out = frozenset(number for number, part in parts.items() if crashed(_compile_alone(command, part)))
        done = _compile_batch(command, {n: part for n, part in parts.items() if n not in left_out}, folder)
    assert done.returncode == 0, done.stderr[:3000]
    return Machine(folder / "batch", left_out)


def _compile_batch(command: list[str], parts: Mapping[int, str], folder: Path) -> subprocess.CompletedProcess[str]:
    programs = folder / "programs.c"
    table = ",\n".join(f"[{n}] = {{(int (*)(void))p{n}_main, &p{n}_checksum}}" for n in parts)
    entry = "struct program { int (*run)(void); unsigned long long *checksum; };\n"
    programs.write_text("".join(parts.values()) + entry + f"struct program programs[] = {{\n{table}\n}};\n")
    whole = [*command, "-o", str(folder / "batch"), str(programs), str(folder / "runtime.c"), "-lm"]
    return subprocess.run(whole, capture_output=True, text=True, check=False)


def _compile_alone(command: list[str], part: str) -> subprocess.CompletedProcess[str]:
    whole = [*command, "-S", "-o", "/dev/null", "-x", "c", "-"]
    return subprocess.run(whole, input=part, capture_output=True, text=True, check=False)


def crashed(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether that is a defect of gcc, not of the program: gcc 12 crashes on about one of ten thousand of ours."""
    return done.returncode != 0 and "internal compiler error" in done.stderr


RUNTIME = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct program { int (*run)(void); unsigned long long *checksum; };
extern struct program programs[];

static unsigned long long *high, *low;
static int given, taken, number;

static void finish(const char *end, int status) {
    printf("%s %d %llu %d\n", end, status, *programs[number].checksum, taken);
    fflush(stdout);
    _exit(0);
}

void __coveriflow_unsupported(const char *what) { finish("UNSUPPORTED", 0); }

static unsigned long long next(void) {
    if (taken >= given) finish("EXHAUSTED", 0);
    return low[taken++];
}

#define INPUT(name, type) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(bool, _Bool) INPUT(char, char) INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short)
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long) INPUT(pointer, void *) INPUT(unset_pointer, void *)
#ifdef __SIZEOF_INT128__
unsigned __int128 __VERIFIER_nondet_uint128(void) {
    unsigned long long value = next();
    return (unsigned __int128)high[taken - 1] << 64 | value;
}
__int128 __VERIFIER_nondet_int128(void) { return (__int128)__VERIFIER_nondet_uint128(); }
#endif

#define FLOATING(name, type) \
type __VERIFIER_nondet_##name(void) { \
    type value; \
    unsigned long long pattern[2]; \
    pattern[0] = next(); \
    pattern[1] = high[taken - 1]; \
    memcpy(&value, pattern, sizeof value); \
    return value; \
}
FLOATING(float, float) FLOATING(double, double) FLOATING(longdouble, long double)

void reach_error(void) { finish("ERROR", 0); }
void abort(void) { finish("STOPPED", -1); }
void exit(int status) { finish("STOPPED", status); }
void __VERIFIER_assume(int holds) { if (!holds) finish("STOPPED", -1); }

static void late(int signal) { finish("TOO_LONG", signal); }
static void fault(int signal) { finish("SIGNAL", signal); }

static void one(void) {
    signal(SIGALRM, late);
    signal(SIGFPE, fault);
    signal(SIGSEGV, fault);
    signal(SIGILL, fault);
    alarm(10);
    int status = programs[number].run();
    finish("RETURNED", status);
}

int main(void) {
    setvbuf(stdin, malloc(1 << 20), _IOFBF, 1 << 20);
    while (scanf("%d %d", &number, &given) == 2) {
        high = realloc(high, (given + 1) * sizeof *high);
        low = realloc(low, (given + 1) * sizeof *low);
        for (int i = 0; i < given; i++)
            if (scanf("%llx %llx", &high[i], &low[i]) != 2) return 3;
        pid_t child = fork();
        if (child == 0) one();
        int status;
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) printf("DIED 0 0 0\n"), fflush(stdout);
    }
    return 0;
}
"""
