/* Replaying a trace. */
#ifndef LC_TESTER_TRACE_TRACE_REPLAY_H
#define LC_TESTER_TRACE_TRACE_REPLAY_H

#include "tester/driver/test_run.h"

struct lcd_trace;

/* A trace that was read. */
struct lcd_trace *lcd_replay_read(const char *path, lince_error *); /* NULL: the error has the reason */
void lcd_replay_free(struct lcd_trace *);
/* The files and flags it was made with, where the command line names none.  LINCE_BAD_INPUT: it is not this user's (see
 * sign.h), and the error has the remedy. */
lince_status lcd_replay_sources(const struct lcd_trace *, const char *path, lcd_sources *, lince_error *);
const char *lcd_replay_test_name(const struct lcd_trace *); /* which test it is of */
uint64_t lcd_replay_steps(const struct lcd_trace *);
bool lcd_replay_has_many(const struct lcd_trace *); /* is it of a program with the larger runtime? */
/* Lists the changes of the program since.  False: nothing has. */
bool lcd_replay_changes(lince_text *, const struct lcd_trace *, const lcd_program *);

/* Like lcd_run_test, for one execution; `path` is that of the trace.  With --gdb the process becomes the debugger. */
lince_status lcd_replay_test(lcd_test_run *, const lcd_session *, const lcd_tested *, const struct lcd_trace *,
                             const char *path, lince_error *);

/* The default path of the trace of a test; NULL: out of memory. */
char *lcd_replay_path(const lcd_session *, const lcd_tested *, const char *kind);
/* The command that runs a trace again, with the options that matter. */
void lcd_replay_command(lince_text *, const lcd_session *, const char *path);
/* The command that tries all interleavings of one scenario of a test. */
void lcd_replay_explore(lince_text *, const lcd_session *, const lcd_tested *, const char *scenario);

#endif
