/* Reading the histories of a file, within the limits of a run. */
#ifndef LC_CLI_CHECK_READING_H
#define LC_CLI_CHECK_READING_H

#include "cli/check/answer.h"

/* Does not move while the reader is in use. */
typedef struct lcc_reading {
    const lcc_check_run *run;
    const char *path;
    lince_reader *reader;
    double began; /* to read the next history; each has the whole time-out for itself */
} lcc_reading;

lince_status lcc_read_next(lcc_reading *, lince_history **, lince_error *);
void lcc_reading_end(lcc_reading *);

#endif
