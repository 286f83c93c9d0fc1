// EXPECT: true by flow:kinduction cpu=20
// PROPERTY: memory-safety
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	char *copy;
	size_t length;

	if (argc < 2)
		return 1;
	length = strlen(argv[1]);
	copy = malloc(length + 1);
	if (!copy)
		return 1;
	strcpy(copy, argv[1]);
	if (length > 0 && copy[length - 1] == '/')
		copy[length - 1] = 0;
	free(copy);
	return 0;
}
