"""Flows by name: ready ones, and those of the user's files in Python or YAML.

``by_name`` finds one, ``user_flows`` loads a file. Nothing here runs a flow. Begin with ``by_name``. Kept by
``tests/cli/test_flow_files.py`` and ``tests/flows/test_ready.py``.
"""
