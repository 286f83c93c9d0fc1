"""The page about settings has all keys that files may have, and all environment variables that are read."""

from __future__ import annotations

import re

from coveriflow.actors.flow_files import reading
from coveriflow.formats.tools import tool_definition
from tests.places import ROOT

PAGE = ROOT / "docs" / "reference" / "settings.md"
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|(.*)\|$", re.MULTILINE)
TABLES = {title: ROW.findall(body) for title, body in SECTION.findall(PAGE.read_text(encoding="utf-8"))}
VARIABLE = re.compile(r"""["'$](COVERIFLOW_[A-Z_]+|XDG_[A-Z_]+)\b""")
OURS = {"COVERIFLOW_SUPERVISORS", "COVERIFLOW_EXTERNAL", "COVERIFLOW_ERRORS", "COVERIFLOW_CRASH", "COVERIFLOW_BOX"}
"""What our own processes tell each other: no settings."""


def keys(title: str) -> list[str]:
    return [key for key, _ in TABLES[title]]


def test_all_keys_of_a_tool_are_there() -> None:
    assert sorted(keys("An external tool")) == sorted(tool_definition._KEYS)


def test_all_keys_of_a_flow_are_there() -> None:
    rows = TABLES["A flow"]
    assert {key for key, _ in rows[: len(reading._FLOW)]} == reading._FLOW
    compositions = {key: set(re.findall(r"`([^`]+)`", said.split("|")[-1])) for key, said in rows[len(reading._FLOW) :]}
    assert compositions == reading._KEYS


def test_all_variables_are_there() -> None:
    texts = (module.read_text(encoding="utf-8") for module in (ROOT / "coveriflow").rglob("*.py"))
    read = {name for text in texts for name in VARIABLE.findall(text)}
    assert {name for name in read - OURS if not name.endswith("_")} <= set(keys("Environment variables"))
