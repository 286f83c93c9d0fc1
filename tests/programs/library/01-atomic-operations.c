// EXPECT: returns 13
// ASSUMES: a weak exchange of an atomic object fails only where the values differ
typedef struct { int a, b; } pair;
extern void reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
int number = 12, values[5], *place = values;
pair first = {1, 2}, second;
struct node { struct node *_Atomic next; _Atomic(int) value; } nodes[2];
int main(void) {
  check(__atomic_nand_fetch(&number, 10, 5) == -9 && __atomic_load_n(&number, 5) == -9);
  int expected = -9;
  check(__atomic_compare_exchange_n(&number, &expected, 7, 0, 5, 5) && number == 7 && expected == -9);
  check(!__atomic_compare_exchange_n(&number, &expected, 8, 1, 5, 5) && number == 7 && expected == 7);
  int wanted = 20;
  check(__atomic_compare_exchange(&number, &expected, &wanted, 0, 5, 5) && number == 20);
  int *before = __atomic_fetch_add(&place, 4, 5);
  check(before == values && place == values + 1);
  before = __atomic_sub_fetch(&place, sizeof(int), 5);
  check(before == values);
  __atomic_load(&first, &second, 5);
  check(second.a == 1 && second.b == 2);
  unsigned char small = 250;
  check(__sync_fetch_and_add(&small, 10) == 250 && small == 4 && __sync_sub_and_fetch(&small, 5) == 255);
  check(__atomic_fetch_xor(&small, 3, 0) == 255 && small == 252 && __sync_or_and_fetch(&small, 1) == 253);
  _Bool flag = 0;
  check(!__atomic_test_and_set(&flag, 5) && flag && __atomic_test_and_set(&flag, 5));
  __atomic_clear(&flag, 5);
  check(!flag);
  volatile unsigned short wraps = 65535;
  check(__atomic_add_fetch(&wraps, 2, 5) == 1);
  long word = 5;
  check(__sync_val_compare_and_swap(&word, 5, 7, &small) == 5 && !__sync_bool_compare_and_swap(&word, 5, 9));
  check(__sync_lock_test_and_set(&word, 1) == 7);
  __sync_lock_release(&word);
  check(__atomic_exchange_n(&word, 3, 5) == 0);
  long other = 4, old = 0;
  __atomic_exchange(&word, &other, &old, 5);
  __atomic_store(&number, &wanted, 5);
  __atomic_store_n(&nodes[0].next, &nodes[1], 5);
  check(word == 4 && old == 3 && __atomic_always_lock_free(4, 0));
  nodes[0].next->value += 2;
  nodes[0].next->value++;
  _Atomic int counter = 8;
  counter += 2;
  __atomic_thread_fence(5);
  return counter + nodes[1].value;
}
