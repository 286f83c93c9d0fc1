const char *q = "abc";
