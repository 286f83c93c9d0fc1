"""Every operator, declaration and statement of C that the front end knows, each operand in angle brackets: ``<2>``.

A name that begins with ``@`` is one of the program's own. ``CONSTRUCTS``: name, declarations at file scope, statements.
"""

from __future__ import annotations

from collections.abc import Iterator

Construct = tuple[str, str, str]

SHARED = {
    "s": "struct @s { int a, b; int c[3]; unsigned f : 5; };",
    "u": "union @u { int a; char b; };",
    "v4": "typedef int @v4 __attribute__((vector_size(16)));",
    "f4": "typedef float @f4 __attribute__((vector_size(16)));",
    "S": "struct @s @S = {1, 2, {3, 4, 5}, 6};",
    "A": "int @A[8];",
    "M": "int @M[4][4];",
    "P": "int *@P = @A;",
    "X": "int @X;",
    "Y": "int @Y;",
    "Q": "struct @s *@Q = &@S;",
    "B": 'char @B[16] = "abc";',
    "D": "double @D = 2;",
    "V": "@v4 @V = {1, 2, 3, 4};",
    "Z": "double _Complex @Z = 1;",
    "one": "int @one(int x) { return x; }",
    "two": "int @two(int x, int y) { return x + y; }",
    "made": "struct @s @made(int x) { struct @s y = {0}; y.a = x; return y; }",
    "taken": "int @taken(struct @s y) { return y.a; }",
    "older": "int @older(x, y) int x; char y; { return x + y; }",
    "sum": """int @sum(int k, ...) { __builtin_va_list l; __builtin_va_start(l, k); int s = 0;
  while (k-- > 0) s += __builtin_va_arg(l, int); __builtin_va_end(l); return s; }""",
    "nothing": "void @nothing(void) {}",
    "compared": "int @compared(const void *x, const void *y) { return 0; }",
    "F": "int (*@F)(int) = @one;",
    "T": "int (*@T[2])(int) = {@one, @one};",
}

