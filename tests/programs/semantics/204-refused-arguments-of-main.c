// EXPECT: not supported: the parameter 'argv' of the entry function | line 2
int main(int argc, char **argv) { return argv[0] != 0; }
