"""What is wrong with arguments of ``as_task`` and of its tasks is one sentence. These tests need no server."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

from coveriflow.actors import bmc, value
from coveriflow.actors.composition.nodes import CompositionError
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.flows.direct import verify
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError, Span
from tests.actors.tasks import EXAMPLES

pytestmark = pytest.mark.prefect


@pytest.mark.parametrize(
    ("what", "options", "error", "message"),
    [
        (bmc, {}, InputError, r"bmc is an actor that is not called yet: write bmc\(\)"),
        ("cmd", {}, InputError, "there is no flow 'cmd': did you mean 'cmc'"),
        (bmc() >> value(), {"cpu": -1}, InputError, "a limit of time is above 0, and not -1 s"),
        (bmc(), {"wall": float("nan")}, InputError, "a limit of time is above 0"),
        (bmc(), {"memory": 0}, InputError, "a limit of memory is above 0, and not 0 GB"),
        (bmc(), {"timeout_seconds": 5}, InputError, "ends no process of an actor: give the task wall="),
        (bmc(), {"property": "no-overflow"}, TypeError, r"'property': it belongs to the program, as in read_program\("),
        (bmc(), {"colour": "red"}, TypeError, "^as_task.. has no option 'colour'$"),
    ],
)
def test_arguments_of_as_task(what: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    from coveriflow.flows.verify import as_task

    with pytest.raises(error, match=message):
        as_task(what, **options)


def test_options_that_are_changed_later() -> None:
    from coveriflow.flows.verify import as_task

    step = as_task("cmc", retries=2)
    assert step.with_options(name="other").name == "other"
    with pytest.raises(InputError, match="wall="):
        step.with_options(timeout_seconds=5)


@pytest.mark.parametrize("given", [5, [], [5], None])
def test_what_is_no_program(given: Any) -> None:
    from coveriflow.flows.prefect_backend.actor_tasks import _read

    with pytest.raises(
        InputError, match="takes the path of a program, what read_program gave, or the result of another"
    ):
        _read(given)


def test_programs_and_their_names() -> None:
    from coveriflow.flows.prefect_backend.actor_tasks import _program_name, _read

    halves = EXAMPLES / "halves.c"
    given: list[Any] = [halves, str(halves), [halves], [str(halves)], _read(halves)]
    for each in given:
        assert _read(each).sources == _read(str(halves)).sources
        assert Path(_program_name(each)).name == "halves.c"


def test_a_folder_is_for_one_program_in_a_flow_run() -> None:
    from coveriflow.flows.prefect_backend.task_results import Folders

    folders = Folders()
    assert folders.take("out", "a.c", 1) == folders.take("out", "a.c", 1) == Path("out")
    assert folders.take("out", "b.c", 2) == folders.take("out", "c.c", None) == Path("out")
    assert folders.take("out/{program}", "x/a.c", 1) == Path("out/a")
    with pytest.raises(InputError, match=r"has the evidence of a.c, not of b.c: write out='out/\{program\}'"):
        folders.take("out", "b.c", 1)
    with pytest.raises(InputError, match=r"has the evidence of x/a.c, not of y/a.c: give it a name of its own"):
        folders.take("out/{program}", "y/a.c", 1)


def test_prefect_sees_no_fields_of_a_result(tmp_path: Path) -> None:
    """It would walk through all states of an automaton, and write them as JSON."""
    from fastapi.encoders import jsonable_encoder
    from prefect.utilities.collections import visit_collection

    from coveriflow.flows.prefect_backend.task_results import TaskResult

    found = TaskResult.of(verify(READY["value"](), EXAMPLES / "halves.c"))
    seen: list[object] = []

    def look(each: object) -> object:
        seen.append(each)
        return each

    visit: Any = visit_collection
    assert visit(found, look, return_data=True) is found
    assert seen == [found]
    assert jsonable_encoder(found) == {}
    for other in (pickle.loads(pickle.dumps(found)), copy.copy(found)):
        assert isinstance(other, TaskResult)
        assert other.verification == found.verification
    written = found.write(tmp_path)
    assert isinstance(written, TaskResult)
    assert (tmp_path / "result.json").is_file()
    assert (written.verdict, written.because) == (found.verdict, found.because)


def test_errors_are_shown_with_their_place() -> None:
    """Prefect's log has the ``repr`` of what a task raises."""
    assert repr(InputError("syntax error", Span("a.c", 3))) == "InputError('syntax error (a.c, line 3)')"


def test_a_large_residual_program_is_warned_of() -> None:
    from coveriflow.actors import reduce
    from coveriflow.artifacts.residual_programs import Residual
    from coveriflow.execution.contracts import End
    from coveriflow.flows.prefect_backend.actor_tasks import _warnings
    from coveriflow.flows.running.runner import Turn

    task = Task((Source("a.c", "int main(void) { return 0; }\n", ""),))
    for lines, warned in ((1999, 0), (5000, 1)):
        large = Task((Source("a.residual.c", "\n" * lines, ""),))
        turn = Turn(reduce(), End.FINISHED, produced=(Residual(large, task, ()),))
        assert len(list(_warnings(task, turn))) == warned


def test_a_task_without_its_input_is_refused_when_it_runs() -> None:
    from coveriflow.actors import reduce
    from coveriflow.flows.prefect_backend.actor_tasks import _read
    from coveriflow.flows.verify import as_task

    step = as_task(reduce())
    with pytest.raises(CompositionError, match="reduce needs a Condition"):
        step.fn(_read(EXAMPLES / "halves.c"))
