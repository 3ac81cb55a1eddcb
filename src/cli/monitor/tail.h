/* A file, pipe or terminal that is read while it is being written. */
#ifndef LC_CLI_MONITOR_TAIL_H
#define LC_CLI_MONITOR_TAIL_H

#include <sys/types.h>

#include "cli/monitor/creations.h"
#include "cli/monitor/lines.h"

typedef enum lcc_came {
    LCC_CAME_BYTES,
    LCC_CAME_NOTHING,    /* so far */
    LCC_CAME_END,        /* and nothing will */
    LCC_CAME_NEW_FILE,   /* the file was replaced, and read to its end before */
    LCC_CAME_LATER_FILE, /* the same, but another one may have come between the two */
    LCC_CAME_TRUNCATED,  /* the file begins anew: its old content may not all have been read */
    LCC_CAME_NEW_WRITER, /* the last writer of the pipe is gone */
    LCC_CAME_FAILURE     /* described in the error */
} lcc_came;

typedef struct lcc_tail {
    const char *path; /* NULL: standard input */
    int fd;
    bool regular, follow;
    dev_t device;
    ino_t inode;
    off_t offset;
    char last[64]; /* the last bytes read: a file that was truncated and grew again has something else there */
    size_t last_count;
    lcc_creations creations;
    uint64_t taken; /* of the files that were created */
    double looked;  /* when the file still had its name, or nothing had */
    bool wrote;     /* there was input since the last writer of a pipe left */
} lcc_tail;

/* `-` is standard input.  With `wait` the file need not be there yet. */
lince_status lcc_tail_open(lcc_tail *, const char *path, bool wait, lince_error *);
void lcc_tail_close(lcc_tail *);

/* Waits, at most so long, and adds the input to the lines. */
lcc_came lcc_tail_read(lcc_tail *, lcc_line_buffer *, double seconds, lince_error *);

#endif
