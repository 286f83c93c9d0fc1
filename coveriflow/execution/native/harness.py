"""The C text around a program under test: it feeds the inputs and says how the program ended.

The inputs come through a file descriptor of their own: 32 bytes of random token, then 16 bytes (little endian,
two's complement) for each value. What the harness says goes to stderr after the token, with its own exit status.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

from coveriflow.execution.native.tested_arguments import TestedArguments
from coveriflow.program.cfa.edges import OUTSIDE, USABLE
from coveriflow.program.library.texts import FOLDER, Models
from coveriflow.program.text.outlines import Outline, outline
from coveriflow.program.text.tokens import line_marker
from coveriflow.program.text.violations import ASSUMING, ERROR_FUNCTION, FORMER_ERROR, Violations, is_input

INPUTS = 63
"""The file descriptor that the inputs come through: a file, which is mapped when the program starts."""

_VALUE = re.compile(r"__VERIFIER_nondet_(\w+)")
_NO_VALUE = ("memory",)
_ASSUME = "__VERIFIER_assume"
_OF_OTHERS = Models([FOLDER / "klee.c"])


class Stop(Enum):
    """How the harness ended the program: what it prints after the token, and the exit status."""

    ERROR = ("reached the error", 107)
    EXHAUSTED = ("needs more inputs", 108)
    MISSING = ("needs more of a C library than is available", 109)
    MEMORY = ("gets no memory", 110)
    ASSUMPTION = ("an assumption does not hold", 0)


def inputs(token: str, values: Iterable[int]) -> bytes:
    """The content of the inputs' file. ``token``: 32 ASCII characters. Values beyond 128 bits wrap."""
    return token.encode() + b"".join((value % (1 << 128)).to_bytes(16, "little") for value in values)


def stop(token: str, status: int, errors: bytes) -> Stop | None:
    """How the harness ended the program, if it did: exit status and marker must agree."""
    return next((s for s in Stop if s.value[1] == status and f"{token}: {s.value[0]}".encode() in errors), None)


def place(token: str, errors: bytes) -> int:
    """The number of the call of which the program reported that it was the last one
    (``execution.native.numbered_calls``); 0: of none.
    """
    found = re.search(rb"\n%s at +(\d+)\n" % token.encode(), errors)
    return 0 if found is None else int(found[1])


def harnessed(
    sources: Sequence[tuple[str, str]], violations: Violations, runtime: str | None = None, inputs: str = ""
) -> list[str]:
    """The texts of ``sources`` (name, preprocessed text) and, last, one with all that the verifier's functions need.

    ``runtime``: another text than ours that defines ``__coveriflow_error``, ``__coveriflow_next``,
    ``__coveriflow_high`` and the macro ``__coveriflow_stop(why, 0)``, where ``why`` is ``assumption`` (it does not
    hold) or ``unsupported`` (the program comes to what is not supported). It may define ``__coveriflow_outside``, which
    gives objects of unknown content, and ``__coveriflow_usable``, the size of one from malloc: ours are for executions,
    and prove nothing.

    What violates the property stops the program: an error function at the beginning of its body, where it has one, and
    a label at what follows it. A function that gives inputs and has no body gets one at the end of the first file that
    declares it, so that values are converted to the type that the program itself says it has; a floating value comes as
    its bit pattern. ``inputs``: another text than ours for such a body, where ``{function}`` stands for the name. So do
    functions that test their argument (``TestedArguments``).
    """
    outlines = [outline(text) for _, text in sources]
    defined = {name for seen in outlines for name in seen.defined}
    missing = sorted({name for seen in outlines for name in seen.used if _gives_value(name, seen)} - defined)
    tests = TestedArguments(violations, defined)
    texts = []
    for (name, text), seen in zip(sources, outlines, strict=True):
        here = [function for function in missing if function in seen.declared]
        missing = [function for function in missing if function not in seen.declared]
        stopped = tests.with_bodies(_with_stops(text, seen, violations), seen)
        declarations = _DECLARATIONS + (_assumed(seen) if runtime else "")
        texts.append(declarations + line_marker(1, name) + stopped + _nondets(here, inputs))
    called = {name for seen in outlines for name in seen.called}
    own = (
        _own_file(defined, violations, missing, [text for _, text in sources])
        + "".join(text for name, text in _OF_MEMORY.items() if name not in outline(runtime or "").defined)
        + _without_meaning(called - defined, violations)
        + tests.rest()
        + _values_of_others(outlines, defined)
    )
    if not runtime:
        own += "".join(_WRAPPERS[name] for name in wrapped(sources))
    return [*texts, (runtime or _HARNESS % {reason.name: reason.value[0] for reason in Stop}) + own]


