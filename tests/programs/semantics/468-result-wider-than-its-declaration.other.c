int wide(int d) { return d; }
