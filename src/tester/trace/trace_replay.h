/* Replaying a trace. */
#ifndef LC_TESTER_TRACE_TRACE_REPLAY_H
#define LC_TESTER_TRACE_TRACE_REPLAY_H

#include "tester/driver/test_run.h"

struct lc_trace;

/* A trace that was read. */
struct lc_trace *lc_again_read(const char *path, lince_error *); /* NULL: the error has the reason */
void lc_again_free(struct lc_trace *);
/* The files and flags it was made with, where the command line names none.  LINCE_BAD_INPUT: it is not this user's (see
 * sign.h), and the error has the remedy. */
lince_status lc_again_sources(const struct lc_trace *, const char *path, lc_sources *, lince_error *);
const char *lc_again_test(const struct lc_trace *); /* which test it is of */
uint64_t lc_again_steps(const struct lc_trace *);
/* Lists the changes of the program since.  False: nothing has. */
bool lc_again_changes(lince_text *, const struct lc_trace *, const lc_program *);

/* Like lc_try, for one execution; `path` is that of the trace.  With --gdb the process becomes the debugger. */
lince_status lc_try_again(lc_trial *, const lc_session *, const lc_tested *, const struct lc_trace *, const char *path,
                          lince_error *);

/* The default path of the trace of a test; NULL: out of memory. */
char *lc_again_path(const lc_session *, const lc_tested *);
/* The command that runs a trace again, with the options that matter. */
void lc_again_command(lince_text *, const lc_session *, const char *path);
/* The command that tries all interleavings of one scenario of a test. */
void lc_again_explore(lince_text *, const lc_session *, const lc_tested *, const char *scenario);

#endif
