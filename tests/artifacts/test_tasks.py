"""What makes two programs the same."""

from __future__ import annotations

from coveriflow.artifacts.tasks import Source, Task


def _task(*preprocessed: str) -> Task:
    return Task(tuple(Source("p.c", '#include "h.h"', text) for text in preprocessed))


def test_where_a_program_lies_makes_no_other_one_of_it() -> None:
    here, there = _task('# 1 "here/p.c"\nint x = 3;\n\n# 2 "here/h.h" 1\n'), _task('# 1 "p.c"\n\n\nint x = 3;\n')
    assert here.preprocessed_hash == there.preprocessed_hash


def test_other_macros_make_another_program_of_it() -> None:
    one = _task('# 1 "p.c"\nint x = 3;\n')
    others = [
        _task('# 1 "p.c"\nint x = 4;\n'),
        _task('# 1 "p.c"\n#pragma pack(1)\nint x = 3;\n'),
        _task('# 1 "p.c"\nint x = 3;\n', ""),
        _task("int x =", " 3;"),
    ]
    assert all(one.program_hash != other.program_hash or len(other.sources) == 1 for other in others)
    assert len({each.preprocessed_hash for each in (one, *others)}) == 1 + len(others)
