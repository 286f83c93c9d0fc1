"""Which files of the system a program in a box sees: its libraries and programs, none of the users' files."""

from __future__ import annotations

import os

PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
"""Folders, or links to folders."""

SETTINGS = (
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/localtime"),
    *("/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/alternatives"),
)
EVERYTHING = "/"
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def own_folder_of(program: str) -> tuple[str, ...]:
    """Where a program's own files may be: the folder of its installation, unless that would be a whole home or root."""
    folder = os.path.dirname(os.path.dirname(os.path.realpath(program)))
    return () if folder in ("/", os.path.expanduser("~"), "/home", "/root") else (folder,)
