#ifndef _COVERIFLOW_SCHED_H
#define _COVERIFLOW_SCHED_H
/* POSIX. */
extern int sched_yield(void);
#endif
