int taken(double d) { return d; }
