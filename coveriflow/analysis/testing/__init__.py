"""Generating tests that take the branches of a program."""
