#ifndef _COVERIFLOW_SYSCALL_H
#define _COVERIFLOW_SYSCALL_H
/* Numbers of Linux's system calls that the harness and the freestanding library make. */
#if defined __x86_64__ && defined __LP64__
#define SYS_read 0
#define SYS_write 1
#define SYS_close 3
#define SYS_lseek 8
#define SYS_mmap 9
#define SYS_munmap 11
#define SYS_ioctl 16
#define SYS_nanosleep 35
#define SYS_getpid 39
#define SYS_fcntl 72
#define SYS_gettimeofday 96
#define SYS_getppid 110
#define SYS_arch_prctl 158
#define SYS_gettid 186
#define SYS_time 201
#define SYS_clock_gettime 228
#define SYS_exit_group 231
#define SYS_tgkill 234
#elif defined __i386__
#define SYS_read 3
#define SYS_write 4
#define SYS_close 6
#define SYS_time 13
#define SYS_lseek 19
#define SYS_getpid 20
#define SYS_ioctl 54
#define SYS_fcntl 55
#define SYS_getppid 64
#define SYS_gettimeofday 78
#define SYS_munmap 91
#define SYS_nanosleep 162
#define SYS_mmap2 192
#define SYS_gettid 224
#define SYS_set_thread_area 243
#define SYS_exit_group 252
#define SYS_clock_gettime 265
#define SYS_tgkill 270
#else
#error "the freestanding library knows no other machine than x86"
#endif
#endif
