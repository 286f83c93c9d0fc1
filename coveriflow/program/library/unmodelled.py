"""Functions of the C library that have no model: what is known of them is enough to refuse them or to be careful."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.library.posix_names import POSIX_NAMES
from coveriflow.program.types.c_types import INT, DeclaredType, Floating, FunctionOf, Integer, Pointer, Record

SHOWN_HEADERS = "coveriflow/headers/"
"""How line markers name our headers, wherever they are: equal programs have equal texts on all machines."""

_OTHER_CONTROL = frozenset(
    """pthread_create thrd_create fork vfork clone setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp
    signal sigaction raise gsignal sigqueue sighold sigrelse sigignore sigblock sigsetmask
    pthread_kill tgkill kill atexit at_quick_exit on_exit makecontext swapcontext setcontext getcontext""".split()
)
_OTHER_STATE = frozenset({"tzset"})
"""Functions that write to variables which the C library declares."""
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
    pthread_attr_init pthread_attr_destroy pthread_join pthread_detach
    bind bind_textdomain_codeset bindtextdomain chown connect dcgettext dgettext execl execle execlp execv
    execve execvp faccessat fchmodat fchownat fdopendir fputws fwide gettext inet_addr lchown link linkat
    mkdirat mkfifo mknod ngettext openat openlog pwrite renameat sem_destroy sem_init sem_open sem_post sem_trywait
    sem_wait send sendto setsockopt strcoll symlink symlinkat textdomain tmpfile truncate ungetwc unlinkat
    wcschr wcscmp wcscoll wcscspn wcslen wcsncmp wcspbrk wcsrchr wcsspn wcsstr wctype wmemchr wmemcmp writev""".split()
)
"""Functions that write nothing which a program sees, whatever pointers they are given."""
_CHANGES_WHAT_IS_READ = frozenset(
    """ungetc ungetwc close fclose freopen fdopen rewind fseek fseeko fsetpos lseek clearerr dup dup2 dup3 popen pclose
    putenv setenv unsetenv clearenv setlocale uselocale chdir fchdir fwide setvbuf setbuf""".split()
)
"""Functions after which the program may read another text than one that is given to it at the start."""
_MAY_WAIT = frozenset(
    """pause sigpause sigsuspend sigwait sem_wait sem_timedwait pthread_mutex_lock pthread_rwlock_rdlock
    pthread_rwlock_wrlock pthread_join pthread_cond_wait pthread_barrier_wait pthread_spin_lock mtx_lock cnd_wait
    thrd_join wait waitpid waitid wait3 wait4 accept accept4 connect recv recvfrom recvmsg msgrcv flock lockf system
    pclose select pselect poll ppoll epoll_wait sigwaitinfo sigtimedwait cnd_timedwait pthread_cond_timedwait
    pthread_mutex_timedlock mtx_timedlock tcdrain syscall""".split()
)
"""Functions that wait for something which may never come."""
_OPENING = frozenset("open openat creat fopen freopen".split())
"""Functions that wait for another process where a file is a pipe."""
_MAY_END = frozenset(
    """alarm ualarm daemon killpg pthread_cancel prctl syscall
    execl execle execlp execv execve execvp execvpe fexecve""".split()
)
"""Functions after which the program may end at some time, though they change nothing that it sees."""
_OF_SYSTEM = re.compile(r"/usr/(?:local/)?(?:include|lib)/")
_DECLARED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|.)*", re.MULTILINE)


@cache
def library_names() -> frozenset[str]:
    """Every name that our headers of the C library declare as a function, and perhaps more."""
    return frozenset(name for text in _headers() for name in _DECLARED.findall(text))


@cache
def library_functions() -> frozenset[str]:
    """The functions of the C library that have declarations: no macros."""
    return POSIX_NAMES.union(*(_DECLARED.findall(_DIRECTIVE.sub("", text)) for text in _headers()))


def _headers() -> Iterator[str]:
    pending = [files("coveriflow") / "headers"]
    while pending:
        each = pending.pop()
        if each.is_dir():
            pending.extend(each.iterdir())
        elif each.name.endswith(".h"):
            yield each.read_text()


FORMATTED: Mapping[str, int] = {"printf": 0, "fprintf": 1, "dprintf": 1, "__builtin_printf": 0}
"""Functions that write a text for a format, the argument of this number; nothing else, but where it says ``%n``."""


def is_library(name: str) -> bool:
    """Whether the C library defines ``name``: then a program that does not define it means that one."""
    return name in POSIX_NAMES or name in library_names()


def changes_what_is_read(name: str) -> bool:
    """Whether a function of the library, which counts as one that changes nothing, changes what others read."""
    return name in _CHANGES_WHAT_IS_READ


def may_wait(name: str) -> bool:
    """Whether a function of the library may never return, though it changes nothing."""
    return name in _MAY_WAIT


def may_wait_for_others(name: str) -> bool:
    """The same where the program makes pipes that have names."""
    return name in _MAY_WAIT or name in _OPENING


def may_end(name: str) -> bool:
    """Whether a function of the library may end the program, though it changes nothing: another one takes its place,
    or a signal comes.
    """
    return name in _MAY_END


def is_of_system_header(declared_in: str) -> bool:
    """Whether a file is a header that comes with the system: what it declares some library defines."""
    return _OF_SYSTEM.match(declared_in) is not None


def refuse_unmodelled(
    name: str, declared: FunctionOf | None, given: Callable[[], list[DeclaredType]], span: Span
) -> None:
    """Raise ``NotSupported`` for a function of a library that may do more than return something: what a program gives
    it by a pointer, it may write to or call. ``declared``: if the program does so. ``given``: tells the arguments'
    types.
    """
    if name in _READ_ONLY:
        return
    fixed = _fixed(declared)
    result = declared.result if declared is not None else None
    lies_in_library = isinstance(result, Pointer) and isinstance(result.target, Record)
    if name in _OTHER_STATE or lies_in_library or any(isinstance(type_, Pointer) for type_ in fixed):
        raise NotSupported(f"the library function {name}, which may write to memory,", span)
    if declared is None or declared.parameters is None or declared.is_variadic:
        if not all(map(_is_no_address, given()[len(fixed) :])):
            raise NotSupported(f"the library function {name}, which may write to memory,", span)


def refuse_other_control(name: str, span: Span) -> None:
    """Raise ``NotSupported`` for functions after which a program does not go on as after others."""
    if name in _OTHER_CONTROL:
        raise NotSupported(f"the function {name}, by which control goes other ways,", span)
    if name in _OTHER_ARITHMETIC:
        raise NotSupported(f"the function {name}, which changes what arithmetic does,", span)


def _fixed(declared: FunctionOf | None) -> list[DeclaredType]:
    """The types of the parameters, without that for any number of arguments."""
    if declared is None:
        return []
    found = [type_ for _, type_ in declared.parameters or ()]
    return found[:-1] if declared.is_variadic else found


def _is_no_address(type_: DeclaredType) -> bool:
    """An integer as wide as a pointer may be one; ``int`` is taken to be none, wherever it is as wide."""
    return isinstance(type_, Floating) or (isinstance(type_, Integer) and type_.rank <= INT.rank)
