"""The types of C: integers, floating types, pointers, arrays, records, functions; and the layout of records.

Sizes and layouts follow the data model (ILP32 or LP64) and the System V ABI. Nothing here knows expressions or syntax
trees. Begin with ``c_types``. Kept by ``tests/program/types/``, which asks gcc for the same layouts.
"""
