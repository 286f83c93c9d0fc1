"""Results as files: of one run (JSON, SARIF), of a batch (CSV, JSON, JUnit, BenchExec's XML), and reached graphs.

Equal results give equal bytes. Nothing here knows how results come about. Begin with ``result_json``. Kept by
``tests/formats/results/``.
"""
