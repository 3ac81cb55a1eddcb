/* Writing the history of a violation to a file, in a program that has other things to do than wait for it. */
#ifndef LC_MONITOR_DUMP_H
#define LC_MONITOR_DUMP_H

#include "base/text.h"

/* All of it or nothing.  0, or an error number: ENXIO and EAGAIN if it is a pipe without a reader.  It takes a second
 * at most more than the disk does.  The caller blocks SIGPIPE and SIGXFSZ. */
int lco_monitor_dump(const char *path, const lince_text *);

#endif
