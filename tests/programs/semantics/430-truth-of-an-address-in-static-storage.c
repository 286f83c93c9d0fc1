// EXPECT: returns 3
int a[5];
static _Bool of_array = a, of_element = &a[0];
int main(void) {
  static _Bool again = &of_array;
  return of_array + of_element + again;
}
