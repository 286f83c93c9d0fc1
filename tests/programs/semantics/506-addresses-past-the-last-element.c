// EXPECT: returns 0
struct text {
  char letters[19];
};
struct mixed {
  int number;
  int rows[2][3];
};
struct text texts[5];
int table[3][4];
struct mixed single, several[2];
char *at_end = texts[4].letters + 19;
int *of_rows = single.rows[1] + 3;

int main(void)
{
  char *e = texts[4].letters + 19;
  int *p = table[2] + 4, *q = table[1] + 4, *r = single.rows[1] + 3, *s = several[1].rows[1] + 3, *t = several[0].rows[1] + 3;
  if (e != (char *)texts + 95 || at_end != e || of_rows != r) return 1;
  if (p != (int *)table + 12 || q != table[2] || r != (int *)(&single + 1)) return 2;
  if (s != (int *)(several + 2) || t != &several[1].number) return 3;
  int sum = 0;
  for (int *each = table[2]; each < table[2] + 4; each++) {
    *each = 1;
    sum++;
  }
  e--;
  *e = 7;
  return sum != 4 || texts[4].letters[18] != 7;
}
