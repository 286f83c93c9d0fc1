"""A call of every function that the front end gives a meaning, from its own tables, each argument in angle brackets.

What arguments a function takes is read from the headers that are part of coveriflow, or from the C text of its model.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from coveriflow.program.constructs import LOWERERS
from coveriflow.program.declarations import input_types
from coveriflow.program.library.inline import builtins
from coveriflow.program.library.texts import MODELS
from coveriflow.program.library.unmodelled import library_names
from coveriflow.program.lowering.builtins import file_calls, math
from coveriflow.program.lowering.expressions.calls.ending import ENDING
from coveriflow.program.text.violations import ASSERTING, ASSUMING, FAILING
from coveriflow.program.types.data_model import DataModel
from tests.generators.effect_constructs import Construct

HEADERS = """assert complex ctype errno error fenv inttypes locale malloc math memory pthread sched setjmp signal stdarg
stdint stdio stdlib string strings sys/time sys/types time unistd""".split()
UNDONE = frozenset(
    """kill fork vfork pause execl execlp execv execve execvp system popen setuid pthread_cancel sleep usleep
    alarm pthread_create thrd_create sigsetjmp __sigsetjmp _setjmp""".split()
)
"""What does something to the machine, waits, or writes to a buffer that is none."""
INPUTS = {
    "bool": "_Bool", "char": "char", "int": "int", "longlong": "long long", "loff_t": "long long", "short": "short",
    "u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned", "u64": "unsigned long long", "float": "float",
    "uchar": "unsigned char", "uint": "unsigned", "ulonglong": "unsigned long long", "unsigned": "unsigned",
    "unsigned_int": "unsigned", "ushort": "unsigned short", "double": "double", "longdouble": "long double",
    "long": "long", "ulong": "unsigned long", "size_t": "__typeof__(sizeof 0)", "sector_t": "unsigned long",
    "pthread_t": "unsigned long", "int128": "__int128", "uint128": "unsigned __int128", "pointer": "void *",
}  # fmt: skip
"""Input functions by what follows their prefix."""
_INTERNAL = ("__coveriflow_", "__bits", "__smeared", "__asm_statement", "__computed_goto")
"""Words of models and templates, which no program says; statements of their own say some of them."""
_OVERFLOW = re.compile(r"__builtin_([su]?)(?:add|sub|mul)(l{0,2})_overflow(_p)?")
_ALIAS = re.compile(r"^(?:__isoc99_|__isoc23_|_IO_)|_unlocked$")
_NOWHERE = '"/nowhere/1"'
_SPECIAL = {
    "__VERIFIER_assume": ["1"],
    "__assert": ['"a"', '"b"', "1"],
    "assume_aligned": ["&@L", "8"],
    "vdprintf": ["1", '"12"', "l"],
    "thrd_exit": ["1"],
    "gets": ["@B"],
    "free": ["__builtin_malloc(4)"],
    "realloc": ["__builtin_malloc(4)", "8"],
    "reallocarray": ["__builtin_malloc(4)", "2", "4"],
    "malloc_usable_size": ["__builtin_malloc(4)"],
    "__VERIFIER_nondet_memory": ["@B", "4"],
    "__VERIFIER_atomic_begin": [],
    "__VERIFIER_atomic_end": [],
    "__builtin_expect_with_probability": ["1", "1", "0.5"],
    "__builtin_constant_p": ["1"],
    "__builtin_object_size": ["@P", "0"],
    "__builtin_dynamic_object_size": ["@P", "0"],
    "__builtin_choose_expr": ["1", "2", "3"],
    "__builtin_types_compatible_p": None,
    "__builtin_convertvector": None,
    "__builtin_va_arg": None,
    "__builtin_va_start": None,
    "__builtin_va_copy": None,
    "__builtin_va_end": None,
    "__builtin_prefetch": ["@P", "0", "1"],
    "__builtin_shuffle": ["@V", "@V", "@V"],
    "__builtin_shufflevector": ["@V", "@V", "0", "1", "2", "3"],
    "__builtin_complex": ["1.0", "2.0"],
    "__builtin_assume": ["1"],
    "__builtin_clzg": ["1u", "2"],
    "__builtin_ctzg": ["1u", "2"],
    "__builtin_popcountg": ["1u"],
    "__builtin_ia32_pause": [],
    "__builtin_trap": [],
    "__builtin_unreachable": [],
    "__builtin_expect": ["1", "1"],
    "__builtin_alloca": ["4"],
    "alloca": ["4"],
    "fpclassify": ["1", "2", "3", "4", "5", "1.0"],
    "inf": [],
    "huge_val": [],
    "nans": ['"1"'],
    "__atomic_thread_fence": ["0"],
    "__atomic_signal_fence": ["0"],
    "__atomic_is_lock_free": ["4", "@P"],
    "__atomic_always_lock_free": ["4", "@P"],
    "__atomic_load": ["@P", "@P", "0"],
    "__atomic_store": ["@P", "@P", "0"],
    "__atomic_exchange": ["@P", "@P", "@P", "0"],
    "__atomic_compare_exchange": ["@P", "@P", "@P", "0", "0", "0"],
    "__atomic_compare_exchange_n": ["@P", "@P", "1", "0", "0", "0"],
    "__atomic_load_n": ["@P", "0"],
    "__atomic_clear": ["@B", "0"],
    "__atomic_test_and_set": ["@B", "0"],
    "__sync_synchronize": [],
    "__sync_lock_release": ["@P"],
    "__sync_bool_compare_and_swap": ["@P", "1", "2", "3"],
    "__sync_val_compare_and_swap": ["@P", "1", "2", "3"],
    "__assert_rtn": ['"a"', '"b"', "1", '"c"'],
    **{key: ['"nowhere"', "__builtin_malloc(1024)"] for key in ("stat", "lstat", "statfs", "statvfs")},
    **{key: ["-1", "__builtin_malloc(1024)"] for key in ("fstat", "fstatfs", "fstatvfs", "tcgetattr")},
    **{key: ["0", "__builtin_malloc(1024)"] for key in ("getrlimit", "getrusage")},
    **{key: ["__builtin_malloc(1024)"] for key in ("sysinfo", "uname")},
    "sigaction": ["1", "0", "0"],
    "sigprocmask": ["0", "0", "0"],
    "raise": ["0"],
    **{
        key: ["(char **)__builtin_calloc(1, 8)", "(void *)__builtin_calloc(1, 8)", "10", "stdin"]
        for key in ("getdelim", "__getdelim")
    },
    "getopt": ["1", "(char **)__builtin_calloc(3, 8)", '""'],
    "getopt_long": ["1", "(char **)__builtin_calloc(3, 8)", '""', "(void *)__builtin_calloc(1, 32)", "(int *)0"],
    "opendir": [_NOWHERE],
    **{key: [_NOWHERE, "1"] for key in ("chmod", "creat", "mkdir", "mkfifo", "open", "truncate")},
    **{key: [_NOWHERE, "1", "1"] for key in ("chown", "lchown", "mknod")},
    **{key: [_NOWHERE, _NOWHERE] for key in ("link", "symlink")},
    **{key: ["-1", _NOWHERE, "1"] for key in ("mkdirat", "openat", "unlinkat")},
    **{key: ["-1", _NOWHERE, "1", "0"] for key in ("faccessat", "fchmodat")},
    "fchownat": ["-1", _NOWHERE, "1", "1", "0"],
    **{key: ["-1", "@B", "1", "0"] for key in ("pwrite", "send")},
    "qsort": ["@A", "3", "sizeof(int)", "@compared"],
    "bsearch": ["@P", "@A", "3", "sizeof(int)", "@compared"],
}
"""Arguments of those that headers do not declare, or that need others. ``None``: a construct of its own has them."""


@dataclass(frozen=True)
class Headers:
    """Declarations of the C library under one data model, as coveriflow's headers have them."""

    text: str

    @cached_property
    def declarations(self) -> dict[str, str]:
        """By each name: what declares it."""
        found: dict[str, str] = {}
        for each in _split(self.text, ";"):
            for name in _declared_names(each):
                found.setdefault(name, each.strip() + ";")
        return found

    def needed(self, text: str) -> str:
        """The declarations of all that ``text`` names, also through others."""
        wanted, pending = dict[str, None](), [text]
        while pending:
            now = pending.pop()
            for word in dict.fromkeys(re.findall(r"(?<!@)\b[A-Za-z_]\w*", now)):
                declaration = self.declarations.get(word)
                if declaration is not None and declaration not in wanted:
                    wanted[declaration] = None
                    pending.append(declaration)
        return "".join(f"{each}\n" for each in dict.fromkeys(self.declarations.values()) if each in wanted)