def wrapped(sources: Sequence[tuple[str, str]]) -> list[str]:
    """The functions of the C library that the program uses in place of which it has to be linked with ours: the
    linker's option ``--wrap`` does so.
    """
    outlines = [outline(text) for _, text in sources]
    defined = frozenset[str]().union(*(seen.defined for seen in outlines))
    used = frozenset[str]().union(*(seen.used for seen in outlines))
    return [name for name in _WRAPPERS if name in used - defined]


def is_complete(sources: Sequence[tuple[str, str]], violations: Violations) -> bool:
    """Whether the program of ``sources`` needs nothing of ours: it calls no function of verifiers without a body, and
    none that violates the property.
    """
    outlines = [outline(text) for _, text in sources]
    defined = {name for seen in outlines for name in seen.defined}
    called = {name for seen in outlines for name in seen.called} - defined
    gives = any(_gives_value(name, seen) for seen in outlines for name in seen.used - defined)
    of_verifiers = ASSUMING | violations.assertions | _OF_OTHERS.keys() | {ERROR_FUNCTION, FORMER_ERROR}
    stops = any(violations.functions & (seen.inside | seen.defined) for seen in outlines)
    return not (gives or stops or violations.label or called & of_verifiers)


def _assumed(seen: Outline) -> str:
    """A program that assumes without a declaration gets one: CBMC knows another prototype, and refuses both."""
    is_missing = _ASSUME in seen.called and _ASSUME not in seen.declared
    return f"extern void {_ASSUME}(int holds);\n" if is_missing else ""


def _gives_value(name: str, seen: Outline) -> bool:
    """Names that other verifiers know may also be something else."""
    found = _VALUE.fullmatch(name)
    return found[1] not in _NO_VALUE if found else is_input(name) and name in seen.called


def _with_stops(text: str, seen: Outline, violations: Violations) -> str:
    bodies = [body for function, body in seen.bodies if function in violations.functions]
    labels = [end for label, end in seen.labels if label == violations.label]
    pieces = []
    start = 0
    for place in sorted((*bodies, *labels)):
        pieces += [text[start:place], " __coveriflow_error();"]
        start = place
    return "".join([*pieces, text[start:]])


def _nondets(functions: Sequence[str], inputs: str) -> str:
    if inputs:
        bodies = [inputs.replace("{function}", function) for function in functions]
    else:
        bodies = [(_WIDE_NONDET if name.endswith("int128") else _NONDET) % {"f": name} for name in functions]
    return f"\n{line_marker(1, '<inputs>')}" + "".join(bodies)


def _own_file(defined: set[str], violations: Violations, undeclared: Sequence[str], texts: Sequence[str]) -> str:
    """``undeclared``: functions that are called without a declaration at file scope."""
    from coveriflow.program.declarations.input_types import undeclared_type  # with the parser: the command needs none

    types = {each: next(filter(None, (_type_in_a_block(each, text) for text in texts)), "") for each in undeclared}
    parts = [
        f"{types[each]} {each}(void);\n{_nondets([each], '')}"
        if types[each]
        else f"int {each}(void) {{ return ({undeclared_type(each)})__coveriflow_next(); }}\n"
        for each in undeclared
    ]
    parts = [*([_DECLARATIONS] if any(types.values()) else []), *parts]
    errors = sorted(violations.functions - defined - {"__coveriflow_error"})
    parts += [f"void {function}(void) {{ __coveriflow_error(); }}\n" for function in errors]
    if _ASSUME not in defined | violations.functions:
        parts.append(f"void {_ASSUME}(int holds) {{ if (!holds) __coveriflow_stop(assumption, 0); }}\n")
    parts.append("void __coveriflow_unsupported(const char *what) { __coveriflow_stop(unsupported, 0); }\n")
    return "".join(parts)


