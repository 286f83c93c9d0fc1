// EXPECT: false by flow:bmc, flow:kinduction
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void); void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
struct buffer { unsigned long length, capacity; char *bytes; };
int main(void) {
  struct buffer b, *p = &b;
  b.capacity = __VERIFIER_nondet_ulong();
  b.length = __VERIFIER_nondet_ulong();
  if (b.capacity > -1ul / 512 || b.length > b.capacity) return 0;
  b.bytes = malloc(b.capacity);
  unsigned long more = __VERIFIER_nondet_ulong();
  if (more <= p->length && p->length + more > p->capacity && p->capacity > 10) reach_error();
  return 0;
}
