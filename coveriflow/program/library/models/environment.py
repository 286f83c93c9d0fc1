"""Models of functions that allocate with an alignment or give texts from outside (C11 7.22.3.1, 7.22.4.6, 7.24.6.2)."""

from __future__ import annotations

from coveriflow.program.cfa.edges import UNSUPPORTED, USABLE
from coveriflow.program.syntax.templates import ANY, ASSUMED, CHOSEN

_LONGEST = (1 << 17) - 1
"""Linux takes no longer strings in an environment (``MAX_ARG_STRLEN``)."""

WIDE = f'if (alignment > (SIZE)1 << sizeof(SIZE) * 4) {UNSUPPORTED}("such an alignment");'
"""Objects lie at multiples of that many bytes (``layout``); and who asks for more may well get nothing."""

ENVIRONMENT = {
    "aligned_alloc": f"""void *aligned_alloc(SIZE alignment, SIZE size) {{
  _Bool fails = 0; {ANY}(fails, "aligned_alloc");
  if (fails && (!alignment || (alignment & (alignment - 1)) || size % alignment)) return 0;
  {WIDE} return __builtin_malloc(size); }}""",
    "memalign": f"void *memalign(SIZE alignment, SIZE size) {{ {WIDE} return __builtin_malloc(size); }}",
    "malloc_usable_size": f"""SIZE malloc_usable_size(void *object) {{
  SIZE found = 0;
  if (object) {{ {ANY}(found, "malloc_usable_size"); {ASSUMED}(found >= {USABLE}(object)); }}
  return found; }}""",
    "valloc": "void *valloc(SIZE size) { return __builtin_malloc(size); }",
    "posix_memalign": f"""int posix_memalign(void **to, SIZE alignment, SIZE size) {{
  if (!alignment || (alignment & (alignment - 1)) || alignment % sizeof(void *)) return 22;
  {WIDE}
  if (size > (SIZE)-1 / 2) return 12;
  *to = __builtin_malloc(size); return 0; }}""",
    "__coveriflow_text": f"""char *__coveriflow_text(void) {{
  SIZE n = 0; {ANY}(n, "a text from outside"); {ASSUMED}(n <= {_LONGEST});
  char *s = sizeof n == 4 ? __builtin_malloc({_LONGEST + 1}) : __builtin_malloc(n + 1); s[n] = 0; return s; }}""",
    "getenv": f"""char *getenv(char *name) {{
  static char *found; _Bool is_set = 0, again = 0;
  __coveriflow_strlen(name); {ANY}(is_set, "getenv"); {ANY}(again, "getenv");
  if (!is_set) return 0;
  if (!found || !again) found = __coveriflow_text();
  return found; }}""",
    "strerror": f"""char *strerror(int number) {{
  static char *found; _Bool again = 0; {ANY}(again, "strerror");
  if (!found || !again) found = __coveriflow_text();
  return found; }}""",
    "setlocale": f"""char *setlocale(int category, char *locale) {{
  static char *found; _Bool fails = 0, again = 0; {CHOSEN}("the program stays in the locale C");
  {ANY}(fails, "setlocale"); {ANY}(again, "setlocale");
  if (locale) __coveriflow_strlen(locale);
  if (fails) return 0;
  if (!found || !again) found = __coveriflow_text();
  return found; }}""",
}
"""Text by name. ``SIZE`` is ``size_t``."""