_NUMBER = r"(?:unsigned|signed|long|short|int|char|float|double|_Bool|__int128)"


def _type_in_a_block(function: str, text: str) -> str:
    """That which a declaration within a block says, if it is a type of numbers by its own name."""
    found = re.search(rf"(?<![\w.])({_NUMBER}(?:\s+{_NUMBER})*)\s+{function}\s*\(\s*(?:void)?\s*\)\s*;", text)
    return found[1] if found else ""


def _without_meaning(called: set[str], violations: Violations) -> str:
    """Error functions that are declared only, where the property is about none of them: what they do is not known."""
    known = {ERROR_FUNCTION, FORMER_ERROR}
    names = sorted(called & known) if not violations.functions & known else []
    return "".join(f'void {name}(void) {{ __coveriflow_unsupported("{name}"); }}\n' for name in names)


def _values_of_others(outlines: Sequence[Outline], defined: set[str]) -> str:
    """The bodies that the front end has for them, too; inputs are read by ours."""
    called = {name for seen in outlines for name in seen.called}
    wanted = sorted(called & _OF_OTHERS.keys() - defined)
    texts = [_OF_OTHERS[name].text.replace("size_t", "__SIZE_TYPE__") for name in wanted]
    read = {"__VERIFIER_nondet_int": "int", "__VERIFIER_nondet_uchar": "unsigned char"}
    own = "\n".join(texts)
    for name, type_ in read.items():
        own = own.replace(f"extern {type_} {name}(void);", "").replace(f"{name}()", f"({type_})__coveriflow_next()")
    return f"{own}\n" if texts else ""


_OF_MEMORY = {
    OUTSIDE: f"void *{OUTSIDE}(__SIZE_TYPE__ size) {{ return __builtin_calloc(1, size); }}\n",
    USABLE: f"""\
extern __SIZE_TYPE__ malloc_usable_size(void *) __attribute__((weak));
__SIZE_TYPE__ {USABLE}(void *object) {{ return malloc_usable_size ? malloc_usable_size(object) : 0; }}
""",
}
"""What printed programs call, as it can be executed."""

_OBJECTS = {
    "malloc": ("__SIZE_TYPE__ size", "size", "size"),
    "calloc": ("__SIZE_TYPE__ count, __SIZE_TYPE__ size", "count, size", "product(count, size)"),
    "realloc": ("void *before, __SIZE_TYPE__ size", "before, size", "size"),
    "aligned_alloc": ("__SIZE_TYPE__ alignment, __SIZE_TYPE__ size", "alignment, size", "size"),
}
_WRAPPERS = {
    name: f"""\
extern void *__real_{name}({parameters});
void *__wrap_{name}({parameters}) {{ return sufficient(__real_{name}({arguments}), {size}); }}
"""
    for name, (parameters, arguments, size) in _OBJECTS.items()
} | {
    "close": """\
extern int __real_close(int file);
int __wrap_close(int file) { return __real_close(file == reports && file != 2 ? -1 : file); }
""",
    "dup2": """\
extern int __real_dup2(int from, int to);
int __wrap_dup2(int from, int to) { return __real_dup2(from, to == reports && to != 2 ? -1 : to); }
""",
}
"""What a program has in the place of these functions. Memory does not run out (``environment.MEMORY_SUFFICES``): who
gets none, although an object may be so large, is no execution of it. And it does not close what it did not open.
"""

_DECLARATIONS = """\
extern void __coveriflow_error(void);
extern long long __coveriflow_next(void);
extern long long __coveriflow_high(void);
"""

_NONDET = """\
__typeof__(%(f)s()) %(f)s(void) {
    long long low = __coveriflow_next(), pattern[2] = {low, __coveriflow_high()};
    __typeof__(%(f)s()) value;
    if (!_Generic(%(f)s(), float: 1, double: 1, long double: 1, default: 0))
        return (__typeof__(%(f)s()))low;
    __builtin_memcpy(&value, pattern, sizeof value);
    return value;
}
"""

