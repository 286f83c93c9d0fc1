"""A user's own flows: ``mine.yml`` (also a tool alone, by the file that describes it), or ``mine.py:NAME`` for a flow,
a composition, or a function that builds one.
"""

from __future__ import annotations

import ast
import os
import sys
import traceback
from pathlib import Path
from types import ModuleType

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composable, CompositionError
from coveriflow.actors.user_modules import NotLoaded, loaded
from coveriflow.artifacts.permissions import Code, refusal
from coveriflow.flows.catalogue.flow_paths import YAML, find_flow_modules
from coveriflow.flows.tasks.load import read
from coveriflow.program.errors import InputError, Interruption, Span
from coveriflow.report.streams import say


def flow_of_file(name: str, code: Code = Code.REFUSED) -> Flow:
    """The flow of a file; ``InputError`` with the place where that is wrong, or where it names code that is refused. A
    file of Python is code that the caller has named.
    """
    if name.endswith(YAML):
        from coveriflow.actors.flow_files.reading import read_flow
        from coveriflow.formats.tools.tool_descriptions import describes_a_tool

        find_flow_modules(name, code)
        data = read(Path(name))
        return _of_a_tool(name, code) if describes_a_tool(data, name) else read_flow(data, name, code)
    before, _, wanted = name.partition(".py")
    path = Path(f"{before}.py")
    module = _imported(path)
    found = getattr(module, wanted.removeprefix(":"), None) if wanted else _only_flow(module, path)
    if found is None:
        raise InputError(f"there is no '{wanted.removeprefix(':')}'{_suggested(module)}", Span(str(path)))
    return _flow(found, path, wanted.removeprefix(":"))


def _of_a_tool(name: str, code: Code) -> Flow:
    """A tool alone, whose file this is; what of that has no counterpart is told."""
    if code is Code.REFUSED:
        raise InputError(refusal("the description of a tool, whose program is executed,"), Span(name))
    from coveriflow.actors.external import tool
    from coveriflow.actors.tool_catalogue import defined

    for note in defined(name).notes:
        say(f"note: {name}: {note}", sys.stderr)
    try:
        return Flow(Path(name).stem, tool(name))
    except CompositionError as error:
        raise InputError(str(error), Span(name)) from None


def _imported(path: Path) -> ModuleType:
    """As the workers do it: by its name."""
    read(path)
    if not path.stem.isidentifier():
        raise InputError("the file's name is no name of a Python module: letters, digits and _ are", Span(str(path)))
    find_flow_modules(str(path))
    try:
        module = loaded(path.stem)
    except NotLoaded as error:
        raise InputError(str(error), _place(path, error.__cause__ or error)) from error
    if os.path.realpath(module.__file__ or "") != os.path.realpath(path):
        where = module.__file__ or "Python itself"
        raise InputError(f"give it another name: '{path.stem}' is a module of {where} already", Span(str(path)))
    _check_imports(path)
    return module


def _check_imports(path: Path) -> None:
    """``InputError`` where the file imports a module that lies beside it, and has got another one of the same name."""
    imports = (n for n in ast.walk(ast.parse(path.read_bytes())) if isinstance(n, ast.Import | ast.ImportFrom))
    for node in imports:
        for name in _imported_names(node):
            beside = path.parent / f"{name}.py"
            known = getattr(sys.modules.get(name), "__file__", None)
            if known is not None and beside.is_file() and os.path.realpath(known) != os.path.realpath(beside):
                message = f"give '{beside.name}' another name: '{name}' is a module of {known} already"
                raise InputError(message, Span(str(path), node.lineno))


def _imported_names(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Without what stands after the first dot."""
    if isinstance(node, ast.Import):
        return [each.name.partition(".")[0] for each in node.names]
    return [node.module.partition(".")[0]] if node.module and not node.level else []


def _place(path: Path, error: BaseException) -> Span:
    """The line of the file in which it went wrong."""
    if isinstance(error, SyntaxError) and error.filename == str(path.absolute()):
        return Span(str(path), error.lineno or 0)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path.absolute())]
    return Span(str(path), (lines[-1] if lines else 0) or 0)


def _flows(module: ModuleType) -> dict[str, Flow]:
    return {name: value for name, value in vars(module).items() if isinstance(value, Flow)}


def _only_flow(module: ModuleType, path: Path) -> Flow:
    flows = list(_flows(module).values())
    if len(flows) != 1:
        raise InputError(f"name the flow, as in {path}:NAME{_suggested(module)}", Span(str(path)))
    return flows[0]


def _suggested(module: ModuleType) -> str:
    names = sorted(_flows(module))
    return f" (flows in it: {', '.join(names)})" if names else " (no flow is in it)"


def _flow(found: object, path: Path, name: str) -> Flow:
    try:
        built = found() if callable(found) and not isinstance(found, type) else found
        flow = Flow(name, built) if isinstance(built, Composable) else built  # type: ignore[arg-type]
    except CompositionError as error:
        raise InputError(str(error), _place(path, error)) from None
    except (Interruption, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise InputError(f"{name}() fails: {type(error).__name__}: {error}", _place(path, error)) from error
    if not isinstance(flow, Flow):
        raise InputError(
            f"'{name}' is neither a flow nor a composition, nor a function that builds one", Span(str(path))
        )
    return flow
