"""Values that belong to a thread, of which there is one, as C text (POSIX; C11 7.26.6): the GNU library has 1024 keys.

What is given to be called for the values at a thread's end is called by ``pthread_exit`` only, not where a program
ends.
"""

from __future__ import annotations

from coveriflow.program.syntax.templates import CHOSEN

KEYS = "pthread_key_create"
_STATE = "unsigned __coveriflow_keys; void *__coveriflow_values[1024];"


def _create(name: str, fails: int) -> str:
    return f"""{_STATE} int {name}(unsigned *key, void (*end)(void *)) {{
  {CHOSEN}("no result depends on which keys {name} gives, and it fails only when 1024 are taken");
  if (__coveriflow_keys == 1024) return {fails};
  *key = __coveriflow_keys; __coveriflow_keys++; return 0; }}"""


def _get(name: str) -> str:
    return f"""{_STATE} void *{name}(unsigned key) {{
  return key < __coveriflow_keys ? __coveriflow_values[key] : (void *)0; }}"""


def _set(name: str, fails: int) -> str:
    return f"""{_STATE} int {name}(unsigned key, const void *value) {{
  if (key >= __coveriflow_keys) return {fails};
  __coveriflow_values[key] = (void *)value; return 0; }}"""


THREADS = {
    KEYS: _create(KEYS, 11),
    "pthread_getspecific": _get("pthread_getspecific"),
    "pthread_setspecific": _set("pthread_setspecific", 22),
    "tss_create": _create("tss_create", 2),
    "tss_get": _get("tss_get"),
    "tss_set": _set("tss_set", 2),
}
"""Text by name."""
