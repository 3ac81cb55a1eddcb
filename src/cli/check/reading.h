/* Reading the histories of a file, within the limits of a run. */
#ifndef LC_CLI_CHECK_READING_H
#define LC_CLI_CHECK_READING_H

#include "cli/check/answer.h"

/* Does not move while the reader is in use. */
typedef struct lc_reading {
    const lc_check_run *run;
    const char *path;
    lince_reader *reader;
    double began; /* to read the next history; each has the whole time-out for itself */
} lc_reading;

lince_status lc_read_next(lc_reading *, lince_history **, lince_error *);
void lc_reading_end(lc_reading *);

#endif
