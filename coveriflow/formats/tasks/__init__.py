"""Verification tasks as files: properties, task definitions and sets of tasks, as SV-COMP and BenchExec have them.

Files are named here, not opened: who reads a definition looks for its files. Begin with ``task_definition``. Nothing
here opens a file. Kept by ``tests/formats/tasks/``.
"""
