"""What is passed on of GNU C that lowering has to know: attributes that change the layout of objects."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from coveriflow.program.constructs import LOWERERS
from coveriflow.program.errors import NotSupported
from coveriflow.program.library.desugaring import desugar
from coveriflow.program.library.texts import MODELS
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.text.normalise import neutralised


def marked(text: str) -> list[str]:
    """The attributes of the text's syntax tree, each with the class of the node that has it."""
    tree = parsed("a.c", text)
    desugar([tree], LOWERERS.templates, MODELS)
    found, pending = [], [tree]
    while pending:
        node = pending.pop()
        owner = f"{type(node).__name__} {getattr(node, 'name', None) or getattr(node, 'declname', None) or ''}".strip()
        for group in getattr(node, "attributes", None) or []:
            found += [f"{owner}: {a.name}({a.arguments or ''})" for a in getattr(group, "attributes", [])]
        pending += reversed([child for _, child in node.children()])
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("struct __attribute__((packed)) S { char c; };", ["Struct S: packed()"]),
        (
            "struct S { char c; } __attribute__((__packed__, aligned(4))) x;",
            ["Struct S: packed()", "Struct S: aligned(4)"],
        ),
        ("union U { char c; } __attribute__((packed));", ["Union U: packed()"]),
        ("struct S { int a, b __attribute__((aligned(8))); };", ["TypeDecl b: aligned(8)"]),
        ("struct S { int b[2] __attribute__((packed)); };", ["ArrayDecl: packed()"]),
        ("struct S { __attribute__((aligned(8))) int a; };", ["Decl a: aligned(8)"]),
        ("typedef int T __attribute__((aligned(2)));", ["TypeDecl T: aligned(2)"]),
        ("typedef __attribute__((aligned(8))) int T;", ["AttributedType: aligned(8)"]),
        ("typedef struct { int a; } T __attribute__((aligned(16)));", ["TypeDecl T: aligned(16)"]),
        ("struct S { struct { int a; } __attribute__((packed)) s; };", ["Struct: packed()"]),
        ("int x __attribute__((aligned(8))), f(void) __attribute__((aligned(16), noreturn));", []),
        (
            "int f(int a) { int y __attribute__((aligned(8))); { static __attribute__((aligned(4))) int z; } }",
            [],
        ),
    ],
)
def test_attributes_of_layout_reach_the_tree(text: str, expected: list[str]) -> None:
    assert marked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "struct S { int a; } __attribute__((ms_struct));",
    ],
)
def test_layout_is_never_changed_in_silence(text: str) -> None:
    with pytest.raises(NotSupported):
        parsed("a.c", text)


def test_lines_and_columns_stay() -> None:
    text = "struct S {\n  int a __attribute__((\n aligned(8))); int b;\n};\nint c;\n"
    assert [len(line) for line in neutralised("a.c", text).split("\n")][2:] == [len(x) for x in text.split("\n")][2:]


def test_only_one_call_of_a_template_writes() -> None:
    """Expansions of the same function side by side do not conflict in their names."""
    tree = parsed("a.c", "int f(int x) { return isdigit(x) + isdigit(x + 1) + isdigit(isdigit(x)); }")
    desugar([tree], LOWERERS.templates, MODELS)
    names: list[str] = []
    pending: list[c_ast.Node] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.Decl) and node.name and node.name.startswith("$"):
            names.append(node.name)
        pending += [child for _, child in node.children()]
    assert len(names) == len(set(names)) == 8
