"""The points-to analysis looks at most operations once: at its end none of them has anything to add."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from coveriflow.program.cfa.edges import Operation
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.memory.points_to import PointsTo, _cells
from coveriflow.program.types.data_model import DataModel

_PROGRAMS = Path(__file__).parents[2] / "programs"
_MOVING_BYTES = """
struct pair { int *first; long number; char text[8]; } one, other, *to = &one;
int x, *px = &x; char raw[sizeof(struct pair)];
int main(int argc, char **argv) {
  one.first = px; other = *to; to = argc ? &one : &other;
  __builtin_memcpy(raw, to, sizeof raw); __builtin_memcpy(&other, raw + argc, 8); __builtin_memset(&one, argc, 4);
  int **deep = &to->first; *deep = (int *)(raw + 4 * argc); return **deep + (int)(long)to->first + raw[argc];
}
"""


def _checked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each analysis from now on is followed by a look at all operations again. How many these were."""
    analyse, looked = PointsTo.analyse, list[int]()

    def analysed(self: PointsTo, operations: Iterable[Operation]) -> None:
        listed = list(operations)
        analyse(self, listed)
        self._round([(operation, _cells(operation)) for operation in listed])
        assert not self._changed
        looked.append(len(listed))

    monkeypatch.setattr(PointsTo, "analyse", analysed)
    return looked


@pytest.mark.parametrize("model", DataModel)
def test_bytes_that_are_moved(model: DataModel, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = _checked(monkeypatch)
    program_cfa([("a.c", _MOVING_BYTES)], model)
    assert looked


def test_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = _checked(monkeypatch)
    for path in sorted(_PROGRAMS.rglob("*.c"))[::30]:
        text = path.read_text("utf-8", "surrogateescape")
        if "#include" not in text:
            try:
                program_cfa([(path.name, text)], DataModel.LP64)
            except (InputError, NotSupported):
                continue
    assert len(looked) > 10
