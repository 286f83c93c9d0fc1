// EXPECT: not supported: the parameter 'argc' of the entry function | line 2
int main(int argc, char **argv) { return argc; }
