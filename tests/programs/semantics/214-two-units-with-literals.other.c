int *q = &(int){2};
