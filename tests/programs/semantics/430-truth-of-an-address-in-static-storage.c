// EXPECT: returns 3
// GCC: no
int a[5];
static _Bool of_elements = a, of_array = &a;
int main(void) {
  static _Bool again = &of_array;
  return of_elements + of_array + again;
}