_BINARY = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "&&", "||", ",")
_FLOATING = ("+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "&&", "||")
_TYPES = (
    "char", "signed char", "unsigned char", "short", "unsigned", "long", "unsigned long", "long long", "_Bool", "float",
    "double", "long double", "double _Complex", "void", "const int", "volatile int", "enum { C = 1 }",
)  # fmt: skip


def _operators() -> Iterator[tuple[str, str]]:
    for op in _BINARY:
        yield f"int {op}", f"@X = (<5> {op} <2>);"
        yield f"constant {op}", f"@X = (0 {op} <2>); @X = (<5> {op} 1);"
        yield f"unsigned long {op}", f"@X = (<5UL> {op} <2UL>);"
    for op in _FLOATING:
        yield f"double {op}", f"@D = (<5.0> {op} <2>);"
    for op in ("+", "-", "*", "/", "==", "!=", "&&"):
        yield f"complex {op}", f"@Z = (<@Z> {op} <2.0>);"
    for op in ("+", "-", "*", "&", "^", "<<", "==", "<"):
        yield f"vector {op}", f"@V = (<@V> {op} <@V>);"
    for op in ("==", "!=", "<", "<=", ">", ">=", "-", "&&"):
        yield f"pointer {op}", f"@X = (<@P> {op} <@A>);"
    yield "pointer sum", "@P = <@A> + <1>; @P = <1> + <@A>; @P = <@P> - <1>; @P += <1>; @P -= <1>;"
    for op in ("+", "-", "~", "!"):
        yield f"unary {op}", f"@X = {op}<1>;"
    for op in ("", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"):
        yield f"{op}=", f"@A[<1>] {op}= <2>;"
        yield f"of member {op}=", f"<@Q>->a {op}= <2>; @S.f {op}= <1>;"
        yield f"through pointer {op}=", f"*<@P> {op}= <2>;"
    for op in ("++", "--"):
        yield f"prefix {op}", f"@X = {op}@A[<1>]; {op}*<@P>; {op}<@Q>->f;"
        yield f"postfix {op}", f"@X = @A[<1>]{op}; (*<@P>){op}; @X = <@Q>->a{op};"
    for type_ in _TYPES:
        yield f"cast to {type_}", f"({type_})<1>;"
    yield "cast of pointer", "@X = (int)(long)<@P>; @P = (int *)<@B>; (void)<@P>; @X = ((struct @s *)<@Q>)->a;"
    yield "cast to union", "union @u y; y = (union @u)<1>;"


def _expressions() -> Iterator[tuple[str, str]]:
    yield "subscript", '@X = @A[<1>]; @X = <1>[@A]; @X = <@P>[<1>]; @X = @M[<1>][<2>]; @X = "abc"[<1>]; @X = @V[<1>];'
    yield "address", "@P = &@A[<1>]; @P = &<@Q>->b; @P = &*<@P>; @P = &<@P>[<1>]; @P = <@Q>->c; @P = &(<@Q>->c[<1>]);"
    yield (
        "member",
        "@X = <@S>.a; @X = <@Q>->c[<1>]; @X = (*<@Q>).b; @X = <@S>.c[<1>]; @X = <@S>.f; @X = @made(<1>).c[<2>];",
    )
    yield "dereference", "@X = *<@P>; @X = **<&@P>; @X = *(<@P> + <1>); @X = *<@M>[<1>];"
    yield "conditional", "@X = <1> ? <2> : <3>; @X = <0> ? <2> : <3>;"
    yield "conditional of constant", "@X = 1 ? <2> : <3>; @X = 0 ? <2> : <3>; @X = sizeof(int) ? <2> : <3>;"
    yield "conditional of structs", "struct @s y = <1> ? <@S> : <@S>;"
    yield "omitted", "@X = <1> ?: <2>; @X = <0> ?: <2>;"
    yield "short circuit", "@X = 0 && <1>; @X = 1 || <1>; @X = <0> && <1>; @X = <1> || <1>; @X = !<1> || !<0>;"
    yield "comma", "<1>, <2>; @X = (<1>, <2>, <3>);"
    yield "sizeof", "@X = sizeof <1>; @X = sizeof(@A[<1>]); @X = sizeof <@Q>->c; @X = sizeof(<@P>);"
    yield "alignof", "@X = __alignof__(<1>); @X = _Alignof(int[<2>]);"
    yield "typeof", "__typeof__(<1>) y = <2>; __auto_type z = <3>; __typeof__(@A[<1>]) w;"
    yield "generic", "@X = _Generic(<1>, int: <2>, default: <3>); @X = _Generic(<1.0>, int: <2>, default: <3>);"
    yield "generic call", "@X = _Generic(<1>, int: @one, default: @two)(<3>);"
    yield "extension", "@X = __extension__ <1>; @X = __extension__ ({ <1>; <2>; });"
    yield "statement expression", "@X = ({ <1>; <2>; }); @X = ({ int y = <1>; y; }); ({ <1>; });"
    yield "compound literal", "@X = (int){<1>}; @X = (int[]){<1>, <2>}[<1>]; @S = (struct @s){.b = <1>, <2>};"
    yield "literal's address", "@P = (int[3]){<1>, <2>}; @P = &(int){<1>}; @X = ((struct @s){<1>, <2>}).b;"
    yield (
        "call",
        "@X = @one(<1>); @X = @two(<1>, <2>); @one(<1>); (void)@one(<1>); @X = (*@one)(<1>); @X = (&@one)(<1>);",
    )
    yield "call in two", "@X = @two(@one(<1>), @one(2)); @X = @two(@two(<1>, 2), 3);"
    yield (
        "call through pointer",
        "@X = @F(<1>); @X = (*@F)(<1>); @X = (<@F>)(<1>); @X = (*<@F>)(<1>); @X = @T[<1>](<1>);",
    )
    yield "call through cast", "@X = ((int (*)(int))<@one>)(<1>);"
    yield "call with structs", "@X = @taken(<@S>); @X = @made(<1>).a; @S = @made(<1>); @X = @taken(@made(<1>));"
    yield "call in the old style", "@X = @older(<1>, <2>);"
    yield "call with any arguments", "@X = @sum(<2>, <1>, <2>); @X = @sum(<0>); @X = @sum(<1>, <3>, 1, <2.0>, <@S>);"
    yield "struct assignment", "@S = <@S>; *<@Q> = <@S>; struct @s y; y = <@S>; @S = *<@Q>; @Q[<0>] = @Q[<0>];"
    yield "complex", "@D = __real__ <@Z>; @D = __imag__ <@Z>; @Z = -<@Z>; @Z = ~<@Z>; @D = __imag__ <1.0>;"
    yield "offsetof", "@X = __builtin_offsetof(struct @s, c[<1>]);"
    yield "chained", "@X = @Y = <1>; @A[<1>] = @M[<2>][<3>] = <4>; @X += @Y -= <1>;"
    yield "bool", "_Bool y = <1>; y = <2>; y = <@P>; y |= <1>;"
    yield (
        "vector conversion",
        "@f4 y; y = __builtin_convertvector(<@V>, @f4); y = __builtin_convertvector(@V + <@V>, @f4);",
    )
    yield "compatible types", "@X = __builtin_types_compatible_p(int[<3>], int);"
    yield "label", "void *y = &&l; goto *<y>; l:;"


def _declarations() -> Iterator[tuple[str, str]]:
    yield "initialiser", "int y = <1>; char z = <2>; double w = <3>; int *p = <@P>; const int c = {<4>};"
    yield (
        "initialisers of an array",
        "int y[2] = {<1>, <2>}; int z[] = {[1] = <1>, [0] = <2>}; int w[2][2] = {{<1>}, <2>};",
    )
    yield "initialiser of a range", "int y[4] = {[0 ... 2] = <1>};"
    yield "overridden initialiser", "int y[2] = {[0] = <1>, [0] = <2>};"
    yield "initialisers of a struct", "struct @s y = {<1>, .c = {<2>, [2] = <3>}, .f = <4>}; struct @s z = <@S>;"
    yield "initialiser of a union", "union @u y = {<1>}; union @u z = {.b = <1>};"
    yield "initialiser of a vector", "@v4 y = {<1>, <2>};"
    yield (
        "initialiser in memory",
        "int y = <1>, *z = &y; int w[2] = {<1>, <2>}; z = w; @P = z; struct @s u[2] = {{<1>}, <@S>};",
    )
    yield "string and values", "char y[4] = {<'a'>, <'b'>}; struct { char a[4]; int b; } z = {\"ab\", <1>};"
    yield "static initialiser", "static int y = <1>;"
    yield "static array initialiser", "static int y[2] = {<1>, [<1>] = 2};"
    yield "designator", "int y[4] = {[<1>] = 2};"
    yield from _lengths()
    yield from _other_declarations()


def _lengths() -> Iterator[tuple[str, str]]:
    yield "array length", "char y[<4>]; @X = sizeof y; y[0] = 1; y[<1>] = <2>;"
    yield "array lengths", "int y[<2>][<3>]; @X = sizeof y; y[<1>][<2>] = <1>; @X = sizeof y[0];"
    yield "array length in a loop", "for (int i = 0; i < 2; i++) { char y[<2>]; y[i] = 1; }"
    yield (
        "array of computed length",
        "int m = 3; char v[m]; v[<1>] = <2>; @X = v[<1>]; *(v + <1>) = 1; @X = sizeof v[<1>];",
    )
    yield "two computed lengths", "int m = 3; char v[2][m]; v[<1>][<2>] = <2>; @X = sizeof v[<0>];"
    yield "sizeof of computed length", "int m = 3; char v[m]; @X = sizeof(*<&v>);"
    yield "length in typedef", "typedef char t[<4>]; @X = sizeof(t);"
    yield "length in pointer", "char(*y)[<4>] = 0; @X = !y;"
    yield "length in sizeof", "@X = sizeof(char[<4>]); @X = sizeof(int[2][<3>]);"
    yield "length in sizeof of pointer", "@X = sizeof(char(*)[<4>]);"
    yield "length in cast", "@X = !(char(*)[<4>])@B;"
    yield "length in nested sizeof", "@X = !(char(*)[sizeof(char[<4>])])@B;"
    yield "length in typeof", "__typeof__(char[<4>]) *y = 0; @X = !y;"
    yield "length in typeof object", "__typeof__(char[<4>]) y; y[0] = 1;"
    yield "length in alignof", "@X = _Alignof(char[<4>]);"
    yield "length in a struct", "struct { char a[<4>]; } y; @X = sizeof y;"
    yield "length in a prototype", "int y(int a[<4>]); int (*z)(int a[<4>], char b[][<3>]) = 0; @X = !z;"
    yield "length in compound literal", "@X = (int[<2>]){1, 2}[0];"
    yield "length in static pointer", "static char (*y)[<4>]; @X = !y;"


def _other_declarations() -> Iterator[tuple[str, str]]:
    yield "enumerator", "enum { e = <1>, g }; @X = g;"
    yield "bit-field width", "struct { int a : <3>; } y = {1}; @X = y.a;"
    yield "alignas", "_Alignas(<8>) int y = 1; @X = y;"
    yield "aligned", "int y __attribute__((aligned(<8>))) = 1; @X = y;"
    yield "vector size", "int __attribute__((vector_size(<16>))) y = {1}; @X = y[0];"
    yield "static assertion", '_Static_assert(<1>, "");'
    yield (
        "attributes and qualifiers",
        "int y __attribute__((unused)) = <1>; register int z = <2>; volatile int w = <3>; _Atomic int a = <4>;",
    )
    yield "nested function", "int f(int x) { return <1> + x; } @X = f(<2>);"


def _statements() -> Iterator[tuple[str, str]]:
    yield "if", "if (<1>) @X = <2>; else @X = <3>; if (<0>) ; else if (<1>) @X = 2; if (!<1> && <1>) @X = 1;"
    yield "if of a constant", "if (1 || <1>) @X = 1; if (0 && <1>) @X = 2; if (<@P>) @X = 3; if (<1.0>) @X = 4;"
    yield "while", "int i = 0; while (i++ < <2>) @X = <1>; while (<0>) ; while (<1>) break;"
    yield "do", "int i = 0; do { if (i) continue; @X = <1>; } while (i++ < <1>);"
    yield "for", "for (int i = <0>; i < <2>; i += <1>) @X = <3>; int k; for (k = <0>, <1>; k < 1; <2>, k++) ;"
    yield (
        "switch",
        "switch (<1>) { case 1: @X = <2>; break; default: @X = <3>; } switch (<1> + 1) { case 2 ... 4: @X = 1; }",
    )
    yield "case", "switch (@Y) { case <0>: @X = 1; }"
    yield "case range", "switch (@Y) { case <0> ... <4>: @X = 1; }"
    yield "expression", "<1>; (void)<1>; ; { <2>; { <3>; } }"
    yield (
        "return",
        "int f(int x) { return <1>; } @X = f(2); struct @s h(void) { return <@S>; } @S = h(); "
        "void k(void) { <1>; return; } k();",
    )
    yield "computed goto", "static void *y[] = {&&l, &&m}; goto *y[<1>]; l: @X = 1; m: @X = <2>;"
    yield "jump", "goto l; { @X = <1>; l: @X = <2>; }"
    yield "assembly input", 'asm volatile("" : : "r"(<1>), "g"(<2>));'
    yield "assembly output", 'asm volatile("" : "+r"(@A[<1>])); asm volatile("xorl %0, %0" : "=r"(@A[<1>]));'
    yield "assembly memory", 'asm volatile("" : "+m"(@A[<1>]) : "m"(@A[<2>]));'
    yield "assembly goto", 'asm goto("" : : "r"(<1>) : : l); l:;'


_LISTS = """
int @listed(int k, ...) {
  __builtin_va_list l, m; STATEMENTS
  return 0;
}"""


def _lists() -> Iterator[Construct]:
    for name, text in (
        ("va_start", "__builtin_va_start(<l>, k); @X = __builtin_va_arg(l, int); __builtin_va_end(l);"),
        ("va_arg", "__builtin_va_start(l, k); @X = __builtin_va_arg(<l>, int); __builtin_va_end(l);"),
        ("va_end", "__builtin_va_start(l, k); @X = __builtin_va_arg(l, int); __builtin_va_end(<l>);"),
        ("va_copy", "__builtin_va_start(l, k); __builtin_va_copy(<m>, <l>); @X = __builtin_va_arg(m, int);"),
        (
            "va_arg of one of several",
            "__builtin_va_list y[2]; __builtin_va_start(y[1], k); @X = __builtin_va_arg(y[<1>], int);",
        ),
    ):
        yield name, _LISTS.replace("STATEMENTS", text), "@listed(1, 2);"
    yield "length of a parameter", "int @g(int k, int a[<4>]) { return a[0]; }", "@X = @g(1, @A);"
    yield "inner length of a parameter", "int @g(int k, int a[][<4>]) { return a[0][0]; }", "@X = @g(1, @M);"
    yield "global initialiser", "int @G = <1>;", "@X = @G;"
    yield "global array", "int @G[<4>] = {1};", "@X = @G[0];"


def constructs() -> Iterator[Construct]:
    """All of them. What gcc does not accept with an effect is left out where they are compared."""
    for part in (_operators(), _expressions(), _declarations(), _statements()):
        yield from ((name, "", text) for name, text in part)
    yield from _lists()
