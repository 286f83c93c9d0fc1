// EXPECT: not supported: _Generic beside types such as _Float32 | line 4
int main(void) {
  _Float32 x = 1;
  return _Generic(x, float: 1, default: 0);
}