def headers(gcc: str, model: DataModel) -> Headers:
    """All of them, preprocessed."""
    includes = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    folder = str(files("coveriflow") / "headers")
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    command = [gcc, "-E", "-P", "-nostdinc", "-isystem", folder, width, "-"]
    done = subprocess.run(command, input=includes, capture_output=True, text=True, check=True)
    return Headers(done.stdout)


def known_functions() -> list[str]:
    """All functions that the front end knows, by its tables."""
    bases = math.BASES
    of_math = {
        f"{prefix}{base}{suffix}" for base in bases for suffix in ("", "f", "l") for prefix in ("", "__builtin_")
    }
    tables = (LOWERERS.calls, LOWERERS.modelled, MODELS, LOWERERS.templates, ENDING)
    names = of_math.union(*tables, ("__VERIFIER_assume", "__builtin_expect", "__builtin_unreachable"))
    return sorted(name for name in names if not name.startswith(_INTERNAL))


def of_known(given: Headers) -> Iterator[Construct]:
    """A call of each of them, and of all others that headers declare."""
    declared = {name for name in library_names() & given.declarations.keys() if parameters(name, given) is not None}
    for name in sorted(declared.union(known_functions()) - UNDONE):
        found = call(name, given)
        if found is not None:
            yield found
    for name, type_ in INPUTS.items():
        function = f"{input_types.INPUT_PREFIX}{name}"
        if name != "int":
            yield function, f"extern {type_} {function}();", f"{function}(<1>, <2>);"
    yield "undefined function", "extern int unknown_function();", "@X = unknown_function(<1>, <2>);"
    yield "ending function", "extern void ending_function() __attribute__((noreturn));", "ending_function(<1>);"
    yield "error function", "", "reach_error(<1>, <2>);"
    yield "input function", "", "@X = __VERIFIER_nondet_int(<1>, <2>);"
    yield "of nothing", "", "@nothing(); (<@one>)(1); @F(@one(<1>));"


