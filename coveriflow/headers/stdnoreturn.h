#ifndef _COVERIFLOW_STDNORETURN_H
#define _COVERIFLOW_STDNORETURN_H
/* C11 7.23. */
#define noreturn _Noreturn
#endif
