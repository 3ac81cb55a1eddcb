/* What a program leaves behind: memory that is lost, threads that nobody joined.  Told as warnings, because code that
 * never gives memory back may still be right; see inspect.c of the explorer for when they are looked for. */
#ifndef LC_CLI_TEST_LOSSES_H
#define LC_CLI_TEST_LOSSES_H

#include "cli/test/trial.h"
#include "report/writer.h"

/* A sentence about each, with the place in the source in front of it. */
void lc_tell_losses(const lc_trial *, lc_lines *, void (*warn)(lc_span, void *), void *context);
/* As members of the object that is being written: `leaks` and `unjoined`, arrays of places. */
void lc_losses_json(lc_writer *, const lc_trial *, lc_lines *);

#endif
