/* Files that are there as a whole or not at all. */
#ifndef LC_BASE_ATOMIC_FILE_H
#define LC_BASE_ATOMIC_FILE_H

#include <stdio.h>

#include <lince/error.h>

#include "base/sink.h"
#include "base/text.h"

/* Writes a file under another name and renames it when it is complete, so that no reader finds half of it; `-` is
 * standard output. */
/* How text gets to standard output; until this is called, by fwrite. */
void lc_write_output_by(void (*put)(const lince_text *));
lince_status lc_write_file(const char *path, const lince_text *, lince_error *);
/* The same for text that is written piece by piece, to `file`, which can ftell but not seek.  A device or a pipe is
 * written to, not replaced; a symbolic link stays one. */
typedef struct lc_atomic_file {
    FILE *file;
    lc_sink *sink;
    char *asked;   /* the path as it was given */
    char *final;   /* its name in the directory; NULL: it is written where it belongs */
    int directory; /* an open descriptor, because the path of the temporary file may be longer than paths can be */
    char name[16]; /* in the directory, for now: short, for the other may be as long as names can be; empty: none */
} lc_atomic_file;
lince_status lc_atomic_file_begin(lc_atomic_file *, const char *path, lince_error *);
lince_status lc_atomic_file_end(lc_atomic_file *, lince_error *); /* completes the file, or deletes it on failure */
void lc_atomic_file_drop(lc_atomic_file *);                       /* an existing file keeps its content */
/* Can it be written, as far as that can be known before?  Nothing changes. */
lince_status lc_atomic_file_try(const char *path, lince_error *);

#endif
