"""Functions of the C library whose types compilers know without a declaration."""

from __future__ import annotations

_KNOWN = frozenset(
    """abort acos acosf acosh acoshf acoshl acosl aligned_alloc alloca asin asinf asinh asinhf asinhl asinl atan atan2
    atan2f atan2l atanf atanh atanhf atanhl atanl bcopy bzero cabs cabsf cabsl cacos cacosf cacosh cacoshf cacoshl
    cacosl calloc carg cargf cargl casin casinf casinh casinhf casinhl casinl catan catanf catanh catanhf catanhl
    catanl cbrt cbrtf cbrtl ccos ccosf ccosh ccoshf ccoshl ccosl ceil ceilf ceill cexp cexpf cexpl cimag cimagf
    cimagl clog clog10 clog10f clog10l clogf clogl conj conjf conjl copysign copysignf copysignl cos cosf cosh coshf
    coshl cosl cpow cpowf cpowl cproj cprojf cprojl creal crealf creall csin csinf csinh csinhf csinhl csinl csqrt
    csqrtf csqrtl ctan ctanf ctanh ctanhf ctanhl ctanl erf erfc erfcf erfcl erff erfl execl execlp exit exp exp2
    exp2f exp2l expf expl expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml floor floorf floorl fma fmaf fmal
    fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl fprintf free frexp frexpf frexpl fscanf fwrite hypot hypotf
    hypotl ilogbf imaxabs index labs ldexp ldexpf ldexpl lgamma lgammaf lgammal llabs llrint llrintf llrintl llround
    llroundf llroundl log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl lrint
    lrintf lrintl lround lroundf lroundl malloc memchr memcpy memmove mempcpy memset modf modff modfl nan nanf nanl
    nearbyint nearbyintf nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl pow powf powl
    printf realloc remainder remainderf remainderl remquo remquof remquol rindex rint rintf rintl round roundf
    roundl scalbln scalblnf scalblnl scalbn scalbnf scalbnl scanf sin sinf sinh sinhf sinhl sinl snprintf sprintf
    sqrt sqrtf sqrtl sscanf stpcpy stpncpy strcat strchr strcpy strcspn strdup strftime strlen strncat strncpy
    strndup strnlen strpbrk strrchr strspn strstr tan tanf tanh tanhf tanhl tanl tgamma tgammaf tgammal trunc truncf
    truncl
    """.split()
)
"""Those that do not return ``int``, of which gcc 12 says so ("built-in function"). Of others an implicit declaration is
one of ``int f()``.
"""


def is_known_to_compilers(name: str) -> bool:
    """Whether a call without a declaration has the type of the function: also of what is a compiler's own, or ours."""
    return name in _KNOWN or name.startswith("__")
