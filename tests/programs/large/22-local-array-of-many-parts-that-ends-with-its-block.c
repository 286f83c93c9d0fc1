// EXPECT: false by flow:default because which does not exist any more
// PROPERTY: memory-safety
static char *kept;
static void keep(int n) {
  char text[6000];
  text[n] = 1;
  kept = text;
}
int main(void) {
  keep(5);
  return *(kept + 5);
}
