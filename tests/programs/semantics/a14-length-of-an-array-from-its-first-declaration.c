// EXPECT: returns 21
// As in gcc: the initialiser has fewer elements.
extern int numbers[5];
int numbers[] = {7, [3] = 14};
static short tentative[3];
static short tentative[] = {1};
extern int open[];
int open[] = {1, 2};
int main(void) {
  int bytes = sizeof numbers == 20 && sizeof tentative == 6 && sizeof open == 8;
  return bytes ? numbers[0] + numbers[3] + numbers[4] + tentative[2] : 0;
}
