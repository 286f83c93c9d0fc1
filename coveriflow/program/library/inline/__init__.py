"""Calls of library functions and of gcc's builtins that become other C in place of the call.

One module for each family; each enters its functions into the table of ``syntax.templates`` when it is imported. They
may know syntax trees only. Begin with ``builtins``. Nothing here knows types or automata. Kept by
``tests/program/lowering/test_call_arguments.py``: no argument is forgotten or evaluated twice.
"""
