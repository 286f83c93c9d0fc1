"""What happens at the end of a program, as C text (C11 7.22.4)."""

from __future__ import annotations

EXIT_HANDLERS = "__coveriflow_run_exit_handlers"
"""The function that calls what ``atexit`` was given, the last one first."""
EXIT = {
    "error": "void error(int status, int number, const char *format, ...) { if (status) exit(status); }",
    "error_at_line": """void error_at_line(int status, int number, const char *file, unsigned line, const char *format,
    ...) { if (status) exit(status); }""",
    "atexit": f"""static struct handler {{ void (*function)(void); struct handler *next; }} *handlers;
int atexit(void (*function)(void)) {{
  struct handler *new = __builtin_malloc(sizeof *new);
  new->function = function; new->next = handlers; handlers = new; return 0; }}
void {EXIT_HANDLERS}(void) {{
  while (handlers) {{ void (*function)(void) = handlers->function; handlers = handlers->next; function(); }} }}""",
}