def call(name: str, given: Headers) -> Construct | None:
    """``None``: a construct of its own is the call."""
    taken = arguments(name, given)
    if taken is None:
        return None
    objects, written = _with_objects(taken)
    declared = "" if name.startswith("__builtin_") or name in given.declarations else _declaration(name)
    does = f"{name}({', '.join(f'<{each}>' for each in written)});"
    if "l" not in written:
        return name, f"{declared}\n{objects}", does
    return name, f"{declared}\n{objects}{_LISTED.replace('CALL', does)}", "@listed(1, 2);"


_LISTED = """
int @listed(int k, ...) { __builtin_va_list l; __builtin_va_start(l, k); CALL return 0; }"""


def arguments(name: str, given: Headers) -> Sequence[str] | None:
    """What a call of the function may give it. Raises ``KeyError`` where that is not known."""
    base = name.removeprefix("__builtin_")
    for each in (name, base):
        if each in _SPECIAL:
            return _SPECIAL[each]
    if name in FAILING | ASSERTING | ASSUMING and name not in given.declarations:
        return ["1", "2"]  # of another C library, or of another verifier
    if match := _OVERFLOW.fullmatch(name):
        return ["1", "2", "3" if match[3] else "&@L" if match[2] == "l" else "&@LL" if match[2] else "@P"]
    if name.startswith(("__atomic_", "__sync_")):
        return ["@P", "1", "0"] if name.startswith("__atomic_") else ["@P", "1"]
    plain = _ALIAS.sub("", base)
    shown = (name, base, plain, plain.removeprefix("__"))
    sources = (*(parameters(each, given) for each in shown), _of_model(name))
    found = next((each for each in sources if each is not None), None)
    return [_argument(each, name) for each in found] if found is not None else _of_math(base)


def parameters(name: str, given: Headers) -> list[str] | None:
    """The parameters' types as a header has them."""
    return _parameters(given.declarations.get(name, ""), name)


