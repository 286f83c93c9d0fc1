// EXPECT: not supported: _Generic beside types such as _Float32 | line 2
int main(void) { return _Generic(1.0f32, float: 1, default: 0); }
