/* C11 7.2. It may be included again after another definition of NDEBUG, so it has no guard. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif
#undef static_assert
#define static_assert _Static_assert