def _of_model(name: str) -> list[str] | None:
    source = MODELS[name].text if name in MODELS else builtins.SOURCES_BY_NAME.get(name)
    named = _parameters(source, name) if source is not None else None
    return named and [each if "(" in each or each == "..." else re.sub(r"\w+$", "", each) for each in named]


def _declaration(name: str) -> str:
    """Of a function that only a model or a template has."""
    source = MODELS[name].text if name in MODELS else builtins.SOURCES_BY_NAME.get(name)
    if source is None:
        return f"extern int {name}();" if name.startswith("__VERIFIER") or name in file_calls.CALLS else ""
    match = re.search(rf"([\w *]*\b{name}\s*\([^{{]*\))\s*{{", source)
    assert match is not None
    return match[1].replace("size_t", "__typeof__(sizeof 0)") + ";"


def _of_math(base: str) -> list[str]:
    plain = base if base in math.BASES else base[:-1]
    if plain in _SPECIAL:
        return list(_SPECIAL[plain] or [])
    if plain not in math.BASES:
        raise KeyError(base)
    return ["1.0", "2.0"] if plain in _OF_TWO else ["1.0"]


_OF_TWO = frozenset("isgreater isgreaterequal isless islessequal isunordered islessgreater".split())


def _parameters(declaration: str, name: str) -> list[str] | None:
    match = re.search(rf"\b{re.escape(name)}\s*\(", declaration)
    if match is None or declaration.startswith("typedef"):
        return None
    depth, end = 1, match.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(declaration[end], 0)
        end += 1
    given = [each.strip() for each in _split(declaration[match.end() : end - 1], ",")]
    return [] if given in ([], ["void"]) else given


def _argument(type_: str, name: str) -> str:
    """Some value of a parameter's type; ``:T`` stands for an array of ``T``."""
    plain = re.sub(r"\b(?:const|restrict|volatile|register|__restrict)\b", "", type_)
    if plain == "...":
        return "1"
    if "(" in plain:
        return "@compared" if plain.count("void") > 1 else "@nothing"
    if plain.strip() == "pthread_t":
        return "pthread_self()"
    stars = plain.count("*") + plain.count("[")
    base = " ".join(re.sub(r"\[.*", "", plain).replace("*", " ").split())
    if base in ("va_list", "__builtin_va_list", "__gnuc_va_list"):
        return "l"
    if base in ("FILE", "struct _IO_FILE") and stars == 1:
        return "stdin" if re.search(r"get|read|scan", name) else "stdout"
    if stars == 1 and base == "char" and "const" in type_:
        return '"12"'
    if stars == 1 and base in ("char", "void"):
        return "@B"
    if stars:
        return f":{base}{' *' * (stars - 1)}"
    return "1.0" if re.search(r"float|double|TYPE", base) else "1"


def _with_objects(given: Sequence[str]) -> tuple[str, list[str]]:
    """Objects that pointers lead to, and the arguments."""
    objects, written = ["long @L; long long @LL;"] if any("@L" in each for each in given) else [], list[str]()
    for number, each in enumerate(given):
        if each.startswith(":"):
            objects.append(f"static {each[1:]} @o{number}[4];")
        written.append(f"@o{number}" if each.startswith(":") else each)
    return "\n".join(objects), written


def _declared_names(text: str) -> list[str]:
    plain = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", text, flags=re.DOTALL).strip()
    tag = re.match(r"(?:typedef\s+)?(?:struct|union|enum)\s+(\w+)\s*{", plain)
    names = [tag[1]] if tag else []
    if plain.startswith("typedef"):
        pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", plain)
        return [*names, pointer[1]] if pointer else [*names, *re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", plain)]
    function = re.match(r"[^({]*?(\w+)\s*\(", plain)
    if function:
        return [*names, function[1]]
    return [*names, *re.findall(r"(\w+)\s*(?:\[[^\]]*\])?\s*(?:,|$)", plain if not tag else "")]


def _split(text: str, mark: str) -> list[str]:
    """The parts between marks that stand in no brackets; a body ends one, too."""
    parts, depth = [""], 0
    for character in text:
        if character == mark and depth == 0:
            parts.append("")
            continue
        depth += (character in "([{") - (character in ")]}")
        parts[-1] += character
    return [part for part in parts if part.strip()]
