/* Each attempt is a case of its own. Exit status 0: it was refused. 1: it got out. 2: there is no such attempt.
   SECRET, HOME, PATH_SOCKET, ABSTRACT: strings; PORT, PARENT, HOLDS: numbers, all defined by the test. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
extern char **environ;
static int constructed;

static int reads(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  return file >= 0 && read(file, &byte, 1) == 1;
}

static int writes(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT, 0600);
  return file >= 0 && write(file, "x", 1) == 1;
}

__attribute__((constructor)) static void before_main(void) { constructed = reads(SECRET); }

static int from_here(const char *up) {
  char path[4096];
  strcpy(path, up);
  strcat(path, SECRET);
  return reads(path);
}

static int of_process(long pid, const char *what) {
  char path[100];
  sprintf(path, "/proc/%ld/%s", pid, what);
  return reads(path);
}

static int connects(int family, const void *address, unsigned size, int type) {
  int end = socket(family, type, 0);
  return end >= 0 && connect(end, address, size) == 0;
}

static int to_port(int type) {
  struct sockaddr_in address = {AF_INET, htons(PORT), {htonl(INADDR_LOOPBACK)}, {0}};
  return connects(AF_INET, &address, sizeof address, type);
}

static int to_path(void) {
  struct sockaddr_un address = {AF_UNIX, PATH_SOCKET};
  return connects(AF_UNIX, &address, sizeof address, SOCK_STREAM);
}

static int to_abstract(void) {
  struct sockaddr_un address = {AF_UNIX, ""};
  strcpy(address.sun_path + 1, ABSTRACT);
  return connects(AF_UNIX, &address, sizeof(short) + 1 + sizeof ABSTRACT - 1, SOCK_STREAM);
}

static long by_assembly(long number, long first, long second, long third) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory");
  return result;
}

static int by_old_gate(int number, int first, int second) {
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(0) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

static int forks(void) {
  int count = 0;
  for (int i = 0; i < 100; i++) {
    pid_t child = fork();
    if (child == 0) pause();
    count += child > 0;
  }
  return count > 0;
}

static int in_thread(void *nothing) {
  (void)nothing;
  for (;;) pause();
}

static char stack[1 << 16];

static int clones(int flags) { return clone(in_thread, stack + sizeof stack, flags, 0) > 0; }

static int daemon_left(void) {
  if (daemon(1, 1) != 0) return 0;
  for (;;) pause();
}

static int fills_disk(void) {
  static char block[1 << 20];
  long written = 0;
  for (int i = 0; i < 40; i++) {
    char name[20];
    int file;
    sprintf(name, "f%d", i);
    file = open(name, O_WRONLY | O_CREAT, 0600);
    for (int j = 0; file >= 0 && j < 15; j++) written += write(file, block, sizeof block) == sizeof block;
    close(file);
  }
  usleep(300000);
  return written > 100;
}

static int fills_memory(void) {
  for (long i = 0; i < 4096; i++) {
    char *part = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (part == MAP_FAILED) return 0;
    memset(part, 1, 1 << 20);
  }
  return 1;
}

static int memory_files(void) {
  static char block[1 << 20];
  long held = 0;
  for (int i = 0; i < 1000; i++) {
    int file = syscall(SYS_memfd_create, "m", 0);
    if (file < 0) break;
    for (int j = 0; j < 15; j++) held += write(file, block, sizeof block) == sizeof block;
  }
  return held > 2000;
}

static int other_descriptors(void) {
  for (int file = 3; file < 1024; file++) {
    if (file != 63 && file != 250 && fcntl(file, F_GETFD) >= 0) return 1;
  }
  return 0;
}

static int in_environment(const char *what) {
  for (char **each = environ; *each; each++) {
    if (strstr(*each, what)) return 1;
  }
  return 0;
}

static int changes_time_of_secret(void) {
  struct timeval then[2] = {{1, 0}, {1, 0}};
  return utimes(SECRET, then) == 0;
}

static int raises_limit(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = limit.rlim_max = RLIM_INFINITY;
  return setrlimit(RLIMIT_FSIZE, &limit) == 0;
}

static int lists(const char *path) {
  DIR *folder = opendir(path);
  return folder && readdir(folder);
}

static int executes(const char *path) {
  char *words[] = {(char *)path, (char *)SECRET, 0};
  execv(path, words);
  return 0;
}

static int spawns(void) {
  char *words[] = {(char *)"true", 0};
  pid_t child;
  return posix_spawn(&child, "/bin/true", 0, 0, words, environ) == 0;
}

static int owner_gets_signals(void) {
  int ends[2];
  if (pipe(ends)) return 0;
  return fcntl(ends[0], F_SETOWN, PARENT) == 0 && fcntl(ends[0], F_GETOWN) == PARENT;
}

static int reads_memory_of(long pid) {
  char here[8];
  struct iovec mine = {here, 8}, theirs = {(void *)0x400000, 8};
  return process_vm_readv(pid, &mine, 1, &theirs, 1, 0) > 0 || errno == EFAULT;
}

static int by_handle(void) {
  char handle[128] = {8, 0, 0, 0, 1, 0, 0, 0, 2};
  return syscall(SYS_open_by_handle_at, open("/usr", O_RDONLY), handle, O_RDONLY) >= 0 || errno == ESTALE;
}

int main(void) {
  int status = 0;
  long pages[64] = {0};
  struct timeval now;
  switch (__VERIFIER_nondet_int()) {
#define ATTEMPT(name, what) case __COUNTER__: return (what) ? 1 : 0;
#include "attempts.h"
  }
  (void)status, (void)pages, (void)now;
  return 2;
}
