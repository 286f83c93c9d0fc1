// EXPECT: not supported: the name $p, which has a '$', | line 2
static char *$p;
int main(void) {
  return $p != 0;
}
