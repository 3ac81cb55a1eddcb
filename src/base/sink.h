/* Writing to a descriptor through a FILE.  A pipe may have no reader, and an interrupted command must not wait for one:
 * a sink waits for room itself and checks for interrupts meanwhile. */
#ifndef LC_BASE_SINK_H
#define LC_BASE_SINK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum lc_sink_kind {
    LC_SINK_FILE,
    LC_SINK_DEVICE, /* a pipe, a socket, a device; if its reader goes away, writing to it ends, and nothing else */
    LC_SINK_OUTPUT, /* the same for standard output, where it ends us */
} lc_sink_kind;

typedef struct lc_sink {
    int fd;
    lc_sink_kind kind;
    int reason;       /* error number of a failed write; EINTR: no reader; 0: all was written */
    uint64_t written; /* bytes */
} lc_sink;

/* Can ftell, but not seek.  The sink stays where it is as long as the file is open.  NULL: no memory; otherwise fclose
 * leaves the descriptor open. */
FILE *lc_sink_open(lc_sink *, int fd, lc_sink_kind);

#endif
