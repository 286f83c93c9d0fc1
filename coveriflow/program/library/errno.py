"""``errno`` (C11 7.5): an object, which calls of functions of the C library may set.

None of them sets it to zero (p3). What a call leaves in it is known of functions that do not set it and of those whose
models say how they do; else it is what it was, or any positive number.
"""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.library.unmodelled import library_functions
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.syntax.templates import Expansion, statements

LOCATION = "__errno_location"
"""The function by which the GNU C library tells where it is."""
STATE = "__coveriflow_error_number"
MAY_BE_SET = "__coveriflow_error_number_may_be_set"
DOMAIN_ERROR = "__coveriflow_error_number_of_domain"
NO_MEMORY = "__coveriflow_error_number_of_memory"
TWICE_AS_ONCE = frozenset({MAY_BE_SET, DOMAIN_ERROR, NO_MEMORY})
"""Functions that do nothing else to the program: a call after another one leaves what that one may have left."""
SETS = "SETS_ERRNO"
"""``SETS_ERRNO(34);`` in the text of a model."""
_DECLARED = f"int {STATE};"
_ALLOCATING = frozenset({"malloc", "calloc"})
_ROOTS = frozenset({"sqrt", "sqrtf", "sqrtl"})
_LEAVING_IT_ALONE = {
    "ctype.h": """isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
        isxdigit toascii tolower toupper""",
    "errno.h": "__errno_location",
    "inttypes.h": "imaxabs imaxdiv",
    "math.h": """cbrt cbrtf cbrtl ceil ceilf ceill copysign copysignf copysignl fabs fabsf fabsl floor floorf floorl
        fmax fmaxf fmaxl fmin fminf fminl isinf isnan nan nanf nanl nearbyint nearbyintf nearbyintl rint rintf rintl
        round roundf roundl trunc truncf truncl""",
    "setjmp.h": "setjmp _setjmp longjmp",
    "signal.h": "raise signal sigaction sigaddset sigdelset sigemptyset sigfillset sigismember sigprocmask",
    "stdlib.h": """abort abs atexit bsearch div exit _Exit free labs ldiv llabs lldiv qsort
        quick_exit rand random srand srandom""",
    "string.h": """memccpy memchr memcmp memcpy memmove mempcpy memrchr memset stpcpy strcat strchr strcmp strcpy
        strcspn strlen strncat strncmp strncpy strnlen strpbrk strrchr strspn strstr strtok strtok_r memmem
        rawmemchr stpncpy strcasestr strchrnul""",
    "strings.h": "bcmp bzero ffs strcasecmp strncasecmp",
    "unistd.h": "_exit",
}
"""Functions that do not set it, by the headers that declare them."""
_SAYING_SO = """strtol strtoll strtoul strtoull strtoimax strtoumax strtoq strtouq atoi atol atoll
    __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull"""
"""Functions whose models say how they set it."""
_KNOWN = frozenset(name for names in (*_LEAVING_IT_ALONE.values(), _SAYING_SO) for name in names.split())

_OTHER_NAMES = frozenset({"_IO_getc", "__getdelim"})
"""Names that headers of the GNU library use, for functions that may set it."""


def may_set_errno(name: str) -> bool:
    """Whether a function that the program does not define may do so, as nothing else says."""
    names = {name, name.removeprefix("__isoc99_").removeprefix("__isoc23_")}
    return _KNOWN.isdisjoint(names) and (name in _OTHER_NAMES or not library_functions().isdisjoint(names))


def asks_for_errno(trees: Iterable[c_ast.FileAST]) -> bool:
    """Whether a program uses that of the C library: by no other name can it do so. A printed program has its own."""
    whole = list(trees)
    if any(isinstance(item, c_ast.FuncDef) and item.decl.name == LOCATION for tree in whole for item in tree.ext):
        return False
    return any(isinstance(node, c_ast.ID) and node.name == LOCATION for tree in whole for node in walk(tree))


def functions_without_value(trees: Iterable[c_ast.FileAST]) -> frozenset[str]:
    """Those that are declared to return nothing."""
    declared = (item for tree in trees for item in tree.ext if isinstance(item, c_ast.Decl))
    functions = (each for each in declared if isinstance(each.type, c_ast.FuncDecl))
    return frozenset(each.name for each in functions if _is_void(each.type.type))


def _is_void(result: c_ast.Node) -> bool:
    return isinstance(result, c_ast.TypeDecl) and getattr(result.type, "names", None) == ["void"]


def with_error_number(
    call: c_ast.FuncCall, meaning: c_ast.Node, expansion: Expansion, *, has_value: bool
) -> c_ast.Node:
    """``meaning``, that of a call of a function which the program does not define, and what is done to ``errno``."""
    name = call.name.name.removeprefix("__builtin_")
    if not may_set_errno(name):
        return meaning
    if call.name.name in _ROOTS and meaning is call and call.args is not None and len(call.args.exprs) == 1:
        return _with_domain_error(call, expansion)
    after = f"{MAY_BE_SET}();"
    if name in _ALLOCATING:
        after = f"if (result) {after} else {NO_MEMORY}();"
    text = f"__auto_type result = CALL; {after} result;" if has_value else f"CALL; {after}"
    return statements(call, text, {"CALL": meaning}, expansion)


def _with_domain_error(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    """A root that has no value sets ``errno`` (glibc); else it stays, also where the operand is a NaN."""
    type_ = {"f": "float", "l": "long double"}.get(call.name.name[4:], "double")
    text = f"""{type_} argument = ARGUMENT; __auto_type result = ROOT(argument);
        if (argument < 0) {DOMAIN_ERROR}(); result;"""
    return statements(call, text, {"ARGUMENT": call.args.exprs[0], "ROOT": call.name}, expansion)


def with_known_error_numbers(text: str, *, are_followed: bool) -> str:
    """The text of a model."""
    if SETS not in text:
        return text
    return f"{_DECLARED} {text.replace(SETS, f'{STATE} =')}" if are_followed else text.replace(SETS, "(void)")
