// EXPECT: true by flow:value cpu=10; true by flow:bmc cpu=20
// PROPERTY: undefined-behaviour
// Up to the end and back, by elements, members and rows.
void *malloc(__SIZE_TYPE__);
void free(void *);
struct row { int key; int cells[3]; };

int main(void)
{
  struct row *rows = malloc(5 * sizeof *rows), *last = rows;
  for (int i = 0; i < 5; i++) (last++)->key = i;
  int sum = 0;
  while (last != rows) {
    int *key = &(--last)->key, *cell = last->cells;
    *cell++ = *key;
    *cell++ = 1;
    *cell++ = 2;
    sum += last->cells[0] + cell[-1] + cell[-2];
  }
  free(rows);
  return sum != 25;
}
