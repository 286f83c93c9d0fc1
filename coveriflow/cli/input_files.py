"""What can be seen to be wrong before anything is started. It loads nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from coveriflow.cli.contracts import (
    ConditionOptions,
    DrawOptions,
    Options,
    ReduceOptions,
    TransformOptions,
    ValidateOptions,
)
from coveriflow.program.errors import InputError, Span

_DEFINITIONS = (".yml", ".yaml")
OfPrograms = Options | ReduceOptions | TransformOptions | ValidateOptions | ConditionOptions | DrawOptions


def check(options: Options) -> None:
    """``InputError`` for files and folders that are not there or cannot be meant."""
    check_program(options)
    if options.since and options.condition is None:
        raise InputError("--since needs a --condition: what was verified of that version")
    if options.since and options.compile_commands is not None:
        raise InputError("--since does not go with --compile-commands: these are about one version")
    if options.trust_condition and options.condition is None:
        raise InputError("--trust-condition needs a --condition: what is trusted")
    if options.bounds and options.condition is not None:
        raise InputError("--range and --condition at the same time are not possible: a condition may have the range")
    tests = [Path(bound) for bound in options.bounds or () if bound != "-"]
    for path in (*options.since, *tests, *([options.condition] if options.condition else [])):
        _check_readable(path)
    _check_writable(options.folder)


def check_program(options: OfPrograms) -> None:
    """``InputError`` for files of the program, or folders for its headers, that are not there or cannot be meant."""
    databases = [options.compile_commands] if options.compile_commands else []
    for path in (
        *options.files,
        *databases,
        *([options.specification] if isinstance(options.specification, Path) else []),
    ):
        _check_readable(path)
    _check_files(options)
    for folder in options.include_directories:
        if not Path(folder).is_dir():
            raise InputError("-I needs a folder, and this is none", Span(folder))


def is_definition(path: Path) -> bool:
    """A task definition, by its name."""
    return path.suffix in _DEFINITIONS


def _check_readable(path: Path) -> None:
    """Without opening it: it may be a pipe, which can be read only once."""
    try:
        path.stat()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError((reason or "cannot be read").lower(), Span(str(path))) from None
    if path.is_dir():
        raise InputError("this is a folder, not a file", Span(str(path)))
    if not os.access(path, os.R_OK):
        raise InputError("permission denied", Span(str(path)))


def _check_files(options: OfPrograms) -> None:
    for number, path in enumerate(options.files):
        if path in options.files[:number]:
            raise InputError("this file is given twice", Span(str(path)))
    definitions = [path for path in options.files if is_definition(path)]
    if definitions and options.compile_commands is not None:
        raise InputError("--compile-commands is about C files, not about a task definition", Span(str(definitions[0])))
    if definitions and len(options.files) > 1:
        raise InputError("a task definition names its program itself: give no other files", Span(str(definitions[0])))
    preprocessed = bool(options.files) and all(path.suffix == ".i" for path in options.files)
    if preprocessed and (options.defines or options.include_directories):
        place = Span(str(options.files[0]))
        raise InputError("-D and -I have no effect on a program that is preprocessed already (.i)", place)


def _check_writable(folder: Path) -> None:
    """Before the work rather than after it; nothing is made yet. What has no permission costs the evidence alone."""
    place = folder.absolute()
    while not place.exists() and not place.is_symlink():
        place = place.parent
    if not place.is_dir():
        raise InputError("the evidence cannot be written here: this is not a folder", Span(str(place)))
    if not os.access(place, os.W_OK | os.X_OK):
        from coveriflow.report.streams import say

        say(f"warning: the evidence cannot be written in {place}: permission denied", sys.stderr)
