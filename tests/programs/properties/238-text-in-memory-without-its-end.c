// EXPECT: false by flow:bmc because at line 16 in the call of strcpy: write of 1 byte past the object
// PROPERTY: memory-safety
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	char *copy;

	if (argc < 2)
		return 1;
	copy = malloc(strlen(argv[1]));
	if (!copy)
		return 1;

	strcpy(copy, argv[1]);
	free(copy);
	return 0;
}
