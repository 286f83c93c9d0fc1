"""What LeakSanitizer needs so that it reports allocated memory that is lost, or never freed."""

from __future__ import annotations

from collections.abc import Mapping

from coveriflow.program.cfa.edges import Undefined

LEAK_SETTINGS: Mapping[Undefined | None, tuple[tuple[str, str], ...]] = {
    Undefined.LOST: (("ASAN_OPTIONS", "detect_leaks=1"),),
    Undefined.LEAK: (
        ("ASAN_OPTIONS", "detect_leaks=1"),
        ("LSAN_OPTIONS", "use_globals=0:use_stacks=0:use_registers=0:use_tls=0:use_root_regions=0"),
    ),
}
"""Variables of the environment with which leaks are reported, by kind: also memory to which pointers are left."""
FORGETTING = """\
__attribute__((destructor)) static void __coveriflow_forget(void) {
  volatile char frames[1 << 16];
  for (unsigned i = 0; i < sizeof frames; i++) frames[i] = 0;
}
"""
"""What functions that have returned leave on the stack points to nothing. Leaks are looked for after this."""
