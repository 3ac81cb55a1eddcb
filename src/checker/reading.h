/* Reading the histories of a file, within the limits of a run. */
#ifndef LC_CHECKER_READING_H
#define LC_CHECKER_READING_H

#include "checker/run.h"

/* Does not move while the reader is in use. */
typedef struct lck_reading {
    const lck_run *run;
    const char *path;
    lince_reader *reader;
    double began; /* to read the next history; each has the whole time-out for itself */
} lck_reading;

lince_status lck_read_next(lck_reading *, lince_history **, lince_error *);
void lck_reading_end(lck_reading *);

#endif
