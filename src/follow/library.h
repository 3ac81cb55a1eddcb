/* Of lince_follow (<lince/follow.h>) the parts that a command line needs before it begins. */
#ifndef LC_FOLLOW_LIBRARY_H
#define LC_FOLLOW_LIBRARY_H

#include <lince/follow.h>

#define LCF_UNIX "unix:" /* a source that begins like this is a socket, at the path behind it */

/* The initial value of registers and absent keys. */
lince_status lcf_init_read(lince_value *, const char *text, lince_error *);

#endif
