/* A file, pipe or terminal that is read while it is being written. */
#ifndef LC_FOLLOW_TAIL_H
#define LC_FOLLOW_TAIL_H

#include <sys/types.h>

#include "follow/creations.h"
#include "follow/lines.h"

typedef enum lcf_came {
    LCF_CAME_BYTES,
    LCF_CAME_NOTHING,    /* so far */
    LCF_CAME_END,        /* and nothing will */
    LCF_CAME_NEW_FILE,   /* the file was replaced, and read to its end before */
    LCF_CAME_LATER_FILE, /* the same, but another one may have come between the two */
    LCF_CAME_TRUNCATED,  /* the file begins anew: its old content may not all have been read */
    LCF_CAME_NEW_WRITER, /* the last writer of the pipe is gone */
    LCF_CAME_FAILURE     /* described in the error */
} lcf_came;

typedef struct lcf_tail {
    const char *path; /* NULL: standard input */
    int fd;
    bool regular, follow;
    dev_t device;
    ino_t inode;
    off_t offset;
    char last[64]; /* the last bytes read: a file that was truncated and grew again has something else there */
    size_t last_count;
    lcf_creations creations;
    uint64_t taken; /* of the files that were created */
    double looked;  /* when the file still had its name, or nothing had */
    bool wrote;     /* there was input since the last writer of a pipe left */
} lcf_tail;

/* `-` is standard input.  With `wait` the file need not be there yet. */
lince_status lcf_tail_open(lcf_tail *, const char *path, bool wait, lince_error *);
void lcf_tail_close(lcf_tail *);

/* Waits, at most so long, and adds the input to the lines. */
lcf_came lcf_tail_read(lcf_tail *, lcf_line_buffer *, double seconds, lince_error *);

#endif
