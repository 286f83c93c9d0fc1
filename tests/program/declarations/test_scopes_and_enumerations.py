"""Names mean what the innermost scope says; enumerations have the types that hold their enumerators."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from coveriflow.program.declarations.enumerations import define_enumeration
from coveriflow.program.declarations.scopes import EnumConstant, Scope, TypeAlias, UnusableSymbol
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.types.c_types import INT, LLONG, UINT, ULLONG, DeclaredType, Integer, long_type
from coveriflow.program.types.data_model import DataModel

LP64, ILP32 = DataModel.LP64, DataModel.ILP32


def enumeration(*values: int | None, model: DataModel = LP64) -> tuple[DeclaredType, Scope]:
    scope = Scope()
    names = [f"E{number}" for number in range(len(values))]
    nodes = [None if value is None else c_ast.Constant("int", str(value)) for value in values]
    enumerators = [c_ast.Enumerator(name, node) for name, node in zip(names, nodes, strict=True)]
    node = c_ast.Enum("e", c_ast.EnumeratorList(enumerators), None)
    return define_enumeration(node, model, scope, _constant), scope


def _constant(node: c_ast.Node) -> Constant:
    value = int(node.value)
    return Constant(value, next(type_ for type_ in (INT, UINT, LLONG, ULLONG) if _fits(value, type_)))


def _fits(value: int, type_: Integer) -> bool:
    return type_.minimum <= value <= type_.maximum


@pytest.mark.parametrize(
    ("values", "model", "expected"),
    [
        ((None, None), LP64, UINT),
        ((-1, None), LP64, INT),
        ((1 << 32,), LP64, long_type(LP64, signed=False)),
        ((1 << 32,), ILP32, ULLONG),
        ((-1, 1 << 32), ILP32, LLONG),
    ],
)
def test_the_type_holds_all_enumerators(values: tuple[int | None, ...], model: DataModel, expected: Integer) -> None:
    type_, scope = enumeration(*values, model=model)
    assert type_ == expected
    assert scope.find_enumeration("e") == expected


def test_enumerators_count_on() -> None:
    _, scope = enumeration(None, 7, None)
    found = [scope.find(f"E{number}") for number in range(3)]
    assert found == [EnumConstant(Constant(value, INT)) for value in (0, 7, 8)]


def test_what_no_integer_type_holds_is_refused_where_it_is_used() -> None:
    _, scope = enumeration((1 << 64) - 1, None)
    assert isinstance(scope.find("E1"), UnusableSymbol)


def test_the_innermost_scope_says_what_a_name_means() -> None:
    outside = Scope(unit="a.c")
    inside = Scope(outside)
    outside.symbols["x"], inside.symbols["x"] = TypeAlias(INT), TypeAlias(LLONG)
    outside.symbols["y"] = TypeAlias(UINT)
    assert (inside.find("x"), outside.find("x")) == (TypeAlias(LLONG), TypeAlias(INT))
    assert inside.find("y") == TypeAlias(UINT)
    assert inside.find("z") is None


def test_an_announced_record_is_one_of_this_scope() -> None:
    outside = Scope(unit="a.c")
    inside = Scope(outside)
    outside.announce_record("struct", "s")
    before = inside.find_record("s")
    assert before is outside.find_record("s")
    inside.announce_record("struct", "s")
    assert inside.find_record("s") is not before
    assert outside.find_record("s") is before
