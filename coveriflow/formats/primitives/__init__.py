"""What codecs share: safe readers of XML, YAML and JSON, quantities with units, and text.

They are total: whatever bytes come in, there is a value or an ``InputError`` with its place. XML goes through ``xml``
only. Nothing here knows an artifact. Begin with ``xml``. Kept by ``tests/formats/primitives/`` and
``tests/formats/test_laws.py``.
"""
