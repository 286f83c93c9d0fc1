"""Functions of the C library that have no model: what is known of them is enough to refuse them or to be careful."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.types import FunctionOf, Pointer

_OTHER_CONTROL = frozenset(
    """pthread_create thrd_create fork vfork clone setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp
    signal sigaction raise kill atexit at_quick_exit on_exit makecontext swapcontext setcontext getcontext""".split()
)
_OTHER_ARITHMETIC = frozenset("fesetenv feupdateenv feholdexcept feenableexcept fegetenv".split())
_READ_ONLY = frozenset(
    """access atof atoi atol atoll chdir chmod close closedir creat fclose fdopen feof ferror fflush fileno fopen
    fputc fputs freopen fseek ftell fwrite getc getenv fgetc ungetc isatty link mkdir mktime difftime open opendir
    perror popen pclose putenv puts remove rename rewind rmdir setenv unsetenv setlocale sleep strcoll strcspn strpbrk
    strspn strcasecmp strncasecmp strnlen system unlink usleep write clearerr fputwc
    pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock pthread_mutex_init pthread_mutex_destroy
    pthread_cond_signal pthread_cond_broadcast pthread_cond_init pthread_cond_destroy pthread_self pthread_equal
    pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_condattr_init
    pthread_condattr_destroy pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock
    pthread_rwlock_unlock pthread_attr_setdetachstate pthread_attr_setstacksize
    pthread_attr_init pthread_attr_destroy pthread_join pthread_detach""".split()
)
_DECLARED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")


@cache
def library_names() -> frozenset[str]:
    """Every name that the headers of the C library declare as a function, and perhaps more."""
    found: set[str] = set()
    pending = [files("coveriflow") / "headers"]
    while pending:
        each = pending.pop()
        if each.is_dir():
            pending.extend(each.iterdir())
        elif each.name.endswith(".h"):
            found.update(_DECLARED.findall(each.read_text()))
    return frozenset(found)


def is_library(name: str) -> bool:
    """Whether the C library defines ``name``: then a program that does not define it means that one."""
    return name in library_names()


def refuse_unmodelled(name: str, declared: FunctionOf | None, span: Span) -> None:
    """Raise ``NotSupported`` for functions that do more than return something."""
    if name in _OTHER_CONTROL:
        raise NotSupported(f"the function {name}, by which control goes other ways,", span)
    if name in _OTHER_ARITHMETIC:
        raise NotSupported(f"the function {name}, which changes what arithmetic does,", span)
    if declared is None or name in _READ_ONLY or not is_library(name):
        return
    if any(isinstance(type_, Pointer) for _, type_ in declared.parameters or ()):
        raise NotSupported(f"the library function {name}, which may write to memory,", span)
