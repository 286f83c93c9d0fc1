"""What is no program we can handle gets a clean answer: ``InputError`` or ``NotSupported``, soon, in little memory."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from tests.generators.programs import SMALL, generate

DEEP = 10_000


def read(text: str) -> Cfa:
    return program_cfa([("hostile.c", text)], DataModel.LP64)


def within_main(body: str) -> str:
    return f"int main(void) {{ int a = 1; {body} }}"


NO_PROGRAMS = {
    "binary": ("\x7fELF\x02\0\1", "this is not a C text (it holds binary data) (hostile.c, line 1)"),
    "undecodable": ("int x;\nint \ufffd;", "this is not a C text (it holds binary data) (hostile.c, line 2, column 5)"),
    "empty": ("", "the program has no function 'main' (hostile.c)"),
    "open-comment": ("int x;\n /* int main", "comment is never closed (hostile.c, line 2, column 2)"),
    "open-string": ('\n\nint x = "abc;', 'syntax error (a " without its counterpart) (hostile.c, line 3, column 9)'),
    "open-character": ("int x = 'a;", "syntax error (a ' without its counterpart) (hostile.c, line 1, column 9)"),
    "backslash": ("\\", "syntax error (illegal character '\\\\') (hostile.c, line 1, column 1)"),
    "directive": ("\n#include <x>\n", "syntax error (directives not supported yet) (hostile.c, line 2, column 1)"),
    "line-marker": ("# 3 abc\nint x;", "syntax error (invalid #line directive) (hostile.c, line 1, column 5)"),
    "trigraph": ("int main(void) ??< return 0; ??>", "syntax error before '?' (hostile.c, line 1, column 16)"),
    "carriage-return": ("int x\r;", "syntax error (illegal character '\\r') (hostile.c, line 1, column 6)"),
    "json": ('{"a": [1, 2]}', "syntax error before '{' (hostile.c, line 1, column 1)"),
    "xml": ("<?xml version='1.0'?><a/>", "syntax error before '<' (hostile.c, line 1, column 1)"),
    "python": ("def f(x):\n  return x\n", "syntax error (invalid function definition) (hostile.c, line 1, column 1)"),
    "c++": ("class A { int x; };", "syntax error (invalid function definition) (hostile.c, line 1, column 1)"),
    "stray-brace": ("int main(void) { } }", "syntax error before '}' (hostile.c, line 1, column 20)"),
    "open-attribute": ("int x __attribute__((", "syntax error before '(' (hostile.c, line 1, column"),
    "open-assembly": ("int main(void) { asm", "syntax error (at end of input) (hostile.c, line 1)"),
    "parentheses": (within_main("return " + "(" * DEEP + "1" + ")" * DEEP), "brackets are nested more than 500 levels"),
    "brackets": (within_main("return a" + "[" * DEEP + "]" * DEEP), "brackets are nested more than 500 levels deep"),
    "braces": (within_main("{" * DEEP + "}" * DEEP), "brackets are nested more than 500 levels deep"),
    "only-opening": ("(" * DEEP, "brackets are nested more than 500 levels deep (hostile.c, line 1, column 501)"),
    "only-closing": (within_main(")" * DEEP), "syntax error before ')' (hostile.c, line 1, column 29)"),
    "minus": (within_main("return " + "- " * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "not": (within_main("return " + "!" * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "complement": (within_main("return " + "~" * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "stars": (within_main("return " + "*" * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "casts": (within_main("return " + "(int)" * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "sizes": (within_main("return " + "sizeof " * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "increments": (within_main("return " + "++" * DEEP + "a;"), "the program is nested too deeply (hostile.c"),
    "digits": (f"int x = {'9' * 100_000};", "a number of more than 1000 characters (hostile.c, line 1, column 9)"),
    "many-digits": (
        f"int x = 0x{'f' * 900}; int main(void) {{ return x; }}",
        "a constant of 902 digits is not supported",
    ),
    "negative-array": ("int a[-1];", "the array's length is negative (hostile.c, line 1, column 5)"),
    "too-large-array": ("int a[0x7fffffffffffffff];", "the array is too large (hostile.c, line 1, column 5)"),
    "huge-array": (within_main("int b[1000000000]; return b[5];"), "a local array of more than a million elements"),
    "huge-initialiser": ("int b[9999999] = {[9999998] = 1}; int main(void) { return b[0]; }", "more than a million"),
    "no-parameters": (
        "static int (f) { return 1; }",
        "syntax error (invalid function definition) (hostile.c, line 1, c",
    ),
    "no-declarator": (
        "int short ( is ) { int x = 1; }",
        "syntax error (invalid function definition) (hostile.c, line 1",
    ),
    "function-by-typedef": ("typedef int F(void); F f { return 1; }", "syntax error (invalid function definition)"),
    "main-as-variable": ("int main;", "the program has no function 'main' (hostile.c)"),
    "main-declared": ("int main(void);", "the program has no function 'main' (hostile.c)"),
}


@pytest.mark.parametrize("name", NO_PROGRAMS)
def test_what_is_no_program_is_refused(name: str) -> None:
    text, message = NO_PROGRAMS[name]
    with pytest.raises((InputError, NotSupported)) as caught:
        raise read(text).unsupported[0]
    assert message in str(caught.value)


LARGE_PROGRAMS = {
    "else-if": (within_main("".join(f"if (a == {i}) a = {i + 2}; else " for i in range(3000)) + "a = 0; return a;"), 3),
    "nested-if": (within_main("if (a) " * 2000 + "a = 7; return a;"), 7),
    "nested-while": (within_main("while (a) " * 2000 + "a = 0; return 4;"), 4),
    "cases": (within_main("switch (a) {" + "".join(f"case {i}: " for i in range(3000)) + "a = 5; } return a;"), 5),
    "labels": (within_main("".join(f"l{i}: " for i in range(2000)) + "return a;"), 1),
    "gotos": (within_main("".join(f"goto l{i}; l{i}: " for i in range(2000)) + "return a;"), 1),
    "constant-sum": (within_main("return " + "1+" * 5000 + "1;"), 5001),
    "sum": (within_main("return " + "a+" * 5000 + "a;"), 5001),
    "sum-to-the-right": (within_main("return " + "a+(" * 400 + "a" + ")" * 400 + ";"), 401),
    "and": (within_main("return " + "a&&" * 3000 + "a;"), 1),
    "or": (within_main("if (" + "!a||" * 3000 + "a) return 3; return 4;"), 3),
    "comma": (within_main("return " + "a++," * 2000 + "a;"), 2001),
    "conditionals": (within_main("return " + "!a?2:" * 1000 + "6;"), 6),
    "nested-conditionals": (within_main("return " + "a?" * 400 + "9" + ":1" * 400 + ";"), 9),
    "assignments": (
        within_main(
            f"int {', '.join(f'v{i}' for i in range(300))}; {' = '.join(f'v{i}' for i in range(300))} = a; return v0;"
        ),
        1,
    ),
    "nested-calls": ("int f(int x) {return x+1;} " + within_main("return " + "f(" * 400 + "a" + ")" * 400 + ";"), 401),
    "nested-indices": ("int t[3]; " + within_main("return " + "t[" * 400 + "0" + "]" * 400 + ";"), 0),
    "nested-values": (within_main("return " + "({ " * 200 + "a;" + " });" * 200), 1),
    "many-functions": (
        "".join(f"int f{i}(void) {{ return {f'f{i - 1}()' if i else 0} + 1; }} " for i in range(500))
        + "int main(void) { return f499(); }",
        500,
    ),
    "many-parameters": (
        f"int f({', '.join(f'int a{i}' for i in range(500))}) {{ return a7; }} "
        f"int main(void) {{ return f({', '.join(str(i) for i in range(500))}); }}",
        7,
    ),
    "enumerators": ("enum { " + ", ".join(f"E{i}" for i in range(3000)) + " }; int main(void) { return E2999; }", 2999),
    "initialisers": ("int t[] = {" + ", ".join(map(str, range(3000))) + "}; int main(void) { return t[2999]; }", 2999),
    "identifier": (f"int {'x' * 1_000_000} = 3; int main(void) {{ return {'x' * 1_000_000}; }}", 3),
    "strings": ("int f(const char *); " + within_main("f(" + '"x" ' * 3000 + "); return 2;"), 2),
    "long-string": ("void f(const char *); " + within_main(f'f("{"x" * 1_000_000}"); return 2;'), 2),
    "dead-huge-array": (within_main("int b[1000000000]; return 3;"), 3),
    "huge-global": ("int b[1000000000]; " + within_main("b[999999999] = 4; return b[999999999] + b[7];"), 4),
}


SLOW = ("else-if", "and", "or", "sum", "nested-indices", "nested-if", "conditionals", "nested-while", "cases", "comma")
"""Others of the same shape run every day."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in LARGE_PROGRAMS])
def test_large_programs_work(name: str) -> None:
    text, status = LARGE_PROGRAMS[name]
    cfa = read(text)
    first = Interpreter(cfa, keep_trace=False).run([])
    again = Interpreter(read(printed(cfa).text), keep_trace=False).run([])
    assert (first.end, first.status) == (again.end, again.status) == (End.RETURNED, status)


