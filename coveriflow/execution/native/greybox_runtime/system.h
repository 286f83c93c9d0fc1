/* System calls of Linux, by their numbers, and what they take; no header of a C library is needed. */

typedef unsigned char byte;
typedef unsigned short half;
typedef unsigned int word;
typedef unsigned long size;
typedef unsigned long long wide;

extern long syscall(long number, ...);

/* What each execution comes to. The rest is compiled without optimisation, which takes longer than it saves. Loops that
   copy are no calls of functions that sanitizers watch.
*/
#define HOT __attribute__((optimize("O3", "no-tree-loop-distribute-patterns")))
#define PART_OF_HOT __attribute__((optimize("O3", "no-tree-loop-distribute-patterns"), always_inline)) inline

#ifdef __x86_64__
#define MACHINE 0xc000003e
enum {
  SYS_READ = 0, SYS_WRITE = 1, SYS_OPEN = 2, SYS_CLOSE = 3, SYS_FSTAT = 5, SYS_LSEEK = 8, SYS_MMAP = 9,
  SYS_MPROTECT = 10, SYS_MUNMAP = 11, SYS_BRK = 12, SYS_RT_SIGACTION = 13, SYS_RT_SIGPROCMASK = 14,
  SYS_RT_SIGRETURN = 15, SYS_IOCTL = 16, SYS_READV = 19, SYS_WRITEV = 20, SYS_SCHED_YIELD = 24, SYS_MREMAP = 25,
  SYS_MADVISE = 28, SYS_DUP2 = 33, SYS_NANOSLEEP = 35, SYS_SETITIMER = 38, SYS_GETPID = 39, SYS_FORK = 57,
  SYS_EXIT = 60, SYS_WAIT4 = 61, SYS_KILL = 62, SYS_UNAME = 63, SYS_FTRUNCATE = 77, SYS_GETTIMEOFDAY = 96,
  SYS_GETRUSAGE = 98, SYS_TIMES = 100, SYS_SIGALTSTACK = 131, SYS_PRCTL = 157, SYS_ARCH_PRCTL = 158,
  SYS_SETRLIMIT = 160, SYS_GETTID = 186, SYS_FUTEX = 202, SYS_TIME = 201, SYS_CLOCK_GETTIME = 228,
  SYS_CLOCK_NANOSLEEP = 230, SYS_EXIT_GROUP = 231, SYS_TGKILL = 234, SYS_OPENAT = 257, SYS_NEWFSTATAT = 262,
  SYS_GETRANDOM = 318, SYS_MEMFD_CREATE = 319
};
#elif defined __i386__
#define MACHINE 0x40000003
enum {
  SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_FSTAT = 197, SYS_LSEEK = 19, SYS_MMAP = 192,
  SYS_MPROTECT = 125, SYS_MUNMAP = 91, SYS_BRK = 45, SYS_RT_SIGACTION = 174, SYS_RT_SIGPROCMASK = 175,
  SYS_RT_SIGRETURN = 173, SYS_IOCTL = 54, SYS_READV = 145, SYS_WRITEV = 146, SYS_SCHED_YIELD = 158, SYS_MREMAP = 163,
  SYS_MADVISE = 219, SYS_DUP2 = 63, SYS_NANOSLEEP = 162, SYS_SETITIMER = 104, SYS_GETPID = 20, SYS_FORK = 2,
  SYS_EXIT = 1, SYS_WAIT4 = 114, SYS_KILL = 37, SYS_UNAME = 122, SYS_FTRUNCATE = 93, SYS_GETTIMEOFDAY = 78,
  SYS_GETRUSAGE = 77, SYS_TIMES = 43, SYS_SIGALTSTACK = 186, SYS_PRCTL = 172, SYS_ARCH_PRCTL = 384,
  SYS_SETRLIMIT = 75, SYS_GETTID = 224, SYS_FUTEX = 240, SYS_TIME = 13, SYS_CLOCK_GETTIME = 265,
  SYS_CLOCK_NANOSLEEP = 267, SYS_EXIT_GROUP = 252, SYS_TGKILL = 270, SYS_OPENAT = 295, SYS_NEWFSTATAT = 300,
  SYS_GETRANDOM = 355, SYS_MEMFD_CREATE = 356, SYS_SET_THREAD_AREA = 243
};
#else
#error "the greybox fuzzer knows no other machine than x86"
#endif

enum { SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGBUS = 7, SIGFPE = 8, SIGKILL = 9, SIGSEGV = 11, SIGALRM = 14, SIGPROF = 27 };
enum { READING = 0, WRITING = 1 | 0100 | 01000 };

struct moment {
  long seconds, micros;
};

struct usage {
  struct moment user, system;
  long others[14];
};

HOT static void *copied(void *to, const void *from, size count) {
  for (size i = 0; i < count; i++) ((byte *)to)[i] = ((const byte *)from)[i];
  return to;
}

static void moved(byte *to, const byte *from, size count) {
  if (to < from) {
    copied(to, from, count);
  } else {
    while (count-- > 0) to[count] = from[count];
  }
}

HOT static void cleared(void *at, size count) {
  for (size i = 0; i < count; i++) ((byte *)at)[i] = 0;
}
