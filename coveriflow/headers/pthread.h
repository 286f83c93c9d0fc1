#ifndef _COVERIFLOW_PTHREAD_H
#define _COVERIFLOW_PTHREAD_H
/* POSIX: declarations only. The sizes are those of the GNU C library. */
#include <coveriflow_types.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[40];
#else
  char __coveriflow_size[24];
#endif
  long __coveriflow_align;
} pthread_mutex_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[4];
#else
  char __coveriflow_size[4];
#endif
  int __coveriflow_align;
} pthread_mutexattr_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[48];
#else
  char __coveriflow_size[48];
#endif
  long long __coveriflow_align;
} pthread_cond_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[4];
#else
  char __coveriflow_size[4];
#endif
  int __coveriflow_align;
} pthread_condattr_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[56];
#else
  char __coveriflow_size[32];
#endif
  long __coveriflow_align;
} pthread_rwlock_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[8];
#else
  char __coveriflow_size[8];
#endif
  long __coveriflow_align;
} pthread_rwlockattr_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[32];
#else
  char __coveriflow_size[20];
#endif
  long __coveriflow_align;
} pthread_barrier_t;
typedef union {
#ifdef __LP64__
  char __coveriflow_size[4];
#else
  char __coveriflow_size[4];
#endif
  int __coveriflow_align;
} pthread_barrierattr_t;
struct __coveriflow_pthread_attr {
#ifdef __LP64__
  long __coveriflow_words[7];
#else
  long __coveriflow_words[9];
#endif
};
typedef struct __coveriflow_pthread_attr pthread_attr_t;
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CANCELED ((void *)-1)
enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
enum { PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_DEFAULT = 0 };
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_detach(pthread_t);
extern void pthread_exit(void *) __attribute__((__noreturn__));
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t, pthread_t);
extern int pthread_cancel(pthread_t);
extern int pthread_setcancelstate(int, int *);
extern int pthread_setcanceltype(int, int *);
extern void pthread_testcancel(void);
extern int pthread_attr_init(pthread_attr_t *);
extern int pthread_attr_destroy(pthread_attr_t *);
extern int pthread_attr_setdetachstate(pthread_attr_t *, int);
extern int pthread_attr_setstacksize(pthread_attr_t *, size_t);
extern int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
extern int pthread_mutex_destroy(pthread_mutex_t *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_mutexattr_init(pthread_mutexattr_t *);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
extern int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
extern int pthread_cond_destroy(pthread_cond_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
extern int pthread_rwlock_destroy(pthread_rwlock_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_spin_init(pthread_spinlock_t *, int);
extern int pthread_spin_destroy(pthread_spinlock_t *);
extern int pthread_spin_lock(pthread_spinlock_t *);
extern int pthread_spin_trylock(pthread_spinlock_t *);
extern int pthread_spin_unlock(pthread_spinlock_t *);
extern int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned int);
extern int pthread_barrier_destroy(pthread_barrier_t *);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int pthread_once(pthread_once_t *, void (*)(void));
extern int pthread_key_create(pthread_key_t *, void (*)(void *));
extern int pthread_key_delete(pthread_key_t);
extern void *pthread_getspecific(pthread_key_t);
extern int pthread_setspecific(pthread_key_t, const void *);
extern int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
extern int sched_yield(void);
#endif
