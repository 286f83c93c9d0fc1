"""From files to a task: C files or a task definition, a specification, a data model (contract: data model)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import CompositionError, actors_in
from coveriflow.actors.properties import check_property
from coveriflow.artifacts.builds import NO_BUILD, Build
from coveriflow.artifacts.coverage import BranchCoverage
from coveriflow.artifacts.specifications import ASSERTIONS, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import has_nothing_to_check, is_termination
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.flows.tasks.patterns import has_wildcards, matching
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.tasks.specification import read_specification
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.harness.entry import MAIN, Entry
from coveriflow.program.text.normalise import MAXIMUM_SIZE
from coveriflow.program.text.outlines import outline
from coveriflow.program.text.tokens import users_file, with_line_markers
from coveriflow.program.types.data_model import DataModel

if TYPE_CHECKING:
    from coveriflow.formats.tasks.task_definition import PropertyEntry, TaskDefinition

MAXIMUM_BYTES = 64 << 20
_LONGEST_PARSED = 4 << 20  # characters, where this is not the work of a process with limits


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user named. ``specification`` ``None``: the task's, else ``assertions``. ``data_model`` ``None``: the
    task's, else LP64. ``entry``: a function that is called with any arguments in the place of ``main``.
    ``compile_commands``: where the flags of the files are; ``files`` may be empty then.
    """

    files: tuple[Path, ...]
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None


def asked_for(
    files: Sequence[Path],
    build: Build = NO_BUILD,
    specification: Path | Specification | None = None,
    data_model: DataModel | None = None,
) -> Asked:
    """The program of ``files``, put together by ``build``."""
    database = Path(build.compile_commands) if build.compile_commands else None
    told = (specification, data_model, build.include_directories, build.defines)
    return Asked(tuple(files), *told, build.entry, database)


def load(asked: Asked) -> Task:
    """Read everything; raises ``InputError`` with the file (and the line) that is wrong."""
    if asked.compile_commands is None and not asked.files:
        raise InputError("no file of a program is named")
    if len(asked.files) == 1 and asked.files[0].suffix in (".yml", ".yaml"):
        return _from_definition(asked, asked.files[0])
    specification = _specification(asked.specification) if asked.specification else ASSERTIONS
    task = _task(asked, asked.files, specification, asked.data_model, ())
    return replace(task, is_specified=isinstance(asked.specification, Path))


def load_for(flow: Flow, asked: Asked) -> Task:
    """``load``, and ``check_task``."""
    task = load(asked)
    check_task(flow, task)
    return task


class CannotDecide(InputError):
    """The flow can say nothing of the property."""


def refuse_property(flow: Flow, specification: Specification) -> None:
    """``CannotDecide`` where ``flow`` can say nothing of that kind."""
    try:
        check_property(flow, specification)
    except CompositionError as error:
        raise CannotDecide(f"{error}{_hint(specification)}") from None


def _hint(specification: Specification) -> str:
    if is_termination(specification):
        return "\nThe flow 'termination' can. It is chosen where no flow is named."
    kinds = [one.kind for one in specification.properties]
    return "\nAsk for termination alone." if PropertyKind.TERMINATION in kinds else ""


def check_task(flow: Flow, task: Task) -> None:
    """``CannotDecide`` where ``flow`` can say nothing of the property. ``InputError`` for a program in which nothing
    can violate the property, if ``flow`` is to tell: ``true`` would look like a proof of something. Tests can be made
    for such a program.
    """
    refuse_property(flow, task.specification)
    makes_tests = any(BranchCoverage in actor.provides for actor in actors_in(flow.composition))
    if has_nothing_to_check(task) and not makes_tests:
        _check_program(task)
        raise InputError(_NOTHING, Span(task.name))


def _check_program(task: Task) -> None:
    """A text that is no C is told as that, and so is one without the entry function."""
    from coveriflow.program.syntax.parse import parsed  # slow to load

    for source in task.sources:
        if len(source.preprocessed) <= _LONGEST_PARSED:
            parsed(source.name, source.preprocessed)
    entry = task.specification.entry
    if not any(entry in outline(source.preprocessed).defined for source in task.sources):
        raise InputError(f"the program has no function '{entry}'", Span(task.name))


