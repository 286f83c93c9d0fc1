"""No effect of an operand is lost and none happens twice: of every operator, declaration and statement, and of every
function that the front end knows. The interpreter ends as gcc's program does, with the same effects.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.program.types.data_model import DataModel
from tests.generators.effect_calls import UNDONE, headers, known_functions, of_known
from tests.generators.effect_constructs import constructs
from tests.generators.effects import Program
from tests.program.effect_comparison import Comparison, compare, of_constructs, of_functions

_PARTS = 4


def _agree(gcc: str, model: DataModel, programs: list[Program], folder: Path) -> Comparison:
    found = compare(gcc, model, programs, folder, headers(gcc, model).text)
    assert not found.differences, "\n\n".join(found.differences[:10])
    return found


@pytest.mark.parametrize("model", DataModel)
def test_a_sample(compiler_for_32_bits: str, model: DataModel, tmp_path: Path) -> None:
    programs = [*of_constructs()[::89], *of_functions(compiler_for_32_bits, model)[::131]]
    found = _agree(compiler_for_32_bits, model, programs, tmp_path)
    assert found.total["compared"] > len(programs) // 2


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("model", DataModel)
def test_all_constructs(compiler_for_32_bits: str, model: DataModel, part: int, tmp_path: Path) -> None:
    found = _agree(compiler_for_32_bits, model, of_constructs()[part::_PARTS], tmp_path)
    assert found.total["compared"] > 1000


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("model", DataModel)
def test_all_functions(compiler_for_32_bits: str, model: DataModel, part: int, tmp_path: Path) -> None:
    programs = of_functions(compiler_for_32_bits, model)[part::_PARTS]
    found = _agree(compiler_for_32_bits, model, programs, tmp_path)
    assert found.total["compared"] > 1000


def test_every_known_function_has_arguments_here(compiler: str) -> None:
    """So that what is added to the tables of the front end is compared, too, but for what may not be executed."""
    given = headers(compiler, DataModel.LP64)
    covered = {name for name, _, _ in of_known(given)}
    said = " ".join(text for _, *texts in constructs() for text in texts)
    wanted = set(known_functions()) - UNDONE - covered
    assert not [name for name in sorted(wanted) if name not in said]
