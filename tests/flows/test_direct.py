"""The script of the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coveriflow.artifacts.verdicts import Verdict

ROOT = Path(__file__).parents[2]


def test_the_readme_s_flow_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    script = next(s for s in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL))
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(script, names)
    run = names["run"]
    assert run.answer.verdict is Verdict.TRUE  # type: ignore[attr-defined]
    assert "true" in capsys.readouterr().out