MEGABYTES = {
    "words": "'lorem ipsum dolor ' * 2_700_000",
    "random": "random.Random(1).randbytes(50_000_000).translate(bytes(33 + i % 93 for i in range(256))).decode()",
    "parentheses": "'() ' * 5_000_000",
    "string": "chr(34) + 'x' * 15_000_000 + chr(34)",
    "quotes": "chr(34) * 15_000_000",
    "escapes": "(chr(34) + chr(92)) * 7_000_000",
    "digits": "'int x = ' + '9' * 15_000_000",
    "continued-lines": "(chr(92) + chr(10)) * 3_000_000 + ')'",
    "directives": "('#' + chr(10)) * 5_000_000",
    "characters": "chr(39) + 'x' * 15_000_000",
    "comment": "'/*' + 'x' * 15_000_000",
    "program-then-garbage": "'int x;' * 20_000 + ') ' * 5_000_000",
    "a-program": "'int main(void) { return 0; } ' + ' ' * 50_000_000",
}
LONG_MEGABYTES = ("program-then-garbage", "escapes", "continued-lines", "string", "comment")
"""Others that are much like these are read every day."""

ANSWER = """
import random, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
try:
    program_cfa([("large.c", eval(sys.argv[1]))], DataModel.LP64)
except (InputError, NotSupported) as error:
    print(type(error).__name__, error.span.line)
"""


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in LONG_MEGABYTES)) for n in MEGABYTES])
def test_megabytes_are_answered_soon_and_in_little_memory(name: str) -> None:
    command = [sys.executable, "-c", ANSWER, MEGABYTES[name]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    kind, _, line = done.stdout.strip().partition(" ")
    assert kind == "InputError", done.stderr[-2000:]
    assert int(line) > 0


TOKENS = """
    int char unsigned long _Bool void const static extern typedef enum struct if else while do for switch case default
    break continue goto return sizeof main x y f a 0 1 5 'c' "s" 0x7f 1.5 ( ) { } [ ] ; , = + - * / % ++ --
    << >> < > == != && || & | ^ ! ~ ? : += . -> ... # __attribute__ asm __extension__ ({ }) /* */ // \\ \n
    reach_error() __VERIFIER_assume __VERIFIER_nondet_int() abort() _Static_assert _Generic typeof float double L1:
    @ $ ` \x00 \ufffd é
""".split(" ")


def _is_answered(text: str) -> None:
    try:
        cfa = read(text)
    except (InputError, NotSupported):
        return
    printed(cfa)
    Interpreter(cfa).run([1, 2, 3], 500)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=40))
def test_any_tokens_are_answered(tokens: list[str]) -> None:
    _is_answered(" ".join(tokens))
    _is_answered("int main(void) { int x, y, a[3]; " + " ".join(tokens) + "}")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_mutated_programs_are_answered(seed: int, data: st.DataObject) -> None:
    words = generate(seed, SMALL).replace("(", " ( ").replace(";", " ; ").split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.integers(0, len(words) - 1))
        kind = data.draw(st.sampled_from(["delete", "double", "swap", "insert"]))
        if kind == "delete" and len(words) > 1:
            del words[place]
        elif kind == "double":
            words.insert(place, words[place])
        elif kind == "swap":
            words[place], words[other] = words[other], words[place]
        else:
            words.insert(place, data.draw(st.sampled_from(TOKENS)))
    _is_answered(" ".join(words))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    _is_answered(text)
    _is_answered("int main(void) {" + text + "}")