_NOTHING = """there is nothing to check here: no assertion, no call of reach_error or __VERIFIER_error, no label ERROR
Write an assert (and no NDEBUG), or choose another property (--property, in Python property=):
undefined-behaviour (overflows, invalid accesses, divisions by zero), memory-safety or termination.
With a property file (--spec F.prp, in Python specification="F.prp") a function of any name is never to be called:
CHECK( init(main()), LTL(G ! call(NAME())) )"""


def _from_definition(asked: Asked, path: Path) -> Task:
    from coveriflow.formats.tasks.task_definition import read_task_definition  # seldom needed, and slow to load

    definition = read_task_definition(read(path), str(path))
    files = tuple(file for name in definition.input_files for file in _matching(path, name))
    model = asked.data_model or definition.data_model
    chosen = _chosen(asked, definition, path)
    expected = _promises(definition, path, chosen) if _is_as_defined(asked, definition) else ()
    task = _task(_built(asked, definition.build, path), files, chosen, model, expected)
    return replace(task, is_specified=isinstance(asked.specification, Path) or bool(definition.properties))


def _built(asked: Asked, build: Build, definition: Path) -> Asked:
    """As the definition says, with paths from its folder, and as the user says."""
    database = build.compile_commands and definition.parent / build.compile_commands
    return replace(
        asked,
        include_directories=(
            *(str(definition.parent / each) for each in build.include_directories),
            *asked.include_directories,
        ),
        defines=(*build.defines, *asked.defines),
        entry=asked.entry or build.entry,
        compile_commands=asked.compile_commands or database or None,
    )


def _chosen(asked: Asked, definition: TaskDefinition, path: Path) -> Specification:
    """The user's specification, else the definition's only one, else its first about reachability."""
    if asked.specification is not None:
        return _specification(asked.specification)
    found = [_property_file(path, p) for p in definition.properties]
    if not found:
        return ASSERTIONS
    return next((s for s in found if s.properties[0].kind.value == "unreach-call"), found[0])


def _is_as_defined(asked: Asked, definition: TaskDefinition) -> bool:
    """Whether the user asks about the program that the definition is about."""
    is_same_entry = asked.entry in (None, definition.build.entry or Entry(MAIN))
    is_same_model = asked.data_model is None or definition.data_model in (None, asked.data_model)
    return is_same_entry and is_same_model


def _promises(definition: TaskDefinition, path: Path, chosen: Specification) -> tuple[tuple[str, Verdict], ...]:
    """What is expected, but for properties that are about another function, or another entry, than ``chosen``."""
    found = list[tuple[str, Verdict]]()
    subjects = {one.kind: one.subject for one in chosen.properties}
    for entry in definition.properties:
        specified = _property_file(path, entry)
        is_other = any(subjects.get(one.kind, one.subject) != one.subject for one in specified.properties)
        if entry.expected_verdict is not None and not is_other and specified.entry == chosen.entry:
            names = entry.subproperty or ",".join(one.kind.value for one in specified.properties)
            found.append((names, Verdict.TRUE if entry.expected_verdict else Verdict.FALSE))
    return tuple(found)


def _property_file(definition: Path, entry: PropertyEntry) -> Specification:
    return _specification(_named(definition.parent / entry.property_file, definition))


def _matching(definition: Path, name: str) -> list[Path]:
    """The files that a task definition names, relative to itself, possibly with wildcards."""
    if not has_wildcards(name):
        return [_named(definition.parent / name, definition)]
    found = matching(name, str(definition.parent), Span(str(definition)))
    if not found:
        raise InputError(f"no file matches '{shortened(name)}'", Span(str(definition)))
    return [Path(file) for file in found]


def _named(path: Path, definition: Path) -> Path:
    if path.exists():
        return path
    raise InputError(f"no such file, though {definition} names it", Span(str(path)))


def _specification(given: Path | Specification) -> Specification:
    return given if isinstance(given, Specification) else read_specification(read(given), str(given))


