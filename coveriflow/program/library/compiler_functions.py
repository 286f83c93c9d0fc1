"""Functions of the C library whose types compilers know without a declaration."""

from __future__ import annotations

KNOWN_TO_COMPILERS = frozenset(
    """aligned_alloc alloca calloc free imaxabs index labs llabs malloc memchr memcpy memmove mempcpy memset realloc
    rindex stpcpy stpncpy strcat strchr strcpy strcspn strdup strftime strlen strncat strncpy strndup strnlen strpbrk
    strrchr strspn strstr fwrite
    ceil ceilf ceill copysign copysignf copysignl fabs fabsf fabsl floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl
    fmin fminf fminl fmod fmodf fmodl frexp frexpf frexpl ldexp ldexpf ldexpl llrint llrintf llrintl llround llroundf
    llroundl logb logbf logbl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan nanf nanl nearbyint
    nearbyintf nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl remainder remainderf
    remainderl remquo remquof remquol rint rintf rintl round roundf roundl scalbln scalblnf scalblnl scalbn scalbnf
    scalbnl sqrt sqrtf sqrtl trunc truncf truncl fdim fdimf fdiml
    """.split()
)
"""Those that do not return ``int``, as gcc's manual has them ("Other Built-in Functions Provided by GCC"). Of others an
implicit declaration is one of ``int f()``.
"""
