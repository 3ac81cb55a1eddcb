/* Bytes to read: a file, standard input or memory, plain or compressed with zstd, by line or by character. */
#ifndef LC_FORMATS_INPUT_H
#define LC_FORMATS_INPUT_H

#include <lince/history.h>

#include "base/memory.h"

typedef struct lc_unzip lc_unzip;

typedef struct lc_input {
    const char *file; /* for messages; not owned */
    int fd;           /* -1: `bytes` instead */
    bool owns_fd;
    const char *bytes; /* the rest of an input in memory */
    size_t byte_count;
    lc_unzip *unzip;             /* NULL: not compressed */
    bool (*stop)(void *context); /* see lince_read_options */
    void *context;
    lc_budget budget;
    char *buffer;
    size_t room;          /* of the buffer, without the byte that ends the last line */
    const char *at, *end; /* read, but not used yet */
    bool at_end;          /* nothing will come after `end` */
    unsigned long line;   /* that `at` stands in, from 1 */
} lc_input;

/* The memory limit bounds the size of a line.  After a failure the input needs no closing. */
lince_status lc_input_open(lc_input *, const char *path, const lince_read_options *, lince_error *);
lince_status lc_input_open_bytes(lc_input *, const char *name, const void *bytes, size_t size,
                                 const lince_read_options *, lince_error *);
void lc_input_close(lc_input *);

/* An input of just this text, for reading by character; needs no closing. */
lc_input lc_input_over(const char *file, unsigned long line, const char *text, size_t size);

/* Reads more behind `end`; the bytes between `at` and `end` stay, but may move.  Sets `at_end` if nothing came. */
lince_status lc_input_fill(lc_input *, lince_error *);

/* A line without its end.  `*end` can be read and is a control character, so scanning needs no bounds. */
typedef struct lc_line {
    const char *at, *end;
    unsigned long number;
} lc_line;
lince_status lc_input_line(lc_input *, lc_line *, lince_error *); /* LINCE_END: there is none */

/* Is there a character at `at`?  LINCE_END: no, the input is over. */
static inline lince_status lc_input_ready(lc_input *in, lince_error *error) {
    if (in->at < in->end) return LINCE_DONE;
    if (!in->at_end) {
        lince_status status = lc_input_fill(in, error);
        if (status != LINCE_DONE) return status;
    }
    return in->at < in->end ? LINCE_DONE : LINCE_END;
}

/* Past the character at `at`. */
static inline void lc_input_step(lc_input *in) {
    if (*in->at++ == '\n') in->line++;
}

#endif
