// EXPECT: false by flow:bmc cpu=30 because at line 19 in the call of strcpy: write of 1 byte past `key`
// PROPERTY: memory-safety
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[80], key[4];
	char *value;

	if (!fgets(line, sizeof line, stdin))
		return 1;
	value = strchr(line, '=');
	if (!value)
		return 1;
	*value++ = 0;
	if (strlen(line) > sizeof key)
		return 1;
	strcpy(key, line);
	printf("%s: %s\n", key, value);
	return 0;
}
