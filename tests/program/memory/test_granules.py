"""Which programs have wide granules, and what these hold."""

from __future__ import annotations

import pickle
import re
from itertools import pairwise

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Unsupported
from coveriflow.program.errors import Span
from coveriflow.program.frontend import program_cfa
from coveriflow.program.lowering.environment import MEMORY_SUFFICES
from coveriflow.program.memory.layout import Layout, NoRoom, extents, is_constant
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import SLACK, USUAL, WIDE

DECLARED = """
typedef __SIZE_TYPE__ size; enum { FEW = 3 }; struct pair { int a, b; }; extern size any(void);
void *malloc(size), *calloc(size, size), *realloc(void *, size); char *strdup(const char *); void free(void *);
""".replace("__SIZE_TYPE__", "unsigned long")
COMPUTED = (
    "malloc(any());",
    "size n = any(); if (n < 4) malloc(n);",
    "int n = any(); malloc(n * sizeof(int));",
    "unsigned n = any(); malloc(n * 2ul);",
    "calloc(any(), 1);",
    "calloc(FEW, any());",
    "realloc(0, any());",
    "void *(*make)(size) = malloc; make(any());",
    "malloc(1ul << 33);",
    "size n = any(); free(__builtin_malloc(n));",
)
OTHERS = (
    "malloc(10);",
    "malloc(sizeof(struct pair) * FEW);",
    "struct pair p; malloc(sizeof p); free(malloc((1ul << 32) - 1));",
    "unsigned n = any(); malloc(n);",
    "unsigned short n = any(); malloc(n * 16ul + 8);",
    'strdup(any() ? "a" : "b");',
    "size n = any(); char a[n + 1];",
)


def lowered(statements: str, model: DataModel = DataModel.LP64, before: str = "") -> Cfa:
    return program_cfa([("a.c", f"{DECLARED} {before} int main(void) {{ {statements} return 0; }}")], model)


@pytest.mark.parametrize("statements", COMPUTED)
def test_wide_where_a_size_may_be_large(statements: str) -> None:
    cfa = lowered(statements)
    assert cfa.granules == WIDE
    assert not any(isinstance(e.operation, Unsupported) and "bytes" in e.operation.feature for e in cfa.edges)
    assert MEMORY_SUFFICES in cfa.assumptions
    assert lowered(statements.replace("1ul << 33", "any()"), DataModel.ILP32).granules == USUAL[DataModel.ILP32]


@pytest.mark.parametrize("statements", OTHERS)
def test_usual_elsewhere(statements: str) -> None:
    assert lowered(statements).granules == USUAL[DataModel.LP64]


def test_usual_where_none_is_called() -> None:
    before = "void *never(size n) { return malloc(n); }"
    assert lowered("", before=before).granules == USUAL[DataModel.LP64]
    assert lowered("never(3);", before=before).granules == WIDE


def test_usual_where_a_program_has_more_objects() -> None:
    """It has all that it had before: what it cannot hold is a limit."""
    names = [f"g{number}" for number in range(WIDE.first_constant)]
    before = f"int {', '.join(names)}; int *all[] = {{ {', '.join(f'&{name}' for name in names)} }};"
    cfa = lowered("malloc(any()); *all[any() % 5] = 1;", before=before)
    assert cfa.granules == USUAL[DataModel.LP64]
    limit = f"{(1 << 33) - SLACK - 1} bytes"
    assert any(isinstance(e.operation, Unsupported) and limit in e.operation.feature for e in cfa.edges)


def test_usual_where_a_program_has_more_constants() -> None:
    """What must not be written lies apart."""
    literals = ", ".join(f'"{number}"' for number in range(WIDE.first_heap))
    before = f"char *all[] = {{ {literals} }};"
    cfa = lowered("malloc(any()); *all[any() % 5] = 1;", before=before)
    assert cfa.granules == USUAL[DataModel.LP64]


def test_many_sites_have_objects() -> None:
    cfa = lowered("size n = any();" + "malloc(n);" * 20)
    limits = [e.operation.feature for e in cfa.edges if isinstance(e.operation, Unsupported)]
    found = [int(match.group(1)) for each in limits if (match := re.search(r"more than (\d+) objects", each))]
    assert len(found) == 20
    assert min(found) > 1000


@pytest.mark.parametrize("granules", [*USUAL.values(), WIDE])
def test_objects_lie_apart(granules: object) -> None:
    model = next((each for each, usual in USUAL.items() if usual == granules), DataModel.LP64)
    layout = Layout(model, WIDE if granules == WIDE else USUAL[model])
    sizes = (0, 1, (1 << 16) - 1, 1 << 16, 5 << 16, 3)
    blocks = [layout.place(size, 1, Span(""), constant=bool(size % 2)) for size in sizes]
    for one, other in pairwise(sorted(blocks, key=lambda each: each.address)):
        assert one.address + one.size + SLACK < other.address
    assert [is_constant(each, layout.granules) for each in blocks] == [bool(size % 2) for size in sizes]
    assert extents([], layout.granules) == {}


def test_all_are_given_out() -> None:
    layout = Layout(DataModel.LP64, WIDE)
    for _ in range(WIDE.first_constant - 2):
        layout.place(8, 8, Span(""))
    with pytest.raises(NoRoom, match="so much memory") as refusal:
        layout.place(8, 8, Span("a.c", 3))
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)


def test_a_printed_program_is_as_wide() -> None:
    cfa = lowered("size n = any(); char *p = malloc(n); if (n) p[n - 1] = 1; free(p);")
    again = program_cfa([("b.c", printed(cfa).text)], cfa.data_model)
    assert again.granules == pickle.loads(pickle.dumps(cfa)).granules == WIDE
