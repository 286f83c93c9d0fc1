"""C text that makes a program run itself once per list of inputs, each time in a child, and say how that ended.

Requests come on stdin: for each the number of values, then 16 bytes (little endian) per value. For each a line goes to
stdout: how it ended, the wait status, inputs read, a hash of the input functions' names, a hash of the globals.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

_MASK = (1 << 64) - 1


class Ended(Enum):
    """How the harness knows the end: by itself (0: it does not know), or by the child's wait status."""

    UNKNOWN = 0
    ERROR = 1
    EXHAUSTED = 2
    ASSUMPTION = 3
    EXITED = 4


@dataclass(frozen=True)
class Report:
    """One execution. ``status``: as ``wait`` gives it; ``names`` and ``globals``: hashes."""

    ended: Ended
    status: int
    taken: int
    names: int
    globals: int


def requests(lists: Iterable[Sequence[int]]) -> bytes:
    """What the program reads."""
    parts = [struct.pack("<q", len(values)) + b"".join(map(_sixteen, values)) for values in lists]
    return b"".join(parts)


def _sixteen(value: int) -> bytes:
    return (value & (_MASK << 64 | _MASK)).to_bytes(16, "little")


def reports(output: bytes) -> list[Report]:
    """What it said, for as many requests as it served."""
    lines = [line.split() for line in output.decode().splitlines()]
    return [Report(Ended(int(e)), int(s), int(t), int(n), int(g)) for e, s, t, n, g in lines]


def hashed(parts: Iterable[bytes]) -> int:
    """64-bit FNV-1a, as the program computes it."""
    found = 0xCBF29CE484222325
    for part in parts:
        for byte in part:
            found = (found ^ byte) * 0x100000001B3 & _MASK
    return found


DUMP = "__coveriflow_dump"
"""``void __coveriflow_dump(void)``, which each program defines: calls of ``__coveriflow_hash(address, size)``."""


def naming(text: str) -> str:
    """A harnessed text whose input functions tell their names."""
    declared = text.replace("__coveriflow_next(void)", "__coveriflow_next(const char *)", 1)
    return declared.replace("__coveriflow_next()", "__coveriflow_next(__func__)")


DECLARED = """
extern void __coveriflow_error(void);
extern long long __coveriflow_next(const char *);
extern long long __coveriflow_high(void);
extern void __coveriflow_refuse(void);
#define __coveriflow_stop(why, status) __coveriflow_refuse()
"""
"""What the rest of a program's harness needs to know of it."""

RUNTIME = r"""
#include <sys/syscall.h>
#include <sys/time.h>

extern long syscall(long number, ...);
extern int __fork(void);

typedef unsigned long long word;
struct report { int end, taken; word names, globals; };
static volatile struct report *report;
static long long given, *values;
static int is_child;
static const word basis = 0xcbf29ce484222325ULL, prime = 0x100000001b3ULL;
static const int error = 1, exhausted = 2, assumption = 3, exited = 4;

#ifdef SYS_mmap2
#define MMAP SYS_mmap2
#else
#define MMAP SYS_mmap
#endif

void __coveriflow_dump(void) __attribute__((weak));

void __coveriflow_hash(const void *from, unsigned long size) {
    const unsigned char *bytes = from;
    for (unsigned long i = 0; i < size; i++) report->globals = (report->globals ^ bytes[i]) * prime;
}

static void leave(int how) {
    report->end = how;
    if (__coveriflow_dump) __coveriflow_dump();
    for (;;) syscall(SYS_exit_group, 0);
}

void __coveriflow_error(void) { leave(error); }

void __coveriflow_refuse(void) { leave(assumption); }

static long long high;

long long __coveriflow_high(void) { return high; }

long long __coveriflow_next(const char *name) {
    if (report->taken >= given) leave(exhausted);
    for (; *name; name++) report->names = (report->names ^ (unsigned char)*name) * prime;
    report->names = (report->names ^ 10) * prime;
    high = values[2 * report->taken + 1];
    return values[2 * report->taken++];
}

__attribute__((destructor)) static void end(void) {
    if (!is_child) return;
    report->end = exited;
    if (__coveriflow_dump) __coveriflow_dump();
}

static int take(void *to, unsigned long size) {
    unsigned long done = 0;
    while (done < size) {
        long count = syscall(SYS_read, 0, (char *)to + done, size - done);
        if (count <= 0) return 0;
        done += count;
    }
    return 1;
}

static void number(char **to, word value) {
    char digits[24];
    int count = 0;
    do digits[count++] = '0' + value % 10; while (value /= 10);
    while (count) *(*to)++ = digits[--count];
    *(*to)++ = ' ';
}

static void tell(int status) {
    char line[128], *end = line;
    number(&end, report->end);
    number(&end, status);
    number(&end, report->taken);
    number(&end, report->names);
    number(&end, report->globals);
    *end++ = '\n';
    syscall(SYS_write, 100, line, end - line);
}

static void *pages(unsigned long size) { return (void *)syscall(MMAP, 0, size, 3, 0x21, -1, 0); }

static void become_child(void) {
    struct itimerval used = {{0, 0}, {0, 100000}}, passed = {{0, 0}, {3, 0}};
    is_child = 1;
    syscall(SYS_setitimer, ITIMER_PROF, &used, 0);
    syscall(SYS_setitimer, ITIMER_REAL, &passed, 0);
    for (int fd = 0; fd < 3; fd++) {
        syscall(SYS_close, fd);
        syscall(SYS_open, "/dev/null", 2, 0);
    }
    syscall(SYS_close, 100);
}

__attribute__((constructor(101))) static void serve(void) {
    report = pages(4096);
    syscall(SYS_dup2, 1, 100);
    while (take(&given, sizeof given)) {
        values = pages(16 * given + 16);
        if (!take(values, 16 * given)) break;
        report->end = 0;
        report->taken = 0;
        report->names = report->globals = basis;
        int child = __fork(), status = 0;
        if (child == 0) {
            become_child();
            return;
        }
        syscall(SYS_wait4, child, &status, 0, 0);
        tell(status);
    }
    for (;;) syscall(SYS_exit_group, 0);
}
"""
