int y = 3;
