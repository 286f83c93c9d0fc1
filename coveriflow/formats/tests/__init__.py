"""Test suites and single inputs as files: Test-Comp's XML, alone or in a zip, ranges between tests, traces of CBMC.

Values are those that a program reads, in their order. Nothing here executes a test. Begin with ``test_suite``. Kept by
``tests/formats/tests/``.
"""
