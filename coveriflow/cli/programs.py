"""From the options of a command to the program that it is about."""

from __future__ import annotations

from coveriflow.cli.input_files import OfPrograms
from coveriflow.flows.tasks.load import Asked


def asked_of(options: OfPrograms) -> Asked:
    """All that ``load`` needs."""
    return Asked(
        options.files,
        options.specification,
        options.data_model,
        options.include_directories,
        options.defines,
        options.entry,
        options.compile_commands,
    )