def _task(
    asked: Asked,
    files: Sequence[Path],
    specification: Specification,
    model: DataModel | None,
    expected: tuple[tuple[str, Verdict], ...],
) -> Task:
    if asked.compile_commands is not None:
        sources, chosen, notes = _compiled(asked, asked.compile_commands, files, model)
    else:
        chosen, notes = model or DataModel.LP64, ()
        sources = tuple(_source(asked, path, chosen) for path in files)
    task = Task(sources, specification, chosen, expected=expected, notes=notes, flags=_flags(asked))
    return task if asked.entry is None else _entered(task, asked.entry)


def _flags(asked: Asked) -> tuple[str, ...] | None:
    """What a compiler is told of where headers are and which macros there are."""
    if asked.compile_commands is not None:
        return None
    return (*(f"-I{each}" for each in asked.include_directories), *(f"-D{each}" for each in asked.defines))


def _compiled(
    asked: Asked, database: Path, files: Sequence[Path], model: DataModel | None
) -> tuple[tuple[Source, ...], DataModel, tuple[str, ...]]:
    """With the flags of the database; without ``files``, all that the program needs."""
    from coveriflow.flows.tasks.compilation import compiled_files, named_files, needed  # seldom needed

    found = compiled_files(read(database), database)
    taken = named_files(found, files, database) if files else found
    chosen = model or _model_of([each.flags.data_model for each in taken], database)
    notes = [note for each in taken for note in each.notes]
    if files:
        return tuple(_source(asked, each.path, chosen, each.flags.options) for each in taken), chosen, tuple(notes)
    sources = list[Source]()
    for each in taken:
        try:
            sources.append(_source(asked, each.path, chosen, each.flags.options))
        except (InputError, NotSupported) as error:
            notes.append(f"{each.path} is not taken, since it cannot be read: {error}")
    entry = asked.entry or Entry(MAIN)
    own, said = needed(sources, entry.function, entry.file, database)
    return tuple(own), chosen, (said, *notes)


def _model_of(models: Sequence[DataModel | None], database: Path) -> DataModel:
    """That of -m32 and -m64; without these LP64."""
    found = {each or DataModel.LP64 for each in models}
    if len(found) > 1:
        raise InputError("some files are compiled with -m32, and some are not", Span(str(database)))
    return found.pop() if found else DataModel.LP64


def _entered(task: Task, entry: Entry) -> Task:
    """The program begins with a ``main`` that calls the entry function, and so does what is specified."""
    from coveriflow.program.harness.harness import Unit, with_harness  # slow to load

    named = task.specification.entry
    if named not in (MAIN, entry.function):
        raise InputError(f"the entry function is {entry.function}, and the property is about {named}", Span(task.name))
    found = with_harness([Unit(each.name, each.text, each.preprocessed) for each in task.sources], entry)
    return replace(
        task,
        sources=tuple(Source(each.name, each.text, each.preprocessed) for each in found.units),
        specification=replace(task.specification, entry=MAIN),
        entry="" if entry.function == MAIN else entry.function,
        environment=found.environment,
    )


def _source(asked: Asked, path: Path, model: DataModel, options: tuple[str, ...] = ()) -> Source:
    if not str(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace").isprintable():
        raise InputError("a file name with line breaks or other control characters", Span(str(path)))
    data = read(path)
    if len(data) > MAXIMUM_SIZE:
        raise InputError(f"the text is larger than {MAXIMUM_SIZE // 1_000_000} MB", Span(str(path), 1))
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InputError("this is not a C text (it holds binary data)", Span(str(path), line))
    text = data.decode("utf-8", "surrogateescape")
    ready = with_line_markers(text.removeprefix("\ufeff"))
    if path.suffix != ".i":
        ready = preprocess(str(path), ready, model, asked.include_directories, asked.defines, options)
    return Source(users_file(str(path)), text, ready)


def read(path: Path) -> bytes:
    """The bytes of a file; everything that can go wrong is an ``InputError``."""
    try:
        if path.is_dir():
            raise InputError("this is a folder, not a file", Span(str(path)))
        if path.exists() and not path.is_file():
            raise InputError("this is not a regular file", Span(str(path)))
        with path.open("rb") as file:
            data = file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", Span(str(path))) from None
    if len(data) > MAXIMUM_BYTES:
        raise InputError(f"the file is larger than {MAXIMUM_BYTES >> 20} MiB", Span(str(path)))
    return data
