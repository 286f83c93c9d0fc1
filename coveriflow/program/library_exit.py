"""What happens at the end of a program, as C text (C11 7.22.4)."""

from __future__ import annotations

EXIT_HANDLERS = "__coveriflow_run_exit_handlers"
"""The function that calls what ``atexit`` was given, the last one first."""
EXIT = {
    "atexit": f"""static struct handler {{ void (*function)(void); struct handler *next; }} *handlers;
int atexit(void (*function)(void)) {{
  struct handler *new = __builtin_malloc(sizeof *new);
  new->function = function; new->next = handlers; handlers = new; return 0; }}
void {EXIT_HANDLERS}(void) {{
  while (handlers) {{ void (*function)(void) = handlers->function; handlers = handlers->next; function(); }} }}""",
}
