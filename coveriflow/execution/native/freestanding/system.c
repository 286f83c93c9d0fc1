/* System calls, the beginning and the end of the program. */

#ifdef __x86_64__
static long system_call(long number, long a, long b, long c, long d, long e, long f) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}

__asm__(".text\n"
        ".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "  xorl %ebp, %ebp\n"
        "  movq %rsp, %rdi\n"
        "  andq $-16, %rsp\n"
        "  call __coveriflow_begin\n"
        "  hlt\n");
#else
extern long __coveriflow_interrupt(const long *registers);

/* Six arguments take all registers, so the numbers come from memory. */
__asm__(".text\n"
        ".type __coveriflow_interrupt, @function\n"
        "__coveriflow_interrupt:\n"
        "  pushl %ebp\n"
        "  pushl %ebx\n"
        "  pushl %esi\n"
        "  pushl %edi\n"
        "  movl 20(%esp), %eax\n"
        "  movl 4(%eax), %ebx\n"
        "  movl 8(%eax), %ecx\n"
        "  movl 12(%eax), %edx\n"
        "  movl 16(%eax), %esi\n"
        "  movl 20(%eax), %edi\n"
        "  movl 24(%eax), %ebp\n"
        "  movl (%eax), %eax\n"
        "  int $0x80\n"
        "  popl %edi\n"
        "  popl %esi\n"
        "  popl %ebx\n"
        "  popl %ebp\n"
        "  ret\n"
        ".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "  xorl %ebp, %ebp\n"
        "  movl %esp, %eax\n"
        "  andl $-16, %esp\n"
        "  subl $12, %esp\n"
        "  pushl %eax\n"
        "  call __coveriflow_begin\n"
        "  hlt\n");

static long system_call(long number, long a, long b, long c, long d, long e, long f) {
  long registers[7] = {number, a, b, c, d, e, f};
  return __coveriflow_interrupt(registers);
}
#endif

static int error_number;

PUBLIC int *__errno_location(void) { return &error_number; }

static void set_errno(int number) { *__errno_location() = number; }

/* As the system's: -1 and errno for an error. */
static long answered(long result) {
  if (result >= 0 || result < -4095) return result;
  set_errno((int)-result);
  return -1;
}

PUBLIC long syscall(long number, ...) {
  long given[6];
  va_list list;
  __builtin_va_start(list, number);
  for (int i = 0; i < 6; i++) given[i] = __builtin_va_arg(list, long);
  __builtin_va_end(list);
  return answered(system_call(number, given[0], given[1], given[2], given[3], given[4], given[5]));
}

static ssize_t read_bytes(int file, void *to, size_t size) {
  return answered(system_call(SYS_read, file, (long)to, (long)size, 0, 0, 0));
}

static ssize_t write_bytes(int file, const void *from, size_t size) {
  return answered(system_call(SYS_write, file, (long)from, (long)size, 0, 0, 0));
}

