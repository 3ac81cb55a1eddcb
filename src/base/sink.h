/* Writing to a descriptor through a FILE.  Nobody may ever read a pipe, and whoever interrupts us does not mean to wait
 * for that: a sink waits for room itself, where it notices. */
#ifndef LC_BASE_SINK_H
#define LC_BASE_SINK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum lc_sink_kind {
    LC_SINK_FILE,
    LC_SINK_DEVICE, /* a pipe, a socket, a device; that its reader goes away ends what is written to it, nothing else */
    LC_SINK_OUTPUT, /* the same for standard output, where it ends us */
} lc_sink_kind;

typedef struct lc_sink {
    int fd;
    lc_sink_kind kind;
    int reason;       /* why something could not be written; EINTR: nobody reads; 0: all was */
    uint64_t written; /* bytes */
} lc_sink;

/* Can ftell, but not seek.  The sink stays where it is as long as the file is open.  NULL: no memory; otherwise fclose
 * leaves the descriptor open. */
FILE *lc_sink_open(lc_sink *, int fd, lc_sink_kind);

#endif