_WIDE_NONDET = """\
__typeof__(%(f)s()) %(f)s(void) {
    unsigned __int128 low = (unsigned long long)__coveriflow_next();
    return (__typeof__(%(f)s()))(low | (unsigned __int128)__coveriflow_high() << 64);
}
"""

_HARNESS = """\
#include <sys/syscall.h>

extern long syscall(long number, ...);

static const char error[] = ": %(ERROR)s\\n";
static const char exhausted[] = ": %(EXHAUSTED)s\\n";
static const char assumption[] = ": %(ASSUMPTION)s\\n";
static const char unsupported[] = ": %(ASSUMPTION)s\\n";
static const char missing[] = ": %(MISSING)s\\n";
static const char memory[] = ": %(MEMORY)s\\n";
enum { INPUTS = 63, REPORTS = 250, DUPLICATED_AT_LEAST = 1030, AT_THE_END = 2, READABLE = 1, PRIVATE = 2 };
static char token[1 + 32] = "\\n";
static int has_started, reports = 2;
static const char *given;
static unsigned long left;
static long long high;

static int took(void *to, unsigned long size) {
    char *next = to;
    if (size > left) return 0;
    left -= size;
    while (size-- > 0) *next++ = *given++;
    return 1;
}

/* Whatever the program does with descriptors later: what comes through them is in memory by then. */
__attribute__((constructor(101))) static void start(void) {
    long size, found;
    if (has_started) return;
    has_started = 1;
    found = syscall(SYS_fcntl, 2, DUPLICATED_AT_LEAST, REPORTS);
    if (found > 0) reports = found;
    size = syscall(SYS_lseek, INPUTS, 0L, AT_THE_END);
    if (size <= 0) return;
#ifdef SYS_mmap2
    found = syscall(SYS_mmap2, 0L, size, READABLE, PRIVATE, INPUTS, 0L);
#else
    found = syscall(SYS_mmap, 0L, size, READABLE, PRIVATE, INPUTS, 0L);
#endif
    syscall(SYS_close, INPUTS);
    if (found == -1) return;
    given = (const char *)found;
    left = size;
    took(token + 1, 32);
}

static void say(const char *text, unsigned long size) {
    while (size > 0) {
        long count = syscall(SYS_write, reports, text, size);
        if (count <= 0) return;
        text += count;
        size -= count;
    }
}

#ifdef __coveriflow_gcov
extern void __gcov_dump(void);
extern void __real_abort(void);

void __wrap_abort(void) {
    __gcov_dump();
    __real_abort();
}
#else
#define __gcov_dump()
#endif

static void leave(const char *why, unsigned long size, int status) {
    __gcov_dump();
    start();
    say(token, sizeof token);
    say(why, size);
    for (;;) syscall(SYS_exit_group, status);
}

#define __coveriflow_stop(why, status) leave(why, sizeof why - 1, status)

extern int __coveriflow_place __attribute__((weak));

static void tell_place(void) {
    static char text[] = " at          0\\n";
    char *digit = text + sizeof text - 3;
    int rest = __coveriflow_place;
    start();
    for (; rest > 0; rest /= 10) *digit-- = '0' + rest %% 10;
    say(token, sizeof token);
    say(text, sizeof text - 1);
}

void __coveriflow_error(void) {
    if (&__coveriflow_place) tell_place();
    __coveriflow_stop(error, 107);
}

void __coveriflow_missing(void) { __coveriflow_stop(missing, 109); }

__attribute__((unused)) static __SIZE_TYPE__ product(__SIZE_TYPE__ one, __SIZE_TYPE__ other) {
    __SIZE_TYPE__ found;
    return __builtin_mul_overflow(one, other, &found) ? -1 : found;
}

__attribute__((unused)) static void *sufficient(void *found, __SIZE_TYPE__ size) {
    if (!found && size && size <= (__SIZE_TYPE__)__PTRDIFF_MAX__) __coveriflow_stop(memory, 110);
    return found;
}

long long __coveriflow_high(void) { return high; }

long long __coveriflow_next(void) {
    long long value[2];
    start();
    if (!took(value, sizeof value)) __coveriflow_stop(exhausted, 108);
    high = value[1];
    return value[0];
}
"""
