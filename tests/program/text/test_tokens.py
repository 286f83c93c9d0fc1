"""What a text looks like to somebody who does not parse it."""

from __future__ import annotations

import pytest

from coveriflow.program.text.outlines import outline
from coveriflow.program.text.tokens import changes_when_preprocessed, line_marker, users_file, with_line_markers


@pytest.mark.parametrize(
    "text",
    [
        "",
        "int main(void) { return 0; }\n",
        '# 1 "a.c"\nint x;\n# 12 "b.h" 1 3 4\nint y;\n',
        '#line 3 "a.c"\nint x;\n',
        "#pragma pack(1)\nint x;\n",
        '  #  7 "a.c"\nint x;\nint y;\n#ident "x"\n',
        '// #include <stdio.h>\n/* #define X\n#undef Y */ int x; char *s = "\\" #define"; char c = \'#\';\n',
        "__attribute__((noreturn)) void __VERIFIER_e(); __inline__ int f(void) { return *__func__ - *__FUNCTION__; }",
        "int unixes = 1, x = s.linux, __small = 3; // unix __FILE__\n",
        'char *s = "__FILE__ _Pragma"; \r\nint __builtin_x;\r\n',
        "char c = '\"'; // #define\n",
        "char c = '\\''; char d = '#';\n",
    ],
)
def test_no_directives(text: str) -> None:
    assert not changes_when_preprocessed(text)


@pytest.mark.parametrize(
    "text",
    [
        "#include <stdio.h>\n",
        "int x;\n  #  define X 1\n",
        "/* comment */ #define X 1\n",
        '# 1 "a.c"\n#if 0\n#endif\n',
        "%:define X 1\n",
        "/* /* */ #define X\n",
        'char *s = "/*"; \n#define X "*/"\n',
        "int x = 1 \\\n + 2;\n",
        'char *s = "a\\\nb";\n',
        "#error don't\n",
        "#linear\n",
        "#line LINE\n",
        "#\n",
        "// a comment that goes on \\\n#define X\nint x;\n",
        "int x = 1; // so does this one \\ \t\nx = 7;\n",
        "int x = 1; // this one ends \rx = 7;\n",
        '_Pragma("pack(1)") int x;\n',
        "char *s = __FILE__;\n",
        "int x = __INT_MAX__, y = __LINE__;\n",
        "int x = __x86_64__;\n",
        "int x = __x86_64 + __i386;\n",
        "int x = unix;\n",
        "int x = _LP64;\n",
    ],
)
def test_directives(text: str) -> None:
    assert changes_when_preprocessed(text)


def names(text: str) -> list[str]:
    """The functions defined, each checked to have its body where the outline says."""
    seen = outline(text)
    assert all(text[body - 1] == "{" for _, body in seen.bodies)
    return [name for name, _ in seen.bodies]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(void) { }", ["f"]),
        ("void f(void);", []),
        ("void f(); int g() { f(); { f(); } } int h() { }", ["g", "h"]),
        ("extern void f(void) __attribute__((noreturn)); static int __attribute__((noinline)) g(int a) { }", ["g"]),
        ("void f(void) __attribute__((x({ 1 })));", []),
        ("__attribute__((noreturn)) void f() {}", ["f"]),
        ('int x asm("y"); int f(void) asm("g"); int h() {}', ["h"]),
        ("int f(a, b) int a; char *b; { return a; } int g() {}", ["f", "g"]),
        ("int f(s) struct s { int x; } s; { return 1; } int g() {}", ["f", "g"]),
        ("struct s { int x; } f(void) { struct s y; return y; }", ["f"]),
        ("struct s { int (*f)(void); }; enum e { A, B }; union { int y; } z = { 1 };", []),
        ("int a[] = { 1, 2 }; struct s t = (struct s){ g() }; int f() {}", ["f"]),
        ("int (*p)(void) = 0; int *f(int (*g)(void)) { return g(); }", ["f"]),
        ("typeof(int) f(void) {} __typeof__(f()) g(void) {}", ["f", "g"]),
        ('_Static_assert(sizeof(int) == 4, "no {"); _Alignas(8) int x; int f() {}', ["f"]),
        ("int f() { char c = '}'; char *s = \"}\"; /* } */ } // }\nint g() {}", ["f", "g"]),
        ('int f() {\n# 3 "a}.c"\n#pragma }\n} int g() {}', ["f", "g"]),
        ("int f() { int nested() { return 1; } return nested(); }", ["f"]),
        ("int a = 0x1F, f = 1; long b = 2L(3); int g(int x) {}", ["g"]),
        ("inline int f(void) { } ; int g(void) { }", ["f", "g"]),
        ("int f(int n, int a[({ n; })]) { } int g() {}", ["f", "g"]),
        ("} } int f() {", ["f"]),
        ("int f(", []),
    ],
)
def test_bodies(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_declared_and_used() -> None:
    seen = outline("extern int f(int a); int main() { return g(0x1f, 1.5e3f); } int h(void);")
    assert {"f", "main", "h"} <= seen.declared
    assert "g" in seen.used - seen.declared
    assert not seen.used & {"x1f", "e3f", "f3"}


def test_line_marker() -> None:
    assert line_marker(3, 'a"b\\c') == '# 3 "a\\"b\\\\c"\n'


def test_labels_and_what_is_called() -> None:
    text = """enum { OK, ERROR }; struct s { int ERROR : 3; }; int f(int x);
int g(int x) { if (x) ERROR: return 1; switch (x) { case OK: again: default: FAR : ; } return x ? (int)OK : ERROR; }
int (*p)(int) = f; int h(void) { return x ? y ? 1 : ERROR : (g)(2); }"""
    found = outline(text)
    assert [name for name, _ in found.labels] == ["ERROR", "again", "FAR"]
    assert [text[end - 1] for _, end in found.labels] == [":", ":", ":"]
    assert "p" not in found.inside
    assert {"f", "x", "OK"} <= found.inside
    assert found.defined == {"g", "h"}


def test_an_outline_of_what_is_no_program() -> None:
    assert outline("((((").bodies == ()
    assert outline("").used == frozenset()


def test_line_directives_become_what_compilers_read() -> None:
    text = '#line 3 "a.c"\n  # line 7\n# 1 "<x>"\n#line 2 "<stdin>"\nchar *s = "\\"<#line 3";\n'
    plain = '# 3 "a.c"\n  # 7\n# 1 "./<x>"\n# 2 "./<stdin>"\nchar *s = "\\"<#line 3";\n'
    assert with_line_markers(text) == plain == with_line_markers(plain)
    assert users_file(users_file("<x>")) == "./<x>"