static NORETURN void leave_system(int status) {
  for (;;) system_call(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

PUBLIC ssize_t read(int file, void *to, size_t size) { return read_bytes(file, to, size); }

PUBLIC ssize_t write(int file, const void *from, size_t size) { return write_bytes(file, from, size); }

PUBLIC int getpid(void) { return (int)system_call(SYS_getpid, 0, 0, 0, 0, 0, 0); }

PUBLIC int getppid(void) { return (int)system_call(SYS_getppid, 0, 0, 0, 0, 0, 0); }

/* --- the end --- */

typedef void function(void);

enum { MOST_FUNCTIONS = 4096, SIGABRT = 6 };

static function *at_exit[MOST_FUNCTIONS], *at_quick_exit_[MOST_FUNCTIONS];
static int at_exit_count, at_quick_exit_count;

static void flush_all(void);

extern function *const __preinit_array_start[] __attribute__((weak, visibility("hidden")));
extern function *const __preinit_array_end[] __attribute__((weak, visibility("hidden")));
extern function *const __init_array_start[] __attribute__((weak, visibility("hidden")));
extern function *const __init_array_end[] __attribute__((weak, visibility("hidden")));
extern function *const __fini_array_start[] __attribute__((weak, visibility("hidden")));
extern function *const __fini_array_end[] __attribute__((weak, visibility("hidden")));

/* What was registered last is called first, also if that happens meanwhile (C11 7.22.4.4). */
static void call_registered(function **registered, int *count) {
  while (*count > 0) registered[--*count]();
}

static NORETURN void end_program(int status) {
  call_registered(at_exit, &at_exit_count);
  for (function *const *each = __fini_array_end; each > __fini_array_start;) (*--each)();
  flush_all();
  leave_system(status);
}

PUBLIC NORETURN void exit(int status) { end_program(status); }

PUBLIC NORETURN void _exit(int status) { leave_system(status); }

PUBLIC NORETURN void _Exit(int status) { leave_system(status); }

PUBLIC NORETURN void quick_exit(int status) {
  call_registered(at_quick_exit_, &at_quick_exit_count);
  leave_system(status);
}

PUBLIC int atexit(function *called) {
  if (at_exit_count == MOST_FUNCTIONS) __coveriflow_missing();
  at_exit[at_exit_count++] = called;
  return 0;
}

PUBLIC int at_quick_exit(function *called) {
  if (at_quick_exit_count == MOST_FUNCTIONS) __coveriflow_missing();
  at_quick_exit_[at_quick_exit_count++] = called;
  return 0;
}

/* No handler can have been installed: there is neither signal nor sigaction here. */
static NORETURN void abort_program(void) {
  long process = system_call(SYS_getpid, 0, 0, 0, 0, 0, 0), thread = system_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
  system_call(SYS_tgkill, process, thread, SIGABRT, 0, 0, 0);
  for (;;) __builtin_trap();
}

PUBLIC NORETURN void abort(void) { abort_program(); }

static void say(const char *text) {
  size_t size = 0;
  while (text[size]) size++;
  write_bytes(2, text, size);
}

PUBLIC NORETURN void __assert_fail(const char *condition, const char *file, unsigned line, const char *called) {
  (void)line;
  say(file);
  say(": ");
  say(called ? called : "?");
  say(": Assertion `");
  say(condition);
  say("' failed.\n");
  abort_program();
}

/* --- the beginning --- */

PUBLIC char **environ;

static void *pages(size_t size);

typedef struct {
  word type;
#ifdef __x86_64__
  word flags;
  size_t offset, address, physical, in_file, in_memory, alignment;
#else
  word offset, address, physical, in_file, in_memory, flags, alignment;
#endif
} segment;

typedef struct {
  byte identification[16];
  unsigned short type, machine;
  word version;
  size_t entry, segments, sections;
  word flags;
  unsigned short size, segment_size, segment_count;
} elf_header;

extern const elf_header __ehdr_start __attribute__((weak, visibility("hidden")));

enum { PT_TLS = 7 };

static void set_thread_pointer(size_t *block) {
#ifdef __x86_64__
  enum { ARCH_SET_FS = 0x1002 };
  if (system_call(SYS_arch_prctl, ARCH_SET_FS, (long)block, 0, 0, 0, 0) < 0) __coveriflow_missing();
#else
  /* struct user_desc: a writable data segment of 32 bits, limit in pages, usable */
  word description[4] = {(word)-1, (word)block, 0xfffff, 0x51};
  if (system_call(SYS_set_thread_area, (long)description, 0, 0, 0, 0, 0) < 0) __coveriflow_missing();
  __asm__ volatile("movw %w0, %%gs" : : "q"(description[0] * 8 + 3));
#endif
}

/* Variables of the thread lie below the thread pointer, which points to itself (ELF TLS, variant II). */
static void begin_thread(void) {
  const segment *each = (const segment *)((const byte *)&__ehdr_start + __ehdr_start.segments);
  for (int i = 0; i < __ehdr_start.segment_count; i++, each++) {
    if (each->type != PT_TLS) continue;
    size_t alignment = each->alignment > 64 ? each->alignment : 64;
    size_t size = (each->in_memory + alignment - 1) & -alignment;
    byte *all = pages(size + 2 * alignment);
    if (!all) __coveriflow_missing();
    byte *block = (byte *)(((size_t)all + alignment - 1) & -alignment) + size;
    size_t own = (each->in_memory + each->alignment - 1) & -each->alignment;
    for (size_t at = 0; at < each->in_file; at++) (block - own)[at] = ((const byte *)each->address)[at];
    *(size_t *)block = (size_t)block;
    set_thread_pointer((size_t *)block);
    return;
  }
}

extern int main(int, char **, char **);

NORETURN void __coveriflow_begin(size_t *stack) {
  int count = (int)stack[0];
  char **arguments = (char **)(stack + 1);
  environ = arguments + count + 1;
  begin_thread();
  for (function *const *each = __preinit_array_start; each < __preinit_array_end; each++) (*each)();
  for (function *const *each = __init_array_start; each < __init_array_end; each++)
    ((void (*)(int, char **, char **))*each)(count, arguments, environ);
  end_program(main(count, arguments, environ));
}

PUBLIC char *getenv(const char *name) {
  for (char **each = environ; *each; each++) {
    size_t at = 0;
    while (name[at] && (*each)[at] == name[at]) at++;
    if (!name[at] && (*each)[at] == '=') return *each + at + 1;
  }
  return NULL;
}

/* --- time --- */

struct seconds {
  long seconds, rest;
};

PUBLIC long time(long *to) {
  long now = system_call(SYS_time, 0, 0, 0, 0, 0, 0);
  if (to) *to = now;
  return now;
}

PUBLIC int clock_gettime(int clock, struct seconds *to) {
  return (int)answered(system_call(SYS_clock_gettime, clock, (long)to, 0, 0, 0, 0));
}

PUBLIC int gettimeofday(struct seconds *to, void *zone) {
  return (int)answered(system_call(SYS_gettimeofday, (long)to, (long)zone, 0, 0, 0, 0));
}

PUBLIC long clock(void) {
  enum { CLOCK_PROCESS_CPUTIME_ID = 2 };
  struct seconds used = {0, 0};
  system_call(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, (long)&used, 0, 0, 0, 0);
  return used.seconds * 1000000 + used.rest / 1000;
}

static long slept(long seconds, long nanoseconds) {
  struct seconds wanted = {seconds, nanoseconds}, left = {0, 0};
  long result = system_call(SYS_nanosleep, (long)&wanted, (long)&left, 0, 0, 0, 0);
  return result < 0 ? left.seconds : 0;
}

PUBLIC unsigned sleep(unsigned seconds) {
  if ((int)seconds < 0) __coveriflow_missing();
  return (unsigned)slept((long)seconds, 0);
}

PUBLIC int usleep(unsigned microseconds) {
  slept((long)(microseconds / 1000000), (long)(microseconds % 1000000) * 1000);
  return 0;
}
