"""Artifacts are values: frozen, so that no actor changes what another one reads, and equal by their fields."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass

import pytest

import coveriflow.artifacts
from coveriflow.artifacts import witnesses


def classes(package: str, path: list[str]) -> Iterator[type]:
    for found in pkgutil.walk_packages(path, f"{package}."):
        module = importlib.import_module(found.name)
        for _, each in inspect.getmembers(module, inspect.isclass):
            if each.__module__ == found.name and is_dataclass(each):
                yield each


VALUES = sorted(classes("coveriflow.artifacts", [*coveriflow.artifacts.__path__]), key=lambda each: each.__qualname__)


@pytest.mark.parametrize("value", VALUES, ids=lambda each: f"{each.__module__}.{each.__qualname__}")
def test_an_artifact_is_frozen(value: type) -> None:
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_witnesses_are_among_them() -> None:
    assert {each.__module__ for each in VALUES if each.__module__.startswith(witnesses.__name__)} == {
        f"{witnesses.__name__}.{name}" for name in ("graphml", "validations", "yaml")
    }
