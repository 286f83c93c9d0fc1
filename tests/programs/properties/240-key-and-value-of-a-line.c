// EXPECT: true by flow:kinduction
// PROPERTY: memory-safety
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[80], key[16];
	char *value;

	if (!fgets(line, sizeof line, stdin))
		return 1;
	line[strcspn(line, "\n")] = 0;
	value = strchr(line, '=');
	if (!value)
		return 1;
	*value++ = 0;
	if (strlen(line) >= sizeof key)
		return 1;
	strcpy(key, line);
	printf("%s: %s\n", key, value);
	return 0;
}
