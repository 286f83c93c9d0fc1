// EXPECT: returns 42
int i = 100, calls;
int add(int x) {
  calls += x;
  return calls;
}
int main(void) {
  int sum = ({ int i_ = 3; i_++; i_; }) + ({ int i_ = 4; i_++; i_; });
  sum += ({ int n = 0; for (int k = 0; k < 3; k++) n += k; n; }) + ({ int n = 1; for (int k = 0; k < 2; k++) n += k; n; });
  sum += ({ struct { int x; } s = {2}; s.x++; s.x; }) * ({ struct { int x; } s = {1}; s.x++; s.x; });
  sum += ({ int i = 7; { int i = 5; i++; } i++; i; }) + ({ int i = 6; int *p = &i; i++; *p; });
  return sum + add(5) + ({ int j = 1; { int j = 2; j++; } j; }) - i + 101;
}
