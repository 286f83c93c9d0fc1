// EXPECT: unknown by flow:default because allocated memory that is never freed
// PROPERTY: memory-cleanup
extern char *get_current_dir_name(void);
int main(void) { get_current_dir_name(); return 0; }
