"""Tests that part the paths of a program into ranges (ranged analysis, Sect. 4)."""
