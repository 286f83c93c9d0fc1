"""What is read of the program's arguments: the names of these inputs."""

from __future__ import annotations

import re

from coveriflow.program.cfa.edges import Input, Operation

LENGTH = "length of argv[{}]"
BYTE = "argv[{}][{}]"
REST = "each further character of argv[{}]"
"""The sources of what is read."""
FIRST_BYTES = 16
"""What an argument has in its first bytes is read, one by one; what it has after them is the memory's content."""
ARGUMENT = re.compile(r"(?:length of |each further character of )?argv\[(\d+)\](?:\[(\d+)\])?")
"""What is read of one of them: its number, and of a byte its place."""
_REST = REST.partition("{")[0]


def is_rest(operation: Operation) -> bool:
    """Whether it reads what stands for the characters of an argument after the first ones. The program does not use the
    number: executions do that have no content of memory. 0: nothing is known of them, and they are read as zeros.
    """
    return isinstance(operation, Input) and operation.source.startswith(_REST)
