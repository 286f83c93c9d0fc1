#ifndef _COVERIFLOW_SETJMP_H
#define _COVERIFLOW_SETJMP_H
/* C11 7.13. The sizes are those of the GNU C library. */
struct __coveriflow_jump {
#ifdef __LP64__
  long __coveriflow_words[25];
#else
  long __coveriflow_words[39];
#endif
};
typedef struct __coveriflow_jump jmp_buf[1];
typedef struct __coveriflow_jump sigjmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((__returns_twice__));
extern int __sigsetjmp(sigjmp_buf, int) __attribute__((__returns_twice__));
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
#define setjmp(environment) _setjmp(environment)
#define sigsetjmp(environment, mask) __sigsetjmp(environment, mask)
#endif
