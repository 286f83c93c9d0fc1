"""What makes a job another one, whose result is no longer the same."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import IfThenElse
from coveriflow.artifacts.batch.results import Purpose
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.flows.batch.job_digest import content_of
from tests.actors import defined

FLOW = Flow("own", defined.says_what_it_got())
TASK = Task((Source("a.c", "int main(void) { return 0; }\n", "int main(void) { return 0; }\n"),))


def digest(flow: Flow = FLOW, **changed: Any) -> str:
    usual = {"limits": Limits(1.0), "undefined": None, "purpose": Purpose.RATE, "session": "first"}
    return content_of(flow, SimpleNamespace(**usual | changed), TASK)  # type: ignore[arg-type]


def test_limits_and_the_purpose_count() -> None:
    assert digest() == digest()
    assert len({digest(), digest(limits=Limits(2.0)), digest(purpose=Purpose.CHECK)}) == 3


def test_a_user_s_actor_counts_with_its_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = digest()
    (tmp_path / "defined.py").write_text("# edited")
    monkeypatch.setattr(defined, "__file__", str(tmp_path / "defined.py"))
    assert digest() != before


class Always:
    """A question of the user's."""

    def holds(self, _answer: object) -> bool:
        return True


ASKING = Flow("asking", IfThenElse(Always(), defined.says_what_it_got()))


def test_a_user_s_question_counts_with_its_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = digest(ASKING)
    assert before == digest(ASKING, session="second")
    (tmp_path / "own.py").write_text("# edited")
    monkeypatch.setattr(sys.modules[__name__], "__file__", str(tmp_path / "own.py"))
    assert digest(ASKING) == before, "what is edited while it runs is not what runs"
    loaded = ModuleType(__name__)
    loaded.__file__ = str(tmp_path / "own.py")
    monkeypatch.setitem(sys.modules, __name__, loaded)
    assert digest(ASKING) != before


def test_what_cannot_be_compared_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, __name__, ModuleType(__name__))
    assert digest(ASKING) == digest(ASKING)
    assert digest(ASKING) != digest(ASKING, session="second")
