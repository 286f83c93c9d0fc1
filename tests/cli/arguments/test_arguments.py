"""Words to options."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors.composition.nodes import actors_in
from coveriflow.artifacts.resources import Limits
from coveriflow.cli.arguments.parser import verify_options
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.catalogue.settings import with_settings
from coveriflow.flows.tasks.default_limits import default_limits
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel
from tests.cli.helpers import coveriflow


def test_nothing_but_a_file() -> None:
    options = verify_options(["dir/prog.c"])
    assert options.files == (Path("dir/prog.c"),)
    assert options.limits == default_limits()
    assert options.flow == "default"
    assert options.data_model is None
    assert options.folder == Path("coveriflow-out/prog")
    assert (options.json, options.prefect, options.verbose) == (False, False, False)


def test_everything() -> None:
    words = (
        "a.c --spec p.prp -I one b.c --data-model ilp32 -Itwo -DX -D Y=2 -DF(x)=(x+1) --flow bmc "
        "--cpu 2min --wall 90 --memory 1GiB --out there --json --prefect -v"
    )
    options = verify_options(words.split())
    assert options.files == (Path("a.c"), Path("b.c"))
    assert options.specification == Path("p.prp")
    assert options.data_model is DataModel.ILP32
    assert options.include_directories == ("one", "two")
    assert options.defines == ("X", "Y=2", "F(x)=(x+1)")
    assert options.limits == Limits(120.0, 90.0, 1 << 30)
    assert options.flow == "bmc"
    assert options.folder == Path("there")
    assert (options.json, options.prefect, options.verbose) == (True, True, True)


def test_a_file_may_look_like_an_option_behind_two_dashes() -> None:
    assert verify_options(["--json", "--", "--cpu"]).files == (Path("--cpu"),)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a FILE to verify is missing"),
        ([""], "FILE: the name of the file is empty"),
        (["a.c", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["a.c", "--cp", "3"], "unrecognized arguments: --cp"),
        (["a.c", "--cpu"], "--cpu: expected one argument"),
        (["a.c", "--cpu", "soon"], "--cpu: 'soon' is not a duration"),
        *[
            (["a.c", *words], f"{option}: '{value}' is not a {what}")
            for option, what in (("--cpu", "duration"), ("--wall", "duration"), ("--memory", "size"))
            for value in ("-5s", "-1GB", "-.5", "0", "0s", "nan", "-nan", "inf", "-inf", "1e400", "", " ")
            for words in ([option, value], [f"{option}={value}"])
        ],
        (["a.c", "--memory", "4"], "--memory: '4' is not a size"),
        (["a.c", "--data-model", "LP32"], "--data-model: 'LP32' is not a data model: write ILP32 or LP64"),
        (["a.c", "-D", "3=x"], "-D: '3=x' is not NAME or NAME=VALUE"),
        (["a.c", "-D", "X=1\n#include"], "is not NAME or NAME=VALUE"),
    ],
)
def test_what_cannot_be_understood(words: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        verify_options(words)
    assert message in caught.value.message
    assert caught.value.message.endswith("Try 'coveriflow verify --help'.")


def test_parameters_of_actors_are_set_by_name() -> None:
    flow = with_settings(flow_named("cmc"), ["value.order=bfs", "value.states=7", "value.cpu=none", "bmc.last_bound=3"])
    set_to = {each.name: dict(each.parameters) for each in actors_in(flow.composition)}
    assert set_to["value"] | {"order": "bfs", "states": 7, "cpu": None} == set_to["value"]
    assert set_to["bmc"]["last_bound"] == 3


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("order", "does not set a parameter"),
        ("kinduction.order=bfs", "has no actor 'kinduction'"),
        ("value.colour=red", "value has no parameter 'colour'"),
        ("value.states=many", "'many' is no value of value.states (int or none)"),
    ],
)
def test_what_sets_no_parameter(setting: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        with_settings(flow_named("cmc"), [setting])
    assert complaint in caught.value.message


@pytest.mark.parametrize(
    ("actor", "setting", "words"),
    [
        ("value", "order", "dfs, bfs or random"),
        ("predicate", "combination", "boolean or cartesian"),
        ("impact", "block", "l or lf"),
    ],
)
def test_a_word_that_stands_for_nothing_is_bad_input(tmp_path: Path, actor: str, setting: str, words: str) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }")
    given = f"{actor}.{setting}=zigzag"
    done = coveriflow("verify", "a.c", "--flow", actor, "--set", given, cwd=tmp_path, status=2)
    assert f"'zigzag' is no value of {actor}.{setting} ({words})" in done.stderr
