/* `errno` (C11 7.5): an object, and what a call that may set it does to it. */

#include "model.h"

int __coveriflow_error_number;

int *__errno_location(void) {
  return &__coveriflow_error_number;
}

/* It stays as it is, or becomes any positive number (C11 7.5 p3). */
void __coveriflow_error_number_may_be_set(void) {
  _Bool is_set = 0;
  int number = 0;
  __coveriflow_any(is_set, "errno");
  if (is_set) {
    __coveriflow_any(number, "errno");
    __coveriflow_assumed(number > 0);
    __coveriflow_error_number = number;
  }
}

/* EDOM. */
void __coveriflow_error_number_of_domain(void) {
  __coveriflow_error_number = 33;
}

/* ENOMEM. */
void __coveriflow_error_number_of_memory(void) {
  __coveriflow_error_number = 12;
}
