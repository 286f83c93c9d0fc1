// EXPECT: stops
// HIDDEN: -2
// GCC: no
int main(int argc, char **argv) { int *p = &argc; return *p; }
