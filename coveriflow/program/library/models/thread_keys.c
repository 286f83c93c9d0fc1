/* Values that belong to a thread, of which there is one (POSIX; C11 7.26.6): the GNU library has 1024 keys. What is
   given to be called for the values at a thread's end is called by `pthread_exit` only, not where a program ends. */

#include "model.h"

unsigned __coveriflow_keys;
void *__coveriflow_values[1024];

int pthread_key_create(unsigned *key, void (*end)(void *)) {
  __coveriflow_chosen(
      "no result depends on which keys pthread_key_create gives, and it fails only when 1024 are taken");
  if (__coveriflow_keys == 1024) return 11;
  *key = __coveriflow_keys;
  __coveriflow_keys++;
  return 0;
}

void *pthread_getspecific(unsigned key) {
  return key < __coveriflow_keys ? __coveriflow_values[key] : (void *)0;
}

int pthread_setspecific(unsigned key, const void *value) {
  if (key >= __coveriflow_keys) return 22;
  __coveriflow_values[key] = (void *)value;
  return 0;
}

int tss_create(unsigned *key, void (*end)(void *)) {
  __coveriflow_chosen("no result depends on which keys tss_create gives, and it fails only when 1024 are taken");
  if (__coveriflow_keys == 1024) return 2;
  *key = __coveriflow_keys;
  __coveriflow_keys++;
  return 0;
}

ALIAS(tss_get, pthread_getspecific);

int tss_set(unsigned key, const void *value) {
  if (key >= __coveriflow_keys) return 2;
  __coveriflow_values[key] = (void *)value;
  return 0;
}
