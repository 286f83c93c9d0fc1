// EXPECT: returns 3
// HIDDEN: 2 64 72
// GCC: no
int count(int c, char **v) { return v ? c : 9; }
int main(int argc, char *argv[], char **envp) { char ***p = &argv; return count(argc, *p) + (envp != argv); }
