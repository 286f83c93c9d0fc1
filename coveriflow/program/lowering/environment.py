"""What is assumed of the environment of a program, as results say it of each program to which it matters."""

from __future__ import annotations

MEMORY_SUFFICES = "the memory of the machine does not run out: malloc, calloc and realloc give what an object may have"
NAMED = "the program gets its name as its first argument: argc is at least 1"
PRECISION = "operations on float and double round to that type, without excess precision (gcc: -msse2 -mfpmath=sse)"

ENVIRONMENT = frozenset({MEMORY_SUFFICES, NAMED, PRECISION})
