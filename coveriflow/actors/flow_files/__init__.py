"""Flows as YAML files, read and written.

Equal flows give equal bytes, and what is written is read as the same flow. Nothing here runs a flow or looks for files.
Begin with ``reading``. Kept by ``tests/actors/flow_files/``.
"""
