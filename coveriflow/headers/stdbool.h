#ifndef _COVERIFLOW_STDBOOL_H
#define _COVERIFLOW_STDBOOL_H
/* C11 7.18. */
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
#endif
