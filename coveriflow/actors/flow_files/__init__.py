"""Flows as YAML files, read and written."""
