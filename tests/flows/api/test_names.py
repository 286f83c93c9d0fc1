"""The names of the package: found when they are used, and the same for people and type checkers."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Callable

import pytest

import coveriflow
from tests.places import ROOT


def stubbed() -> dict[str, str]:
    """The names that the stub has, and where it takes them from."""
    found: dict[str, str] = {}
    for node in ast.parse((ROOT / "coveriflow" / "__init__.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            found |= {each.asname or each.name: node.module or "" for each in node.names}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = "coveriflow"
    return found


def test_the_stub_has_the_same_names_from_the_same_places() -> None:
    places = {name: place for place, names in coveriflow._PLACES.items() for name in names}  # type: ignore[attr-defined]
    assert stubbed() == places | {"__version__": "coveriflow"}
    assert sorted(stubbed()) == sorted(coveriflow.__all__)  # type: ignore[attr-defined]


def test_each_name_is_found_and_completed() -> None:
    assert set(stubbed()) <= set(dir(coveriflow))
    assert all(getattr(coveriflow, name) is not None for name in stubbed())
    with pytest.raises(AttributeError, match="module 'coveriflow' has no attribute 'verfy'"):
        coveriflow.verfy  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    program = "import sys, coveriflow; print([name for name in sys.modules if name.startswith('coveriflow.')])"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_verifying_from_python_does_not_load_prefect_or_rich() -> None:
    program = "import sys, coveriflow; coveriflow.verify; print({'prefect', 'rich', 'z3'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("name", ["start", "verify_async"])
def test_the_parameters_are_those_of_verify(name: str) -> None:
    own = inspect.signature(getattr(coveriflow, name))
    assert own.parameters == inspect.signature(coveriflow.verify).parameters
    with pytest.raises(TypeError, match="unexpected keyword argument 'cpus'"):
        coveriflow.start("nowhere.c", cpus=1)  # type: ignore[call-arg]


def test_each_parameter_is_explained() -> None:
    """Those of ``batch`` that are not explained there are those of ``verify``."""
    of_verify, of_batch = (unexplained(each) for each in (coveriflow.verify, coveriflow.batch))
    assert of_verify == set()
    assert of_batch <= set(inspect.signature(coveriflow.verify).parameters)


def unexplained(function: Callable[..., object]) -> set[str]:
    text = " ".join((function.__doc__ or "").split())
    return {name for name in inspect.signature(function).parameters if f"``{name}``" not in text}
